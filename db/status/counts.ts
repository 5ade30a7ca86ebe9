import { lte, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Day } from "../../shared/calendar/day.ts";
import type { Database, Orm } from "../connect.ts";
import { isFree } from "../lease/lease.ts";
import { changedPage, host, recheck, slice, touchQueue, url, urlIdSequence } from "../schema/index.ts";
import { sequenceRow } from "../statement.ts";
import { SLICE_IDS } from "../urls/row.ts";
import { EXACT_ROWS_MAX, tableRows } from "./table-rows.ts";

/** Queues are counted no further. */
export const COUNT_MAX = 100_000;
/** More hosts are estimated from as many. */
const HOSTS_SAMPLED = 100_000;

export interface Totals {
  readonly nowMs: number;
  readonly slices: number;
  readonly leasedSlices: number;
  readonly rechecksDue: number;
  readonly touchesWaiting: number;
  readonly newsWaiting: number;
  readonly hosts: number;
  readonly hostsAway: number;
  readonly databaseBytes: number;
}

/** How many rows a queue has, counted up to COUNT_MAX. */
export const lengthOf = (table: PgTable, where: SQL | undefined) =>
  sql<number>`(select count(*)::float8 from (
    select 1 from ${table} where ${where ?? sql`true`} limit ${COUNT_MAX}) as counted)`;

export const isOpenTouch = sql`(not ${touchQueue.taken} or ${touchQueue.leaseToken} > 0)`;

export async function totals(db: Database, today: Day): Promise<Totals> {
  const { orm } = db;
  const [row] = await orm
    .select({
      nowMs: sql<number>`(extract(epoch from clock_timestamp()) * 1000)::float8`,
      slices: sql<number>`count(*)::float8`,
      leasedSlices: sql<number>`(count(*) filter (where ${slice.holder} is not null and not ${isFree(slice)}))::float8`,
      rechecksDue: lengthOf(recheck, lte(recheck.due, today)),
      touchesWaiting: lengthOf(touchQueue, isOpenTouch),
      newsWaiting: lengthOf(changedPage, undefined),
      databaseBytes: sql<number>`pg_database_size(current_database())::float8`,
    })
    .from(sql`${slice}`);
  if (row === undefined) throw new Error("no row from a count");
  return { ...row, ...(await hostCounts(db, today)) };
}

/** Estimated from a sample where there are many. */
async function hostCounts(db: Database, today: Day): Promise<Pick<Totals, "hosts" | "hostsAway">> {
  const percent = Math.min(100, (100 * HOSTS_SAMPLED) / Math.max(1, await tableRows(db, host)));
  const scaled = sql`* 100 / ${percent}::float8`;
  const [row] = await db.orm
    .select({
      hosts: sql<number>`round(count(*) ${scaled})`,
      hostsAway: sql<number>`round(count(*) filter (where ${host.outageDay} = ${today}) ${scaled})`,
    })
    .from(sql`${host} tablesample system (${percent})`);
  return row ?? { hosts: 0, hostsAway: 0 };
}

export interface UrlCounts {
  readonly urls: number;
  readonly neverContacted: number;
  readonly byStatus: Readonly<Record<number, number>>;
  readonly countedExactly: boolean;
}

/** How many URLs have which status byte, row by row; 0: none yet. */
const countedNow = (orm: Orm) => {
  const status = sql<number>`case when length(${url.history}) = 0 then 0 else get_byte(${url.history}, 0) & 127 end`;
  return orm.select({ status, urls: sql<number>`count(*)::float8` }).from(url).groupBy(sql`1`);
};

/** The same as of the last sweeps, and of slices that were not swept yet by their ids. */
const countedBySweeps = (orm: Orm) =>
  orm
    .select({ status: sql<number>`status`, urls: sql<number>`sum(urls)::float8` })
    .from(sql`(
      select key::int as status, value::float8 as urls from ${slice}, jsonb_each_text(${slice.counts})
      union all
      select 0, least(${SLICE_IDS}, greatest(0, last_value + 1 - ${slice.no}::bigint * ${SLICE_IDS}))::float8
      from ${slice}, ${sequenceRow(urlIdSequence)} where ${slice.counts} = '{}'
    ) counted`)
    .groupBy(sql`1`);

/** Row by row where there are few URLs; else as of the last sweeps, and what was not swept yet by its ids. */
export async function urlCounts(db: Database): Promise<UrlCounts> {
  const { orm } = db;
  const countedExactly = (await tableRows(db, url)) <= EXACT_ROWS_MAX;
  const rows = await (countedExactly ? countedNow(orm) : countedBySweeps(orm));
  const byStatus: Record<number, number> = Object.fromEntries(rows.map(({ status, urls }) => [status, urls]));
  return {
    urls: rows.reduce((sum, { urls }) => sum + urls, 0),
    neverContacted: byStatus[0] ?? 0,
    byStatus,
    countedExactly,
  };
}
