import type { Day } from "../../shared/calendar/day.ts";
import type { Database } from "../connect.ts";
import type { DispatchTally } from "../dispatch/published.ts";
import { type SpamStatus, spamStatus } from "../spam/status.ts";
import { BLOCKED_BIT, decodeDay, SLICE_IDS } from "../urls/row.ts";
import { type StreamCounts, streamCounts } from "../wikis/streams.ts";
import { type KnownWorker, workers } from "../work/workers.ts";
import { EXACT_ROWS_MAX, tableRows } from "./table-rows.ts";
import { type WikiCounts, wikiCounts } from "./wiki-counts.ts";

export type { StreamCounts, WikiCounts };

export interface ClientLag {
  readonly wiki: string;
  /** An edge by its name, or the table of events (FEED_TARGET). */
  readonly target: string;
  /** Nobody dispatches to it, so its lag is no trouble. */
  readonly paused: boolean;
  readonly needsExport: boolean;
  readonly holder: string | null;
  /** Pages of a full export that is under way; null: none is. */
  readonly exporting: { readonly done: number; readonly total: number } | null;
  /** Changes that the client was not told yet, counted up to LAG_COUNT_MAX. */
  readonly waiting: number;
  /** Age of the oldest of them. */
  readonly lagSeconds: number;
}

export const LAG_COUNT_MAX = 100_000;

/** In one walk over the youngest changes, as each of a thousand clients may be behind by all of them. */
export async function clientLags({ sql }: Database): Promise<ClientLag[]> {
  const rows = await sql<ClientLag[]>`
    with place as (
      select distinct position_xid as xid, position_id as id from dispatch_client
    ), walked as (
      -- Before a place stand the changes beyond it, the youngest first; the place itself before the change of that number.
      select xid, id, is_change, sum(is_change) over (order by xid desc, id desc, is_change rows unbounded preceding) as beyond
      from (
        select xid, id, 0 as is_change from place
        union all
        (select xid, id, 1 from change order by xid desc, id desc limit ${LAG_COUNT_MAX})
      ) both_kinds
    ), waiting as materialized (
      select w.xid, w.id, w.beyond::int as changes, first.lag from walked w left join lateral (
        select extract(epoch from clock_timestamp() - at) as lag from change
        where (change.xid, change.id) > (w.xid, w.id) order by xid, id limit 1
      ) first on true
      where w.is_change = 0
    )
    select w.dbname || '@' || f.name as wiki, c.target, w.paused, c.needs_export as "needsExport",
      case when c.lease_until > clock_timestamp() then c.holder end as holder,
      case when c.export_after is not null then json_build_object('done', c.export_done, 'total', c.export_total) end as exporting,
      waiting.changes as waiting, coalesce(waiting.lag, 0)::float8 as "lagSeconds"
    from dispatch_client c join wiki w on w.id = c.wiki_id join farm f on f.code = w.farm
      join waiting on waiting.xid = c.position_xid and waiting.id = c.position_id
    order by 1, 2`;
  return [...rows];
}

/** What all dispatchers of an edge together did in an hour of the database's clock. */
export interface DispatchHour extends DispatchTally {
  readonly target: string;
  /** Milliseconds since 1970. */
  readonly startMs: number;
}

/** Of the last day and the hour before, latest first; hours in which nothing was done are missing. */
export async function dispatchHours({ sql }: Database): Promise<DispatchHour[]> {
  const rows = await sql<DispatchHour[]>`
    select target, hour * 3600000::float8 as "startMs", batches, concerned, written, removed, exported
    from dispatch_hour where hour >= extract(epoch from clock_timestamp())::bigint / 3600 - 25
    order by hour desc, target`;
  return [...rows];
}

/** The oldest transaction of the server that may still write: changes of all later ones wait for its end (design 6). */
export interface HeldBack {
  /** null: of a prepared transaction, which has no process; `application` is its name. */
  readonly pid: number | null;
  readonly database: string;
  readonly user: string;
  readonly application: string;
  /** As pg_stat_activity has it; `prepared` without a process. */
  readonly state: string;
  /** Since it began; null: the server does not say it of another user's. */
  readonly seconds: number | null;
}

/** null: none. In whatever database of the server it is. */
export async function heldBack({ sql }: Database): Promise<HeldBack | null> {
  const [row] = await sql<HeldBack[]>`
    select pid, coalesce(database, '') as database, coalesce("user", '') as user, coalesce(application, '') as application,
      coalesce(state, '') as state, extract(epoch from clock_timestamp() - began)::float8 as seconds
    from (
      select pid, datname as database, usename as user, application_name as application, state, xact_start as began,
        backend_xid as xid
      from pg_stat_activity where backend_xid is not null and pid <> pg_backend_pid()
      union all
      select null, database, owner, gid, 'prepared', prepared, transaction from pg_prepared_xacts
    ) as running order by age(xid) desc limit 1`;
  return row ?? null;
}

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
      (select count(*) from (select 1 from touch_queue where not taken or lease_token > 0 limit ${COUNT_MAX}) q)::float8
        as "touchesWaiting",
      (select count(*) from (select 1 from changed_page limit ${COUNT_MAX}) n)::float8 as "newsWaiting",
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

