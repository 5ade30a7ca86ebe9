import type { Day } from "../../../shared/calendar/day.ts";
import type { Database } from "../../connect.ts";
import { decodeDay } from "../../url-row.ts";
import { type SpamStatus, spamStatus } from "../spam/spam-status.ts";
import { type LiveWorker, liveWorkers } from "./live-workers.ts";

/** `pages` and what follows are estimates from a sample where the system has many pages. */
export interface WikiCounts {
  readonly wiki: string;
  readonly pages: number;
  readonly needUpdate: number;
  /** Oldest day of a touch among its pages. */
  readonly oldestTouch: Day | null;
  readonly error: string | null;
  /** It is left alone after trouble until then; null: it is not. Milliseconds since 1970. */
  readonly retryMs: number | null;
}

export interface ClientLag {
  readonly wiki: string;
  /** Nobody dispatches to it, so its lag is no trouble. */
  readonly paused: boolean;
  readonly needsExport: boolean;
  readonly holder: string | null;
  /** Changes that the client was not told yet, counted up to LAG_COUNT_MAX. */
  readonly waiting: number;
  /** Age of the oldest of them. */
  readonly lagSeconds: number;
}

export interface SystemStatus {
  readonly pages: number;
  readonly urls: number;
  readonly neverContacted: number;
  /** How many URLs have which status byte (table S); 0: none yet. Exact for small tables, else as of the last sweeps. */
  readonly byStatus: Readonly<Record<number, number>>;
  readonly countedExactly: boolean;
  readonly slices: number;
  readonly leasedSlices: number;
  /** How many slices were last swept on which day, youngest first; null: never. */
  readonly sweptPerDay: readonly { readonly day: Day | null; readonly slices: number }[];
  readonly rechecksDue: number;
  readonly touchesWaiting: number;
  readonly hosts: number;
  /** Hosts of which the last check of today failed as if they were away (C5). */
  readonly hostsAway: number;
  readonly databaseBytes: number;
  readonly wikis: readonly WikiCounts[];
  readonly spam: SpamStatus;
  readonly clients: readonly ClientLag[];
  readonly workers: readonly LiveWorker[];
}

/** Tables up to this size are counted row by row; of a larger page table so many rows are looked at. */
const EXACT_ROWS_MAX = 1_000_000;
export const LAG_COUNT_MAX = 100_000;

async function statusCounts({ sql }: Database, exact: boolean): Promise<Record<number, number>> {
  const rows = exact
    ? await sql<{ status: number; urls: number }[]>`
        select case when length(history) = 0 then 0 else get_byte(history, 0) & 127 end as status,
          count(*)::float8 as urls from url group by 1`
    : await sql<{ status: number; urls: number }[]>`
        select key::int as status, sum(value::float8) as urls from slice, jsonb_each_text(counts) group by 1`;
  return Object.fromEntries(rows.map(({ status, urls }) => [status, urls]));
}

async function wikiCounts({ sql }: Database): Promise<WikiCounts[]> {
  const [table] = await sql<{ rows: number }[]>`
    select reltuples::float8 as rows from pg_class where oid = 'page'::regclass`;
  const percent = Math.min(100, (100 * EXACT_ROWS_MAX) / Math.max(1, table?.rows ?? 0));
  const rows = await sql<(Omit<WikiCounts, "oldestTouch"> & { oldest: number | null })[]>`
    select w.dbname || '@' || f.name as wiki, coalesce(p.pages, 0)::float8 as pages,
      coalesce(p.needing, 0)::float8 as "needUpdate", p.oldest, w.error,
      case when w.retry_at > now() then (extract(epoch from w.retry_at) * 1000)::float8 end as "retryMs"
    from wiki w join farm f on f.code = w.farm left join (
      select wiki_id, min(touched) as oldest, round(count(*) * 100 / ${percent}::float8) as pages,
        round(count(*) filter (where needs_update) * 100 / ${percent}::float8) as needing
      from page tablesample system (${percent}) group by wiki_id
    ) p on p.wiki_id = w.id order by 1`;
  return rows.map(({ oldest, ...row }) => ({ ...row, oldestTouch: decodeDay(oldest ?? -1) }));
}

async function clientLags({ sql }: Database): Promise<ClientLag[]> {
  const rows = await sql<ClientLag[]>`
    select w.dbname || '@' || f.name as wiki, w.paused, c.needs_export as "needsExport",
      case when c.lease_until > clock_timestamp() then c.holder end as holder,
      waiting.changes as waiting, coalesce(waiting.lag, 0)::float8 as "lagSeconds"
    from dispatch_client c join wiki w on w.id = c.wiki_id join farm f on f.code = w.farm
    cross join lateral (
      select count(*)::int as changes, extract(epoch from clock_timestamp() - min(at)) as lag from (
        select at from change where (xid, id) > (c.position_xid, c.position_id)
        order by xid, id limit ${LAG_COUNT_MAX}
      ) behind
    ) waiting order by 1`;
  return [...rows];
}

interface Totals {
  readonly slices: number;
  readonly leasedSlices: number;
  readonly rechecksDue: number;
  readonly touchesWaiting: number;
  readonly hosts: number;
  readonly hostsAway: number;
  readonly databaseBytes: number;
  readonly estimated: number;
}

async function totals({ sql }: Database, today: Day): Promise<Totals> {
  const [row] = await sql<Totals[]>`
    select (select count(*) from slice)::float8 as slices,
      (select count(*) from slice where holder is not null and lease_until > clock_timestamp())::float8
        as "leasedSlices",
      (select count(*) from recheck where due <= ${today})::float8 as "rechecksDue",
      (select count(*) from touch_queue where not taken or held > 0)::float8 as "touchesWaiting",
      (select count(*) from host)::float8 as hosts,
      (select count(*) from host where outage_day = ${today})::float8 as "hostsAway",
      pg_database_size(current_database())::float8 as "databaseBytes",
      (select coalesce(sum(greatest(c.reltuples, 0)), 0) from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'url'::regclass)::float8 as estimated`;
  if (row === undefined) throw new Error("no row from a select without a table");
  return row;
}

/** Everything for `weboid status`. */
export async function readStatus(db: Database, today: Day): Promise<SystemStatus> {
  const { estimated, ...counts } = await totals(db, today);
  const countedExactly = estimated <= EXACT_ROWS_MAX;
  const byStatus = await statusCounts(db, countedExactly);
  const swept = await db.sql<{ day: number; slices: number }[]>`
    select swept as day, count(*)::int as slices from slice group by 1 order by 1 desc`;
  const wikis = await wikiCounts(db);
  return {
    ...counts,
    pages: wikis.reduce((sum, { pages }) => sum + pages, 0),
    urls: Object.values(byStatus).reduce((sum, urls) => sum + urls, 0),
    neverContacted: byStatus[0] ?? 0,
    byStatus,
    countedExactly,
    sweptPerDay: swept.map(({ day, slices }) => ({ day: decodeDay(day), slices })),
    wikis,
    spam: await spamStatus(db),
    clients: await clientLags(db),
    workers: await liveWorkers(db),
  };
}
