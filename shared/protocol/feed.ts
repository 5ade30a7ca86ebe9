import type { ArchiveLink } from "../answer/types.ts";
import type { Verdict } from "../verdict/types.ts";

/** What is told to those who follow a wiki (D3, docs/feed.md). Kinds may be added, never changed. */
export const EVENT_KINDS = [
  /** Another verdict of a URL that a reader hears of (Q9), or no longer. */
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
  /** Changes were lost before they could be told. */
  "gap",
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

const kinds: ReadonlySet<unknown> = new Set(EVENT_KINDS);
export const isEventKind = (value: unknown): value is EventKind => kinds.has(value);

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
  bytes: 1024 * 1024,
} as const;

/** A place in the order of a wiki's events: right behind one. `second`: when that was written, seconds since 1970. */
export interface EventPlace {
  readonly id: number;
  readonly second: number;
}

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

export interface EventPage {
  readonly pageid: number;
  /** With its namespace, as it was called when this was written. */
  readonly title: string;
  readonly namespace: number;
}

/** What is told beside a kind; a key that does not apply is absent. Verdict and numbers are those of answers (contract.md). */
export interface EventDetail {
  readonly before?: Verdict;
  readonly verdict?: Verdict;
  readonly rule?: string;
  readonly status?: number;
  readonly http?: number | null;
  readonly since?: number | null;
  readonly last?: number | null;
  readonly checks?: number;
  /** Of `unreachable` and `doubtful` all that are known, of `archive` those that came or changed; none: it is gone. */
  readonly archives?: readonly ArchiveLink[];
  /** Null: it was taken back. */
  readonly replacement?: string | null;
  /** Of `moved`: the new address. */
  readonly target?: string;
  /** Of `spam`: which list blocks it; null: none any more. */
  readonly spam?: "global" | "local" | null;
  /** Of `report`: `made`, `withdrawn`, `cleared`, `expired`. Of `page-gone`: `deleted`, `untouched`, `content-model`, `released`. */
  readonly reason?: string;
}

export interface FeedEvent extends EventDetail {
  /** The cursor behind it. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly atMs: number;
  /** Day of the observation (M8). */
  readonly day: number;
  readonly kind: EventKind;
  /** Null: it is about a page, or about all of the wiki. */
  readonly url: string | null;
  /** Ascending by id, at most EVENT_PAGES_MAX. */
  readonly pages: readonly EventPage[];
  readonly pageCount: number;
}

/** Which events are wanted; null: all. */
export interface EventFilter {
  readonly kinds: readonly EventKind[] | null;
  /** Of pages: one of them is enough. Events without pages pass, and those with more pages than they name. */
  readonly namespaces: readonly number[] | null;
}

/** POST /v1/feed at the origin. */
export interface FeedRequest extends EventFilter {
  readonly wiki: string;
  /** Null: the newest ones. */
  readonly since: EventPlace | null;
  readonly limit: number;
}

export type FeedResponse =
  | {
      readonly kind: "events";
      /** As they were written, oldest first. */
      readonly events: readonly FeedEvent[];
      /** Where to go on; behind all that was looked through, told or not. */
      readonly cursor: string;
      /** There is more behind the cursor already. */
      readonly more: boolean;
    }
  /** What came after the place is no longer kept, or the place is of another database. `cursor`: the newest. */
  | { readonly kind: "gone"; readonly cursor: string }
  | { readonly kind: "unknown-wiki" };

/** POST /v1/event at the origin: one event, and the pages that its URL is on now beyond a page id. */
export interface EventRequest {
  readonly wiki: string;
  readonly event: EventPlace;
  readonly after: number;
  readonly limit: number;
}

export type EventResponse =
  | {
      readonly kind: "event";
      readonly event: FeedEvent;
      readonly pages: readonly EventPage[];
      /** Page id to go on after; null: that was all. */
      readonly next: number | null;
    }
  | { readonly kind: "gone" }
  | { readonly kind: "unknown-wiki" };

/** Whether a filter lets an event through; the database does the same in SQL. */
export function passes(
  { kinds: wanted, namespaces }: EventFilter,
  { kind, pages, pageCount }: FeedEvent,
): boolean {
  if (wanted !== null && !wanted.includes(kind)) return false;
  if (namespaces === null || pageCount === 0 || pageCount > pages.length) return true;
  return pages.some(({ namespace }) => namespaces.includes(namespace));
}
