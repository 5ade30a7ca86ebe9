import { type AnyColumn, and, desc, eq, exists, ne, notExists, type SQL, sql } from "drizzle-orm";
import { batchOf, insertFrom } from "../batch.ts";
import { settled } from "../changes/read.ts";
import type { Database, Orm } from "../connect.ts";
import { fenced, isFree, secondsLeft } from "../lease/lease.ts";
import { change, dispatchClient, farm, nameOfWiki, page, wiki } from "../schema/index.ts";
import { fromNow, isAnyOf } from "../statement.ts";
import { FEED_TARGET, type Position, type WikiId } from "../types.ts";
import { isInFirstPass } from "../wikis/first-pass.ts";
import type { ClientLease } from "./leases.ts";

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
export const isForeign = sql<boolean>`${dispatchClient.positionXid} > pg_snapshot_xmax(pg_current_snapshot())`;

/** Has clients with a foreign position begin again, as the next claim would: edges with a full export, followers with a gap. Answers how many. */
export async function restartForeignClients({ orm }: Database): Promise<number> {
  const { exportWanted, target, profileDue } = dispatchClient;
  const { count } = await orm
    .update(dispatchClient)
    .set({
      positionXid: "0",
      positionId: 0,
      needsExport: true,
      exportWanted: sql`${exportWanted} + 1`,
      exportAfter: null,
      profileDue: sql`${profileDue} or ${target} <> ${FEED_TARGET}`,
      dispatchedAt: null,
    })
    .where(isForeign);
  return count;
}

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

function isDueFor(orm: Orm, work: ClientWork, until: Position | null): SQL {
  if (work === "profile")
    return sql`(${isUnknown} or (${dispatchClient.profileDue} and (not ${isExported} or ${isInFirstPass(orm)})))`;
  if (work === "export") return sql`(${isExported} and not ${isUnknown} and not ${isInFirstPass(orm)})`;
  return sql`(not ${isExported} and (${dispatchClient.needsExport} or ${isForeign} or ${isBehind(until)}))`;
}

/** Of clients joined with their wikis: they have something to be published, held or not. */
function isDue(orm: Orm, { target, work, wiki: only, until, except = [] }: DueRequest): SQL | undefined {
  const tokens = except.map(({ token }) => token);
  return and(
    eq(dispatchClient.target, target),
    only === undefined ? undefined : eq(dispatchClient.wikiId, only),
    sql`not ${isAnyOf(dispatchClient.token, tokens)}`,
    isDueFor(orm, work, until),
  );
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
          isDue(orm, request),
          eq(wiki.paused, false),
          isFree(client),
          // Who waits for none also takes what was given back after this statement began.
          delaySeconds === 0
            ? undefined
            : sql`(${client.dispatchedAt} is null or ${client.dispatchedAt} <= ${fromNow(-delaySeconds)})`,
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
  /** Name of the dispatcher that has it, alive or not; null: one claims it at this moment. */
  readonly holder: string | null;
  /** Until its lease runs out, if it is not prolonged. */
  readonly seconds: number;
}

/**
 * Clients that have something to be published, and belong to another dispatcher than `worker` or, just after a claim that found
 * nothing, are being claimed by another: they wait for that one, or for the end of its lease. Longest lease first.
 */
export function heldClients({ orm }: Database, request: DueRequest, name: string): Promise<HeldClient[]> {
  const { holder, wikiId } = dispatchClient;
  return orm
    .select({
      name: nameOfWiki,
      holder: sql<string | null>`case when not ${isFree(dispatchClient)} then ${holder} end`,
      seconds: secondsLeft(dispatchClient),
    })
    .from(dispatchClient)
    .innerJoin(wiki, eq(wiki.id, wikiId))
    .innerJoin(farm, eq(farm.code, wiki.farm))
    .where(
      and(
        isDue(orm, request),
        eq(wiki.paused, false),
        sql`(${isFree(dispatchClient)} or ${holder} is distinct from ${name})`,
      ),
    )
    .orderBy(desc(secondsLeft(dispatchClient)));
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
