/**
 * Changes in commit-safe order (design 6): many writers with transactions of all lengths, some undone, some left open for
 * seconds, and readers by batches beside them. Then what status costs, and pruning.
 *   bun db/changes.bench.ts [events, default 1000000] [writers, default 64] [wikis, default 1000]
 * Prints a line of JSON per step, and fails if a reader misses a change, has one twice, or has them in another order.
 */

import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pruneChanges } from "./changes/prune.ts";
import { readChanges } from "./changes/read.ts";
import { connect, type Database } from "./connect.ts";
import { startEmbedded } from "./embedded.ts";
import { noLog } from "./errors.ts";
import { migrate } from "./migrate.ts";
import { clientLags } from "./status/clients.ts";
import { newsOf } from "./testing/sample.ts";
import type { Position } from "./types.ts";

const [events = 1_000_000, writers = 64, wikis = 1_000] = process.argv.slice(2).map(Number);
const READERS = [5_000, 777];
/** Of the transactions: undone; open for up to a second after they wrote; open for ten seconds. */
const UNDONE = 0.1;
const SLOW = 0.02;
const LONG = 0.0005;

const started = performance.now();
const seconds = (since: number) => Math.round((performance.now() - since) / 10) / 100;
const report = (line: object) => console.log(JSON.stringify({ at: seconds(started), ...line }));

class Undone extends Error {}

/** Which numbers were committed. */
const committed = new Uint8Array(Math.ceil(events * 1.5) + writers * 2_000);
const payload = JSON.stringify(newsOf("https://www.example.org/a/path/of/some/length/index.html"));
let [next, left, writing, undone] = [0, events, writers, 0];

async function write(db: Database): Promise<void> {
  while (left > 0) {
    const rows = Math.min(Math.random() < 0.02 ? 2_000 : 1 + Math.floor(Math.random() * 200), left);
    const from = next;
    next += rows;
    left -= rows;
    const fate = Math.random();
    try {
      await db.transaction(async ({ sql }) => {
        await sql`
          insert into change (day, kind, url_id, payload)
          select 1, 'url', number, ${payload}::text::jsonb from generate_series(${from}::int, ${from + rows - 1}::int) as number`;
        if (fate < SLOW) await sleep(Math.random() * 1_000);
        if (fate > 1 - LONG) await sleep(10_000);
        if (fate > SLOW && fate < SLOW + UNDONE) throw new Undone();
      });
      committed.fill(1, from, from + rows);
    } catch (error) {
      if (!(error instanceof Undone)) throw error;
      undone += rows;
      left += rows;
    }
  }
  writing -= 1;
}

interface Seen {
  readonly batch: number;
  read: number;
  lagMaxMs: number;
}

async function read(db: Database, batch: number): Promise<Seen> {
  const seen = new Uint8Array(committed.length);
  const published: Seen = { batch, read: 0, lagMaxMs: 0 };
  let position: Position = { xid: "0", id: 0 };
  for (;;) {
    const over = writing === 0;
    const { changes, next: reached } = await readChanges(db, position, batch);
    for (const { url, atMs, position: place } of changes) {
      const number = url ?? -1;
      if (seen[number] !== 0) throw new Error(`change ${number} was read twice`);
      const ordered =
        BigInt(place.xid) > BigInt(position.xid) || (place.xid === position.xid && place.id > position.id);
      if (!ordered) throw new Error(`change ${number} was read out of order`);
      seen[number] = 1;
      position = place;
      published.lagMaxMs = Math.max(published.lagMaxMs, Date.now() - atMs);
    }
    position = reached;
    published.read += changes.length;
    if (changes.length === 0 && over) break;
    if (changes.length < batch) await sleep(20);
  }
  for (let number = 0; number < next; number++)
    if (seen[number] !== committed[number])
      throw new Error(`change ${number} was ${seen[number] === 1 ? "read, and never committed" : "skipped"}`);
  return published;
}

const sizeOf = async (db: Database) => {
  const [row] = await db.sql<{ table: number; indexes: number }[]>`
    select pg_table_size('change')::float8 as table, pg_indexes_size('change')::float8 as indexes`;
  return {
    tableMiB: Math.round((row?.table ?? 0) / 2 ** 20),
    indexesMiB: Math.round((row?.indexes ?? 0) / 2 ** 20),
  };
};

async function order(url: string): Promise<void> {
  const [pens, eyes] = [await connect(url, { max: writers }), await connect(url, { max: READERS.length })];
  const since = performance.now();
  const reading = READERS.map((batch) => read(eyes, batch));
  await Promise.all([...Array.from({ length: writers }, () => write(pens)), ...reading]);
  const rate = Math.round(events / seconds(since));
  report({
    step: "order",
    events,
    undone,
    seconds: seconds(since),
    perSecond: rate,
    readers: await Promise.all(reading),
    ...(await sizeOf(pens)),
  });
  await Promise.all([pens.close(), eyes.close()]);
}

/** Clients that are behind by more or less. */
async function status(db: Database): Promise<void> {
  await db.sql`
    insert into wiki (farm, dbname, api, server, article_url)
    select 0, 'wiki' || n, 'https://w' || n || '.example.org/w/api.php', 'https://w' || n || '.example.org', 'https://w' || n || '.example.org/$1'
    from generate_series(1, ${wikis}::int) as n`;
  await db.sql`
    insert into dispatch_client (wiki_id, target, needs_export, position_xid, position_id, dispatched_at)
    select w.id, t.target, false, c.xid, c.id, now()
    from wiki w, unnest(array['main', 'feed']) as t (target), lateral (
      select xid, id from change where xid >= (
        select (min(xid::text::bigint) + (max(xid::text::bigint) - min(xid::text::bigint)) * (w.id % 100) / 100)::text::xid8
        from (select min(xid) as xid from change union all select max(xid) from change) as ends)
      order by xid, id limit 1) as c`;
  for (const round of [1, 2, 3]) {
    const since = performance.now();
    const clients = await clientLags(db);
    report({ step: "client lags", round, clients: clients.length, seconds: seconds(since) });
  }
}

async function prune(db: Database): Promise<void> {
  await db.sql`update dispatch_client set position_xid = pg_current_xact_id()`;
  const since = performance.now();
  const { changes } = await pruneChanges(db, { seconds: 0, secondsMax: 86_400, rowsMax: 2 ** 40 });
  report({
    step: "pruned",
    changes,
    seconds: seconds(since),
    perSecond: Math.round(changes / seconds(since)),
    ...(await sizeOf(db)),
  });
  const again = performance.now();
  await pruneChanges(db, { seconds: 0, secondsMax: 86_400, rowsMax: 2 ** 40 });
  report({ step: "nothing to prune", seconds: seconds(again) });
}

const folder = mkdtempSync(join(tmpdir(), "weboid-bench-"));
chmodSync(folder, 0o755);
const server = await startEmbedded(folder, noLog, { settings: { max_connections: String(writers + 30) } });
try {
  const db = await connect(server.url, { max: 4 });
  await migrate(db, noLog);
  await order(server.url);
  await status(db);
  await prune(db);
  await db.close();
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
