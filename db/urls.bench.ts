/**
 * Bytes per URL with all indexes, and results stored per second, through the verbs that the roles use.
 *   bun db/urls.bench.ts [URLs, default 200000] [passes, default 3]
 * Needs some 1 GB of disk under the temporary folder for a million URLs. Prints JSON lines.
 */
import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asDay, type Day } from "../shared/calendar/day.ts";
import { urlKey } from "../shared/url/key.ts";
import { joinUrl } from "../shared/url/parts.ts";
import type { HostName, UrlParts } from "../shared/url/types.ts";
import { connect, type Database } from "./connect.ts";
import { startEmbedded } from "./embedded.ts";
import { noLog } from "./errors.ts";
import { migrate } from "./migrate.ts";
import { recordPageLinks } from "./pages/links.ts";
import { newsOf, resultOf, sampleWiki } from "./testing/sample.ts";
import type { DueUrl, LinkedUrl, SliceLease, WikiId } from "./types.ts";
import { enterUrls } from "./urls/enter.ts";
import { recordResults } from "./urls/results.ts";
import { finishSlice, leaseSlices, readSlice } from "./work/slices.ts";

const URLS_PER_BATCH = 1_000;
const URLS_PER_PAGE = 10;
const PAGES_MAX = 5_000;
/** One link in five stands on another page already, as citations of the same source do. */
const REPEATED = 0.2;
const RESULTS_PER_STATEMENT = 1_000;
const SLICES_AT_ONCE = 5;
const FEEDERS = 4;

const urls = Number(process.argv[2] ?? 200_000);
const passes = Number(process.argv[3] ?? 3);

const report = (line: Record<string, string | number>) => console.log(JSON.stringify(line));
const seconds = (since: number) => (performance.now() - since) / 1000;
const round = (value: number, digits = 1) => Number(value.toFixed(digits));

/** Paths of 8 to 88 characters, 46 on average, as in external links of Wikipedia. */
function randomLink(): LinkedUrl {
  const host = `www.host-${Math.floor(Math.random() ** 3 * (urls / 8))}.org` as HostName;
  const length = 7 + Math.floor((Math.random() + Math.random()) * 40);
  const path = `/${randomBytes(Math.ceil(length / 2))
    .toString("hex")
    .slice(0, length)}`;
  const parts: UrlParts = { scheme: Math.random() < 0.7 ? "https" : "http", host, port: 0, path };
  return { url: joinUrl(parts), key: urlKey(joinUrl(parts)), parts, flags: [] };
}

const someOf = <T>(items: readonly T[]): T | undefined => items[Math.floor(Math.random() * items.length)];

/** All URLs by the verb that enters them, in the feeder's batches. */
async function enter(db: Database): Promise<LinkedUrl[]> {
  const known: LinkedUrl[] = [];
  const start = performance.now();
  while (known.length < urls) {
    const links = Array.from({ length: URLS_PER_BATCH }, randomLink);
    await enterUrls(db, links, asDay(3000));
    known.push(...links);
  }
  report({ step: "entered", urls: known.length, urlsPerSecond: round(known.length / seconds(start), 0) });
  return known;
}

/** Pages that have them, by several feeders at once: every URL on one page at least, up to PAGES_MAX. */
async function link(db: Database, wiki: WikiId, known: readonly LinkedUrl[]): Promise<void> {
  const start = performance.now();
  const pages = Math.min(PAGES_MAX, Math.floor(urls / URLS_PER_PAGE));
  let next = 0;
  const feeder = async () => {
    while (next < pages) {
      const pageid = ++next;
      const own = known.slice((pageid - 1) * URLS_PER_PAGE, pageid * URLS_PER_PAGE);
      const links = own.map((one) => (Math.random() < REPEATED ? (someOf(known) ?? one) : one));
      const page = { wikiId: wiki, pageid, title: `A page of number ${pageid}`, namespace: 0 };
      await recordPageLinks(db, page, links, asDay(3000));
    }
  };
  await Promise.all(Array.from({ length: FEEDERS }, feeder));
  report({ step: "linked", pages, pagesPerSecond: round(pages / seconds(start), 0) });
}

