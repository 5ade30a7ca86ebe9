import type { Database } from "../../connect.ts";
import type { WikiId } from "../../types.ts";

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
