import type { Database } from "../../connect.ts";
import { FEED_TARGET, type Position } from "../../types.ts";
import type { ClientLease } from "./claim-clients.ts";

/**
 * Notes that these clients are told everything up to a position (D2). `release`: they are given back with it. Answers
 * the leases that were still held; of the others nothing was stored, as each is another dispatcher's by now, who tells
 * everything after the old position again under a greater fence. `from`: stored only where they stand there still, for
 * what must not be told twice although the answer to an earlier try was lost.
 */
export async function storePositions<Lease extends ClientLease>(
  { sql }: Database,
  leases: readonly Lease[],
  position: Position,
  { release = false, from = null }: { readonly release?: boolean; readonly from?: Position | null } = {},
): Promise<Lease[]> {
  if (leases.length === 0) return [];
  const rows = await sql<{ token: number }[]>`
    update dispatch_client c set position_xid = ${position.xid}::xid8, position_id = ${position.id},
      dispatched_at = clock_timestamp(),
      -- Changes that are pruned cannot be told as events; there is no state that could be told in their place.
      needs_export = c.needs_export and c.target <> ${FEED_TARGET},
      holder = case when ${release}::boolean then null else c.holder end,
      lease_until = case when ${release}::boolean then 'epoch' else c.lease_until end
    from unnest(
      ${leases.map(({ wiki }) => wiki)}::int[], ${leases.map(({ target }) => target)}::text[],
      ${leases.map(({ token }) => token)}::bigint[]
    ) as given (wiki_id, target, token)
    where c.wiki_id = given.wiki_id and c.target = given.target and c.token = given.token
      and c.holder is not null
      and (${from === null}::boolean
        or (c.position_xid, c.position_id) = (${from?.xid ?? "0"}::xid8, ${from?.id ?? 0}::bigint))
    returning c.token`;
  const stored = new Set(rows.map(({ token }) => token));
  return leases.filter(({ token }) => stored.has(token));
}
