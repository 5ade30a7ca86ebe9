import { readEvent, readEvents } from "../../db/events/read.ts";
import { findWiki } from "../../db/wikis/wikis.ts";
import {
  type EventRequest,
  type EventResponse,
  FEED_LIMITS,
  type FeedEvent,
  type FeedRequest,
  type FeedResponse,
  writeCursor,
} from "../../shared/protocol/feed.ts";
import type { Database } from "../runtime/context.ts";

/** Answers POST /v1/feed (D3). */
export async function answerFeed(db: Database, request: FeedRequest): Promise<FeedResponse> {
  const wiki = await findWiki(db, request.wiki);
  if (wiki === null) return { kind: "unknown-wiki" };
  const read = await readEvents(db, wiki.id, request);
  if (read === null) {
    const newest = await readEvents(db, wiki.id, { ...request, since: null, limit: 1 });
    return { kind: "gone", cursor: newest === null ? "0" : writeCursor(newest.place) };
  }
  const { events, place, more } = read;
  if (request.since === null) {
    // The oldest of the newest events are left out: followers continue after the newest.
    const newest = fitting(events.toReversed()).toReversed();
    return { kind: "events", events: newest, cursor: writeCursor(place), more };
  }
  const first = fitting(events);
  const last = first.at(-1);
  if (first.length < events.length && last !== undefined)
    return { kind: "events", events: first, cursor: last.id, more: true };
  return { kind: "events", events, cursor: writeCursor(place), more };
}

/** The first events that fit into an answer: URLs, titles and addresses of archives may be long. */
function fitting(events: readonly FeedEvent[]): readonly FeedEvent[] {
  let bytes = 0;
  const end = events.findIndex((event, index) => {
    bytes += Buffer.byteLength(JSON.stringify(event));
    return bytes > FEED_LIMITS.bytes && index > 0;
  });
  return end < 0 ? events : events.slice(0, end);
}

/** Answers POST /v1/event: one event with the pages of its URL. */
export async function answerEvent(
  db: Database,
  { wiki: name, event, after, limit }: EventRequest,
): Promise<EventResponse> {
  const wiki = await findWiki(db, name);
  if (wiki === null) return { kind: "unknown-wiki" };
  const read = await readEvent(db, wiki.id, event, { after, limit });
  return read === null ? { kind: "gone" } : { kind: "event", ...read };
}
