/**
 * A wiki's first pass, as a crawler stores it and dispatchers publish it: change rows, bytes of them per check, and writes to the edge per 1,000 checks, with
 * its first pass quiet (decision 115) and without.
 *   bun crawler/dispatch/first-pass.bench.ts [URLs, default 20000]
 * A page has six URLs of its own and one that many have. Of a thousand URLs 80 are gone and 40 turn robots away; the others work.
 */
import { connect, type Database } from "../../db/connect.ts";
import type { UrlId, WikiId } from "../../db/types.ts";
import { type CheckResult, recordResults } from "../../db/urls/results.ts";
import { beginFirstPass, boundFirstPass } from "../../db/wikis/first-pass.ts";
import { asDay } from "../../shared/calendar/day.ts";
import { httpOfStatus, type Status } from "../../shared/status/table.ts";
import { digest } from "../record/digest.ts";
import { systemClock } from "../runtime/clock.ts";
import { readConfig } from "../runtime/config.ts";
import { silentLog } from "../runtime/log.ts";
import { dice } from "../sample/verdicts/testing/dice.ts";
import { withTrialDatabase } from "../sweep/testing/trial-database.ts";
import { dispatch } from "./run.ts";
import { memoryStore } from "./testing/memory-store.ts";

const urls = Number(process.argv[2] ?? 20_000);
const DAY = asDay(3_000);
const BATCH = 1_000;
const OWN_URLS_PER_PAGE = 6;

async function fill({ sql }: Database): Promise<void> {
  await sql`insert into host (name) select 'h' || n || '.example-site.org' from generate_series(1, ${urls}::int) n`;
  await sql`insert into url (id, key, host_id, scheme, port, touched, path)
    select i, md5(i::text)::uuid, i, 1, 0, ${DAY}, '/' from generate_series(1, ${urls}::int) i`;
  await sql`insert into slice (no) select generate_series(0, ${Math.floor(urls / 10_000)}::int)`;
  await sql`insert into page (wiki_id, pageid, namespace, touched, links_read, needs_update, title)
    select w.id, p, 0, ${DAY}, ${DAY}, false, 'Page ' || p
    from generate_series(1, ${Math.ceil(urls / OWN_URLS_PER_PAGE)}::int) p, wiki w`;
  await sql`insert into page_link (wiki_id, pageid, urls)
    select wiki_id, pageid, array(select distinct least(u, ${urls}::bigint) from (
      select (pageid - 1) * ${OWN_URLS_PER_PAGE}::int + k from generate_series(1, ${OWN_URLS_PER_PAGE}::int) k
      union select 1 + floor(${urls}::int * power(random(), 4))::bigint + 0 * pageid) as all_urls (u)) from page`;
  await sql`vacuum analyze`;
}

function firstResult(id: number, status: Status): CheckResult {
  const seen = { status, http: httpOfStatus(status), deadEnd: false, notes: [], mime: null, kib: null };
  const known = { history: [], notes: [], mime: null, kib: null };
  const made = digest(known, { ...seen, error: status === 1 ? null : "failed" }, DAY);
  if (made === null) throw new Error("no result");
  const { change, verdictChanged: _, ...stored } = made;
  const url = `https://h${id}.example-site.org/`;
  return {
    ...{ ...stored, id: id as UrlId, seen: null, day: DAY, clearsReports: false, verdictChanged: null },
    change: change && { ...change, url },
  };
}

/** As sweeps check them: in random order over many slices. */
function firstResults(): CheckResult[] {
  const random = dice(5);
  const places = Array.from({ length: urls }, (_, at) => ({ at, order: random.whole(0, 1_000_000) }));
  return places
    .sort((one, other) => one.order - other.order)
    .map(({ at }) => {
      const place = random.whole(0, 999);
      return firstResult(at + 1, (place < 80 ? 18 : place < 120 ? 17 : 1) as Status);
    });
}

async function firstPass(db: Database, isQuiet: boolean) {
  const [wiki] = await db.sql<{ id: WikiId }[]>`
    insert into wiki (farm, dbname, api, server, article_url)
    values (0, 'wiki', 'https://w.zz/w/api.php', 'https://w.zz', 'https://w.zz/wiki/$1') returning id`;
  if (wiki === undefined) throw new Error("no wiki");
  if (isQuiet) await beginFirstPass(db, wiki.id);
  await fill(db);
  if (isQuiet) await boundFirstPass(db, wiki.id);
  const { store } = memoryStore();
  const { signal } = new AbortController();
  const context = { db, clock: systemClock, log: silentLog, signal, config: readConfig({}) };
  const publish = async () => (await dispatch(context, { once: true, store })).written;
  // A bulk start ends with an export.
  let written = await publish();
  const results = firstResults();
  for (let at = 0; at < results.length; at += BATCH) {
    await recordResults(db, null, results.slice(at, at + BATCH));
    written += await publish();
  }
  await db.sql`update slice set swept = ${DAY}, fresh = false`;
  written += await publish();
  await db.sql`vacuum change`;
  const [change] = await db.sql<{ rows: number; bytes: number }[]>`
    select count(*)::int as rows, pg_total_relation_size('change')::float8 as bytes from change`;
  const per = (count: number) => Number(((count * 1_000) / urls).toFixed(1));
  return {
    firstPass: isQuiet ? "quiet" : "as before",
    pages: Math.ceil(urls / OWN_URLS_PER_PAGE),
    perThousandChecks: { changes: per(change?.rows ?? 0), writes: per(written) },
    changeBytesPerCheck: Number(((change?.bytes ?? 0) / urls).toFixed(1)),
  };
}

await withTrialDatabase(async (fresh) => {
  for (const isQuiet of [false, true]) {
    const db = await connect(await fresh());
    try {
      console.log(JSON.stringify(await firstPass(db, isQuiet)));
    } finally {
      await db.close();
    }
  }
});
