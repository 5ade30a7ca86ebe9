import { and, eq, exists, inArray, isNotNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { Database, Orm } from "../connect.ts";
import { codeOf } from "../errors.ts";
import { fenced, type Held, isFree, Leases, secondsLeft } from "../lease/lease.ts";
import { prebuilt } from "../orm.ts";
import { queueChanged } from "../pages/changed.ts";
import { changedPage, page, pageBatch, touchQueue, wiki } from "../schema/index.ts";
import { instantOf, isAt, setLocal } from "../statement.ts";
import type { WikiId } from "../types.ts";
import { patchedFeed, selectWikis, type Wiki } from "./wikis.ts";

/** A feeder's hold on a wiki: while it lasts no other feeds that wiki. */
export type FeedLease = Held<typeof wiki, { readonly wiki: typeof wiki.id }>;

const feedLeases = new Leases(wiki, { wiki: wiki.id });

type FeedClaim =
  | ({ readonly kind: "lease" } & FeedLease)
  /** By whom, and for how many more seconds unless it is prolonged. */
  | { readonly kind: "held"; readonly holder: string; readonly seconds: number };

interface FeedClaimRequest {
  /** Name of the feeder, for operators. */
  readonly worker: string;
  readonly leaseSeconds: number;
  /** A holder that is known to be dead: its hold does not count. */
  readonly dead?: string;
}

/** A claim waits for so long for what is written under the lease before: who stands still amid a transaction is let go by the server, minutes later. */
const CLAIM_WAIT = "1s";
const LOCK_NOT_AVAILABLE = "55P03";

/** Takes a wiki for one feeder, so that any number of them share the wikis. */
export async function claimFeed(
  db: Database,
  wikiId: WikiId,
  { worker, leaseSeconds, dead }: FeedClaimRequest,
): Promise<FeedClaim> {
  const isTheDead = dead === undefined ? undefined : eq(wiki.holder, dead);
  const claim = async ({ orm }: Database) => {
    await setLocal(orm, { lock_timeout: CLAIM_WAIT });
    const free = orm
      .select({ id: wiki.id })
      .from(wiki)
      .where(and(eq(wiki.id, wikiId), or(isFree(wiki), isTheDead)))
      .for("update");
    const [taken] = await orm
      .update(wiki)
      .set({ ...fenced(worker, leaseSeconds), feedServedAt: sql`clock_timestamp()` })
      .where(inArray(wiki.id, free))
      .returning({ wiki: wiki.id, token: wiki.token });
    return taken;
  };
  for (;;) {
    let writes = false;
    const taken = await db.transaction(claim).catch((error: unknown) => {
      if (codeOf(error) !== LOCK_NOT_AVAILABLE) throw error;
      writes = true;
    });
    if (taken) return { kind: "lease", ...taken };
    const [held] = await db.orm
      .select({ holder: wiki.holder, seconds: secondsLeft(wiki) })
      .from(wiki)
      .where(eq(wiki.id, wikiId));
    if (held === undefined) throw new Error("a wiki vanished while it was claimed");
    if (writes || (held.holder !== null && held.seconds > 0))
      return {
        kind: "held",
        holder: held.holder ?? "another",
        seconds: Math.max(1, Math.ceil(held.seconds)),
      };
    // It was given back between the two statements.
  }
}

/** Prolongs the hold on a wiki from now; false: another feeder has it by now. */
export async function renewFeed({ orm }: Database, lease: FeedLease, leaseSeconds: number): Promise<boolean> {
  return (await feedLeases.renew(orm, [lease], leaseSeconds)).length > 0;
}

/** Gives a wiki back. False: it was another's by now. */
export async function releaseFeed({ orm }: Database, lease: FeedLease): Promise<boolean> {
  return (await feedLeases.release(orm, [lease])).length > 0;
}

/** Another feeder has the wiki by now: what this one knows of it is old. */
export class FeedLost extends Error {
  override readonly name = "FeedLost";

  constructor() {
    super("another feeder has the wiki by now");
  }
}

const heldFeed = prebuilt((orm) =>
  orm
    .select({ id: wiki.id })
    .from(wiki)
    .where(
      and(
        eq(wiki.id, sql.placeholder("wiki")),
        eq(wiki.token, sql.placeholder("token")),
        isNotNull(wiki.holder),
      ),
    )
    .for("key share"),
);

/** Keeps a wiki from being claimed until the transaction ends. Throws FeedLost. */
export async function lockFeed(orm: Orm, { wiki, token }: FeedLease): Promise<void> {
  if ((await heldFeed(orm, { wiki, token })).length === 0) throw new FeedLost();
}

/** One transaction of a feeder, while the wiki is its own. Throws FeedLost, and then nothing was done. */
export const underFeedLease = <T>(
  db: Database,
  lease: FeedLease,
  work: (tx: Database) => Promise<T>,
): Promise<T> =>
  db.transaction(async (tx) => {
    await lockFeed(tx.orm, lease);
    return work(tx);
  });

/** Who holds wikis, dead or alive. */
export const feedHolders = ({ orm }: Database): Promise<string[]> => feedLeases.holders(orm);

/** Gives back the wikis of feeders that are known to be dead. */
export const releaseFeeds = ({ orm }: Database, holders: readonly string[]): Promise<void> =>
  feedLeases.endOf(orm, holders);

/** Who is waited for counts as if it had last been fed this much longer ago: first as a rule, yet nobody starves by it. */
const ASKED_SECONDS = 3_600;

/**
 * Wikis for which a feeder has something to do at `nowMs` (its own clock) and that no other holds: a first run that is
 * due, spam lists or changes that are to be read, pages that it reported as changed, pages that somebody asked for
 * (also those that a feeder took and did not finish), pages that need an update. Paused ones are for the caller to judge.
 * The one that was not fed for longest comes first, a new wiki before all others; pages that were asked for are worth an
 * hour. Before `incrementalDueAt` a wiki has a first run alone: nothing else can be read there.
 */
export function dueWikis({ orm }: Database, nowMs: number): Promise<Wiki[]> {
  const has = (table: typeof changedPage | typeof pageBatch | typeof page | typeof touchQueue, which?: SQL) =>
    exists(
      orm
        .select({ one: sql`1` })
        .from(table)
        .where(and(eq(table.wikiId, wiki.id), which)),
    );
  const isAsked = has(touchQueue, sql`(not ${touchQueue.taken} or ${touchQueue.leaseToken} > 0)`);
  const isDue = or(
    lte(wiki.fullDueAt, nowMs),
    lte(wiki.spamDueAt, nowMs),
    lte(wiki.changesDueAt, nowMs),
    has(changedPage),
    isAsked,
    has(pageBatch),
    isNotNull(wiki.leftoverAfter),
    has(page, sql`${page.needsUpdate}`),
  );
  const servedAt = sql`${wiki.feedServedAt} - case when ${isAsked} then make_interval(secs => ${ASKED_SECONDS}) else interval '0' end`;
  const isReadable = or(lte(wiki.incrementalDueAt, nowMs), lte(wiki.fullDueAt, nowMs));
  return selectWikis(orm)
    .where(and(isFree(wiki), lte(wiki.retryAt, nowMs), isReadable, isDue))
    .orderBy(servedAt, wiki.farm, wiki.dbname);
}

export interface FeedState {
  /** Its keys that change, as of patchedFeed. Absent: stays. */
  readonly feed?: Wiki["feed"];
  /** When the next first run is due, unless somebody set another time since the feeder read `seenMs`. */
  readonly fullDue?: { readonly ms: number; readonly seenMs: number };
}

/** Writes down where the feeder stands; false: another feeder has the wiki by now, and nothing was written. */
export async function storeFeed(
  { orm }: Database,
  lease: FeedLease,
  { feed, fullDue }: FeedState,
): Promise<boolean> {
  const { count } = await orm
    .update(wiki)
    .set({
      feed: patchedFeed(feed ?? {}),
      ...(fullDue && {
        fullDueAt: sql`case when ${isAt(wiki.fullDueAt, fullDue.seenMs)} then ${instantOf(fullDue.ms)} else ${wiki.fullDueAt} end`,
      }),
    })
    .where(feedLeases.isHeldBy(lease));
  return count > 0;
}

/** A first run begins (F2), under the next number. False: another feeder has the wiki by now. */
export async function numberPass({ orm }: Database, lease: FeedLease): Promise<boolean> {
  const { count } = await orm
    .update(wiki)
    .set({ pass: sql`${wiki.pass} + 1`, leftoverAfter: null })
    .where(feedLeases.isHeldBy(lease));
  return count > 0;
}

/**
 * How far the pages that a complete first run did not list were asked about: up to this page id (0: not yet); null: all.
 * False: another feeder has the wiki by now.
 */
export async function storeLeftover(
  { orm }: Database,
  lease: FeedLease,
  leftoverAfter: number | null,
): Promise<boolean> {
  const { count } = await orm.update(wiki).set({ leftoverAfter }).where(feedLeases.isHeldBy(lease));
  return count > 0;
}

/**
 * When the wiki's changes are read next (F4), by the feeder's clock; not while another feeder has the wiki, nor when a
 * stream's event made them due again since the feeder read `seenMs`. `pause`: the wiki refused, or had trouble; no event
 * makes them due before that, neither one that came meanwhile nor one that comes.
 */
export async function postponeChanges(
  { orm }: Database,
  lease: FeedLease,
  { dueMs, seenMs, pause }: { readonly dueMs: number; readonly seenMs: number; readonly pause: boolean },
): Promise<void> {
  await orm
    .update(wiki)
    .set({ changesDueAt: dueMs, changesNotBefore: pause ? dueMs : 0 })
    .where(and(feedLeases.isHeldBy(lease), pause ? undefined : isAt(wiki.changesDueAt, seenMs)));
}

export interface ChangesState {
  /** How far the wiki's changes are known, by its clock, in milliseconds since 1970. */
  readonly atMs: number;
  /** What has to be recognised there, in the feeder's own terms. */
  readonly cursor: Wiki["changesCursor"];
  /** Pages that those changes concern. */
  readonly pageids: readonly number[];
}

/**
 * Stores the position together with what came up to it (F4): a feeder that dies reads it again or has stored it. `full`:
 * there is no room for all of it, and the position stayed; `lost`: another feeder has the wiki by now, and nothing was
 * written.
 */
export function storeChanges(
  db: Database,
  lease: FeedLease,
  { atMs, cursor, pageids }: ChangesState,
): Promise<"stored" | "full" | "lost"> {
  return db.transaction(async (tx) => {
    const [held] = await tx.orm
      .select({ id: wiki.id })
      .from(wiki)
      .where(feedLeases.isHeldBy(lease))
      .for("no key update");
    if (held === undefined) return "lost";
    const { dropped } = await queueChanged(tx, lease.wiki, pageids);
    if (dropped > 0) return "full";
    await tx.orm.update(wiki).set({ changesAt: atMs, changesCursor: cursor }).where(eq(wiki.id, lease.wiki));
    return "stored";
  });
}
