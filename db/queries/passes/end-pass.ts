import type { Database } from "../../connect.ts";
import type { WikiId } from "../../types.ts";

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
