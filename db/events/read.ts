import { and, asc, desc, eq, gt, lte, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import {
  type EventFilter,
  type EventKind,
  type EventPage,
  type EventPlace,
  FEED_LIMITS,
  FEED_RETENTION_DAYS,
  FEED_START,
  type FeedEvent,
  passes,
  writeCursor,
} from "../../shared/protocol/feed.ts";
import { databaseSeconds } from "../clock.ts";
import type { Database, Orm } from "../connect.ts";
import { pagesOfUrl } from "../pages/uses.ts";
import { event } from "../schema/index.ts";
import type { WikiId } from "../types.ts";
import { passesKindAndNamespace, watchedEventIds } from "./watched.ts";

const secondOf = sql<number>`floor(extract(epoch from ${event.at}))::bigint`;

/** Of an event's place (`EventPlace`). */
const placeColumns = { id: event.id, second: secondOf };

const eventColumns = {
  ...placeColumns,
  atMs: event.at,
  day: event.day,
  kind: event.kind,
  url: event.url,
  pages: event.pages,
  pageCount: event.pageCount,
  detail: event.detail,
};

const selectEvents = (orm: Orm) => orm.select(eventColumns).from(event).$dynamic();
type EventRow = Awaited<ReturnType<typeof selectEvents>>[number];

function eventOf({ id, second, pages, detail, ...row }: EventRow): FeedEvent {
  return {
    ...detail,
    ...row,
    id: writeCursor({ id, second }),
    pages: pages.map(([pageid, namespace, title]) => ({ pageid, title, namespace })),
  };
}

export interface EventRead {
  readonly event: FeedEvent;
  /** Those on which its URL is now, beyond a page id; of other events those that it names. */
  readonly pages: readonly EventPage[];
  /** Null: that was all. */
  readonly next: number | null;
}

/** One event, with the way to all of its pages. Null: it is not kept, or was never there. */
export async function readEvent(
  db: Database,
  wiki: WikiId,
  { id, second }: EventPlace,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<EventRead | null> {
  const [row] = await db.orm
    .select({ ...eventColumns, urlId: event.urlId })
    .from(event)
    .where(and(eq(event.wikiId, wiki), eq(event.id, id), eq(secondOf, second)));
  if (row === undefined) return null;
  const { urlId, ...rest } = row;
  const read = eventOf(rest);
  if (urlId === null)
    return { event: read, pages: read.pages.filter(({ pageid }) => pageid > after), next: null };
  const found = await pagesOfUrl(db, urlId, {
    wiki,
    limit: limit + 1,
    after: { wikiId: wiki, pageid: after },
  });
  const pages = found.slice(0, limit).map(({ pageid, title, namespace }) => ({ pageid, title, namespace }));
  return { event: read, pages, next: found.length > limit ? (pages.at(-1)?.pageid ?? null) : null };
}

export interface EventsWanted extends EventFilter {
  /** Null: the newest. */
  readonly since: EventPlace | null;
  readonly limit: number;
}

export interface EventsRead {
  readonly events: readonly FeedEvent[];
  /** Behind all that was read. */
  readonly place: EventPlace;
  readonly more: boolean;
}

/** Rows read for one answer where a filter by namespaces lets few of them pass. */
const ROWS_READ_MAX = 5_000;

/**
 * Events of a wiki in their order, from a place on; without one the newest. Null: what came behind the place is not
 * kept any more, or it is the place of another database.
 */
export async function readEvents(
  { orm }: Database,
  wiki: WikiId,
  wanted: EventsWanted,
): Promise<EventsRead | null> {
  const { since, limit } = wanted;
  if (since === null) return newest(orm, wiki, wanted);
  if (!(await isKept(orm, wiki, since))) return null;
  const range = { wiki, after: since.id, limit: limit + 1 };
  // First, so that what is written meanwhile lies behind it, and is neither read nor passed over.
  const last = isAll(wanted) ? null : await lastRead(orm, range, wanted);
  const isUpTo = last === null ? undefined : lte(event.id, last.id);
  const rows = await selectEvents(orm)
    .where(and(isBeyond(range), isUpTo, passing(orm, range, wanted)))
    .orderBy(asc(event.id))
    .limit(limit + 1);
  const events = rows.slice(0, limit).map(eventOf);
  const end = rows[limit - 1];
  if (rows.length > limit && end !== undefined)
    return { events, place: { id: end.id, second: end.second }, more: true };
  const place = last ?? rows.at(-1) ?? (await stillThere(orm, since));
  return { events, place: { id: place.id, second: place.second }, more: last?.full ?? false };
}

interface Range {
  readonly wiki: WikiId;
  readonly after: number;
  readonly limit: number;
}

const isBeyond = ({ wiki, after }: Range) => and(eq(event.wikiId, wiki), gt(event.id, after));

const isAll = ({ kinds, namespaces, pageids }: EventFilter): boolean =>
  kinds === null && namespaces === null && pageids === null;

/** `passes` of shared/protocol/feed.ts. Watchlists, and kinds by themselves, are found by indexes of theirs. */
function passing(orm: Orm, range: Range, filter: EventFilter): SQL | undefined {
  const { kinds, namespaces, pageids } = filter;
  if (pageids !== null)
    return sql`${event.id} = any(${watchedEventIds(orm, { ...range, order: "oldest" }, { ...filter, pageids })})`;
  if (namespaces === null) return kinds === null ? undefined : isOneOfKinds(orm, range, kinds);
  return passesKindAndNamespace(filter);
}

function isOneOfKinds(orm: Orm, range: Range, kinds: readonly EventKind[]): SQL {
  const ofKind = alias(event, "of_kind");
  const found = orm
    .select({ id: ofKind.id })
    .from(ofKind)
    .where(and(eq(ofKind.wikiId, range.wiki), eq(ofKind.kind, sql`wanted.kind`), gt(ofKind.id, range.after)))
    .orderBy(asc(ofKind.id))
    .limit(range.limit);
  return sql`${event.id} = any(array(
    select found.id from unnest(${sql.param([...kinds])}::text[]) as wanted (kind), lateral ${found} as found))`;
}

/** Of the newest FEED_LIMITS.events those that pass, the last `limit` of them; of a watchlist all that are kept. */
async function newest(orm: Orm, wiki: WikiId, wanted: EventsWanted): Promise<EventsRead> {
  if (wanted.pageids !== null)
    return newestWatched(orm, wiki, wanted, watchedNewest(orm, wiki, { ...wanted, pageids: wanted.pageids }));
  const rows = await selectEvents(orm)
    .where(eq(event.wikiId, wiki))
    .orderBy(desc(event.id))
    .limit(FEED_LIMITS.events);
  const place = rows[0] ?? (await stillThere(orm, FEED_START));
  const events = rows
    .toReversed()
    .map(eventOf)
    .filter((each) => passes(wanted, each));
  return { events: events.slice(-wanted.limit), place: { id: place.id, second: place.second }, more: false };
}

const watchedNewest = (
  orm: Orm,
  wiki: WikiId,
  wanted: EventsWanted & { readonly pageids: readonly number[] },
): SQL => watchedEventIds(orm, { wiki, after: 0, limit: wanted.limit, order: "newest" }, wanted);

async function newestWatched(orm: Orm, wiki: WikiId, { limit }: EventsWanted, ids: SQL): Promise<EventsRead> {
  // First: what is written meanwhile lies behind it.
  const last = await lastEvent(orm, { wiki, after: 0, limit });
  const place = last ?? (await stillThere(orm, FEED_START));
  const rows = await selectEvents(orm)
    .where(and(eq(event.wikiId, wiki), lte(event.id, place.id), sql`${event.id} = any(${ids})`))
    .orderBy(asc(event.id));
  return { events: rows.map(eventOf), place: { id: place.id, second: place.second }, more: false };
}

async function lastEvent(orm: Orm, range: Range) {
  const [row] = await orm
    .select(placeColumns)
    .from(event)
    .where(isBeyond(range))
    .orderBy(desc(event.id))
    .limit(1);
  return row ?? null;
}

/** The last row that is read, and whether others may lie behind it; null: there is none. */
async function lastRead(orm: Orm, range: Range, { namespaces, pageids }: EventFilter) {
  if (namespaces === null || pageids !== null) {
    const last = await lastEvent(orm, range);
    return last === null ? null : { ...last, full: false };
  }
  const rows = await orm
    .select(placeColumns)
    .from(event)
    .where(isBeyond(range))
    .orderBy(asc(event.id))
    .limit(ROWS_READ_MAX);
  const last = rows.at(-1);
  return last === undefined ? null : { ...last, full: rows.length === ROWS_READ_MAX };
}

/** Whether nothing is missing behind a place. */
async function isKept(orm: Orm, wiki: WikiId, { id, second }: EventPlace): Promise<boolean> {
  if (id === 0) return second === 0 || second >= (await databaseSeconds(orm)) - FEED_RETENTION_DAYS * 86_400;
  return (await orm.$count(event, and(eq(event.wikiId, wiki), eq(event.id, id), eq(secondOf, second)))) > 0;
}

/** Where a follower stands for whom there was nothing. Of a wiki without any event that is the hour, as it says for how long it is good. */
async function stillThere(orm: Orm, since: EventPlace): Promise<EventPlace> {
  if (since.id > 0) return since;
  return { id: 0, second: Math.floor((await databaseSeconds(orm)) / 3_600) * 3_600 };
}
