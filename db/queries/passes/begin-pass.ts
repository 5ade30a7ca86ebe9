import type { Database } from "../../connect.ts";
import type { WikiId } from "../../types.ts";

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
