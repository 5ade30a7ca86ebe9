import type { Day } from "../../../shared/calendar/day.ts";
import type { Database } from "../../connect.ts";
import type { UrlId } from "../../types.ts";

/** Puts URLs on the list for a day of their own, before their slice is due; of two days the earlier counts. */
export async function scheduleRecheck(db: Database, urls: readonly UrlId[], due: Day): Promise<void> {
  const ids = [...new Set(urls)].sort((a, b) => a - b);
  await db.sql`
    insert into recheck (url_id, due) select id, ${due}::int from unnest(${ids}::bigint[]) as given (id) order by id
    on conflict (url_id) do update set due = least(recheck.due, excluded.due)`;
}
