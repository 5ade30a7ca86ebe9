import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { connect, type Database } from "./connect.ts";
import { serverAccount } from "./embedded/account.ts";
import { usableBinaries } from "./embedded/binaries.ts";
import { dataOf, runningServer } from "./embedded/process.ts";
import { joinServer } from "./embedded/server.ts";
import { type Embedded, type EmbeddedOptions, startEmbedded } from "./embedded.ts";
import { awayOf, type DatabaseError, noLog } from "./errors.ts";

/** How a server that ends in the midst of its work comes back, and what is said where it cannot. */

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "weboid-killed-"));
  chmodSync(folder, 0o755);
  // Behind all that a test begins, its servers among them.
  onTestFinished(() => {
    if (mounted) spawnSync("umount", ["-l", folder]);
    mounted = false;
    rmSync(folder, { recursive: true, force: true });
    folders.push(folder);
  });
});
/** Of the tests that ended. */
const folders: string[] = [];
/** Command lines of processes that have to do with one of them. */
function left(): string[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    try {
      const line = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
      return folders.some((each) => line.includes(each)) ? [line] : [];
    } catch {
      return [];
    }
  });
}
/** There is a disk of its own at `folder`. */
let mounted = false;

const place = () => join(folder, "postgres");

async function start(options: EmbeddedOptions = {}): Promise<Embedded> {
  const server = await startEmbedded(folder, noLog, options);
  onTestFinished(() => server.stop());
  return server;
}

async function open(url: string): Promise<Database> {
  const db = await connect(url, { max: 2 });
  onTestFinished(() => db.close());
  return db;
}

/** Another server than that one stands at the folder. */
function isBack(before: number): boolean {
  const now = runningServer(place());
  return now?.status === "ready" && now.pid !== before;
}

/** Done again until the database is there. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (awayOf(error) === null) throw error;
      await new Promise((done) => setTimeout(done, 50));
    }
  }
}

test("a server that is killed is back within 10 s at its port, with what was committed, for all who hold it", async () => {
  const one = await start();
  const other = await start();
  const db = await open(one.url);
  await db.sql`create table kept as select 42 as answer`;
  const pid = runningServer(place())?.pid ?? 0;
  const began = performance.now();
  process.kill(pid, "SIGKILL");
  await expect.poll(() => isBack(pid)).toBe(true);
  expect(await patiently(() => db.sql`select answer from kept`)).toEqual([{ answer: 42 }]);
  expect(performance.now() - began).toBeLessThan(10_000);
  // Who comes meanwhile shares the server, and starts no second one.
  const third = await start();
  expect([other.url, third.url]).toEqual([one.url, one.url]);
  await one.stop();
  await third.stop();
  expect(await patiently(() => db.sql`select 1 as one`)).toEqual([{ one: 1 }]);
  await db.close();
  await other.stop();
  expect(runningServer(place())).toBeNull();
});

test("a server that was told to end while it is held comes back, too", async () => {
  const server = await start();
  const db = await open(server.url);
  const pid = runningServer(place())?.pid ?? 0;
  process.kill(pid, "SIGINT");
  await expect.poll(() => isBack(pid)).toBe(true);
  expect(await patiently(() => db.sql`select 1 as one`)).toEqual([{ one: 1 }]);
});

test("one that recovers is waited for beyond all limits, by those who join it too", async () => {
  const said: string[][] = [];
  /** The server names itself late on a busy machine. */
  const begin = (namedMs: number) => {
    const lines: string[] = [];
    said.push(lines);
    const log = { ...noLog, info: (line: string) => void lines.push(line) };
    return startEmbedded(folder, log, { limits: { namedMs, sayMs: 500 }, settings });
  };
  const isSaid = (lines: string[] | undefined) =>
    expect
      .poll(() => lines, { timeout: 60_000 })
      .toContainEqual(expect.stringMatching(/^PostgreSQL has been starting for \d+ s: after a kill/));
  await (await start({ settings: { wal_level: "replica" } })).stop();
  // A recovery that lasts until we say so.
  writeFileSync(join(dataOf(place()), "recovery.signal"), "");
  const goOn = join(place(), "go-on");
  const settings = {
    wal_level: "replica",
    restore_command: `until [ -e ${goOn} ]; do sleep 0.1; done; exit 1`,
  };
  const starting = [begin(15_000)];
  try {
    await Promise.race([starting[0], isSaid(said[0])]);
    expect(runningServer(place())).toMatchObject({ status: "starting" });
    // It has a name by now.
    starting.push(begin(100));
    await Promise.race([starting[1], isSaid(said[1])]);
    expect(runningServer(place())).toMatchObject({ status: "starting" });
  } finally {
    writeFileSync(goOn, "");
  }
  for (const server of await Promise.all(starting)) onTestFinished(() => server.stop());
  expect(runningServer(place())).toMatchObject({ status: "ready" });
  for (const lines of said) await isSaid(lines);
});

test("a stop does not wait for a recovery", async () => {
  const lost: DatabaseError[] = [];
  const settings = {
    wal_level: "replica",
    restore_command: "sleep 3600",
  };
  const server = await start({ settings, onLost: (error) => lost.push(error) });
  const pid = runningServer(place())?.pid ?? 0;
  writeFileSync(join(dataOf(place()), "recovery.signal"), "");
  process.kill(pid, "SIGKILL");
  await expect.poll(() => ![null, pid].includes(runningServer(place())?.pid ?? null)).toBe(true);
  await server.stop();
  expect([runningServer(place()), lost]).toEqual([null, []]);
});

