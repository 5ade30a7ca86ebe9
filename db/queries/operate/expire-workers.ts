import type { Database } from "../../connect.ts";

/** Processes that gave no sign of life for so long; their leases ran out by themselves. */
export async function expireWorkers(db: Database, silentSeconds: number): Promise<number> {
  const { count } = await db.sql`
    delete from worker where seen_at < clock_timestamp() - make_interval(secs => ${silentSeconds})`;
  return count;
}
