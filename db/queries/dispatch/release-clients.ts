import type { Database } from "../../connect.ts";
import type { ClientLease } from "./claim-clients.ts";

/**
 * How a dispatcher leaves a client: told all there was; after a failure, so that something may still be on its way to
 * the edge and the next one needs a greater fence; or interrupted, so that the client is due at once.
 */
export type ClientEnd = "told" | "failed" | "interrupted";

/** Gives clients back; another dispatcher may take one once its delay is over. Answers how many were still held. */
export async function releaseClients(
  { sql }: Database,
  clients: readonly { readonly lease: ClientLease; readonly end: ClientEnd }[],
): Promise<number> {
  if (clients.length === 0) return 0;
  const { count } = await sql`
    update dispatch_client c set holder = case when given.ending = 'failed' then c.holder end,
      dispatched_at = case when given.ending = 'interrupted' then null else clock_timestamp() end,
      lease_until = 'epoch'
    from unnest(
      ${clients.map(({ lease }) => lease.wiki)}::int[], ${clients.map(({ lease }) => lease.target)}::text[],
      ${clients.map(({ lease }) => lease.token)}::bigint[], ${clients.map(({ end }) => end)}::text[]
    ) as given (wiki_id, target, token, ending)
    where c.wiki_id = given.wiki_id and c.target = given.target and c.token = given.token
      and c.holder is not null`;
  return count;
}
