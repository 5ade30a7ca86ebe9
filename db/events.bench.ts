/**
 * Bytes per event with all indexes, events written per second, and what reading, filtering and expiry cost.
 *   bun db/events.bench.ts [events, default 500000] [wikis, default 50]
 * Needs some 400 MB of disk under the temporary folder for a million events. Prints JSON lines.
 */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asDay } from "../shared/calendar/day.ts";
import type { EventPlace } from "../shared/protocol/feed.ts";
import type { WikiChange } from "./changes/read.ts";
import { connect, type Database } from "./connect.ts";
import { startEmbedded } from "./embedded.ts";
import { noLog } from "./errors.ts";
import { readEvents } from "./events/read.ts";
import { expireEvents, writeEvents } from "./events/write.ts";
import { migrate } from "./migrate.ts";
import { sampleWiki } from "./testing/sample.ts";
import type { Change, UrlId, WikiId } from "./types.ts";

const total = Number(process.argv[2] ?? 500_000);
const wikiCount = Number(process.argv[3] ?? 50);
const DAY = asDay(3_611);
const PAGES = 10_000;

const report = (line: Record<string, string | number>) => console.log(JSON.stringify(line));
const round = (value: number) => Number(value.toFixed(2));

/** A change of an URL of some 60 characters on two pages. */
function changeOf(id: number): WikiChange {
  const shown = (verdict: "doubtful" | "unreachable") =>
    ({ verdict, rule: "gone-for-weeks", status: 18, http: 404, since: DAY, last: DAY, checks: 5 }) as const;
  const payload = {
    url: `https://www.host-${id % 977}.org/articles/2024/some-words-in-a-path-${id}.html`,
    news: ["verdict"],
    before: shown("doubtful"),
    after: shown("unreachable"),
  } as const;
  const change: Change = {
    position: { xid: "1", id },
    atMs: 0,
    day: DAY,
    kind: "url",
    url: id as UrlId,
    page: null,
    payload,
  };
  return { change, pages: [1 + (id % PAGES), 1 + ((id * 7) % PAGES)].sort((a, b) => a - b), pageCount: 2 };
}

async function write(db: Database, wiki: WikiId): Promise<void> {
  const count = Math.min(total, 20_000);
  const cpu = process.cpuUsage();
  const start = performance.now();
  for (let at = 0; at < count; at += 5_000) {
    const changes = Array.from({ length: 5_000 }, (_, n) => changeOf(at + n));
    await db.transaction((tx) => writeEvents(tx, new Map([[wiki, changes]])));
  }
  const { user, system } = process.cpuUsage(cpu);
  const s = (performance.now() - start) / 1_000;
  report({
    step: "written by the verb",
    events: count,
    perSecond: Math.round(count / s),
    ownCpuMsPerThousand: round((user + system) / count),
  });
}

/** The others copied from these, dealt out to all wikis over 40 days: a quarter is to expire. */
async function fill(db: Database, wikis: readonly WikiId[]): Promise<void> {
  const [row] = await db.sql<{ count: number }[]>`
    with dated as (update event set at = clock_timestamp() - interval '40 days' returning 1)
    select count(*)::int as count from dated`;
  await db.sql`vacuum event`;
  for (let have = row?.count ?? 0; have < total; ) {
    const more = Math.min(have, total - have, 1_000_000);
    await db.sql`
      insert into event (wiki_id, at, day, page_count, kind, url_id, url, pages, namespaces, detail)
      select (${[...wikis]}::int[])[1 + no % ${wikis.length}],
        clock_timestamp() - interval '40 days' * (1 - (${have} + no)::float8 / ${total}), day, page_count,
        case when no % 1000 = 0 then 'archive' when no % 3 = 0 then 'working' else 'unreachable' end,
        url_id, url, pages, namespaces, detail
      from (select *, row_number() over () as no from (select * from event limit ${more}) as chosen) as numbered
      order by no`;
    have += more;
  }
  await db.sql`vacuum analyze event`;
  const [size] = await db.sql<{ heap: number; all: number; rows: number }[]>`
    select pg_table_size('event')::float8 as heap, pg_total_relation_size('event')::float8 as all,
      (select count(*) from event)::float8 as rows`;
  if (size === undefined) return;
  report({
    step: "size",
    events: size.rows,
    bytesPerEvent: round(size.all / size.rows),
    ofTheseIndexes: round((size.all - size.heap) / size.rows),
    megabytes: round(size.all / 2 ** 20),
  });
}

async function time(step: string, runs: number, work: (run: number) => Promise<number>): Promise<void> {
  const ms: number[] = [];
  let read = 0;
  for (let run = 0; run < runs; run++) {
    const start = performance.now();
    read += await work(run);
    ms.push(performance.now() - start);
  }
  ms.sort((a, b) => a - b);
  report({
    step,
    runs,
    events: Math.round(read / runs),
    msMedian: round(ms[runs >> 1] ?? 0),
    msMost: round(ms.at(-1) ?? 0),
  });
}

async function read(db: Database, wiki: WikiId): Promise<void> {
  const places = await db.sql<EventPlace[]>`
    select id, floor(extract(epoch from at))::bigint as second from event
    where wiki_id = ${wiki} order by random() limit 200`;
  const all = { kinds: null, namespaces: null, pageids: null };
  const ask = async (wanted: Parameters<typeof readEvents>[2]) =>
    (await readEvents(db, wiki, wanted))?.events.length ?? 0;
  await time("newest 500", 100, () => ask({ ...all, since: null, limit: 500 }));
  await time("100 from a place", 200, (run) => ask({ ...all, since: places[run] ?? null, limit: 100 }));
  await time("500 from a place", 100, (run) => ask({ ...all, since: places[run] ?? null, limit: 500 }));
  await time("of a kind, one in a thousand", 30, (run) =>
    ask({ ...all, kinds: ["archive"], since: places[run] ?? null, limit: 100 }),
  );
  await time("of a kind that there is none of", 30, (run) =>
    ask({ ...all, kinds: ["spam"], since: places[run] ?? null, limit: 100 }),
  );
  await time("of a namespace that there is none of", 30, (run) =>
    ask({ ...all, namespaces: [10], since: places[run] ?? null, limit: 100 }),
  );
}

async function main(db: Database): Promise<void> {
  await migrate(db, noLog);
  const wikis: WikiId[] = [];
  for (let n = 0; n < wikiCount; n++) wikis.push(await sampleWiki(db, `wiki${n}`));
  const [first] = wikis;
  if (first === undefined) throw new Error("at least one wiki, please");
  await db.sql`insert into page (wiki_id, pageid, namespace, touched, title)
    select ${first}, n, 0, 1, 'An article about number ' || n from generate_series(1, ${PAGES}) n`;
  await write(db, first);
  await fill(db, wikis);
  await read(db, first);
  const start = performance.now();
  const expired = await expireEvents(db, 30 * 86_400);
  report({ step: "expired", events: expired, seconds: round((performance.now() - start) / 1_000) });
}

const folder = mkdtempSync(join(tmpdir(), "weboid-bench-"));
chmodSync(folder, 0o755);
const server = await startEmbedded(folder, noLog, { settings: { shared_buffers: "256MB" } });
const db = await connect(server.url, { max: 4 });
try {
  await main(db);
} finally {
  await db.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
