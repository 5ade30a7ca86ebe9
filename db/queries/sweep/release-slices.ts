import type { Database } from "../../connect.ts";
import type { SliceLease } from "../../types.ts";

/** Gives leases back unfinished, for any worker to go on with. Answers how many were still ours. */
export async function releaseSlices(db: Database, leases: readonly SliceLease[]): Promise<number> {
  // An open pass remembers its beginning, which is enough; URLs never contacted keep their slice's place in front.
  const { count } = await db.sql`
    update slice s set holder = null, lease_until = 'epoch', fresh = s.fresh or s.pass_began < 0
    from unnest(${leases.map(({ slice }) => slice)}::int[], ${leases.map(({ token }) => token)}::bigint[])
      as given (no, token)
    where s.no = given.no and s.token = given.token`;
  return count;
}
