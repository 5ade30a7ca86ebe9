import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connect, type Database } from "../connect.ts";
import { noLog } from "../errors.ts";
import { openReplicaPair, type ReplicaPair, type TestServer } from "../testing/replica.ts";
import { answerOf } from "./link.ts";
import { openReplica, type Reads, type Replica } from "./replica.ts";

/** With a PostgreSQL primary and a replica of it by streaming. */
let pair: ReplicaPair;
let primary: Database;
let replica: Replica;
let reads: Reads;
const opened = new AsyncDisposableStack();
const MS_MAX = 120_000;
/** Longer than servers are asked apart, and may take to answer. */
const SILENT_MS = 20_000;
/** Less than the time after which a silent primary counts as away. */
const SOON_MS = 8_000;
const POLL = { timeout: MS_MAX, interval: 50 };

beforeAll(async () => {
  pair = await openReplicaPair();
  opened.defer(() => pair.close());
  primary = await connect(`${pair.primary.url}?application_name=primary`);
  opened.defer(() => primary.close());
  replica = await openReplica(pair.replica.url, primary, { log: noLog, name: "test replica" });
  opened.defer(() => replica.close());
  reads = replica.reads(primary, { apart: { max: 3, name: "test reads" }, alone: true });
  await primary.sql`create table said (no int)`;
}, MS_MAX);
afterAll(() => opened.disposeAsync(), MS_MAX);

interface Seen {
  readonly by: "primary" | "replica";
  readonly most: number;
}

/** The newest number that is read, and which server said it. */
const look = (from: Reads = reads): Promise<Seen> =>
  from(async ({ sql }) => {
    const [row] = await sql<Seen[]>`
      select case when pg_is_in_recovery() then 'replica' else 'primary' end as by, coalesce(max(no), 0) as most from said`;
    if (row === undefined) throw new Error("no row");
    return row;
  });

let no = 0;
const say = async (): Promise<number> => {
  await primary.sql`insert into said values (${++no})`;
  return no;
};
const askedServer = (by: Seen["by"]) => expect.poll(async () => (await look()).by, POLL).toBe(by);

test("is read from, and shows what was written a moment before", async () => {
  await askedServer("replica");
  for (let round = 0; round < 30; round++) {
    const written = await say();
    const seen = await Promise.all([look(), look(), look()]);
    expect(seen.map(({ most }) => most)).toEqual([written, written, written]);
  }
  await askedServer("replica");
});

test("that lags: nobody goes backwards, and it is said how far it is behind", async () => {
  await askedServer("replica");
  await pair.replica.run("select pg_wal_replay_pause()");
  const written = await say();
  expect(await look()).toEqual({ by: "primary", most: written });
  await expect.poll(() => replica.figures().replicaBehindSeconds, POLL).toBeGreaterThan(0);
  expect(replica.figures()).toMatchObject({ replicaUsed: 1, replicaBehindBytes: expect.any(Number) });
  expect(replica.figures().replicaBehindBytes).toBeGreaterThan(0);
  await pair.replica.run("select pg_wal_replay_resume()");
  await askedServer("replica");
  expect((await look()).most).toBe(written);
  await expect
    .poll(() => replica.figures(), POLL)
    .toMatchObject({ replicaBehindBytes: 0, replicaBehindSeconds: 0 });
});

test("whose replaying ends a statement: the primary does that work", async () => {
  await askedServer("replica");
  let runs = 0;
  const seen = await reads(async ({ transaction }) =>
    transaction(async ({ sql }) => {
      runs++;
      const [row] = await sql<{ standby: boolean }[]>`select pg_is_in_recovery() as standby`;
      if (row?.standby) throw Object.assign(new Error("conflict with recovery"), { code: "40001" });
      return runs;
    }),
  );
  expect(seen).toBeGreaterThan(1);
});

test("that stops: answers go on from the primary, and from the replica once it is back", async () => {
  await askedServer("replica");
  await pair.replica.stop("SIGQUIT");
  const written = await say();
  expect(await look()).toEqual({ by: "primary", most: written });
  await expect.poll(() => replica.figures().replicaUsed, POLL).toBe(0);
  await pair.replica.start();
  await askedServer("replica");
  expect((await look()).most).toBe(written);
});

test("that hangs: what it had in hand is done by the primary", async () => {
  await askedServer("replica");
  const written = await say();
  const servers: string[] = [];
  try {
    const inHand = reads(async (db) => {
      servers.push((await look((work) => work(db))).by);
      if (servers.length === 1) pair.replica.freeze(true);
      return look((work) => work(db));
    });
    expect(await inHand).toEqual({ by: "primary", most: written });
    expect(servers).toEqual(["replica", "primary"]);
    expect(await look()).toEqual({ by: "primary", most: written });
  } finally {
    pair.replica.freeze(false);
  }
  await askedServer("replica");
});

