import type { Day } from "../../../shared/calendar/day.ts";
import type { Database } from "../../connect.ts";
import type { UrlId } from "../../types.ts";

/** Puts URLs whose host wants to be left alone on the list for a day after that; of two days the later counts. */
export async function postponeRechecks(db: Database, urls: readonly UrlId[], due: Day): Promise<void> {
  const ids = [...new Set(urls)].sort((a, b) => a - b);
  await db.sql`
    insert into recheck (url_id, due) select id, ${due}::int from unnest(${ids}::bigint[]) as given (id) order by id
    on conflict (url_id) do update
    set due = greatest(recheck.due, excluded.due), holder = null, lease_until = 'epoch'`;
}
