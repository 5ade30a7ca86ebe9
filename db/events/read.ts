import {
  type EventDetail,
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
import type { Database, Sql } from "../connect.ts";
import { pagesOfUrl } from "../pages/uses.ts";
import type { UrlId, WikiId } from "../types.ts";

export interface EventRow {
  readonly id: number;
  readonly second: number;
  readonly atMs: number;
  readonly day: number;
  readonly kind: EventKind;
  readonly url: string | null;
  readonly pages: readonly (readonly [pageid: number, namespace: number, title: string])[];
  readonly pageCount: number;
  readonly detail: EventDetail;
}

/** Of an event's place (`EventPlace`). */
export const placeColumns = (sql: Sql) => sql`id, floor(extract(epoch from at))::bigint as second`;

export const eventColumns = (sql: Sql) => sql`
  ${placeColumns(sql)}, floor(extract(epoch from at) * 1000)::bigint as "atMs", day, kind, url, pages,
  page_count as "pageCount", detail`;

export function eventOf({ id, second, pages, detail, ...row }: EventRow): FeedEvent {
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
  const { sql } = db;
  const [row] = await sql<(EventRow & { urlId: UrlId | null })[]>`
    select ${eventColumns(sql)}, url_id as "urlId" from event
    where wiki_id = ${wiki} and id = ${id} and floor(extract(epoch from at)) = ${second}`;
  if (row === undefined) return null;
  const { urlId, ...rest } = row;
  const event = eventOf(rest);
  if (urlId === null) return { event, pages: event.pages.filter(({ pageid }) => pageid > after), next: null };
  const found = await pagesOfUrl(db, urlId, {
    wiki,
    limit: limit + 1,
    after: { wikiId: wiki, pageid: after },
  });
  const pages = found.slice(0, limit).map(({ pageid, title, namespace }) => ({ pageid, title, namespace }));
  return { event, pages, next: found.length > limit ? (pages.at(-1)?.pageid ?? null) : null };
}

export interface EventsWanted extends EventFilter {
  /** Null: the newest. */
  readonly since: EventPlace | null;
  readonly limit: number;
}

export interface EventsRead {
  readonly events: readonly FeedEvent[];
  /** Behind all that was looked through. */
  readonly place: EventPlace;
  readonly more: boolean;
}

/** Rows looked through for one answer where a filter by namespaces lets few of them pass. */
const LOOKED_AT_MAX = 5_000;

/**
 * Events of a wiki in their order, from a place on; without one the newest. Null: what came behind the place is not
 * kept any more, or it is the place of another database.
 */
export async function readEvents(
  { sql }: Database,
  wiki: WikiId,
  wanted: EventsWanted,
): Promise<EventsRead | null> {
  const { since, limit } = wanted;
  if (since === null) return newest(sql, wiki, wanted);
  if (!(await isKept(sql, wiki, since))) return null;
  const range = { wiki, after: since.id, limit: limit + 1 };
  // First, so that what is written meanwhile lies behind it, and is neither told nor passed over.
  const last = isAll(wanted) ? null : await lastLookedAt(sql, range, wanted);
  const rows = await sql<EventRow[]>`
    select ${eventColumns(sql)} from event
    where wiki_id = ${wiki} and id > ${since.id} ${last === null ? sql`` : sql`and id <= ${last.id}`}
      ${passing(sql, range, wanted)}
    order by id limit ${limit + 1}`;
  const events = rows.slice(0, limit).map(eventOf);
  const end = rows[limit - 1];
  if (rows.length > limit && end !== undefined)
    return { events, place: { id: end.id, second: end.second }, more: true };
  const place = last ?? rows.at(-1) ?? (await stillThere(sql, since));
  return { events, place: { id: place.id, second: place.second }, more: last?.full ?? false };
}

interface Range {
  readonly wiki: WikiId;
  readonly after: number;
  readonly limit: number;
}

const isAll = ({ kinds, namespaces }: EventFilter): boolean => kinds === null && namespaces === null;

/** `passes` of shared/protocol/feed.ts. Kinds by themselves are found by an index of theirs, each by its own range. */
function passing(sql: Sql, { wiki, after, limit }: Range, { kinds, namespaces }: EventFilter) {
  if (namespaces === null)
    return kinds === null
      ? sql``
      : sql`and id = any(array(
          select found.id from unnest(${[...kinds]}::text[]) as wanted (kind), lateral (
            select e.id from event e where e.wiki_id = ${wiki} and e.kind = wanted.kind and e.id > ${after}
            order by e.id limit ${limit}
          ) as found))`;
  const ofKind = kinds === null ? sql`` : sql`and kind = any(${[...kinds]}::text[])`;
  return sql`${ofKind} and (page_count = 0 or page_count > json_array_length(pages)
    or coalesce(namespaces, '{0}') && ${[...namespaces]}::int[])`;
}

/** Of the newest FEED_LIMITS.events those that pass, the last `limit` of them. */
async function newest(sql: Sql, wiki: WikiId, wanted: EventsWanted): Promise<EventsRead> {
  const rows = await sql<EventRow[]>`
    select ${eventColumns(sql)} from (
      select * from event where wiki_id = ${wiki} order by id desc limit ${FEED_LIMITS.events}
    ) as newest order by id`;
  const place = rows.at(-1) ?? (await stillThere(sql, FEED_START));
  const events = rows.map(eventOf).filter((event) => passes(wanted, event));
  return { events: events.slice(-wanted.limit), place: { id: place.id, second: place.second }, more: false };
}

/** The last row that is looked through, and whether others may lie behind it; null: there is none. */
async function lastLookedAt(sql: Sql, { wiki, after }: Range, { namespaces }: EventFilter) {
  const [row] =
    namespaces === null
      ? await sql<(EventPlace & { full: boolean })[]>`
          select ${placeColumns(sql)}, false as full from event
          where wiki_id = ${wiki} and id > ${after} order by id desc limit 1`
      : await sql<(EventPlace & { full: boolean })[]>`
          select ${placeColumns(sql)}, number = ${LOOKED_AT_MAX} as full from (
            select id, at, row_number() over (order by id) as number from event
            where wiki_id = ${wiki} and id > ${after} order by id limit ${LOOKED_AT_MAX}
          ) as looked order by id desc limit 1`;
  return row ?? null;
}

/** Whether nothing is missing behind a place. */
async function isKept(sql: Sql, wiki: WikiId, { id, second }: EventPlace): Promise<boolean> {
  if (id === 0 && second === 0) return true;
  const [row] = await sql<{ kept: boolean }[]>`
    select case when ${id}::bigint = 0
      then ${second}::bigint >= extract(epoch from clock_timestamp()) - ${FEED_RETENTION_DAYS * 86_400}
      else exists (select 1 from event
        where wiki_id = ${wiki} and id = ${id} and floor(extract(epoch from at)) = ${second}) end as kept`;
  return row?.kept === true;
}

/** Where a follower stands for whom there was nothing. Of a wiki without any event that is the hour, as it says for how long it is good. */
async function stillThere(sql: Sql, since: EventPlace): Promise<EventPlace> {
  if (since.id > 0) return since;
  const [row] = await sql<{ second: number }[]>`
    select extract(epoch from date_trunc('hour', clock_timestamp()))::bigint as second`;
  return { id: 0, second: row?.second ?? 0 };
}
