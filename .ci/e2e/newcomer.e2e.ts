import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addressOf, run, start } from "./testing/process.ts";

/**
 * What somebody meets who has just cloned the repository: `npm start` on a machine with Node and npm only, in a folder
 * with a space in its name, and the same with Bun only; as root (where the tests run as root) and as an ordinary user.
 */

const ROOT = resolve(import.meta.dirname, "../..");
const START_MS_MAX = 240_000;
/** No account has it, which is as ordinary as a user can be. */
const ORDINARY_ID = "61234";

const places = mkdtempSync(join(tmpdir(), "weboid-newcomer-"));

/** A folder of programs, all that the newcomer's PATH has. */
function programs(name: string, wanted: Readonly<Record<string, string>>): string {
  const folder = join(places, name);
  mkdirSync(folder);
  const basics = ["sh", "env", "git", "cat", "uname", "ls", "dirname"];
  const all = { ...Object.fromEntries(basics.map((basic) => [basic, Bun.which(basic) ?? ""])), ...wanted };
  for (const [program, path] of Object.entries(all))
    if (path !== "") symlinkSync(path, join(folder, program));
  return folder;
}

const nodeOfMachine = () =>
  (process.env.PATH ?? "")
    .split(":")
    .filter((folder) => !folder.includes("node_modules"))
    .map((folder) => join(folder, "node"))
    .find((path) => existsSync(path)) ?? null;

interface Newcomer {
  readonly name: string;
  readonly path: string;
  readonly command: readonly string[];
  /** In front of the command. */
  readonly as: readonly string[];
}

const isRoot = process.getuid?.() === 0;
const asOrdinary =
  isRoot && Bun.which("setpriv") !== null
    ? ["setpriv", `--reuid=${ORDINARY_ID}`, `--regid=${ORDINARY_ID}`, "--clear-groups"]
    : null;

/** Bun as it was installed here, and Node with npm as the machine has them. */
function newcomers(): Newcomer[] {
  const node = nodeOfMachine();
  const npm = Bun.which("npm");
  const withBun = programs("bun", { bun: join(ROOT, "node_modules/bun/bin/bun.exe") });
  const list: Newcomer[] = [{ name: "Bun only", path: withBun, command: ["bun", "start"], as: [] }];
  if (node !== null && npm !== null) {
    const withNode = programs("node", { node, npm });
    list.push({ name: "Node and npm", path: withNode, command: ["npm", "start"], as: [] });
    if (asOrdinary !== null)
      list.push({
        name: "Node and npm, as an ordinary user",
        path: withNode,
        command: ["npm", "start"],
        as: asOrdinary,
      });
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
  if (as.length > 0) spawnSync("chown", ["-R", `${ORDINARY_ID}:${ORDINARY_ID}`, home]);
  return { home, checkout };
}

describe("npm start on a fresh clone", () => {
  test.each(newcomers())("$name", async (newcomer) => {
    const { home, checkout } = await clone(newcomer);
    const [program = "", ...args] = [...newcomer.as, ...newcomer.command];
    const begin = () =>
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
        until: /Weboid is up/,
        msMax: START_MS_MAX,
      });

    const first = await begin();
    const front = await (await fetch(addressOf(first, "front page"))).text();
    expect(front).toContain("Lantern Museum of Harrowmere");
    const answer = addressOf(first, "links of Lantern Museum of Harrowmere");
    expect(await (await fetch(answer)).text()).toMatch(/<span class="v unreachable">/);
    expect(await (await fetch(addressOf(first, "article with gadget"))).text()).toContain(
      "/gadget.js?dbname=",
    );
    expect(await first.stop("SIGINT")).toBe(0);

    const second = await begin();
    expect(second.everything()).not.toContain("simulated");
    expect(await (await fetch(addressOf(second, "links of Lantern Museum of Harrowmere"))).text()).toMatch(
      /<span class="v unreachable">/,
    );
    expect(await second.stop("SIGTERM")).toBe(0);
  });
});
