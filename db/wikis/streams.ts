import { and, asc, eq, exists, inArray, ne, not, notInArray, sql } from "drizzle-orm";
import { insertFrom } from "../batch.ts";
import type { Database } from "../connect.ts";
import { fenced, type Held, isFree, Leases } from "../lease/lease.ts";
import { queueChanged } from "../pages/changed.ts";
import { stream, wiki, wikiCriterion } from "../schema/index.ts";
import { fromNow, instantOf, isAnyOf } from "../statement.ts";
import { storable } from "../text.ts";
import type { WikiId } from "../types.ts";

const streamLeases = new Leases(stream, { url: stream.url });

/** A feeder's hold on a stream of events. */
type StreamLease = Held<typeof stream, { readonly url: typeof stream.url }>;

/** `lastEventId`: of the last event that was queued; "": none was. */
export type HeldStream = StreamLease & Readonly<Pick<typeof stream.$inferSelect, "lastEventId">>;

const isFed = not(wiki.paused);

/** The streams that wikis name and nobody reads, for one feeder from now on; those that no wiki names are forgotten. */
export function claimStreams(db: Database, worker: string, leaseSeconds: number): Promise<HeldStream[]> {
  return db.transaction(async ({ orm }) => {
    await insertFrom(orm, stream, { url: wiki.stream }, (found) =>
      found
        .from(wiki)
        .where(and(ne(wiki.stream, ""), isFed))
        .groupBy(wiki.stream)
        .orderBy(wiki.stream),
    ).onConflictDoNothing();
    const all = orm.select({ url: wiki.stream }).from(wiki);
    await orm.delete(stream).where(and(notInArray(stream.url, all), isFree(stream)));
    const namedByOne = orm
      .select({ id: wiki.id })
      .from(wiki)
      .where(and(eq(wiki.stream, stream.url), isFed));
    const free = orm
      .select({ url: stream.url })
      .from(stream)
      .where(and(isFree(stream), exists(namedByOne)))
      .orderBy(asc(stream.url))
      .for("update", { skipLocked: true });
    return orm
      .update(stream)
      .set(fenced(worker, leaseSeconds))
      .where(inArray(stream.url, free))
      .returning({ url: stream.url, token: stream.token, lastEventId: stream.lastEventId });
  });
}

/** False: another feeder has the stream by now, or no wiki names it any more. */
export async function renewStream({ orm }: Database, lease: StreamLease, seconds: number): Promise<boolean> {
  const named = await orm.$count(wiki, and(eq(wiki.stream, lease.url), isFed));
  return named > 0 && (await streamLeases.renew(orm, [lease], seconds)).length > 0;
}

export async function releaseStream({ orm }: Database, lease: StreamLease): Promise<void> {
  await streamLeases.release(orm, [lease]);
}

/** Who holds streams, dead or alive. */
export const streamHolders = ({ orm }: Database): Promise<string[]> => streamLeases.holders(orm);

/** Streams of feeders that are known to be dead, or give them back. */
export const releaseStreams = ({ orm }: Database, holders: readonly string[]): Promise<void> =>
  streamLeases.endOf(orm, holders);

export interface StreamNews {
  /** An event came, if only of others. */
  readonly heard: boolean;
  /** Of the last event; null: there was none that had one. "": it is to be begun again. */
  readonly lastEventId: string | null;
  readonly pages: ReadonlyMap<WikiId, ReadonlySet<number>>;
  /** Wikis of which an event came that names no page: their own list of changes does. */
  readonly hints: Iterable<WikiId>;
  /** Wikis of which it may have missed something: their lists of changes are read as often as without a stream. */
  readonly lost: Iterable<WikiId>;
  /** null: it is open. */
  readonly error: string | null;
}

/** A stream of which nobody said for so long that it is open was not. */
const GAP_SECONDS = 60;

/**
 * Queues what a stream reported together with its position, so that nothing is lost by a crash. Pages
 * that find the queue full are left to the wiki's list of changes. False: another feeder has the stream by now.
 */
