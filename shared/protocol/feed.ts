import * as z from "zod/mini";
import { DaySchema, httpNumber, SpamSchema, statusByte, VerdictSchema } from "../answer/parts.ts";
import { ArchiveLink } from "../answer/types.ts";
import { PAGEID_MAX } from "../interwiki/stored-titles.ts";
import { count, described, listOf, type Shape, text, whole } from "../json/shape.ts";
import { TITLES_MAX } from "./pages.ts";
import { WikiName } from "./types.ts";

/** Kinds of events of a wiki (D3, docs/feed.md). Kinds may be added, never changed. */
export const EVENT_KINDS = [
  /** Another verdict of a URL that readers are shown (Q9), or no longer. */
  "unreachable",
  "doubtful",
  "working",
  "refused",
  /** Warned of before; nobody looks after it any more, so nothing is claimed. */
  "unknown",
  /** Its server names another address for good (M10). */
  "moved",
  "archive",
  "replacement",
  "report",
  "spam",
  "page-gone",
  /** Many links of one site were lost at once, as it was relaunched or shut down (O5). */
  "site-relaunched",
  /** Changes were lost before they could be published. */
  "gap",
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** Events are kept for so long; the newest one of a wiki for good. */
export const FEED_RETENTION_DAYS = 30;

/** Pages that an event names; the others are listed at its own address. */
export const EVENT_PAGES_MAX = 20;

/** Of one answer. `bytes`: of its events as JSON, of which there is one at least. */
export const FEED_LIMITS = {
  events: 500,
  eventsDefault: 100,
  pages: 500,
  namespaces: 50,
  /** Of a watchlist, named by their ids or titles; and with those of category trees. */
  watched: TITLES_MAX,
  watchedInTrees: 5_000,
  bytes: 1024 * 1024,
} as const;

/** A place in the order of a wiki's events: right behind one. `second`: when that was written, seconds since 1970. */
export const EventPlace = z.object({ id: whole(1e15), second: whole(1e11) });
export type EventPlace = Shape<typeof EventPlace>;

/** Before all that is kept. */
export const FEED_START: EventPlace = { id: 0, second: 0 };

/**
 * A cursor as followers have it, to them a mere text. The second proves the number: a database that was restored from a
 * dump gives numbers a second time, to other events.
 */
export const writeCursor = ({ id, second }: EventPlace): string =>
  id === 0 && second === 0 ? "0" : `${id}.${second}`;

/** Null: no cursor of ours. */
export function readCursor(text: string): EventPlace | null {
  if (text === "0") return FEED_START;
  const [, id, second] = /^(\d{1,15})\.(\d{1,11})$/.exec(text) ?? [];
  return id === undefined ? null : { id: Number(id), second: Number(second) };
}

/** A page of an event; its title, with the namespace, as of when the event was written. */
export const EventPage = z.object({ pageid: whole(), title: z.string(), namespace: z.int() });
export type EventPage = Shape<typeof EventPage>;

const day: z.ZodMiniType<number> = DaySchema;

/** A relaunch of a site, as far as it concerns a wiki (O5). */
export const SiteRelaunched = z.object({
  site: text("Its host name, without www."),
  kind: described(
    "relaunch: its pages have other addresses, or none; shutdown: its name is gone.",
    z.enum(["relaunch", "shutdown"]),
  ),
  from: described("The first day on which it can have been; checks are weeks apart.", day),
  to: described("The last one.", day),
  lost: count("Links on the wiki's pages that were lost."),
  moved: count("Of these: their new address is known and works."),
  moves: described(
    "Where the site's pages moved, most first: what stands behind from stands behind to now.",
    z.array(z.object({ from: z.string(), to: z.string(), count: whole() })),
  ),
});
export type SiteRelaunched = Shape<typeof SiteRelaunched>;

/** What comes with a kind; a key that does not apply is absent. Verdict and numbers are those of answers (docs/api.md). */
const DETAIL = z.exactPartial(
  z.object({
    before: VerdictSchema,
    verdict: VerdictSchema,
    rule: z.string(),
    status: statusByte("Status byte."),
    http: httpNumber(),
    since: z.nullable(day),
    last: z.nullable(day),
    checks: whole(),
    archives: described(
      "Of unreachable and doubtful all that are known, of archive those that came or changed, or where one is gone those that are there.",
      z.array(ArchiveLink),
    ),
    replacement: described("Null: it was withdrawn.", z.nullable(z.string())),
    target: text("The new address: of moved, and of unreachable and doubtful where the site moved."),
    spam: described("Which list blocks it; null: none any more.", z.nullable(SpamSchema)),
    relaunch: described("Of site-relaunched.", SiteRelaunched),
    reason: text(
      "Of report: made, withdrawn, cleared, expired. Of page-gone: deleted, untouched, content-model, released.",
    ),
  }),
).shape;

const cursor = () => z.string().check(z.refine((value) => readCursor(value) !== null));
const DATE_MS_MAX = 8.64e15;

export const FeedEvent = z.object({
  id: described("Its place; good as since.", cursor()),
  /** Milliseconds since 1970. */
  atMs: whole(DATE_MS_MAX),
  /** Of the observation (M8). */
  day,
  kind: z.enum(EVENT_KINDS),
  url: described(
    "Normalised; null where it is about a page, or about all of the wiki.",
    z.nullable(z.string()),
  ),
  ...DETAIL,
  /** Ascending by id. */
  pages: listOf(EventPage, EVENT_PAGES_MAX),
  pageCount: count("How many there are in all."),
});
export type FeedEvent = Shape<typeof FeedEvent>;
export type EventDetail = Pick<FeedEvent, keyof typeof DETAIL>;

/** Which events are wanted; null: all. */
const FILTER = {
  kinds: z.nullable(z.array(z.enum(EVENT_KINDS)).check(z.maxLength(EVENT_KINDS.length))),
  /** Of pages: one of them is enough. Events without pages pass, and those with more pages than they name. */
  namespaces: z.nullable(z.array(z.int32()).check(z.maxLength(FEED_LIMITS.namespaces))),
  /** A watchlist: events of these pages, of pages of which an event does not say which they are, and gaps. */
  pageids: z.nullable(
    z.array(z.int().check(z.gte(1), z.lte(PAGEID_MAX))).check(z.maxLength(FEED_LIMITS.watchedInTrees)),
  ),
};
export type EventFilter = Shape<z.ZodMiniObject<typeof FILTER>>;

/** A question for events. `since` null: the newest ones. */
export const FeedRequest = z.object({
  wiki: WikiName,
  since: z.nullable(EventPlace),
  limit: z.int().check(z.gte(1), z.lte(FEED_LIMITS.events)),
  ...FILTER,
});
export type FeedRequest = Shape<typeof FeedRequest>;

export const FeedResponse = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("events"),
    /** As they were written, oldest first. */
    events: listOf(FeedEvent),
    /** Where to go on; behind all that was looked through, those included that the filter left out. */
    cursor: cursor(),
    /** There is more behind the cursor already. */
    more: z.boolean(),
  }),
  /** What came after the place is no longer kept, or the place is of another database. `cursor`: the newest. */
  z.object({ kind: z.literal("gone"), cursor: cursor() }),
  z.object({ kind: z.literal("unknown-wiki") }),
]);
export type FeedResponse = Shape<typeof FeedResponse>;

