import type { EventPage, EventPlace, FeedEvent } from "../../../shared/protocol/feed.ts";
import type { Database } from "../../connect.ts";
import type { UrlId, WikiId } from "../../types.ts";
import { pagesOfUrl } from "../answers/pages-of-url.ts";
import { type EventRow, eventColumns, eventOf } from "./event-row.ts";

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
