import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, expect, test } from "vitest";

const root = mkdtempSync(join(tmpdir(), "weboid-kills-"));
const started: ChildProcess[] = [];
afterAll(() => {
  for (const child of started) child.kill("SIGKILL");
  rmSync(root, { recursive: true, force: true });
});

interface Running {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

const processes = (): Running[] =>
  execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" })
    .split("\n")
    .flatMap((line) => {
      const [, pid, parent, command = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
      return pid === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
    });

/** All that was started by a process, directly or by others. */
function under(pid: number, all = processes()): Running[] {
  const own = all.filter(({ parent }) => parent === pid);
  return [...own, ...own.flatMap((child) => under(child.pid, all))];
}

/** A program that starts the edge as `weboid edge` does. */
async function startEdge() {
  const dataDir = mkdtempSync(join(root, "data-"));
  const program = `
    import { startEdge } from ${JSON.stringify(join(import.meta.dirname, "./start.ts"))};
    const log = { info() {}, warn: (line) => console.log("warning " + line), error() {} };
    const egress = { allowPrivate: false, deny: [], dns: [] };
    const edge = await startEdge({ dataDir: process.argv[1], hostname: "127.0.0.1", port: 0, vars: {}, egress, log });
    console.log(edge.url);
    console.log("failed " + await edge.failed);`;
  const child = spawn(process.execPath, ["-e", program, dataDir], { stdio: ["ignore", "pipe", "inherit"] });
  started.push(child);
  const lines: string[] = [];
  const reading = createInterface(child.stdout);
  reading.on("line", (line) => lines.push(line));
  await expect.poll(() => lines.find((line) => line.startsWith("http://"))).toBeDefined();
  const url = lines.find((line) => line.startsWith("http://")) ?? "";
  const parts = under(child.pid ?? 0);
  /** The host itself is the first. */
  const part = (program: RegExp): number =>
    under(child.pid ?? 0).find(({ command }) => program.test(command))?.pid ?? 0;
  /** What an answer says that needs the store: there are no wikis yet. */
  const code = async (): Promise<string> => {
    const answer = await fetch(`${url}/api/v1/page?dbname=x@local&pageid=1`).catch(() => null);
    return /"code":"([a-z-]+)"/.exec((await answer?.text()) ?? "")?.[1] ?? "";
  };
  return { child, lines, parts, part, code };
}

const isGone = ({ pid, command }: Running): boolean =>
  !processes().some((other) => other.pid === pid && other.command === command);

/** Not the shells around them, whose command lines name them, too. */
const WORKERD = /^\S*workerd serve /;
const STORE = /^\S+ \S*kv\/main\.ts /;
const HOST = /^\S+ .*edge-host\/main\.ts$/;

test("workerd and the store are started again when they end", async () => {
  const { part, code, lines } = await startEdge();
  expect(await code()).toBe("not-ready");
  for (const [program, name] of [
    [WORKERD, "workerd"],
    [STORE, "the store"],
  ] as const) {
    const before = part(program);
    process.kill(before, "SIGKILL");
    await expect.poll(() => [0, before].includes(part(program))).toBe(false);
    await expect.poll(() => lines.some((line) => line.startsWith(`warning ${name} ended with`))).toBe(true);
    await expect.poll(code).toBe("not-ready");
  }
});

test.each([
  ["the program that started it", null],
  ["its host", HOST],
])("when %s is killed, nothing of it is left", async (_name, program) => {
  const { child, part, parts, lines } = await startEdge();
  expect(parts.map(({ command }) => command).join("\n")).toMatch(/edge-host\/main[\s\S]*workerd serve/);
  process.kill(program === null ? (child.pid ?? 0) : part(program), "SIGKILL");
  await expect.poll(() => parts.filter((running) => !isGone(running))).toEqual([]);
  if (program !== null)
    await expect.poll(() => lines.at(-1)).toBe("failed the edge failed: it ended with SIGKILL");
});