export interface QueueAges {
  /** The oldest day on which somebody asked for a page that no feeder read since (F5). */
  readonly oldestTouch: Day | null;
  /** The oldest day for which a recheck was due. */
  readonly oldestRecheck: Day | null;
  /** Since when the oldest URL that no crawler took up waits at least, milliseconds since 1970; null: none, or not known. */
  readonly oldestNewUrlMs: number | null;
}

/** Slices of which all URLs are blocked have none to wait for. */
const SLICES_LOOKED_AT = 5;

export async function queueAges(db: Database): Promise<QueueAges> {
  const [row] = await db.sql<{ touch: number; recheck: number }[]>`
    select coalesce((select min(day) from (
        select day from touch_queue where not taken or lease_token > 0 limit ${COUNT_MAX}) q), -1) as touch,
      coalesce((select min(due) from recheck), -1) as recheck`;
  return {
    oldestTouch: decodeDay(row?.touch ?? -1),
    oldestRecheck: decodeDay(row?.recheck ?? -1),
    oldestNewUrlMs: await oldestNewUrl(db),
  };
}

/** Ids are given in the order of arrival, and how far they had come is noted each hour. */
async function oldestNewUrl({ sql }: Database): Promise<number | null> {
  const slices = await sql<{ no: number }[]>`
    select no from slice where fresh order by no limit ${SLICES_LOOKED_AT}`;
  for (const { no } of slices) {
    const from = no * SLICE_IDS;
    const [url] = await sql<{ id: number }[]>`
      select id from url where id >= ${from} and id < ${from + SLICE_IDS} and queried < 0 and flags & ${BLOCKED_BIT} = 0
      order by id limit 1`;
    if (url === undefined) continue;
    const [entered] = await sql<{ ms: number | null }[]>`
      select min(hour) * 3600000::float8 as ms from sweep_hour where last_url >= ${url.id}`;
    return entered?.ms ?? null;
  }
  return null;
}

/** What all crawlers together did in an hour of the database's clock. */
export interface SweepHour {
  /** Milliseconds since 1970. */
  readonly startMs: number;
  /** When counting began in that hour. */
  readonly sinceMs: number;
  readonly checked: number;
  /** Without traffic, as their hosts were away (C5). */
  readonly booked: number;
}

/** Of the last day and the hour before, latest first; an hour in which nothing was done may be missing. */
export async function sweepHours({ sql }: Database): Promise<SweepHour[]> {
  const rows = await sql<SweepHour[]>`
    select hour * 3600000::float8 as "startMs", (extract(epoch from since) * 1000)::float8 as "sinceMs",
      checked::float8, inferred::float8 as booked
    from sweep_hour where hour >= extract(epoch from clock_timestamp())::bigint / 3600 - 25 order by hour desc`;
  return [...rows];
}

export interface SystemStatus {
  /** The database's clock, milliseconds since 1970: ages and rates are told by it. */
  readonly nowMs: number;
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
  /** Of the last day, latest first. */
  readonly sweepHours: readonly SweepHour[];
  /** Counted up to COUNT_MAX, as the next. */
  readonly rechecksDue: number;
  readonly touchesWaiting: number;
  /** Pages of which a wiki told something new, and which no feeder read since. */
  readonly newsWaiting: number;
  readonly queues: QueueAges;
  readonly hosts: number;
  /** Hosts of which the last check of today failed as if they were away (C5). */
  readonly hostsAway: number;
  readonly databaseBytes: number;
  readonly wikis: readonly WikiCounts[];
  readonly streams: readonly StreamCounts[];
  readonly spam: SpamStatus;
  readonly clients: readonly ClientLag[];
  /** Of the last day, latest first. */
  readonly dispatchHours: readonly DispatchHour[];
  readonly heldBack: HeldBack | null;
  readonly workers: readonly KnownWorker[];
  /** Processes that stopped to give signs of life without signing off. */
  readonly silent: readonly KnownWorker[];
}

/** A sign of life older than this was the last one, as three should have followed. */
const SILENT_SECONDS = 60;

/** Everything for `weboid status`, in a second also where there are hundreds of millions of rows. */
export async function readStatus(db: Database, today: Day): Promise<SystemStatus> {
  const counts = await totals(db, today);
  const urls = await urlCounts(db);
  const swept = await db.sql<{ day: number; slices: number }[]>`
    select swept as day, count(*)::int as slices from slice group by 1 order by 1 desc`;
  const wikis = await wikiCounts(db);
  const known = await workers(db);
  return {
    ...counts,
    ...urls,
    pages: wikis.reduce((sum, { pages }) => sum + pages, 0),
    sweptPerDay: swept.map(({ day, slices }) => ({ day: decodeDay(day), slices })),
    sweepHours: await sweepHours(db),
    queues: await queueAges(db),
    wikis,
    streams: await streamCounts(db),
    spam: await spamStatus(db),
    clients: await clientLags(db),
    dispatchHours: await dispatchHours(db),
    heldBack: await heldBack(db),
    workers: known.filter(({ secondsSilent }) => secondsSilent < SILENT_SECONDS),
    silent: known.filter(({ secondsSilent }) => secondsSilent >= SILENT_SECONDS),
  };
}
