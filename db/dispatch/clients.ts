import { type AnyColumn, and, desc, eq, exists, ne, notExists, type SQL, sql } from "drizzle-orm";
import { batchOf, insertFrom } from "../batch.ts";
import { settled } from "../changes/read.ts";
import type { Database, Orm } from "../connect.ts";
import { FREED, fenced, isFree, Leases, secondsLeft } from "../lease/lease.ts";
import { change, dispatchClient, farm, nameOfWiki, page, wiki, worker } from "../schema/index.ts";
import { fromNow, isAnyOf } from "../statement.ts";
import { FEED_TARGET, type Position, type WikiId } from "../types.ts";
import { isLifeless } from "../work/workers.ts";

export const clientLeases = new Leases(dispatchClient, {
  wiki: dispatchClient.wikiId,
  target: dispatchClient.target,
});

/**
 * Rows for all wikis that these targets do not have yet (D2). At an edge they begin with a full export; the table of
 * events begins with the oldest change that is kept; that of a wiki without pages, which no change concerned yet, with those that
 * are not settled.
 */
export async function addClients({ orm }: Database, targets: readonly string[]): Promise<void> {
  const { wikiId, target } = dispatchClient;
  const given = batchOf("given", target, targets);
  const isEdge = sql`${given.value} <> ${FEED_TARGET}`;
  const pages = orm.select({ pageid: page.pageid }).from(page).where(eq(page.wikiId, wiki.id));
  const fields = {
    wikiId: wiki.id,
    target: given.value,
    needsExport: isEdge,
    profileDue: isEdge,
    positionXid: sql`case when ${isEdge} or ${exists(pages)} then '0' else ${settled} end`,
  };
  const known = orm
    .select({ wikiId })
    .from(dispatchClient)
    .where(and(eq(wikiId, wiki.id), eq(target, given.value)));
  await insertFrom(orm, dispatchClient, fields, (found) =>
    found.from(wiki).crossJoin(given.rows).where(notExists(known)),
  ).onConflictDoNothing();
}

export type DueRequest = Pick<ClaimRequest, "target" | "work" | "wiki" | "until" | "except">;

/** The position comes from another server (a restored dump), whose transaction numbers were ahead. */
const isForeign = sql<boolean>`${dispatchClient.positionXid} > pg_snapshot_xmax(pg_current_snapshot())`;
const isExported = sql<boolean>`(${dispatchClient.target} <> ${FEED_TARGET} and (${dispatchClient.needsExport} or ${isForeign}))`;
/** The edge never had the wiki's profile. */
const isUnknown = sql<boolean>`(${dispatchClient.target} <> ${FEED_TARGET} and ${dispatchClient.profileDue}
  and ${dispatchClient.profileVersion} = '')`;

/** Changes after the client's position, of those before `until`, or of all that are settled. */
function isBehind(until: Position | null): SQL {
  const end = until === null ? settled : sql`${until.xid}::xid8`;
  return sql`(${dispatchClient.positionXid}, ${dispatchClient.positionId}) < (
    select ${change.xid}, ${change.id} from ${change} where ${change.xid} < ${end}
    order by ${change.xid} desc, ${change.id} desc limit 1)`;
}

function isDueFor(work: ClientWork, until: Position | null): SQL {
  if (work === "profile") return sql`(${isUnknown} or (${dispatchClient.profileDue} and not ${isExported}))`;
  if (work === "export") return sql`(${isExported} and not ${isUnknown})`;
  return sql`(not ${isExported} and (${dispatchClient.needsExport} or ${isForeign} or ${isBehind(until)}))`;
}

/** Of clients: they have something to be published, held or not. */
function isDue({ target, work, wiki: only, until, except = [] }: DueRequest): SQL | undefined {
  const tokens = except.map(({ token }) => token);
  return and(
    eq(dispatchClient.target, target),
    only === undefined ? undefined : eq(dispatchClient.wikiId, only),
    sql`not ${isAnyOf(dispatchClient.token, tokens)}`,
    isDueFor(work, until),
  );
}

/** A dispatcher's lease on a client (D2): a wiki at one target. */
export interface ClientLease {
  readonly wiki: WikiId;
  /** An edge by its name, or FEED_TARGET. */
  readonly target: string;
  /** `dewiki@WMF` */
  readonly name: string;
  readonly token: number;
  readonly position: Position;
  /** Changes before the position were never published, or are pruned: all pages are to be written again first. */
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
 * What a client is claimed for: its profile, a full export, or changes. A profile that the edge never had goes
 * before all else, as the edge says of such a wiki that there is none.
 */
type ClientWork = "profile" | "export" | "changes";

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
  /** Leases under which nothing could be published: their clients are left alone until somebody else had them. */
  readonly except?: readonly ClientLease[];
}

