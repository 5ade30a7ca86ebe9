import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";
import { freePort } from "../../db/embedded/port.ts";
import { runningServer } from "../../db/embedded/process.ts";
import { type Disk, openDisk, openFolder } from "../chaos/disk.ts";
import { runCommand } from "../chaos/processes.ts";
import { openReaper } from "../chaos/reaper.ts";
import { waitFor } from "../chaos/time.ts";

/**
 * `weboid up` on a folder of its own: a full disk and a server that is killed are said in one line or pass, and nothing is lost; who
 * comes second to the folder is refused, or shares what is there. The tests go on with what the ones before left.
 */

const MAIN = resolve(import.meta.dirname, "../../crawler/cli/main.ts");
const WEEKS = ["--age", "2"];
const DISK_MB = 700;
const START_MS_MAX = 240_000;
/** How soon a server that was killed is back. */
const BACK_MS_MAX = 10_000;
/** How long a full disk is left to be noticed. */
const FULL_MS = 15_000;
const COMMAND_MS_MAX = 300_000;

interface Up {
  readonly child: ChildProcess;
  /** Everything that it printed. */
  text(): string;
  ended(): boolean;
  readonly code: Promise<number | null>;
}

const reaper = openReaper("one-folder");
const disk: Disk = openDisk(reaper.folder, "disk", DISK_MB);
const dataDir = openFolder(disk, "data");
const env = { ...reaper.env, WEBOID_DATA: dataDir, EDGE_TOKEN: "e".repeat(32) };
afterAll(() => reaper.close());
const place = join(dataDir, "postgres");

function startUp(...options: string[]): Up {
  const child = spawn(process.execPath, [MAIN, "up", ...options], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      text += chunk.toString("utf8");
    });
  const code = new Promise<number | null>((done) => child.once("close", (ended) => done(ended)));
  return {
    child,
    text: () => text,
    ended: () => child.exitCode !== null || child.signalCode !== null,
    code,
  };
}

/** It ended with one line that says what is wrong, and does not call it a bug. */
async function expectPlainEnd(one: Up, says: RegExp): Promise<void> {
  expect(await one.code).toBe(1);
  const last = one.text().trim().split("\n").at(-1) ?? "";
  expect(last).toMatch(/^weboid: /);
  expect(last).toMatch(says);
  expect(one.text()).not.toMatch(/bug in Weboid|^\s+at /m);
}

/** It says its addresses and goes on. */
async function expectUp(one: Up): Promise<void> {
  const isReady = () => /Ctrl-C stops/.test(one.text()) || one.ended();
  expect(await waitFor(isReady, START_MS_MAX), one.text()).toBe(true);
  expect(one.ended(), one.text()).toBe(false);
}

/** How a role began and ended, by its JSON lines. */
const eventsOf = (text: string, role: string): string[] =>
  [...text.matchAll(/^\{.*"role":"([a-z]+)".*"event":"(started|ended|failed)".*\}$/gm)].flatMap(
    ([, of, event = ""]) => (of === role ? [event] : []),
  );

/** First processes of servers on the folder. */
function serversHere(): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const [program = "", ...args] = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
        return program.endsWith("/postgres") && args.includes(join(place, "data"));
      } catch {
        return false;
      }
    });
}

let up: Up;

test.runIf(disk.isOwn)("a disk that is full before the first start is said in one line", async () => {
  await disk.fill();
  await expectPlainEnd(startUp(...WEEKS), /is full: free some space/);
  disk.free();
});

test("a disk that fills up while days are simulated ends it with one line, or is waited for; the next start goes on", async () => {
  up = startUp(...WEEKS);
  const isSimulating = () => /simulating/.test(up.text()) || up.ended();
  expect(await waitFor(isSimulating, START_MS_MAX), up.text()).toBe(true);
  await disk.fill();
  if (disk.isOwn) await waitFor(() => up.ended(), FULL_MS);
  disk.free();
  if (up.ended()) {
    await expectPlainEnd(up, /is full: free some space/);
    up = startUp(...WEEKS);
  }
  await expectUp(up);
  expect(up.text()).not.toMatch(/bug in Weboid|^\s+at /m);
  const { stdout } = await runCommand(["status", "--json"], env, COMMAND_MS_MAX);
  const { urls, neverContacted, pages } = JSON.parse(stdout);
  expect([urls > 20, neverContacted, pages > 5]).toEqual([true, 0, true]);
});

