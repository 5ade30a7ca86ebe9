import type { Database } from "../../connect.ts";
import type { Proposal } from "./take-proposals.ts";

/** Keeps from other workers what was taken and is not settled yet: of a proposal that was replaced or settled nothing changes. */
export async function renewProposals(
  { sql }: Database,
  proposals: readonly Proposal[],
  leaseSeconds: number,
): Promise<void> {
  await sql`
    update replacement r set due = now() + make_interval(secs => ${leaseSeconds})
    from unnest(${proposals.map(({ of }) => of)}::bigint[], ${proposals.map(({ url }) => url)}::text[]) as given (id, url)
    where r.url_id = given.id and r.url = given.url and r.due <= now() + make_interval(secs => ${leaseSeconds})`;
}
