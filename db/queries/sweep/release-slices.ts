import type { Database } from "../../connect.ts";
import type { SliceLease } from "../../types.ts";

/** Gives leases back unfinished, so that any worker may go on at once. Answers how many were still ours. */
export async function releaseSlices(db: Database, leases: readonly SliceLease[]): Promise<number> {
  // `fresh` also where only the rest of a pass is left: it means "go on here first".
  const { count } = await db.sql`
    update slice s set holder = null, lease_until = 'epoch', fresh = true
    from unnest(${leases.map(({ slice }) => slice)}::int[], ${leases.map(({ token }) => token)}::bigint[])
      as given (no, token)
    where s.no = given.no and s.token = given.token`;
  return count;
}
