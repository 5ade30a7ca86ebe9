import type { Database } from "../../connect.ts";
import type { WikiId } from "../../types.ts";

/** Adds what a feeder did since it last said so to the wiki's counts of this hour and of its pass (F7). */
export async function tallyFeed(
  { sql }: Database,
  wiki: WikiId,
  { listed, read, passedOver }: Readonly<Record<"listed" | "read" | "passedOver", number>>,
): Promise<void> {
  await sql`
    with pass as (
      insert into feed_pass as p (wiki_id, listed, read, passed_over) values (${wiki}, ${listed}, ${read}, ${passedOver})
      on conflict (wiki_id) do update set listed = p.listed + excluded.listed, read = p.read + excluded.read,
        passed_over = p.passed_over + excluded.passed_over
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
