import type { Day } from "../../../shared/calendar/day.ts";
import type { Database } from "../../connect.ts";
import type { UrlId } from "../../types.ts";

/**
 * Puts URLs that were taken but not checked at the end of what is due today, for any worker. Also those of a slice: so a
 * host with very many URLs keeps no slice from being finished.
 */
export async function handBackRechecks(db: Database, urls: readonly UrlId[], today: Day): Promise<void> {
  const ids = [...new Set(urls)].sort((a, b) => a - b);
  // What had a lease is taken after what never had one (takeRechecks).
  await db.sql`
    insert into recheck (url_id, due, lease_until)
    select id, ${today}::int, clock_timestamp() from unnest(${ids}::bigint[]) as given (id) order by id
    on conflict (url_id) do update
    set due = least(recheck.due, excluded.due), holder = null, lease_until = excluded.lease_until`;
}
