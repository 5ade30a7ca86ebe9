import type { NormalisedUrl } from "../../../shared/url/types.ts";
import type { Database } from "../../connect.ts";
import type { UrlId } from "../../types.ts";

/** A replacement that is to be looked at. */
export interface Proposal {
  readonly of: UrlId;
  readonly url: NormalisedUrl;
}

/** Replacements whose turn it is, kept from other workers for so many seconds: of a worker that dies they come back. */
export async function takeProposals(
  { sql }: Database,
  { limit, leaseSeconds }: { readonly limit: number; readonly leaseSeconds: number },
): Promise<Proposal[]> {
  const rows = await sql<Proposal[]>`
    update replacement set due = now() + make_interval(secs => ${leaseSeconds})
    where url_id in (
      select url_id from replacement where due <= now() order by due limit ${limit} for update skip locked)
    returning url_id as of, url`;
  return [...rows];
}
