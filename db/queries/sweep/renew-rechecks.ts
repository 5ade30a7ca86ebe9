import type { Database } from "../../connect.ts";
import type { UrlId } from "../../types.ts";

/** Prolongs the leases of rechecks from now. Answers those that are still this worker's. */
export async function renewRechecks(
  db: Database,
  worker: string,
  urls: readonly UrlId[],
  leaseSeconds: number,
): Promise<ReadonlySet<UrlId>> {
  const rows = await db.sql<{ id: UrlId }[]>`
    update recheck set lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    where url_id in (
      select url_id from recheck where url_id = any(${[...urls]}::bigint[]) and holder = ${worker}
      order by url_id for update)
    returning url_id as id`;
  return new Set(rows.map(({ id }) => id));
}
