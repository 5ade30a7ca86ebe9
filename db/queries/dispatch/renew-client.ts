import type { Database } from "../../connect.ts";
import type { ClientLease } from "./claim-clients.ts";

/** Prolongs the hold on a client from now; false: another dispatcher has it by now. */
export async function renewClient(db: Database, lease: ClientLease, leaseSeconds: number): Promise<boolean> {
  const { count } = await db.sql`
    update dispatch_client set lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    where wiki_id = ${lease.wiki} and target = ${lease.target} and token = ${lease.token} and holder is not null`;
  return count > 0;
}
