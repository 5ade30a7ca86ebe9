import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { connect } from "./connect.ts";
import { canReach } from "./embedded/account.ts";
import { reasonIn, startTrouble } from "./embedded/cluster.ts";
import { alive, runningServer } from "./embedded/process.ts";
import { type Embedded, type EmbeddedOptions, startEmbedded } from "./embedded.ts";
import { noLog } from "./errors.ts";

const QUICK = { fsync: "off", synchronous_commit: "off" };
const isRoot = process.getuid?.() === 0;
const NOBODY = { name: "nobody", ids: { uid: 65_534, gid: 65_534 } };
/** Ordinary users are tried from root only, and only where they can read the checkout. */
const canBeNobody =
  isRoot &&
  canReach(NOBODY, import.meta.dirname) &&
  canReach(NOBODY, process.execPath.replace(/\/[^/]*$/, ""));

let folder: string;
/** A cluster made once; tests that are not about making one begin with a copy of it. */
let made: string;

function temporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), "weboid-embedded-"));
  chmodSync(path, 0o755);
  return path;
}

beforeAll(async () => {
  made = temporaryFolder();
  const server = await startEmbedded(made, noLog, { settings: QUICK });
  await server.stop();
});
afterAll(() => rmSync(made, { recursive: true, force: true }));
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** `owner`: to whom the data are to belong; the one who made them when absent. */
function copyCluster(dataDir: string, owner?: string): void {
  execFileSync("cp", ["-a", join(made, "postgres"), join(dataDir, "postgres")]);
  if (owner !== undefined) execFileSync("chown", ["-R", owner, join(dataDir, "postgres")]);
}

async function start(dataDir: string, options: EmbeddedOptions = {}): Promise<Embedded> {
  const server = await startEmbedded(dataDir, noLog, { settings: QUICK, ...options });
  onTestFinished(() => server.stop());
  return server;
}

async function query(server: { url: string }, statement: string): Promise<readonly unknown[]> {
  const db = await connect(server.url, { max: 1 });
  try {
    return [...(await db.sql.unsafe(statement))];
  } finally {
    await db.close();
  }
}

async function ended(dataDir: string): Promise<boolean> {
  for (let wait = 0; wait < 500; wait++) {
    if (runningServer(join(dataDir, "postgres")) === null) return true;
    await sleep(20);
  }
  return false;
}

/** Processes that have the folder in their command lines. */
const programsIn = (dataDir: string): string[] =>
  readdirSync("/proc").filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(dataDir);
    } catch {
      return false;
    }
  });

interface Starter {
  readonly child: ChildProcess;
  readonly url: string;
}

/** Another process that starts the database and then only lives. Rejects with what it wrote when it fails. */
async function startElsewhere(dataDir: string, ids: { uid?: number; gid?: number } = {}): Promise<Starter> {
  const code = `
    const { startEmbedded } = await import(${JSON.stringify(join(import.meta.dirname, "embedded.ts"))});
    try {
      const { url } = await startEmbedded(${JSON.stringify(dataDir)}, { info() {}, warn() {} });
      console.log(JSON.stringify({ url }));
      setInterval(() => {}, 1000);
    } catch (error) { console.log(JSON.stringify({ code: error.code, message: error.message })); }`;
  const env = { PATH: process.env.PATH ?? "", HOME: "/nonexistent", USER: "someone" };
  const child = spawn(process.execPath, ["-e", code], {
    ...ids,
    cwd: "/",
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  if (child.stdout === null) throw new Error("no standard output");
  const [line] = await once(child.stdout, "data");
  const answer = JSON.parse(String(line)) as { url?: string; code?: string; message?: string };
  if (answer.url === undefined) throw Object.assign(new Error(answer.message), { code: answer.code });
  return { child, url: answer.url };
}

describe("starting and stopping", () => {
  test("the first start makes a database behind a password, on loopback; the second finds the data", async () => {
    const first = await start(folder);
    await query(first, "create table kept (word text); insert into kept values ('still here')");
    const url = new URL(first.url);
    expect([url.hostname, url.username, url.pathname]).toEqual(["127.0.0.1", "weboid_owner", "/weboid"]);
    expect(url.password).toMatch(/^[0-9a-f]{48}$/);
    expect(statSync(join(folder, "postgres", "password")).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, "postgres")).mode & 0o777).toBe(0o700);
    expect(await query(first, "show listen_addresses")).toEqual([{ listen_addresses: "127.0.0.1" }]);
    expect(await query(first, "show data_checksums")).toEqual([{ data_checksums: "on" }]);
    url.password = "wrong";
    await expect(connect(url.href)).rejects.toMatchObject({
      code: "password",
      message: expect.stringMatching(/correct user and password/),
    });

    await first.stop();
    expect(runningServer(join(folder, "postgres"))).toBeNull();
    await first.stop();
    const second = await start(folder);
    expect(await query(second, "select word from kept")).toEqual([{ word: "still here" }]);
  });

  test.each([
    ["the cluster is made", () => readdirSync(folder).some((name) => name.startsWith("postgres.new-"))],
    ["the server starts", () => existsSync(join(folder, "postgres", "hold"))],
  ])("a start that is aborted while %s leaves nothing running, and the next one works", async (_, begun) => {
    const stopping = new AbortController();
    const aborted = startEmbedded(folder, noLog, { settings: QUICK, signal: stopping.signal });
    const refused = expect(aborted).rejects.toBe("stopped");
    while (!begun()) await sleep(1);
    stopping.abort("stopped");
    await refused;
    // The server's watcher ends a moment after it.
    await expect.poll(() => programsIn(folder)).toEqual([]);
    expect(readdirSync(folder).filter((name) => name.startsWith("postgres.new-"))).toEqual([]);
    expect(await query(await start(folder), "select 1 as one")).toEqual([{ one: 1 }]);
  });

  test("two at once in an empty folder share one server, which ends with the second", async () => {
    const [one, other] = await Promise.all([start(folder), start(folder)]);
    expect(one.url).toBe(other.url);
    await one.stop();
    expect(await query(other, "select 1 as one")).toEqual([{ one: 1 }]);
    await other.stop();
    expect(runningServer(join(folder, "postgres"))).toBeNull();
    expect(readdirSync(folder).filter((name) => name.includes(".new-"))).toEqual([]);
  });

  test("a process that joins a running server neither ends it by leaving nor by dying", async () => {
    copyCluster(folder);
    const owner = await start(folder);
    const guest = await startElsewhere(folder);
    expect(guest.url).toBe(owner.url);
    guest.child.kill("SIGKILL");
    await once(guest.child, "exit");
    await sleep(200);
    expect(await query(owner, "select 1 as one")).toEqual([{ one: 1 }]);
  });
});

