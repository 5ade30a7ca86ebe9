import type { Database } from "../../connect.ts";
import { storableJson } from "../../text.ts";
import type { Json } from "../../types.ts";
import type { FeedLease } from "./claim-feed.ts";
import { queueNews } from "./queue-news.ts";

export interface ChangesState {
  /** How far the wiki's changes are known, by its clock, in milliseconds since 1970. */
  readonly atMs: number;
  readonly place: Json;
  /** Pages that those changes concern. */
  readonly pageids: readonly number[];
}

/**
 * Stores the position together with what it told (F4): a feeder that dies tells it again or has told it. `full`: there is
 * no room for all of it, and the position stayed; `lost`: another feeder has the wiki by now, and nothing was written.
 */
export function storeChanges(
  db: Database,
  lease: FeedLease,
  { atMs, place, pageids }: ChangesState,
): Promise<"stored" | "full" | "lost"> {
  return db.transaction(async (tx) => {
    const [held] = await tx.sql`
      select 1 from wiki where id = ${lease.wiki} and feed_token = ${lease.token} for no key update`;
    if (held === undefined) return "lost";
    const { dropped } = await queueNews(tx, lease.wiki, pageids);
    if (dropped > 0) return "full";
    await tx.sql`
      update wiki set changes_at = to_timestamp(${atMs}::float8 / 1000), changes_place = ${storableJson(place)}::text::jsonb
      where id = ${lease.wiki}`;
    return "stored";
  });
}
