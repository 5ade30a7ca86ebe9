import { EVENT_PAGES_MAX, type EventPage, FEED_RETENTION_DAYS, type FeedEvent } from "../../protocol/feed.ts";
import type { EventDocument, EventEntry, FeedDocument } from "../documents.ts";
import { wikiPath } from "../paths.ts";

/** What followers of a wiki are answered with: the same in JSON, XML and Atom. */
export interface Feed {
  /** `dewiki@WMF` */
  readonly wiki: string;
  /** Oldest first. */
  readonly events: readonly FeedEvent[];
  readonly cursor: string;
  readonly more: boolean;
  /** Of a watchlist: how many pages it has now, and titles under which no page is watched. Null: it is of all pages. */
  readonly watched: {
    readonly pages: number;
    readonly unknown: readonly string[];
    /** Of a category's pages alone, the category as it was asked for. */
    readonly category: string | null;
  } | null;
}

const pageData = ({ pageid, title, namespace }: EventPage): EventPage => ({ pageid, title, namespace });

/** Where all pages of an event are listed that has more than it names; null: it names all, or nobody knows the others any more. */
export function morePages(wiki: string, { id, kind, pages, pageCount }: FeedEvent): string | null {
  if (pageCount <= pages.length) return null;
  // What was lost is kept of the site alone.
  if (kind === "site-relaunched") return null;
  if (kind === "spam") return wikiPath("list", wiki, "spam");
  return `${wikiPath("feed", wiki, id)}?after=${pages.at(-1)?.pageid ?? 0}`;
}

/** The keys of docs/feed.md; those that do not apply to the event are left out. */
export function eventData(wiki: string, event: FeedEvent): EventEntry {
  const { id, atMs, day, kind, url, pages, pageCount, archives, ...detail } = event;
  return {
    id,
    at: new Date(atMs).toISOString(),
    day,
    kind,
    url,
    ...detail,
    ...(archives !== undefined && {
      archives: archives.map(({ type, url: address }) => ({ type, url: address })),
    }),
    pages: pages.slice(0, EVENT_PAGES_MAX).map(pageData),
    pageCount,
    morePages: morePages(wiki, event),
  };
}

export function feedData({ wiki, events, cursor, more, watched }: Feed): FeedDocument {
  return {
    version: 1,
    wiki,
    ...(watched !== null && { watched: { pages: watched.pages, unknown: [...watched.unknown] } }),
    events: events.map((event) => eventData(wiki, event)),
    cursor,
    more,
    retentionDays: FEED_RETENTION_DAYS,
  };
}

/** One event by itself, with a part of the pages that its URL is on now. */
export function eventDocument(
  wiki: string,
  event: FeedEvent,
  pages: readonly EventPage[],
  next: number | null,
): EventDocument {
  return {
    version: 1,
    wiki,
    event: eventData(wiki, event),
    pages: pages.map(pageData),
    next: next === null ? null : `${wikiPath("feed", wiki, event.id)}?after=${next}`,
  };
}
