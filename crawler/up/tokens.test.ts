import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { withOwnEdge } from "../cli/open-store.ts";
import { readConfig } from "../runtime/config.ts";
import { lockDataFolder } from "../runtime/folder-lock.ts";
import { loadTokens, rotateTokens, runningEdge } from "./tokens.ts";

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "weboid-data-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Takes the lock in a process of its own, says so, and ends by kill -9 when asked to. */
const HOLDER = `
  const { lockDataFolder } = await import(process.argv[1]);
  lockDataFolder(process.argv[2]).setUrl("http://127.0.0.1:1");
  console.log("held");
  for await (const _ of process.stdin) process.kill(process.pid, "SIGKILL");
`;

test("a data folder belongs to one process, which the second one learns, until that ends by kill -9", async () => {
  const dataDir = folder();
  const holder = Bun.spawn(
    [process.execPath, "-e", HOLDER, "--", join(import.meta.dirname, "../runtime/folder-lock.ts"), dataDir],
    {
      stdin: "pipe",
      stdout: "pipe",
    },
  );
  await holder.stdout.getReader().read();
  expect(() => lockDataFolder(dataDir)).toThrow(
    `Weboid is already running at http://127.0.0.1:1/ (process ${holder.pid}, data in ${dataDir})`,
  );
  holder.stdin.write("end\n");
  holder.stdin.flush();
  await holder.exited;
  const lock = lockDataFolder(dataDir);
  expect(() => lockDataFolder(dataDir)).toThrow(`and is still starting (process ${process.pid}`);
  lock.release();
  lockDataFolder(dataDir).release();
});

test("an edge has its store for itself, beside an `up` that has not", () => {
  const dataDir = folder();
  const edge = lockDataFolder(dataDir, "edge");
  edge.setUrl("http://127.0.0.1:2");
  expect(() => lockDataFolder(dataDir, "edge")).toThrow("Weboid is already running at http://127.0.0.1:2/");
  lockDataFolder(dataDir).release();
  edge.release();
  lockDataFolder(dataDir, "edge").release();
});

test("the edge of an `up` is known to other commands from its first answer until it ends", () => {
  const config = readConfig({ WEBOID_DATA: folder() });
  const { edgeToken } = loadTokens(config);
  expect(runningEdge(config)).toBeNull();
  const lock = lockDataFolder(config.dataDir);
  expect(runningEdge(config)).toBeNull();
  lock.setUrl("http://127.0.0.1:3");
  expect(runningEdge(config)).toEqual({ edgeUrl: "http://127.0.0.1:3", edgeToken });
  expect(runningEdge({ ...config, edgeToken: GIVEN })).toMatchObject({ edgeToken: GIVEN });
  lock.release();
  expect(runningEdge(config)).toBeNull();
});

test("a folder that cannot be made", () => {
  expect(() => lockDataFolder("/dev/null/data")).toThrow("the data folder /dev/null/data cannot be written");
});

test("rotated tokens leave the ones before valid, until that is finished", () => {
  const env = { WEBOID_DATA: folder() };
  const [rotate, finish] = [
    { finish: false, force: false },
    { finish: true, force: false },
  ];
  expect(rotateTokens(env.WEBOID_DATA, rotate)).toEqual({ kind: "none" });
  const first = loadTokens(readConfig(env));
  expect([first.originTokenOld, first.edgeTokenOld]).toEqual([null, null]);
  expect(rotateTokens(env.WEBOID_DATA, rotate)).toEqual({ kind: "rotated", cutsOff: false });
  const second = loadTokens(readConfig(env));
  expect(second).toMatchObject({ originTokenOld: first.originToken, edgeTokenOld: first.edgeToken });
  expect(new Set([...Object.values(first), ...Object.values(second)]).size).toBe(7);
  expect(rotateTokens(env.WEBOID_DATA, rotate)).toMatchObject({ kind: "in-use", restart: false });
  expect(loadTokens(readConfig(env))).toEqual(second);
  expect(rotateTokens(env.WEBOID_DATA, finish)).toEqual({ kind: "rotated", cutsOff: false });
  expect(loadTokens(readConfig(env))).toEqual({ ...second, originTokenOld: null, edgeTokenOld: null });
  expect(statSync(join(env.WEBOID_DATA, "tokens.json")).mode & 0o777).toBe(0o600);
});

