import type { Database } from "../connect.ts";
import type { WikiId } from "../types.ts";

/**
 * The lists of a wiki's criteria are due (F7): a pass begins, unless the one before is still under way and becomes an
 * endless loop. `anew`: lists begin from their start, and with them the counts.
 */
export async function beginPass({ sql }: Database, wiki: WikiId, anew: boolean): Promise<void> {
  await sql`
    insert into feed_pass as p (wiki_id, began_at) values (${wiki}, clock_timestamp())
    on conflict (wiki_id) do update set began_at = coalesce(p.began_at, excluded.began_at),
      listed = case when ${anew} then 0 else p.listed end, read = case when ${anew} then 0 else p.read end,
      passed_over = case when ${anew} then 0 else p.passed_over end`;
}

/** Counting is not repeated before this, and takes at most one second of so many. */
const EVERY_SECONDS = 600;
const ONE_SECOND_OF = 200;

/**
 * Counts a wiki's pages for `weboid status`, which cannot count hundreds of millions itself; seldom enough to cost nothing,
 * unless `now`.
 */
export async function countPages({ sql }: Database, wiki: WikiId, now: boolean): Promise<void> {
  const [fresh] = await sql`
    select 1 from feed_pass where wiki_id = ${wiki} and not ${now} and counted_at > clock_timestamp()
      - make_interval(secs => greatest(${EVERY_SECONDS}, count_ms * ${ONE_SECOND_OF}::float8 / 1000))`;
  if (fresh !== undefined) return;
  await sql`
    insert into feed_pass (wiki_id, pages, need_update, oldest_touch, counted_at, count_ms)
    select ${wiki}::int, counted.*, clock_timestamp(),
      round(extract(epoch from clock_timestamp() - statement_timestamp()) * 1000)
    from (
      select count(*), count(*) filter (where needs_update) + coalesce((
        select sum(cardinality(pageids)) from page_batch where wiki_id = ${wiki}), 0), coalesce(min(touched), -1)
      from page where wiki_id = ${wiki} offset 0
    ) counted
    on conflict (wiki_id) do update set pages = excluded.pages, need_update = excluded.need_update,
      oldest_touch = excluded.oldest_touch, counted_at = excluded.counted_at, count_ms = excluded.count_ms`;
}

/**
 * A pass is over when the lists were read to their end, no page is to be read any more, and what stood in no list was
 * asked about (F3, F7); `nowMs`: the feeder's clock.
 * False: it goes on, or none was under way.
 */
export async function endPass({ sql }: Database, wiki: WikiId, nowMs: number): Promise<boolean> {
  const { count } = await sql`
    update feed_pass p set seconds = ceil(extract(epoch from clock_timestamp() - p.began_at)), began_at = null
    from wiki w
    where p.wiki_id = ${wiki} and w.id = p.wiki_id and p.began_at is not null
      and not w.feed ? 'listing' and w.full_due_at > to_timestamp(${nowMs}::float8 / 1000)
      and not exists (select 1 from page where wiki_id = ${wiki} and needs_update)
      and not exists (select 1 from page_batch where wiki_id = ${wiki}) and w.leftover_after is null`;
  return count > 0;
}

/** Hours of which no rate is told any more. */
export async function expireTallies(
  { sql }: Database,
  { feedHours, sweepHours }: { readonly feedHours: number; readonly sweepHours: number },
): Promise<number> {
  const before = (hours: number) =>
    sql`extract(epoch from clock_timestamp())::bigint / 3600 - ${hours}::bigint`;
  const feed = await sql`delete from feed_hour where hour < ${before(feedHours)}`;
  const sweep = await sql`delete from sweep_hour where hour < ${before(sweepHours)}`;
  // As the crawlers' hours, by which its writes are measured.
  const dispatch = await sql`delete from dispatch_hour where hour < ${before(sweepHours)}`;
  return feed.count + sweep.count + dispatch.count;
}

/** What a feeder did since it last said so. */
export interface FeedTally {
  readonly listed: number;
  readonly read: number;
  readonly passedOver: number;
  /** How many pages more are known, and how many more are to be read; negative: fewer. */
  readonly pages: number;
  readonly needUpdate: number;
}

/**
 * Adds it to the wiki's counts of this hour and of its pass (F7), and to how many pages there are, which nobody can count
 * all the time.
 */
export async function tallyFeed(
  { sql }: Database,
  wiki: WikiId,
  { listed, read, passedOver, pages, needUpdate }: FeedTally,
): Promise<void> {
  await sql`
    with pass as (
      insert into feed_pass as p (wiki_id, listed, read, passed_over, pages, need_update, tallied_at)
      values (${wiki}, ${listed}, ${read}, ${passedOver}, ${Math.max(0, pages)}, ${Math.max(0, needUpdate)}, clock_timestamp())
      on conflict (wiki_id) do update set listed = p.listed + excluded.listed, read = p.read + excluded.read,
        passed_over = p.passed_over + excluded.passed_over, pages = greatest(0, p.pages + ${pages}::bigint),
        need_update = greatest(0, p.need_update + ${needUpdate}::bigint), tallied_at = excluded.tallied_at
    ), ids as (
      -- URLs are entered by feeders, so their ids are noted also while no crawler lives.
      insert into sweep_hour as s (hour, last_url)
      select extract(epoch from clock_timestamp())::bigint / 3600, case when is_called then last_value else 0 end
      from url_id_seq
      on conflict (hour) do update set last_url = greatest(s.last_url, excluded.last_url)
    )
    insert into feed_hour as h (wiki_id, hour, listed, read)
    values (${wiki}, extract(epoch from clock_timestamp())::bigint / 3600, ${listed}, ${read})
    on conflict (wiki_id, hour) do update set listed = h.listed + excluded.listed, read = h.read + excluded.read`;
}

export interface SweepTally {
  readonly checked: number;
  /** Without traffic, as their hosts were away (C5). */
  readonly booked: number;
}

/** Adds what a crawler did since it last said so to the fleet's counts of this hour (F7). */
export async function tallySweep({ sql }: Database, { checked, booked }: SweepTally): Promise<void> {
  await sql`
    insert into sweep_hour as s (hour, checked, inferred)
    values (extract(epoch from clock_timestamp())::bigint / 3600, ${checked}, ${booked})
    on conflict (hour) do update set checked = s.checked + excluded.checked, inferred = s.inferred + excluded.inferred`;
}
