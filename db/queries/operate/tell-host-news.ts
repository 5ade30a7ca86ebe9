import type { Day } from "../../../shared/calendar/day.ts";
import type { Database } from "../../connect.ts";
import { tellLeft } from "../record/tell-hosts.ts";

/**
 * Tells what holds for hosts, or no longer does, of the URLs that the transaction which learnt it had no room for. Ends
 * between two batches after the signal; what is left then is told the next time.
 */
export async function tellHostNews(db: Database, today: Day, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted) if (!(await db.transaction(({ sql }) => tellLeft(sql, today)))) return;
}
