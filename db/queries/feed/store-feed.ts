import type { Database } from "../../connect.ts";
import { storableJson } from "../../text.ts";
import type { Wiki } from "../../types.ts";
import type { FeedLease } from "./claim-feed.ts";

export interface FeedState {
  /** Absent: stays. */
  readonly feed?: Wiki["feed"];
  /** When the next first run is due, unless somebody set another time since the feeder read `seenMs`. */
  readonly fullDue?: { readonly ms: number; readonly seenMs: number };
}

/** Writes down where the feeder stands; false: another feeder has the wiki by now, and nothing was written. */
export async function storeFeed(
  db: Database,
  { wiki, token }: FeedLease,
  { feed, fullDue }: FeedState,
): Promise<boolean> {
  const json = feed === undefined ? null : storableJson(feed);
  const { count } = await db.sql`
    update wiki set feed = coalesce(${json}::text::jsonb, feed),
      full_due_at = case
        when (extract(epoch from full_due_at) * 1000)::float8 = ${fullDue?.seenMs ?? null}::float8
        then to_timestamp(${fullDue?.ms ?? null}::float8 / 1000) else full_due_at end
    where id = ${wiki} and feed_token = ${token}`;
  return count > 0;
}
