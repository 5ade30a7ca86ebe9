import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addressOf, type Running, run, start } from "./testing/process.ts";

/**
 * What somebody meets who has just cloned the repository: `npm start` on a machine with Node and npm only, in a folder
 * with a space in its name, and the same with Bun only. Where the tests run as root, Bun does as well, and Node as an
 * ordinary user, the second time with no more rights to system calls and sockets than the unit for systemd gives.
 */

const ROOT = resolve(import.meta.dirname, "../..");
/** Nothing takes so long unless it hangs, on a busy machine either: it lives through a year. */
const START_MS_MAX = 500_000;
/** PostgreSQL asks for an account that exists; this one exists everywhere and may do nothing. */
const ORDINARY = "nobody";
const CONFINE = "./.ci/testing/confine.py";
const UNIT = "./docs/examples/weboid.service";

const ARTICLE = "Lantern Museum of Harrowmere";
const text = async (url: string) => (await fetch(url)).text();

const places = mkdtempSync(join(tmpdir(), "weboid-newcomer-"));

/** What is not to be found unless it is what the newcomer has. */
const RUNTIMES = /^(node|nodejs|npm|npx|corepack|bun|bunx|yarn|pnpm)$/;

/** A folder for PATH: the system's programs without any JavaScript runtime, and those that are wanted. */
function programs(name: string, wanted: Readonly<Record<string, string>>): string {
  const folder = join(places, name);
  mkdirSync(folder);
  for (const [program, path] of Object.entries(wanted)) symlinkSync(path, join(folder, program));
  // Where /bin is /usr/bin, its programs are not to be met twice.
  const systems = new Set(
    ["/usr/bin", "/bin"].filter((path) => existsSync(path)).map((path) => realpathSync(path)),
  );
  const met = new Set(Object.keys(wanted));
  for (const system of systems)
    for (const program of readdirSync(system)) {
      if (RUNTIMES.test(program) || met.has(program)) continue;
      met.add(program);
      symlinkSync(join(system, program), join(folder, program));
    }
  return folder;
}

/** The machine's own Node: `bun run` puts a stand-in under that name in front of it. */
function nodeOfMachine(): string | null {
  const isNode = (path: string) =>
    spawnSync(path, ["-p", "process.versions.bun ?? 'node'"], { encoding: "utf8" }).stdout?.trim() === "node";
  return (
    (process.env.PATH ?? "")
      .split(":")
      .map((folder) => join(folder, "node"))
      .find((path) => existsSync(path) && !path.includes("node_modules") && isNode(path)) ?? null
  );
}

interface Newcomer {
  readonly name: string;
  readonly path: string;
  readonly command: readonly string[];
  /** In front of the command. */
  readonly as: readonly string[];
}

function idOf(flag: "-u" | "-g"): string {
  return spawnSync("id", [flag, ORDINARY], { encoding: "utf8" }).stdout.trim();
}

const isRoot = process.getuid?.() === 0;
const asOrdinary =
  isRoot && Bun.which("setpriv") !== null
    ? ["setpriv", `--reuid=${ORDINARY}`, `--regid=${idOf("-g")}`, "--clear-groups"]
    : null;

/** Bun as it was installed here, and Node with npm as the machine has them. */
function newcomers(): Newcomer[] {
  const node = nodeOfMachine();
  const npm = Bun.which("npm");
  const withBun = programs("bun", { bun: join(ROOT, "node_modules/bun/bin/bun.exe") });
  const list: Newcomer[] = [{ name: "Bun only", path: withBun, command: ["bun", "start"], as: [] }];
  if (node !== null && npm !== null) {
    const withNode = programs("node", { node, npm });
    const name = asOrdinary === null ? "Node and npm" : "Node and npm, as an ordinary user";
    list.push({ name, path: withNode, command: ["npm", "start"], as: asOrdinary ?? [] });
  }
  return list;
}

beforeAll(() => chmodSync(places, 0o755));
afterAll(() => rmSync(places, { recursive: true, force: true }));

async function clone({ name, as }: Newcomer): Promise<{ readonly home: string; readonly checkout: string }> {
  const home = join(places, `home of ${name.replace(/\W+/g, "-")}`);
  const checkout = join(home, "my weboid");
  mkdirSync(home);
  await run("git", ["clone", "--quiet", "--no-hardlinks", ROOT, checkout], {
    cwd: places,
    env: {},
    msMax: 60_000,
  });
  if (as.length > 0) spawnSync("chown", ["-R", `${idOf("-u")}:${idOf("-g")}`, home]);
  return { home, checkout };
}

describe("npm start on a fresh clone", () => {
  test.each(newcomers())("$name", async (newcomer) => {
    const { home, checkout } = await clone(newcomer);
    const begin = ([program = "", ...args] = [...newcomer.as, ...newcomer.command]) =>
      start(Bun.which(program, { PATH: `${newcomer.path}:${process.env.PATH}` }) ?? program, args, {
        cwd: checkout,
        env: {
          PATH: newcomer.path,
          HOME: home,
          WEBOID_DATA: undefined,
          WEBOID_CONTACT: undefined,
          DATABASE_URL: undefined,
          npm_lifecycle_event: undefined,
          npm_execpath: undefined,
        },
        until: /Ctrl-C stops everything/,
        msMax: START_MS_MAX,
      });

    const starts: Running[] = [];
    try {
      const first = await begin();
      starts.push(first);
      expect(await text(addressOf(first, "front page"))).toContain(ARTICLE);
      expect(await text(addressOf(first, `links of ${ARTICLE}`))).toMatch(/<span class="v unreachable">/);
      expect(await text(addressOf(first, "article with gadget"))).toContain("/gadget.js?dbname=");
      expect(await first.stop("SIGINT")).toBe(0);

      // An ordinary user is what a service has.
      const second = await (newcomer.as.length > 0
        ? begin([...newcomer.as, "python3", CONFINE, UNIT, ...newcomer.command])
        : begin());
      starts.push(second);
      expect(second.everything()).not.toContain("simulated");
      expect(await text(addressOf(second, `links of ${ARTICLE}`))).toMatch(/<span class="v unreachable">/);
      expect(await second.stop("SIGTERM")).toBe(0);
    } finally {
      for (const started of starts) await started.stop("SIGTERM");
    }
  });
});