/**
 * Picks those due clients that waited longest, locks them, and passes over such as are locked (D2). A client with a foreign
 * position begins again with an export. The fence grows when the one before did not give the client back in order, and so may
 * still be writing. It follows the clock, so that it also grows past what the edge has of a server that is no more.
 */
export async function claimClients({ orm }: Database, request: ClaimRequest): Promise<ClientLease[]> {
  const { worker: name, leaseSeconds, delaySeconds, count } = request;
  const client = dispatchClient;
  const next = orm.$with("next").as(
    orm
      .select({ wikiId: client.wikiId, target: client.target, isForeign: isForeign.as("is_foreign") })
      .from(client)
      .innerJoin(wiki, eq(wiki.id, client.wikiId))
      .where(
        and(
          isDue(request),
          eq(wiki.paused, false),
          isFree(client),
          sql`(${client.dispatchedAt} is null or ${client.dispatchedAt} <= ${fromNow(-delaySeconds)})`,
        ),
      )
      .orderBy(sql`${client.dispatchedAt} nulls first`)
      .limit(count)
      .for("update", { of: client, skipLocked: true }),
  );
  const unlessForeign = (column: AnyColumn, start: SQL) =>
    sql`case when ${next.isForeign} then ${start} else ${column} end`;
  const rows = await orm
    .with(next)
    .update(client)
    .set({
      ...fenced(name, leaseSeconds),
      positionXid: unlessForeign(client.positionXid, sql`'0'::xid8`),
      positionId: unlessForeign(client.positionId, sql`0`),
      needsExport: sql`${client.needsExport} or ${next.isForeign}`,
      exportAfter: unlessForeign(client.exportAfter, sql`null`),
      profileDue: sql`${client.profileDue} or (${next.isForeign} and ${client.target} <> ${FEED_TARGET})`,
      fence: sql`case when ${client.holder} is null and ${client.fence} > 0 then ${client.fence}
        else greatest(${client.fence} + 1, (extract(epoch from clock_timestamp()) * 1000000)::bigint) end`,
    })
    .from(next)
    .innerJoin(wiki, eq(wiki.id, next.wikiId))
    .innerJoin(farm, eq(farm.code, wiki.farm))
    .where(and(eq(client.wikiId, next.wikiId), eq(client.target, next.target)))
    .returning({
      wiki: client.wikiId,
      target: client.target,
      name: nameOfWiki,
      token: client.token,
      position: { xid: client.positionXid, id: client.positionId },
      needsExport: client.needsExport,
      exportWanted: client.exportWanted,
      exportAfter: client.exportAfter,
      profileDue: client.profileDue,
      fence: client.fence,
    });
  return rows;
}

export interface HeldClient {
  /** `dewiki@WMF` */
  readonly name: string;
  /** Name of the dispatcher that has it, alive or not. */
  readonly holder: string;
  /** Until its lease runs out, if it is not prolonged. */
  readonly seconds: number;
}

/** Clients that have something to be published and are another's than `worker`'s: they wait for that one, or for the end of its lease. Longest lease first. */
export function heldClients({ orm }: Database, request: DueRequest, name: string): Promise<HeldClient[]> {
  const { holder, wikiId } = dispatchClient;
  return orm
    .select({
      name: nameOfWiki,
      holder: sql<string>`coalesce(${holder}, '')`,
      seconds: secondsLeft(dispatchClient),
    })
    .from(dispatchClient)
    .innerJoin(wiki, eq(wiki.id, wikiId))
    .innerJoin(farm, eq(farm.code, wiki.farm))
    .where(
      and(
        isDue(request),
        eq(wiki.paused, false),
        sql`not ${isFree(dispatchClient)}`,
        sql`${holder} is distinct from ${name}`,
      ),
    )
    .orderBy(desc(secondsLeft(dispatchClient)));
}

/**
 * How a dispatcher leaves a client: everything published there was; after a failure, so that something may still be on its way to
 * the edge and the next one needs a greater fence; or interrupted, so that the client is due at once.
 */
export type ClientEnd = "published" | "failed" | "interrupted";

/** Gives clients back; another dispatcher may take one once its delay is over. Answers how many were still held. */
export function releaseClients(
  db: Database,
  clients: readonly { readonly lease: ClientLease; readonly end: ClientEnd }[],
): Promise<number> {
  return db.transaction(async ({ orm }) => {
    let held = 0;
    for (const [end, ended] of Map.groupBy(clients, (client) => client.end)) {
      const dispatchedAt = end === "interrupted" ? sql`null` : sql`clock_timestamp()`;
      const released = await clientLeases.release(
        orm,
        ended.map(({ lease }) => lease),
        { named: end === "failed", also: { dispatchedAt } },
      );
      held += released.length;
    }
    return held;
  });
}

