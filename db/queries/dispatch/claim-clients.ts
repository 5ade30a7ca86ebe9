import type { Database } from "../../connect.ts";
import { FEED_TARGET, type Position, type WikiId } from "../../types.ts";
import { dueClients } from "./due-clients.ts";

/** A dispatcher's hold on a client (D2): a wiki at one target. */
export interface ClientLease {
  readonly wiki: WikiId;
  /** An edge by its name, or FEED_TARGET. */
  readonly target: string;
  /** `dewiki@WMF` */
  readonly name: string;
  readonly token: number;
  readonly position: Position;
  /** Changes before the position were never told, or are pruned: all pages are to be written anew first. */
  readonly needsExport: boolean;
  /** Which request for an export this lease serves. */
  readonly exportWanted: number;
  /** An export is under way, and wrote all pages up to this one; null: none is. */
  readonly exportAfter: number | null;
  /** The wiki's profile at the edge is not the one it should be (markProfiles). */
  readonly profileDue: boolean;
  /** To be sent with whatever is written for the client: the edge refuses what comes under a smaller number. */
  readonly fence: number;
}

/**
 * What a client is claimed for: its profile, a full export, or changes. A client whose edge never had its profile has that told
 * before all else, as the edge says of such a wiki that there is none.
 */
export type ClientWork = "profile" | "export" | "changes";

export interface ClaimRequest {
  /** Name of the dispatcher, for operators. */
  readonly worker: string;
  /** Only clients at this one. */
  readonly target: string;
  readonly leaseSeconds: number;
  /** Leaves clients alone that were dispatched to so recently. */
  readonly delaySeconds: number;
  /** At most so many. */
  readonly count: number;
  readonly work: ClientWork;
  /** Only this wiki. */
  readonly wiki?: WikiId;
  /** Changes from here on make no client due; null: all that are settled do. */
  readonly until: Position | null;
  /** Leases under which clients could not be told: these are left alone until somebody else had them. */
  readonly except?: readonly ClientLease[];
}

/**
 * Picks those due clients that waited longest, locks them, and passes over such as are locked (D2). Clients that no change came
 * after are not even looked at one by one, as a thousand of them would be all day.
 * A position ahead of the server's transaction numbers comes from another server (a restored dump): such a client
 * begins anew with an export. The fence grows when the one before did not give the client back in order, and so may
 * still be writing. It follows the clock, so that it also grows past what the edge has of a server that is no more.
 */
export async function claimClients(db: Database, request: ClaimRequest): Promise<ClientLease[]> {
  const { worker, leaseSeconds, delaySeconds, count } = request;
  const rows = await db.sql<(Omit<ClientLease, "position"> & { xid: string; id: number })[]>`
    with ${dueClients(db, request)}, next as (
      select c.wiki_id, c.target, due.foreign_position
      from due join dispatch_client c using (wiki_id, target) join wiki w on w.id = c.wiki_id
      where not w.paused and c.lease_until < clock_timestamp() and (c.dispatched_at is null
        or c.dispatched_at <= clock_timestamp() - make_interval(secs => ${delaySeconds}))
      order by c.dispatched_at nulls first limit ${count} for update of c skip locked
    )
    update dispatch_client c set holder = ${worker}, token = nextval('lease_token_seq'),
      lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds}),
      position_xid = case when next.foreign_position then '0'::xid8 else c.position_xid end,
      position_id = case when next.foreign_position then 0 else c.position_id end,
      needs_export = c.needs_export or next.foreign_position,
      export_after = case when next.foreign_position then null else c.export_after end,
      profile_due = c.profile_due or (next.foreign_position and c.target <> ${FEED_TARGET}),
      fence = case when c.holder is null and c.fence > 0 then c.fence
        else greatest(c.fence + 1, (extract(epoch from clock_timestamp()) * 1000000)::bigint) end
    from next, wiki w, farm f
    where c.wiki_id = next.wiki_id and c.target = next.target and w.id = c.wiki_id and f.code = w.farm
    returning c.wiki_id as wiki, c.target, w.dbname || '@' || f.name as name, c.token,
      c.position_xid::text as xid, c.position_id as id, c.needs_export as "needsExport",
      c.export_wanted as "exportWanted", c.export_after as "exportAfter", c.profile_due as "profileDue", c.fence`;
  return rows.map(({ xid, id, ...lease }) => ({ ...lease, position: { xid, id } }));
}