test.each(["up", "edge"])(
  "`%s` on the folder of one that runs is refused, and named where that answers",
  async (command) => {
    const { code, stderr } = await runCommand([command], env, COMMAND_MS_MAX);
    expect(code).toBe(1);
    expect(stderr.trim().split("\n").at(-1)).toMatch(
      /^weboid: Weboid is already running at http:\/\/127\.0\.0\.1:\d+\/ \(process \d+, data in /,
    );
    expect(up.ended()).toBe(false);
  },
);

test("a server that is killed is back in ten seconds, and who comes meanwhile starts no second one", async () => {
  const [before = 0, ...others] = serversHere();
  expect(others).toEqual([]);
  process.kill(before, "SIGKILL");
  const killed = performance.now();
  const asked = Promise.all([1, 2].map(() => runCommand(["status", "--json"], env, COMMAND_MS_MAX)));
  const isBack = () => {
    const now = runningServer(place);
    return now?.status === "ready" && now.pid !== before;
  };
  expect(await waitFor(isBack, BACK_MS_MAX)).toBe(true);
  expect(performance.now() - killed).toBeLessThan(BACK_MS_MAX);
  expect((await asked).map(({ code, stderr }) => [code, stderr])).toEqual([
    [0, expect.any(String)],
    [0, expect.any(String)],
  ]);
  expect(await waitFor(() => serversHere().length === 1, BACK_MS_MAX)).toBe(true);
  expect(up.ended(), up.text()).toBe(false);
  const { stdout } = await runCommand(["status", "--json"], env, COMMAND_MS_MAX);
  expect(JSON.parse(stdout).neverContacted).toBe(0);
  // The edge, the origin behind it and the database answer.
  const list = /overview and lists +(http\S+)/.exec(up.text())?.[1] ?? "";
  const works = async () => (await fetch(list).catch(() => null))?.status === 200;
  expect(await waitFor(works, BACK_MS_MAX)).toBe(true);
});

test("it ends with SIGTERM and leaves nothing", async () => {
  up.child.kill("SIGTERM");
  expect(await up.code, up.text()).toBe(0);
  expect(eventsOf(up.text(), "up")).toEqual(["started", "ended"]);
  expect(await waitFor(() => serversHere().length === 0, BACK_MS_MAX)).toBe(true);
});

test("a new store of the edge is filled, also where the start that made it was killed", async () => {
  const folder = join(dataDir, "edge");
  rmSync(folder, { recursive: true });
  up = startUp();
  const isMade = () => existsSync(join(folder, "kv.sqlite")) || up.ended();
  expect(await waitFor(isMade, START_MS_MAX), up.text()).toBe(true);
  up.child.kill("SIGKILL");
  await up.code;
  expect(up.text()).not.toContain("links of");
  up = startUp();
  await expectUp(up);
  const page = /links of .*?(http\S+)/.exec(up.text())?.[1] ?? "";
  expect(await (await fetch(page)).text()).toContain('class="v ');
  up.child.kill("SIGTERM");
  expect(await up.code, up.text()).toBe(0);
});

test("a second `edge` on a folder is refused", async () => {
  const first = spawn(process.execPath, [MAIN, "edge", "--port", String(await freePort())], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
  });
  let text = "";
  first.stderr.on("data", (chunk: Buffer) => {
    text += chunk.toString("utf8");
  });
  expect(await waitFor(() => /answers at/.test(text), START_MS_MAX), text).toBe(true);
  const { code, stderr } = await runCommand(
    ["edge", "--port", String(await freePort())],
    env,
    COMMAND_MS_MAX,
  );
  expect([code, stderr]).toEqual([1, expect.stringMatching(/weboid: Weboid is already running at http/)]);
  expect(eventsOf(stderr, "edge")).toEqual(["failed"]);
  first.kill("SIGTERM");
  expect(await new Promise((done) => first.once("exit", done))).toBe(0);
  expect(eventsOf(text, "edge")).toEqual(["started", "ended"]);
});