export function storeStream(
  db: Database,
  lease: StreamLease,
  news: StreamNews,
  nowMs: number,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { orm } = tx;
    if (!(await storePosition(tx, lease, news))) return false;
    const { pages, hints, lost } = news;
    const due = new Set(hints);
    // Wikis before their changed pages, as storeChanges does.
    const concerned = [...new Set([...due, ...lost, ...pages.keys()])];
    await orm
      .select({ id: wiki.id })
      .from(wiki)
      .where(isAnyOf(wiki.id, concerned))
      .orderBy(wiki.id)
      .for("no key update");
    for (const [id, pageids] of [...pages].sort(([one], [other]) => one - other)) {
      const { dropped } = await queueChanged(tx, id, [...pageids]);
      if (dropped > 0) due.add(id);
    }
    const now = instantOf(nowMs);
    const asUsual = sql`least(${wiki.changesDueAt}, ${now} + make_interval(secs => ${wiki.changesEveryS}))`;
    const dueAt = sql`case when ${isAnyOf(wiki.id, [...due])} then ${now} else ${asUsual} end`;
    // A wiki's own wish to be left alone outlasts whatever a stream says of it.
    await orm
      .update(wiki)
      .set({ changesDueAt: sql`greatest(${wiki.changesNotBefore}, ${dueAt})` })
      .where(isAnyOf(wiki.id, [...due, ...lost]));
    return true;
  });
}

async function storePosition(
  { orm }: Database,
  lease: StreamLease,
  { heard, lastEventId, error }: StreamNews,
): Promise<boolean> {
  const now = sql`clock_timestamp()`;
  const wasOpen = sql`${stream.error} is null and ${stream.seenAt} > ${fromNow(-GAP_SECONDS)}`;
  const openedAt = sql`case when ${wasOpen} then coalesce(${stream.openedAt}, ${stream.seenAt}) else ${now} end`;
  const { count } = await orm
    .update(stream)
    .set({
      error: error === null ? null : storable(error),
      ...(lastEventId !== null && { lastEventId: storable(lastEventId) }),
      ...(heard && { eventAt: now }),
      ...(error === null && { openedAt, seenAt: now }),
    })
    .where(streamLeases.isHeldBy(lease));
  return count > 0;
}

/** A stream of which nothing was stored for so long is not open, or waits to be read again. */
const OPEN_SECONDS = 30;

/** How the streams of events that wikis name go (F4). Instants: milliseconds since 1970 by the database's clock. */
export async function streamCounts({ orm }: Database) {
  const isHeld = sql`not ${isFree(stream)}`;
  const isOpen = sql`${stream.error} is null and ${isHeld} and ${stream.seenAt} > ${fromNow(-OPEN_SECONDS)}`;
  const rows = await orm
    .select({
      url: wiki.stream,
      /** Wikis that name it and are fed. */
      wikis: sql<number>`count(*)::int`,
      /** The feeder that reads it; null: none does. */
      holder: sql<string | null>`case when ${isHeld} then ${stream.holder} end`,
      /** It was open a moment ago. */
      open: sql<boolean>`coalesce(${isOpen}, false)`,
      openedAt: stream.openedAt,
      seenAt: stream.seenAt,
      /** When wikis began to name it, as far as feeders know; null: none read them since. */
      namedAtMs: stream.namedAt,
      /** When its last event came, of whatever wiki; null: none yet. */
      lastEventMs: stream.eventAt,
      error: stream.error,
    })
    .from(wiki)
    .leftJoin(stream, eq(stream.url, wiki.stream))
    .where(and(ne(wiki.stream, ""), isFed))
    .groupBy(wiki.stream, stream.url)
    .orderBy(wiki.stream);
  return rows.map(({ openedAt, seenAt, ...row }) => ({
    ...row,
    /** Since when it is open, or is not; not open: null if it never was. */
    sinceMs: row.open ? openedAt : seenAt,
  }));
}

export type StreamCounts = Awaited<ReturnType<typeof streamCounts>>[number];

/** A wiki whose events a stream has. */
export interface StreamWiki {
  readonly id: WikiId;
  readonly dbname: string;
  /** Its own address. */
  readonly server: string;
  /** The only namespaces whose pages its criteria include; null: they name pages in other ways, too. */
  readonly namespaces: readonly number[] | null;
}

/** The wikis that name a stream and are fed. */
export async function streamWikis({ orm }: Database, url: string): Promise<StreamWiki[]> {
  const rows = await orm
    .select({
      id: wiki.id,
      dbname: wiki.dbname,
      server: wiki.server,
      kind: wikiCriterion.kind,
      value: wikiCriterion.value,
    })
    .from(wiki)
    .leftJoin(wikiCriterion, and(eq(wikiCriterion.wikiId, wiki.id), eq(wikiCriterion.effect, "include")))
    .where(and(eq(wiki.stream, url), isFed))
    .orderBy(wiki.id);
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((criteria) => {
    const [first] = criteria;
    if (first === undefined) return [];
    const { id, dbname, server } = first;
    const isByNamespace = criteria.every(({ kind }) => kind === null || kind === "namespace");
    const namespaces = criteria.map(({ value }) => Number(value ?? 0));
    return { id, dbname, server, namespaces: isByNamespace ? namespaces : null };
  });
}