test("an `up` is known by the secrets that it loaded, which stay until it is started again", () => {
  const config = readConfig({ WEBOID_DATA: folder() });
  const first = loadTokens(config);
  const lock = lockDataFolder(config.dataDir);
  const asked = { finish: false, force: false };
  const refused = () => {
    for (const finish of [false, true])
      expect(rotateTokens(config.dataDir, { ...asked, finish })).toMatchObject({
        kind: "in-use",
        restart: true,
      });
  };
  expect(rotateTokens(config.dataDir, asked)).toEqual({ kind: "rotated", cutsOff: false });
  // Still starting, it may have loaded either.
  refused();
  lock.setTokens(first.digest);
  lock.setUrl("http://127.0.0.1:3");
  // However late it wrote that it answers.
  refused();
  expect(runningEdge(config)?.edgeToken).toBe(first.edgeToken);
  const second = loadTokens(config);
  lock.setTokens(second.digest);
  expect(runningEdge(config)?.edgeToken).toBe(second.edgeToken);
  expect(rotateTokens(config.dataDir, { ...asked, finish: true })).toEqual({
    kind: "rotated",
    cutsOff: false,
  });
  expect(rotateTokens(config.dataDir, asked)).toEqual({ kind: "rotated", cutsOff: false });
  refused();
  expect(rotateTokens(config.dataDir, { ...asked, force: true })).toEqual({ kind: "rotated", cutsOff: true });
  expect(runningEdge(config)).toEqual({ edgeUrl: "http://127.0.0.1:3", edgeToken: null });
  expect(() => withOwnEdge(config)).toThrow("restart weboid up: the one on");
  // Restarted, it has the present ones, and the way on is the usual one.
  lock.setTokens(loadTokens(config).digest);
  expect(runningEdge(config)?.edgeToken).toBe(loadTokens(config).edgeToken);
  expect(rotateTokens(config.dataDir, asked)).toMatchObject({ kind: "in-use", restart: false });
  expect(rotateTokens(config.dataDir, { ...asked, finish: true })).toEqual({
    kind: "rotated",
    cutsOff: false,
  });
  lock.release();
});

test("damaged secrets are replaced by a file that their owner alone reads", () => {
  const config = readConfig({ WEBOID_DATA: folder() });
  const file = join(config.dataDir, "tokens.json");
  for (const path of [file, `${file}.new`]) {
    writeFileSync(path, "{");
    chmodSync(path, 0o644);
  }
  loadTokens(config);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(config.dataDir)).toEqual(["tokens.json"]);
});

test("secrets that cannot be read are not replaced", () => {
  const config = readConfig({ WEBOID_DATA: folder() });
  const file = join(config.dataDir, "tokens.json");
  // As root, only what is no file cannot be read.
  mkdirSync(file);
  expect(() => loadTokens(config)).toThrow(
    /cannot be read .*let this user read .*tokens\.json, or remove it/,
  );
  expect(() => rotateTokens(config.dataDir, { finish: false, force: true })).toThrow("cannot be read");
  expect(statSync(file).isDirectory()).toBe(true);
});

const GIVEN = "a-token-of-the-environment";

test("the tokens of a data folder stay, and those of the environment come first", () => {
  const env = { WEBOID_DATA: folder() };
  const own = loadTokens(readConfig(env));
  expect(loadTokens(readConfig({ ...env, EDGE_TOKEN: GIVEN }))).toEqual({ ...own, edgeToken: GIVEN });
});