/** Frees, at the end of the time in which something of theirs may still come into force, what these have at a target. */
async function endClients(
  orm: Orm,
  holders: readonly string[],
  target: string,
  lateSeconds: number,
): Promise<string[]> {
  const client = dispatchClient;
  const until = fromNow(lateSeconds);
  const held = orm.$with("held").as(
    orm
      .select({ wikiId: client.wikiId })
      .from(client)
      .where(
        and(eq(client.target, target), isAnyOf(client.holder, holders), sql`${client.leaseUntil} > ${until}`),
      )
      .orderBy(client.wikiId)
      .for("update", { skipLocked: true }),
  );
  const freed = await orm
    .with(held)
    .update(client)
    .set({ leaseUntil: until })
    .from(held)
    .where(and(eq(client.target, target), eq(client.wikiId, held.wikiId)))
    .returning({ holder: client.holder });
  return freed.flatMap(({ holder }) => holder ?? []);
}

/**
 * Ends the leases of dispatchers that died (isLifeless; `gone`: names of those that surely are no more) on clients at these targets, in place of waiting until they run out; at targets
 * where something of theirs may still come into force, when that time is over. Answers their names. Where such a one lives all
 * the same, as it only lost a connection, what it writes is refused, as its holder stays named and the next fence so is
 * greater; or, where nobody refuses it, it asks so often whether its lease stands that nothing of it comes after that time.
 */
export async function releaseDeadClients(
  { orm }: Database,
  targets: readonly { readonly name: string; readonly lateSeconds: number }[],
  gone: readonly string[] = [],
): Promise<string[]> {
  const rows = await orm
    .select({ name: worker.name })
    .from(worker)
    .where(and(eq(worker.role, "dispatch"), isLifeless(gone)));
  const dead = rows.map(({ name }) => name);
  const freed = new Set<string>();
  if (dead.length > 0)
    for (const { name, lateSeconds } of targets)
      for (const holder of await endClients(orm, dead, name, lateSeconds)) freed.add(holder);
  return [...freed].sort();
}

/** Prolongs the lease on a client from now; false: another dispatcher has it by now. */
export async function renewClient(
  { orm }: Database,
  lease: ClientLease,
  leaseSeconds: number,
): Promise<boolean> {
  const held = await clientLeases.renew(orm, [lease], leaseSeconds);
  return held.length > 0;
}

/**
 * Notes that these clients have everything up to a position (D2). `release`: they are given back with it. Answers
 * the leases that were still held; of the others nothing was stored, as each is another dispatcher's by now, who publishes
 * everything after the old position again under a greater fence. `from`: stored only where they stand there still, for
 * what must not be published twice although the answer to an earlier try was lost.
 */
export async function storePositions<Lease extends ClientLease>(
  { orm }: Database,
  leases: readonly Lease[],
  position: Position,
  { release = false, from = null }: { readonly release?: boolean; readonly from?: Position | null } = {},
): Promise<Lease[]> {
  if (leases.length === 0) return [];
  const client = dispatchClient;
  const { rows, isGiven } = clientLeases.given(leases);
  const stored = await orm
    .update(client)
    .set({
      positionXid: position.xid,
      positionId: position.id,
      dispatchedAt: sql`clock_timestamp()`,
      // Changes that are pruned cannot be published as events; there is no state that could be in their place.
      needsExport: sql`${client.needsExport} and ${client.target} <> ${FEED_TARGET}`,
      ...(release && FREED),
    })
    .from(rows)
    .where(
      and(
        isGiven,
        from === null ? undefined : and(eq(client.positionXid, from.xid), eq(client.positionId, from.id)),
      ),
    )
    .returning({ token: client.token });
  const tokens = new Set(stored.map(({ token }) => token));
  return leases.filter(({ token }) => tokens.has(token));
}

/**
 * A fence above one that the edge has from elsewhere: of a database that was restored from a dump since. Only for the
 * one who holds the client; null: another dispatcher has it by now.
 */
export async function raiseFence(
  { orm }: Database,
  lease: ClientLease,
  above: number,
): Promise<number | null> {
  const [row] = await orm
    .update(dispatchClient)
    .set({ fence: sql`greatest(${dispatchClient.fence}, ${above}::bigint) + 1` })
    .where(clientLeases.isHeldBy(lease))
    .returning({ fence: dispatchClient.fence });
  return row?.fence ?? null;
}

/** The names of the edges that changes are published at. */
export async function knownEdges({ orm }: Database): Promise<string[]> {
  const { target } = dispatchClient;
  const rows = await orm
    .selectDistinct({ target })
    .from(dispatchClient)
    .where(ne(target, FEED_TARGET))
    .orderBy(target);
  return rows.map((row) => row.target);
}