describe("without the primary", () => {
  const away = { name: "DatabaseError" };
  const outage = async (work: () => Promise<void>) => {
    await pair.primary.stop("SIGQUIT");
    try {
      await work();
    } finally {
      await pair.primary.start();
    }
    await expect.poll(() => say().catch(() => 0), POLL).toBeGreaterThan(0);
    await askedServer("replica");
  };

  test("answers what it has, as long as that is all that was shown", async () => {
    const written = await say();
    expect(await look()).toEqual({ by: "replica", most: written });
    await outage(async () => {
      expect(await look()).toEqual({ by: "replica", most: written });
      await expect(look(replica.reads(primary))).rejects.toMatchObject(away);
    });
  });

  test("where that is silent answers once it counts as away, and at once from then on", async () => {
    const written = await say();
    expect(await look()).toEqual({ by: "replica", most: written });
    pair.primary.freeze(true);
    try {
      expect(await answerOf(look(), MS_MAX)).toEqual({ by: "replica", most: written });
      const began = performance.now();
      for (let round = 0; round < 20; round++)
        expect(await answerOf(look(), SOON_MS)).toEqual({ by: "replica", most: written });
      expect(performance.now() - began).toBeLessThan(SOON_MS);
    } finally {
      pair.primary.freeze(false);
    }
    await expect.poll(async () => (await look()).most, POLL).toBe(await say());
  });

  test("answers nothing if more was shown than it may have", async () => {
    await askedServer("replica");
    const writes = replica.writes(primary);
    await expect(
      writes(async ({ sql }) => {
        await sql`insert into said values (${++no})`;
        await pair.primary.stop("SIGQUIT");
      }),
    ).resolves.toBeUndefined();
    await outage(async () => {
      await expect(look()).rejects.toMatchObject(away);
    });
  });
});

describe("is refused where it can be none", () => {
  const open = (url: string) => openReplica(url, primary, { log: noLog, name: "test" });

  test("a database of another kind", async () => {
    await primary.sql`create database other`;
    const url = pair.primary.url.replace(/postgres$/, "other");
    await expect(open(url)).rejects.toMatchObject({
      code: "replica",
      message: expect.stringMatching(/another PostgreSQL/),
    });
  });

  test("not the primary itself: a replica that was promoted, as DATABASE_URL knows", async () => {
    const itself = await open(pair.primary.url);
    expect(await look(itself.reads(primary))).toMatchObject({ by: "primary" });
    await itself.close();
  });
});

test("a failover: all pools of a process end on the new primary, and stay there when the old one is back", async () => {
  const host = (server: TestServer) => new URL(server.url).host;
  const url = `postgres://postgres@${host(pair.primary)},${host(pair.replica)}/postgres`;
  const db = await connect(url);
  opened.defer(() => db.close());
  const pools = [db, db.session(), db.apart({ max: 2, name: "apart" })];
  for (const pool of pools.slice(1)) opened.defer(() => pool.close());
  const said: string[] = [];
  const log = { info() {}, warn: (text: string) => void said.push(text) };
  const behind = await openReplica(pair.replica.url, db, { log, name: "test" });
  opened.defer(() => behind.close());
  const portsOf = () =>
    Promise.all(pools.map(async ({ sql }) => (await sql<{ port: number }[]>`show port`)[0]?.port));
  expect(await portsOf()).toEqual(pools.map(() => String(pair.primary.port)));
  const written = await say();
  await expect.poll(async () => (await look()).by, POLL).toBe("replica");

  // A machine that is gone ends no connection, and answers nothing.
  pair.primary.freeze(true);
  await pair.replica.run("select pg_promote()");
  const goesOn = () =>
    db.sql`insert into said values (${written + 1})`.then(
      () => true,
      () => false,
    );
  await expect.poll(goesOn, POLL).toBe(true);
  const promoted = pools.map(() => String(pair.replica.port));
  expect(await portsOf()).toEqual(promoted);
  expect((await look(async (work) => work(db))).most).toBe(written + 1);

  pair.primary.freeze(false);
  const late = await connect(url);
  pools.push(late);
  opened.defer(() => late.close());
  for (let again = 0; again < 3; again++) {
    await Promise.all(
      pools.map(({ sql }) => sql`select pg_terminate_backend(pg_backend_pid())`.catch(() => {})),
    );
    await expect.poll(() => portsOf().catch(() => []), POLL).toEqual([...promoted, promoted[0]]);
  }
  // The new one is silent for a while: nobody writes into the old one.
  pair.replica.freeze(true);
  const meanwhile = db.sql`insert into said values (${written + 2})`.catch(() => {});
  await sleep(SILENT_MS);
  pair.replica.freeze(false);
  await meanwhile;
  await expect.poll(() => portsOf().catch(() => []), POLL).toEqual([...promoted, promoted[0]]);
  expect(await pair.primary.run(`select count(*)::int as lost from said where no = ${written + 2}`)).toEqual({
    lost: 0,
  });
  // What the address of the replica leads to is the primary now: it lacks nothing, for ever.
  await expect.poll(() => said.at(-1), POLL).toMatch(/it is the primary itself/);
  await sleep(2_500);
  expect(behind.figures()).toMatchObject({ replicaUsed: 0, replicaBehindSeconds: 0 });
  await expect(openReplica(pair.primary.url, db, { log: noLog, name: "test" })).rejects.toMatchObject({
    code: "replica",
    message: expect.stringMatching(/primary beside that of DATABASE_URL/),
  });
});
