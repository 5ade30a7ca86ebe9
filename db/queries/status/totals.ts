import type { Day } from "../../../shared/calendar/day.ts";
import type { Database } from "../../connect.ts";
import { SLICE_IDS } from "../../url-row.ts";
import { tableRows } from "./table-rows.ts";

/** Tables up to this size are counted row by row. */
export const EXACT_ROWS_MAX = 1_000_000;
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

export async function totals(db: Database, today: Day): Promise<Totals> {
  const { sql } = db;
  const [row] = await sql<Omit<Totals, "hosts" | "hostsAway">[]>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs", (select count(*) from slice)::float8 as slices,
      (select count(*) from slice where holder is not null and lease_until > clock_timestamp())::float8
        as "leasedSlices",
      (select count(*) from (select 1 from recheck where due <= ${today} limit ${COUNT_MAX}) r)::float8 as "rechecksDue",
      (select count(*) from (select 1 from touch_queue where not taken or held > 0 limit ${COUNT_MAX}) q)::float8
        as "touchesWaiting",
      (select count(*) from (select 1 from page_news limit ${COUNT_MAX}) n)::float8 as "newsWaiting",
      pg_database_size(current_database())::float8 as "databaseBytes"`;
  if (row === undefined) throw new Error("no row from a select without a table");
  return { ...row, ...(await hostCounts(db, today)) };
}

/** Estimated from a sample where there are many. */
async function hostCounts(db: Database, today: Day): Promise<Pick<Totals, "hosts" | "hostsAway">> {
  const { sql } = db;
  const percent = Math.min(100, (100 * HOSTS_SAMPLED) / Math.max(1, await tableRows(db, "host")));
  const [row] = await sql<{ hosts: number; hostsAway: number }[]>`
    select round(count(*) * 100 / ${percent}::float8) as hosts,
      round(count(*) filter (where outage_day = ${today}) * 100 / ${percent}::float8) as "hostsAway"
    from host tablesample system (${percent})`;
  return { hosts: row?.hosts ?? 0, hostsAway: row?.hostsAway ?? 0 };
}

export interface UrlCounts {
  readonly urls: number;
  readonly neverContacted: number;
  readonly byStatus: Readonly<Record<number, number>>;
  readonly countedExactly: boolean;
}

/** Row by row where there are few URLs; else as of the last sweeps, and what was not swept yet by its ids. */
export async function urlCounts({ sql }: Database): Promise<UrlCounts> {
  const [table] = await sql<{ rows: number }[]>`
    select coalesce(sum(greatest(c.reltuples, 0)), 0)::float8 as rows
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'url'::regclass`;
  const countedExactly = (table?.rows ?? 0) <= EXACT_ROWS_MAX;
  const rows = countedExactly
    ? await sql<{ status: number; urls: number }[]>`
        select case when length(history) = 0 then 0 else get_byte(history, 0) & 127 end as status,
          count(*)::float8 as urls from url group by 1`
    : await sql<{ status: number; urls: number }[]>`
        select status, sum(urls)::float8 as urls from (
          select key::int as status, value::float8 as urls from slice, jsonb_each_text(counts)
          union all
          select 0, least(${SLICE_IDS}, greatest(0, last_value + 1 - no::bigint * ${SLICE_IDS}))::float8
          from slice, url_id_seq where counts = '{}'
        ) counted group by 1`;
  const byStatus: Record<number, number> = Object.fromEntries(rows.map(({ status, urls }) => [status, urls]));
  return {
    urls: rows.reduce((sum, { urls }) => sum + urls, 0),
    neverContacted: byStatus[0] ?? 0,
    byStatus,
    countedExactly,
  };
}