async function sizes(db: Database, step: string): Promise<void> {
  const [row] = await db.sql<{ urls: number; pages: number; uses: number }[]>`
    select count(*)::float8 as urls, (select count(*) from page)::float8 as pages,
      (select sum(cardinality(urls)) from page_link)::float8 as uses from url`;
  if (row === undefined) return;
  const relations = await db.sql<{ name: string; bytes: number }[]>`
    select relname as name, pg_relation_size(oid)::float8 as bytes from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'i') and pg_relation_size(oid) > 65536
    order by 1`;
  const bytesOf = (pattern: RegExp) =>
    relations.reduce((sum, { name, bytes }) => (pattern.test(name) ? sum + bytes : sum), 0);
  for (const { name, bytes } of relations)
    report({ step, relation: name, bytesPerUrl: round(bytes / row.urls) });
  report({
    step,
    urls: row.urls,
    bytesPerUrl: round(bytesOf(/^url_/) / row.urls),
    bytesPerHostOfUrl: round(bytesOf(/^host/) / row.urls),
    bytesPerUse: round(bytesOf(/^page_link/) / row.uses),
    bytesPerPage: round(bytesOf(/^page_(pkey|needs)|^page$/) / row.pages),
  });
}

function shuffle<T>(items: T[]): T[] {
  for (let at = items.length - 1; at > 0; at--) {
    const other = Math.floor(Math.random() * (at + 1));
    const [one, two] = [items[at], items[other]];
    if (one !== undefined && two !== undefined) [items[at], items[other]] = [two, one];
  }
  return items;
}

/** One URL in fifty has another status than in the pass before: a longer history, and news. */
function answer(due: DueUrl, day: Day) {
  const before = due.history[0]?.http ?? (Math.random() < 0.85 ? 200 : 404);
  const changed = Math.random() < 0.02;
  const http = changed ? (before === 200 ? 404 : 200) : before;
  return resultOf(due, day, http, changed ? { change: newsOf(due.url, { http }) } : {});
}

async function pass(db: Database, number: number): Promise<void> {
  const day = asDay(3000 + number * 28);
  const request = { worker: "bench", count: SLICES_AT_ONCE, leaseSeconds: 600, today: day, passDays: 14 };
  const [before] = await db.sql<{ lsn: string }[]>`select pg_current_wal_lsn()::text as lsn`;
  await db.sql`select pg_stat_reset()`;
  let stored = 0;
  let storing = 0;
  for (;;) {
    const leases: SliceLease[] = await leaseSlices(db, request);
    if (leases.length === 0) break;
    const due: DueUrl[] = [];
    for (const lease of leases) due.push(...(await readSlice(db, lease, day)).urls);
    const results = shuffle(due.map((one) => answer(one, day)));
    const start = performance.now();
    for (let at = 0; at < results.length; at += RESULTS_PER_STATEMENT) {
      const recorded = await recordResults(db, leases, results.slice(at, at + RESULTS_PER_STATEMENT));
      stored += recorded.stored;
    }
    storing += seconds(start);
    for (const lease of leases) await finishSlice(db, lease);
  }
  await db.sql`select pg_stat_force_next_flush()`;
  const [stats] = await db.sql<{ wal: number; updated: number; hot: number }[]>`
    select pg_wal_lsn_diff(pg_current_wal_lsn(), ${before?.lsn ?? "0/0"}::pg_lsn)::float8 as wal,
      sum(n_tup_upd)::float8 as updated, sum(n_tup_hot_upd)::float8 as hot
    from pg_stat_user_tables where relname ~ '^url_[0-9]+$'`;
  report({
    step: `pass ${number}`,
    stored,
    storedPerSecond: round(stored / storing, 0),
    walBytesPerResult: round((stats?.wal ?? 0) / stored, 0),
    hotPercent: round((100 * (stats?.hot ?? 0)) / Math.max(1, stats?.updated ?? 0)),
  });
}

const folder = mkdtempSync(join(tmpdir(), "weboid-bench-"));
chmodSync(folder, 0o755);
const server = await startEmbedded(folder, noLog);
try {
  const db = await connect(server.url, { max: FEEDERS });
  await migrate(db, noLog);
  const fillfactor = process.env.BENCH_FILLFACTOR;
  if (fillfactor !== undefined)
    await db.sql.unsafe(`alter table url_0000 set (fillfactor = ${Number(fillfactor)})`);
  await link(db, await sampleWiki(db), await enter(db));
  await sizes(db, "fed");
  for (let number = 1; number <= passes; number++) await pass(db, number);
  await sizes(db, "swept");
  await db.close();
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