describe("after a kill -9", () => {
  test("of the starter, the server ends by itself and its data are good", async () => {
    copyCluster(folder);
    const { child, url } = await startElsewhere(folder);
    await query({ url }, "create table kept as select 42 as answer");
    child.kill("SIGKILL");
    expect(await ended(folder)).toBe(true);
    expect(await query(await start(folder), "select answer from kept")).toEqual([{ answer: 42 }]);
  });

  test("of the starter, a start in the same moment gets a server that stays", async () => {
    copyCluster(folder);
    const { child } = await startElsewhere(folder);
    child.kill("SIGKILL");
    const next = await start(folder);
    await sleep(300);
    expect(await query(next, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  test.runIf(existsSync("/proc/self/cmdline"))(
    "of starter and watcher, the next start takes the orphan over",
    async () => {
      copyCluster(folder);
      const { child, url } = await startElsewhere(folder);
      await query({ url }, "create table kept as select 42 as answer");
      const orphan = runningServer(join(folder, "postgres"));
      for (const pid of watchers()) process.kill(pid, "SIGKILL");
      child.kill("SIGKILL");
      await once(child, "exit");
      await sleep(200);
      expect(alive(orphan?.pid ?? 0)).toBe(true);
      expect(await query(await start(folder), "select answer from kept")).toEqual([{ answer: 42 }]);
    },
  );

  test("of the server, the next start recovers and a stale pid file is no hindrance", async () => {
    copyCluster(folder);
    // With the settings of operation, under which what is committed survives a crash.
    const server = await start(folder, { settings: {} });
    await query(server, "create table kept as select 42 as answer");
    const pidFile = join(folder, "postgres", "data", "postmaster.pid");
    const left = readFileSync(pidFile, "utf8");
    process.kill(Number.parseInt(left, 10), "SIGKILL");
    expect(await ended(folder)).toBe(true);
    await server.stop();
    // As the killed server left it, also where the watch was quick and its new server removed it;
    // the number belongs to another living program by now: to us.
    writeFileSync(pidFile, left.replace(/^\d+/, String(process.pid)));
    expect(await query(await start(folder), "select answer from kept")).toEqual([{ answer: 42 }]);
  });

  test("in the midst of the first start, its leftovers are removed", async () => {
    mkdirSync(join(folder, "postgres.new-4194304999", "data"), { recursive: true });
    await start(folder);
    expect(readdirSync(folder).sort()).toEqual(["postgres"]);
  });
});

/** Processes that wait for the end of this test's FIFO, and the shells that wait for them. */
function watchers(): number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
        return command.includes(folder) && /^(cat|\/bin\/sh)\0/.test(command);
      } catch {
        return false;
      }
    });
}

