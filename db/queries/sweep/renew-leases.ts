import type { Database } from "../../connect.ts";
import type { SliceLease } from "../../types.ts";

/** Prolongs leases from now. Answers the slices that are still ours; the others were given to another worker. */
export async function renewLeases(
  db: Database,
  leases: readonly SliceLease[],
  leaseSeconds: number,
): Promise<ReadonlySet<number>> {
  const rows = await db.sql<{ no: number }[]>`
    update slice s set lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    from unnest(${leases.map(({ slice }) => slice)}::int[], ${leases.map(({ token }) => token)}::bigint[])
      as given (no, token)
    where s.no = given.no and s.token = given.token and s.holder is not null
    returning s.no`;
  return new Set(rows.map(({ no }) => no));
}
