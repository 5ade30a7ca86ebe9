import { max, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Database } from "../connect.ts";
import { slice, url } from "../schema/index.ts";
import { leavesOf } from "../status/table-rows.ts";
import { SLICE_IDS } from "../urls/row.ts";

/** How much of large tables is read: some ranges at random, or all. */
export interface Extent {
  readonly full: boolean;
  /** From 0 to below 1, as `Math.random`. */
  readonly random: () => number;
}

/** 8 MB: what one statement reads, and what one transaction repairs. */
const BLOCKS = 1_024;
/** Of a table, unless it is read in full: 256 MB. */
const RANGES_MAX = 32;
/** Of URLs, unless all are read. */
const SLICES_MAX = 32;

/** Different whole numbers below `count`, ascending, `most` of them at random. */
function some(count: number, most: number, { full, random }: Extent): number[] {
  if (full || count <= most) return Array.from({ length: count }, (_, no) => no);
  const chosen = new Set<number>();
  while (chosen.size < most) chosen.add(Math.floor(random() * count));
  return [...chosen].sort((one, other) => one - other);
}

/** A table's rows by where they lie, as conditions on it: each reads its own pages only (a TID range scan), of a partitioned table some of every partition. */
export async function heapRanges({ orm }: Database, table: PgTable, extent: Extent): Promise<readonly SQL[]> {
  const [leaves] = await orm
    .select({
      count: sql<number>`count(*)::int`,
      blocks: sql<number>`(max(pg_relation_size(oid)) / current_setting('block_size')::bigint)::float8`,
    })
    .from(leavesOf(table));
  const { count, blocks } = leaves ?? { count: 1, blocks: 0 };
  const each = Math.ceil(BLOCKS / count);
  const ctid = sql`${table}.ctid`;
  return some(Math.ceil(blocks / each), RANGES_MAX, extent).map(
    (no) => sql`(${ctid} >= ${`(${no * each},0)`}::tid and ${ctid} < ${`(${(no + 1) * each},0)`}::tid)`,
  );
}

/** Slices of the ids of URLs, ascending: those that sweeps know, and such as they lack. */
export async function urlSlices(db: Database, extent: Extent): Promise<readonly number[]> {
  const known = await db.orm.select({ no: slice.no }).from(slice);
  const all = [...known.map(({ no }) => no), ...(await missingSlices(db))].sort((one, other) => one - other);
  return some(all.length, SLICES_MAX, extent).flatMap((place) => all[place] ?? []);
}

/** Slices of ids with URLs and without a row, so that no sweep comes to them. */
export async function missingSlices({ orm }: Database): Promise<number[]> {
  const [row] = await orm.select({ last: max(url.id) }).from(url);
  const last = Math.floor((row?.last ?? -1) / SLICE_IDS);
  const inside = sql`exists (select 1 from ${url} where ${url.id} >= given.no * ${SLICE_IDS}::bigint
    and ${url.id} < (given.no + 1) * ${SLICE_IDS}::bigint)`;
  const known = sql`exists (select 1 from ${slice} where ${slice.no} = given.no)`;
  const rows = await orm
    .select({ no: sql<number>`given.no::int` })
    .from(sql`generate_series(0, ${last}::bigint) as given (no)`)
    .where(sql`not ${known} and ${inside}`)
    .orderBy(sql`given.no`);
  return rows.map(({ no }) => no);
}
