import type { Database } from "../../connect.ts";
import type { WikiId } from "../../types.ts";

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
      insert into feed_pass as p (wiki_id, listed, read, passed_over, pages, need_update, told_at)
      values (${wiki}, ${listed}, ${read}, ${passedOver}, ${Math.max(0, pages)}, ${Math.max(0, needUpdate)}, clock_timestamp())
      on conflict (wiki_id) do update set listed = p.listed + excluded.listed, read = p.read + excluded.read,
        passed_over = p.passed_over + excluded.passed_over, pages = greatest(0, p.pages + ${pages}::bigint),
        need_update = greatest(0, p.need_update + ${needUpdate}::bigint), told_at = excluded.told_at
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
