import type { Database } from "../connect.ts";
import { FEED_TARGET, type Position, type WikiId } from "../types.ts";
import { lifeless } from "../work/workers.ts";

/**
 * Rows for all wikis that these targets do not have yet (D2). At an edge they begin with a full export; the table of
 * events begins with the oldest change that is kept; that of a wiki without pages, which no change concerned yet, with those that
 * are not settled.
 */
export async function addClients({ sql }: Database, targets: readonly string[]): Promise<void> {
  await sql`
    insert into dispatch_client (wiki_id, target, needs_export, profile_due, position_xid)
    select w.id, t.target, t.target <> ${FEED_TARGET}, t.target <> ${FEED_TARGET},
      case when t.target = ${FEED_TARGET} and not exists (select 1 from page p where p.wiki_id = w.id)
        then pg_snapshot_xmin(pg_current_snapshot()) else '0' end
    from wiki w, unnest(${[...targets]}::text[]) as t (target)
    where not exists (select 1 from dispatch_client c where c.wiki_id = w.id and c.target = t.target)
    on conflict do nothing`;
}

export type DueRequest = Pick<ClaimRequest, "target" | "work" | "wiki" | "until" | "except">;

/** Members of a `with`, the last of which is `due`: the clients that have something to be told, held or not. */
export function dueClients({ sql }: Database, { target, work, wiki, until, except = [] }: DueRequest) {
  return sql`
    head as materialized (
      select change.xid, change.id from change
      where change.xid < coalesce(${until?.xid ?? null}::xid8, pg_snapshot_xmin(pg_current_snapshot()))
      order by change.xid desc, change.id desc limit 1
    ), placed as (
      select c.*, c.position_xid > pg_snapshot_xmax(pg_current_snapshot()) as foreign_position
      from dispatch_client c
      where c.target = ${target} and c.wiki_id = coalesce(${wiki ?? null}::int, c.wiki_id)
        and c.token <> all(${except.map(({ token }) => token)}::bigint[])
    ), known as (
      select p.*, target <> ${FEED_TARGET} and (needs_export or foreign_position) as exported,
        target <> ${FEED_TARGET} and profile_due and profile_version = '' as unknown_there
      from placed p
    ), due as (
      select wiki_id, target, foreign_position from known
      where case ${work}::text
        when 'profile' then unknown_there or (profile_due and not exported)
        when 'export' then exported and not unknown_there
        else not exported and (needs_export or foreign_position
          or (position_xid, position_id) < (select head.xid, head.id from head)) end
    )`;
}

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

export interface HeldClient {
  /** `dewiki@WMF` */
  readonly name: string;
  /** Name of the dispatcher that has it, alive or not. */
  readonly holder: string;
  /** Until its lease runs out, if it is not prolonged. */
  readonly seconds: number;
}

/** Clients that have something to be told and are another's than `worker`'s: they are told by that one, or after its lease. Longest lease first. */
export async function heldClients(db: Database, request: DueRequest, worker: string): Promise<HeldClient[]> {
  return db.sql<HeldClient[]>`
    with ${dueClients(db, request)}
    select w.dbname || '@' || f.name as name, coalesce(c.holder, '') as holder,
      extract(epoch from c.lease_until - clock_timestamp())::float8 as seconds
    from due join dispatch_client c using (wiki_id, target) join wiki w on w.id = c.wiki_id join farm f on f.code = w.farm
    where not w.paused and c.lease_until >= clock_timestamp() and c.holder is distinct from ${worker}
    order by 3 desc`;
}

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

/**
 * Ends the holds of dispatchers that died (lifeless; `gone`: names of those that surely are no more) on clients at these targets, in place of waiting until they run out; at targets
 * where something of theirs may still come into force, when that time is over. Answers their names. Where such a one lives all
 * the same, as it only lost a connection, what it writes is refused, as its holder stays named and the next fence so is
 * greater; or, where nobody refuses it, it asks so often whether its hold stands that nothing of it comes after that time.
 */
export async function releaseDeadClients(
  { sql }: Database,
  targets: readonly { readonly name: string; readonly lateSeconds: number }[],
  gone: readonly string[] = [],
): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    with dead as materialized (
      select name from worker where role = 'dispatch' and ${lifeless({ sql }, gone)}
    ), held as (
      select c.wiki_id, c.target, clock_timestamp() + make_interval(secs => given.late) as until
      from dispatch_client c join dead on dead.name = c.holder
        join unnest(${targets.map(({ name }) => name)}::text[], ${targets.map(({ lateSeconds }) => lateSeconds)}::int[])
          as given (target, late) using (target)
      where c.lease_until > clock_timestamp() + make_interval(secs => given.late)
      order by 1, 2 for update of c skip locked
    ), freed as (
      update dispatch_client c set lease_until = held.until from held
      where c.wiki_id = held.wiki_id and c.target = held.target returning c.holder as name
    )
    select distinct name from freed order by 1`;
  return rows.map(({ name }) => name);
}

/** Prolongs the hold on a client from now; false: another dispatcher has it by now. */
export async function renewClient(db: Database, lease: ClientLease, leaseSeconds: number): Promise<boolean> {
  const { count } = await db.sql`
    update dispatch_client set lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    where wiki_id = ${lease.wiki} and target = ${lease.target} and token = ${lease.token} and holder is not null`;
  return count > 0;
}

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

/**
 * A fence above one that the edge has from elsewhere: of a database that was restored from a dump since. Only for the
 * one who holds the client; null: another dispatcher has it by now.
 */
export async function raiseFence(db: Database, lease: ClientLease, above: number): Promise<number | null> {
  const [row] = await db.sql<{ fence: number }[]>`
    update dispatch_client set fence = greatest(fence, ${above}::bigint) + 1
    where wiki_id = ${lease.wiki} and target = ${lease.target} and token = ${lease.token} and holder is not null
    returning fence`;
  return row?.fence ?? null;
}

/** The names of the edges that are told changes. */
export async function knownEdges({ sql }: Database): Promise<string[]> {
  const rows = await sql<{ target: string }[]>`
    select distinct target from dispatch_client where target <> ${FEED_TARGET} order by 1`;
  return rows.map(({ target }) => target);
}