describe("troubles say what to do", () => {
  test("a data folder that cannot be made", async () => {
    writeFileSync(join(folder, "file"), "");
    await expect(start(join(folder, "file", "data"))).rejects.toMatchObject({
      code: "data-dir",
      message: expect.stringMatching(/set WEBOID_DATA to another folder/),
    });
  });

  test("data of another PostgreSQL version", async () => {
    mkdirSync(join(folder, "postgres", "data"), { recursive: true });
    writeFileSync(join(folder, "postgres", "data", "PG_VERSION"), "12\n");
    if (isRoot) chownSync(join(folder, "postgres", "data"), 65_534, 65_534);
    await expect(start(folder)).rejects.toMatchObject({
      code: "start-failed",
      message: expect.stringMatching(/written by PostgreSQL 12/),
    });
  });

  test("data that are gone, or their password", async () => {
    const trouble = () => start(folder).then(() => "", String);
    copyCluster(folder);
    const password = join(folder, "postgres", "password");
    writeFileSync(password, "");
    expect(await trouble()).toMatch(/password is not the database's: put the file back/);
    rmSync(password);
    expect(await trouble()).toMatch(/password is gone: put the file back/);
    rmSync(join(folder, "postgres", "data"), { recursive: true });
    expect(await trouble()).toMatch(/has no database: put its folder data back/);
  });

  test.each([
    ['initdb: error: could not write to file "pg_wal/xlogtemp.1": No space left on device', "disk-full"],
    ['FATAL:  could not create lock file "postmaster.pid": Read-only file system', "data-dir"],
    ['FATAL:  could not open directory "/x": Permission denied', "data-dir"],
    [
      'FATAL:  could not extend file "base/1/4144": wrote only 4096 of 8192 bytes at block 0\nHINT:  Check free disk space.',
      "disk-full",
    ],
    ["FATAL:  invalid value for parameter", "start-failed"],
  ])("%s", (output, code) => {
    expect(startTrouble("/data", output).code).toBe(code);
  });

  test("the line that says why is found among the others", () => {
    expect(reasonIn("creating directory … ok\nrunning … child\nFATAL:  no\nremoving contents\n")).toBe(
      "FATAL:  no",
    );
    expect(reasonIn("")).toBe("no message");
  });
});

describe.runIf(isRoot)("as root, where the server's account cannot reach the data folder", () => {
  test("the cluster lies elsewhere, is found again, and its loss is reported, not hidden by an empty one", async () => {
    const hidden = join(folder, "hidden");
    mkdirSync(hidden, { mode: 0o700 });
    const dataDir = join(hidden, ".weboid");
    const outside = [join(folder, "outside")];
    const first = await start(dataDir, { outside });
    await query(first, "create table kept as select 42 as answer");
    await first.stop();
    expect(readdirSync(dataDir)).toEqual(["postgres.location"]);
    const second = await start(dataDir, { outside });
    expect(await query(second, "select answer from kept")).toEqual([{ answer: 42 }]);
    await second.stop();
    rmSync(readFileSync(join(dataDir, "postgres.location"), "utf8").trim(), { recursive: true });
    await expect(start(dataDir, { outside })).rejects.toMatchObject({
      code: "data-gone",
      message: expect.stringMatching(/put it back/),
    });
  });
});

describe.runIf(canBeNobody)("as an ordinary user", () => {
  test("it works in a folder of their own, and distinguishes it from root's folder", async () => {
    const own = join(folder, "own");
    mkdirSync(own);
    chownSync(own, NOBODY.ids.uid, NOBODY.ids.gid);
    const { child, url } = await startElsewhere(own, NOBODY.ids);
    expect(await query({ url }, "select 1 as one")).toEqual([{ one: 1 }]);
    expect(statSync(join(own, "postgres", "data")).uid).toBe(NOBODY.ids.uid);
    child.kill("SIGKILL");
    expect(await ended(own)).toBe(true);
    await expect(startElsewhere(join(folder, "roots"), NOBODY.ids)).rejects.toMatchObject({
      code: "data-dir",
      message: expect.stringMatching(/EACCES.*make it writable/),
    });
  });

  test("root goes on with data of an ordinary user as that user", async () => {
    chownSync(folder, NOBODY.ids.uid, NOBODY.ids.gid);
    copyCluster(folder, `${NOBODY.ids.uid}:${NOBODY.ids.gid}`);
    const { child, url } = await startElsewhere(folder, NOBODY.ids);
    await query({ url }, "create table kept as select 42 as answer");
    child.kill("SIGKILL");
    expect(await ended(folder)).toBe(true);
    expect(await query(await start(folder), "select answer from kept")).toEqual([{ answer: 42 }]);
    expect(statSync(join(folder, "postgres", "data")).uid).toBe(NOBODY.ids.uid);
  });
});