/** A question for one event, and the pages that its URL is on now beyond a page id. */
export const EventRequest = z.object({
  wiki: WikiName,
  event: EventPlace,
  after: whole(),
  limit: z.int().check(z.gte(1), z.lte(FEED_LIMITS.pages)),
});
export type EventRequest = Shape<typeof EventRequest>;

export const EventResponse = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("event"),
    event: FeedEvent,
    pages: listOf(EventPage),
    /** Page id to go on after; null: that was all. */
    next: z.nullable(whole()),
  }),
  z.object({ kind: z.literal("gone") }),
  z.object({ kind: z.literal("unknown-wiki") }),
]);
export type EventResponse = Shape<typeof EventResponse>;

/** It has pages that it does not name: only the database knows whether they are on a watchlist. */
export const isWide = ({ pages, pageCount }: Pick<FeedEvent, "pages" | "pageCount">): boolean =>
  pageCount > pages.length;

/** Whether a filter lets an event through, which is not wide where pages are watched; the database does the same in SQL. */
export function passes(
  { kinds: wanted, namespaces, pageids }: EventFilter,
  { kind, pages, pageCount }: FeedEvent,
): boolean {
  if (wanted !== null && !wanted.includes(kind)) return false;
  if (pageids !== null && pageCount > 0 && !pages.some(({ pageid }) => pageids.includes(pageid)))
    return false;
  if (namespaces === null || pageCount === 0 || pageCount > pages.length) return true;
  return pages.some(({ namespace }) => namespaces.includes(namespace));
}
