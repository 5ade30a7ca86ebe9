import type { Database } from "../../connect.ts";
import type { Position, WikiId } from "../../types.ts";

/** A dispatcher's hold on a client wiki (D2). */
export interface ClientLease {
  readonly wiki: WikiId;
  /** `dewiki@WMF` */
  readonly name: string;
  readonly token: number;
  readonly position: Position;
  /** Changes before the position were never told, or are pruned: all pages are to be written anew first. */
  readonly needsExport: boolean;
}

export interface ClaimRequest {
  /** Name of the dispatcher, for operators. */
  readonly worker: string;
  readonly leaseSeconds: number;
  /** Leaves clients alone that were dispatched to so recently. */
  readonly delaySeconds: number;
}

/**
 * Picks the client that waited longest and locks it, or another when it is locked (D2). null: none is free or due.
 * A position ahead of the server's transaction numbers comes from another server (a restored dump): such a client
 * begins anew with an export.
 */
export async function claimClient(db: Database, request: ClaimRequest): Promise<ClientLease | null> {
  const { worker, leaseSeconds, delaySeconds } = request;
  const rows = await db.sql<
    { wiki: WikiId; name: string; token: number; xid: string; id: number; needsExport: boolean }[]
  >`
    with next as (
      select c.wiki_id, c.position_xid > pg_snapshot_xmax(pg_current_snapshot()) as foreign_position
      from dispatch_client c join wiki w on w.id = c.wiki_id
      where not w.paused and c.lease_until < clock_timestamp()
        and (c.dispatched_at is null
          or c.dispatched_at <= clock_timestamp() - make_interval(secs => ${delaySeconds}))
      order by c.dispatched_at nulls first limit 1 for update of c skip locked
    )
    update dispatch_client c set holder = ${worker}, token = nextval('lease_token_seq'),
      lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds}),
      position_xid = case when next.foreign_position then '0'::xid8 else c.position_xid end,
      position_id = case when next.foreign_position then 0 else c.position_id end,
      needs_export = c.needs_export or next.foreign_position
    from next, wiki w, farm f
    where c.wiki_id = next.wiki_id and w.id = c.wiki_id and f.code = w.farm
    returning c.wiki_id as wiki, w.dbname || '@' || f.name as name, c.token,
      c.position_xid::text as xid, c.position_id as id, c.needs_export as "needsExport"`;
  const [row] = rows;
  if (row === undefined) return null;
  const { wiki, name, token, xid, id, needsExport } = row;
  return { wiki, name, token, needsExport, position: { xid, id } };
}
