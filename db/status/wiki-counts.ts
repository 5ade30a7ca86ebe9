import type { Day } from "../../shared/calendar/day.ts";
import type { Database } from "../connect.ts";
import type { WikiId } from "../types.ts";
import { decodeDay } from "../urls/row.ts";
import { EXACT_ROWS_MAX, tableRows } from "./table-rows.ts";

/** What a feeder did with a wiki in an hour of the database's clock. */
export interface FeedHour {
  /** Milliseconds since 1970. */
  readonly startMs: number;
  readonly listed: number;
  readonly read: number;
}

/** Instants are milliseconds since 1970 by the database's clock, but `dueMs` and `changesDueMs`, which are the feeders'. */
export interface WikiCounts {
  readonly wiki: string;
  /** These two and `oldestTouch`: as of `countedAtMs`. */
  readonly pages: number;
  readonly needUpdate: number;
  /** Oldest day of a touch among its pages. */
  readonly oldestTouch: Day | null;
  /** As of when a feeder told them; null: they were counted just now, as there are few, or there is none as no feeder had the wiki yet. */
  readonly countedAtMs: number | null;
  readonly error: string | null;
  readonly errorAtMs: number | null;
  /** It is left alone after trouble until then, by the feeders' clock; null: it is not. */
  readonly retryMs: number | null;
  readonly paused: boolean;
  /** When its lists are due again. */
  readonly dueMs: number;
  /** Its lists are being read (F2). */
  readonly listing: boolean;
  readonly lastTurnMs: number | null;
  /** The feeder that has it now. */
  readonly holder: string | null;
  /** How far its own changes are known (F4); null: not at all. */
  readonly changesAtMs: number | null;
  /** When it is asked for them again, by the feeders' clock. */
  readonly changesDueMs: number;
  /** Since when its pass is under way (F7); null: none is. */
  readonly passBeganMs: number | null;
  /** Of the pass under way, or of the last one. */
  readonly listed: number;
  readonly read: number;
  /** Pages of that pass about which the wiki said nothing, or failed each time. */
  readonly passedOver: number;
  readonly lastPassSeconds: number | null;
  /** Of the pages that are to be read: the day on which the one was read that waits for longest; null: none is marked, or it was never read. */
  readonly oldestRead: Day | null;
  /** Of the last day and the hour before, latest first. */
  readonly hours: readonly FeedHour[];
}

type Row = Omit<WikiCounts, "oldestTouch" | "oldestRead" | "hours"> & {
  readonly id: WikiId;
  readonly oldest: number | null;
  readonly marked: number | null;
};

/** `only`: of this wiki alone. */
export async function wikiCounts(db: Database, only: WikiId | null = null): Promise<WikiCounts[]> {
  const { sql } = db;
  const wanted = (id: string) => (only === null ? sql`` : sql`where ${sql(id)} = ${only}`);
  const exact = (await tableRows(db, "page")) <= EXACT_ROWS_MAX;
  const counted = exact
    ? sql`select wiki_id, count(*) as pages, count(*) filter (where needs_update) + coalesce((
          select sum(cardinality(pageids)) from page_batch b where b.wiki_id = page.wiki_id), 0) as need_update,
        min(touched) as oldest_touch, null::timestamptz as counted_at from page ${wanted("wiki_id")} group by 1`
    : sql`select wiki_id, pages, need_update, oldest_touch, greatest(counted_at, tallied_at) as counted_at from feed_pass`;
  const rows = await sql<Row[]>`
    select w.id, w.dbname || '@' || f.name as wiki, coalesce(c.pages, 0)::float8 as pages,
      coalesce(c.need_update, 0)::float8 as "needUpdate", c.oldest_touch as oldest,
      (extract(epoch from c.counted_at) * 1000)::float8 as "countedAtMs",
      w.error, (extract(epoch from w.error_at) * 1000)::float8 as "errorAtMs", w.paused,
      case when w.retry_at > now() then (extract(epoch from w.retry_at) * 1000)::float8 end as "retryMs",
      (extract(epoch from w.full_due_at) * 1000)::float8 as "dueMs", w.feed ? 'listing' as listing,
      (extract(epoch from nullif(w.feed_served_at, 'epoch')) * 1000)::float8 as "lastTurnMs",
      case when w.feed_lease_until > clock_timestamp() then w.feed_holder end as holder,
      (extract(epoch from w.changes_at) * 1000)::float8 as "changesAtMs",
      (extract(epoch from w.changes_due_at) * 1000)::float8 as "changesDueMs",
      (extract(epoch from p.began_at) * 1000)::float8 as "passBeganMs", coalesce(p.listed, 0)::float8 as listed,
      coalesce(p.read, 0)::float8 as read,
      coalesce(p.passed_over, 0)::float8 as "passedOver", p.seconds::float8 as "lastPassSeconds",
      least(
        (select marked_read from page where wiki_id = w.id and needs_update order by marked_read limit 1),
        (select min(links_read) from page, (
          select pass, pageids from page_batch where wiki_id = w.id order by no limit 1
        ) b where page.wiki_id = w.id and pageid = any(b.pageids) and page.pass < b.pass)
      ) as marked
    from wiki w join farm f on f.code = w.farm
      left join feed_pass p on p.wiki_id = w.id left join (${counted}) c on c.wiki_id = w.id ${wanted("w.id")}
    order by 2`;
  const hours = await sql<(FeedHour & { readonly id: WikiId })[]>`
    select wiki_id as id, hour * 3600000::float8 as "startMs", listed::float8, read::float8 from feed_hour
    where hour >= extract(epoch from clock_timestamp())::bigint / 3600 - 25 order by hour desc`;
  const hoursOf = Map.groupBy(hours, ({ id }) => id);
  return rows.map(({ id, oldest, marked, ...row }) => ({
    ...row,
    oldestTouch: decodeDay(oldest ?? -1),
    oldestRead: decodeDay(marked ?? -1),
    hours: (hoursOf.get(id) ?? []).map(({ id: _, ...hour }) => hour),
  }));
}
