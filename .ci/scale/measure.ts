import type { Database } from "../../db/connect.ts";
import { newsOf, resultOf } from "../../db/testing/sample.ts";
import type { SliceLease } from "../../db/types.ts";
import { recordResults } from "../../db/urls/results.ts";
import { finishSlice, leaseSlices, readSlice } from "../../db/work/slices.ts";
import { addDays, type Day } from "../../shared/calendar/day.ts";
import type { Scale } from "./generate.ts";

const RESULTS_PER_STATEMENT = 1_000;
const SLICES_AT_ONCE = 5;
/** Of a hundred checks two have another status than the one before. */
const NEWS = 0.02;

/** Bytes of tables with their indexes and TOAST, by their names without the number of a partition. */
export async function sizes(db: Database, scale: Scale) {
  const rows = await db.sql<{ name: string; heap: number; indexes: number; toast: number }[]>`
    select regexp_replace(relname, '_[0-9]+$', '') as name, sum(pg_relation_size(oid))::float8 as heap,
      sum(pg_indexes_size(oid))::float8 as indexes,
      sum(coalesce(pg_total_relation_size(nullif(reltoastrelid, 0)), 0))::float8 as toast
    from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' group by 1`;
  const [total] = await db.sql<{ bytes: number; hosts: number; uses: number }[]>`
    select pg_database_size(current_database())::float8 as bytes, (select count(*) from host)::float8 as hosts,
      (select sum(cardinality(urls)) from page_link)::float8 as uses`;
  const per: Readonly<Record<string, number>> = {
    url: scale.urls,
    host: total?.hosts ?? 1,
    page: scale.pages,
    page_link: total?.uses ?? 1,
    slice: scale.urls,
  };
  return {
    totalBytes: total?.bytes ?? 0,
    hosts: total?.hosts ?? 0,
    uses: total?.uses ?? 0,
    tables: rows
      .filter(({ name, heap }) => name in per || heap > 10_000_000)
      .map(({ name, heap, indexes, toast }) => {
        const each = (bytes: number) => Number((bytes / (per[name] ?? scale.urls)).toFixed(1));
        return {
          name,
          heap: each(heap),
          indexes: each(indexes),
          toast: each(toast),
          all: each(heap + indexes + toast),
        };
      }),
  };
}

const bytesOfUrls = async (db: Database): Promise<number> => {
  const [row] = await db.sql<{ bytes: number }[]>`
    select sum(pg_total_relation_size(relid))::float8 as bytes from pg_partition_tree('url') where isleaf`;
  return row?.bytes ?? 0;
};

/** Rows of URLs replaced so far, and those of them in place. */
async function updates(db: Database): Promise<{ readonly all: number; readonly hot: number }> {
  // Each connection sends its counts when it is asked to, or a second later.
  await db.sql`select pg_sleep(1.1)`;
  await db.sql`select pg_stat_force_next_flush()`;
  const [row] = await db.sql<{ all: number; hot: number }[]>`
    select sum(n_tup_upd)::float8 as all, sum(n_tup_hot_upd)::float8 as hot from pg_stat_user_tables where relname ~ '^url_[0-9]+$'`;
  return row ?? { all: 0, hot: 0 };
}

/**
 * Passes over some slices, by the crawler's own statements. Answers what a check cost, and how many per cent the swept part of the table
 * grew over all passes.
 */
export async function sweep(db: Database, passes: number, slices: number, scale: Scale, today: Day) {
  const rows = await db.sql<{ no: number }[]>`select no from slice order by no limit ${slices}`;
  const chosen = rows.map(({ no }) => no);
  const before = await bytesOfUrls(db);
  const share = Math.min(1, (chosen.length * 10_000) / scale.urls);
  const each = [];
  for (let no = 1; no <= passes; no++) {
    const day = addDays(today, no * 28);
    // All others are done.
    await db.sql`update slice set swept = case when no = any(${chosen}) then ${addDays(day, -28)}::int else ${day}::int end, fresh = false`;
    const updatedBefore = await updates(db);
    const [began] = await db.sql<{ lsn: string }[]>`select pg_current_wal_insert_lsn()::text as lsn`;
    const start = performance.now();
    const stored = await pass(db, day);
    const seconds = (performance.now() - start) / 1000;
    const [wal] = await db.sql<{ bytes: number }[]>`
      select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), ${began?.lsn ?? "0/0"}::pg_lsn)::float8 as bytes`;
    const after = await updates(db);
    const updated = after.all - updatedBefore.all;
    each.push({
      stored,
      perSecond: Math.round(stored / seconds),
      walPerCheck: Math.round((wal?.bytes ?? 0) / stored),
      hotPercent: Number(((100 * (after.hot - updatedBefore.hot)) / Math.max(1, updated)).toFixed(2)),
    });
  }
  const growthPercent = Number(((100 * ((await bytesOfUrls(db)) - before)) / (before * share)).toFixed(2));
  return { passes: each, growthPercent };
}

async function pass(db: Database, day: Day): Promise<number> {
  const request = { worker: "scale", count: SLICES_AT_ONCE, leaseSeconds: 3_600, today: day, passDays: 28 };
  let stored = 0;
  for (;;) {
    const leases: SliceLease[] = await leaseSlices(db, request);
    if (leases.length === 0) return stored;
    const read = [];
    for (const lease of leases) read.push(...(await readSlice(db, lease, day)).urls);
    const results = read
      .map((due) => ({ due, place: Math.random() }))
      .sort((one, other) => one.place - other.place)
      .map(({ due }) => {
        const known = due.history[0]?.http ?? 200;
        if (Math.random() >= NEWS) return resultOf(due, day, known);
        const http = known === 200 ? 404 : 200;
        return resultOf(due, day, http, { change: newsOf(due.url, { http }) });
      });
    for (let at = 0; at < results.length; at += RESULTS_PER_STATEMENT)
      stored += (await recordResults(db, leases, results.slice(at, at + RESULTS_PER_STATEMENT))).stored;
    for (const lease of leases) await finishSlice(db, lease);
  }
}