test("a server that cannot be looked at is not taken for one that has ended", async () => {
  await start();
  const hold = await joinServer(place(), { log: noLog });
  const file = join(dataOf(place()), "postmaster.pid");
  renameSync(file, `${file}.kept`);
  // As EMFILE: any error but that it is not there.
  mkdirSync(file);
  try {
    expect(hold?.ended()).toBe(false);
  } finally {
    rmdirSync(file);
    renameSync(`${file}.kept`, file);
  }
  expect([hold?.valid(), hold?.ended()]).toEqual([true, false]);
  await hold?.release();
});

test("one that cannot start again is reported once, with what to do", async () => {
  const lost = Promise.withResolvers<DatabaseError>();
  await start({ onLost: lost.resolve });
  const conf = join(dataOf(place()), "postgresql.conf");
  writeFileSync(conf, `${readFileSync(conf, "utf8")}\nno_such_setting = 1\n`);
  process.kill(runningServer(place())?.pid ?? 0, "SIGKILL");
  expect(await lost.promise).toMatchObject({
    code: "start-failed",
    message: expect.stringMatching(/^PostgreSQL did not start in .*configuration file/),
  });
});

test("a cluster whose tables belong to a superuser is handed over to an owner who is none", async () => {
  const before = await start();
  const db = await open(before.url);
  await db.sql`create table kept as select 42 as answer`;
  await db.sql`create sequence counted`;
  await db.close();
  await before.stop();
  const account = serverAccount(dataOf(place()));
  const { postgres } = usableBinaries(account, join(folder, "programs"));
  const password = readFileSync(join(place(), "password"), "utf8").trim();
  // As the first start made it before there was an owner.
  execFileSync(postgres, ["--single", "-D", dataOf(place()), "weboid"], {
    ...account.ids,
    cwd: "/",
    stdio: ["pipe", "ignore", "ignore"],
    input: `reassign owned by weboid_owner to weboid
drop owned by weboid_owner
revoke set on parameter deadlock_timeout from weboid_owner
drop role weboid_owner
alter role weboid login password '${password}'
`,
  });
  const after = await open((await start()).url);
  expect(await after.sql`select answer from kept`).toEqual([{ answer: 42 }]);
  await after.sql`alter table kept add column more int`;
  await after.sql`alter sequence counted restart`;
  expect(
    await after.sql`select rolname from pg_roles where rolcanlogin and rolsuper or rolname = current_user and rolsuper`,
  ).toEqual([]);
  expect(await after.sql`select current_user::text as me`).toEqual([{ me: "weboid_owner" }]);
  const superuser = new URL((await start()).url);
  superuser.username = "weboid";
  await expect(connect(superuser.href)).rejects.toMatchObject({ code: "password" });
});

const canMount = (() => {
  const at = mkdtempSync(join(tmpdir(), "weboid-mount-"));
  const could = spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", at]).status === 0;
  if (could) spawnSync("umount", [at]);
  rmSync(at, { recursive: true });
  return could;
})();

describe.runIf(canMount)("a disk of its own that fills up", () => {
  beforeEach(() => {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=150m,mode=755", "tmpfs", folder]);
    mounted = true;
  });
  const filler = () => join(folder, "filler");
  /** All that is left, but for so many bytes. */
  function fill(): void {
    spawnSync("dd", ["if=/dev/zero", `of=${filler()}`, "bs=64k"]);
  }

  test("before the first start: one line that says so, and no half of a cluster", async () => {
    fill();
    await expect(start()).rejects.toMatchObject({
      code: "disk-full",
      message: expect.stringMatching(/is full: free some space/),
    });
    rmSync(filler());
    const db = await open((await start()).url);
    expect(await db.sql`select 1 as one`).toEqual([{ one: 1 }]);
  });

  test("in the midst of work: the writer hears of it, nothing that was committed is lost, and it goes on once there is room", async () => {
    const lost: DatabaseError[] = [];
    const server = await start({ onLost: (error) => lost.push(error), settings: { max_wal_size: "64MB" } });
    const db = await open(server.url);
    await db.sql`create table kept (n int primary key, filling text)`;
    let committed = 0;
    const write = () =>
      db.sql`insert into kept select ${committed}, string_agg(md5(i::text || random()), '') from generate_series(1, 20000) i`;
    for (; committed < 5; committed++) await write();
    fill();
    const failure = await (async () => {
      for (; committed < 500; committed++) await write();
    })().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    rmSync(filler());
    const server2 = lost.length > 0 ? await start() : server;
    const again = await open(server2.url);
    const [count] = await patiently(
      () => again.sql<{ n: number }[]>`select count(*)::int as n from kept where length(filling) > 0`,
    );
    expect(count?.n).toBeGreaterThanOrEqual(committed);
    for (const { code } of lost) expect(code).toBe("disk-full");
    await again.sql`insert into kept values (-1, 'room')`;
  });
});

test("of none of them a process is left", async () => {
  expect(folders.length).toBeGreaterThan(3);
  await expect.poll(left).toEqual([]);
});
