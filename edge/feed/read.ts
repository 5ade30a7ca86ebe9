import { isRecord, records } from "../../shared/json/record.ts";
import {
  type EventDetail,
  type EventPage,
  type EventResponse,
  type FeedEvent,
  type FeedResponse,
  isEventKind,
  readCursor,
} from "../../shared/protocol/feed.ts";
import { VERDICTS, type Verdict } from "../../shared/verdict/types.ts";

const isNumber = (value: unknown): value is number =>
  typeof value === "number" && Number.isSafeInteger(value);
const isText = (value: unknown): value is string => typeof value === "string";
const isVerdict = (value: unknown): value is Verdict => VERDICTS.some((verdict) => verdict === value);
const isNumberOrNull = (value: unknown): value is number | null => value === null || isNumber(value);
const isSpam = (value: unknown): value is "global" | "local" | null =>
  value === null || value === "global" || value === "local";
const isArchives = (value: unknown): value is NonNullable<EventDetail["archives"]> =>
  Array.isArray(value) && value.every((one) => isRecord(one) && isText(one.type) && isText(one.url));

/** Which values a key of the detail may have; what has others, or another name, is passed over. */
const DETAIL: { readonly [K in keyof EventDetail]-?: (value: unknown) => boolean } = {
  before: isVerdict,
  verdict: isVerdict,
  rule: isText,
  status: isNumber,
  http: isNumberOrNull,
  since: isNumberOrNull,
  last: isNumberOrNull,
  checks: isNumber,
  archives: isArchives,
  replacement: (value) => value === null || isText(value),
  target: isText,
  spam: isSpam,
  reason: isText,
};

function readDetail(event: Record<string, unknown>): EventDetail {
  const entries = Object.entries(DETAIL).filter(
    ([key, holds]) => event[key] !== undefined && holds(event[key]),
  );
  return Object.fromEntries(entries.map(([key]) => [key, event[key]]));
}

function readPages(value: unknown): EventPage[] {
  return records(value).flatMap(({ pageid, title, namespace }) =>
    isNumber(pageid) && isText(title) && isNumber(namespace) ? [{ pageid, title, namespace }] : [],
  );
}

const DATE_MS_MAX = 8.64e15;

/** Null: nothing that this version can tell. */
function readEvent(value: unknown): FeedEvent | null {
  if (!isRecord(value)) return null;
  const { id, atMs, day, kind, url, pageCount } = value;
  if (!isText(id) || readCursor(id) === null || !isNumber(atMs) || Math.abs(atMs) > DATE_MS_MAX) return null;
  if (!isNumber(day) || !isEventKind(kind) || !(url === null || isText(url)) || !isNumber(pageCount))
    return null;
  return { id, atMs, day, kind, url, pages: readPages(value.pages), pageCount, ...readDetail(value) };
}

/** Origin's answer to POST /v1/feed; null: it is none. */
export function readFeedResponse(value: unknown): FeedResponse | null {
  if (!isRecord(value)) return null;
  if (value.kind === "unknown-wiki") return { kind: "unknown-wiki" };
  const { kind, cursor, events, more } = value;
  if (!isText(cursor) || readCursor(cursor) === null) return null;
  if (kind === "gone") return { kind, cursor };
  if (kind !== "events" || !Array.isArray(events)) return null;
  return {
    kind,
    events: events.map(readEvent).filter((event) => event !== null),
    cursor,
    more: more === true,
  };
}

/** Origin's answer to POST /v1/event; null: it is none. */
export function readEventResponse(value: unknown): EventResponse | null {
  if (!isRecord(value)) return null;
  if (value.kind === "unknown-wiki" || value.kind === "gone") return { kind: value.kind };
  const event = readEvent(value.event);
  if (value.kind !== "event" || event === null) return null;
  return {
    kind: "event",
    event,
    pages: readPages(value.pages),
    next: isNumber(value.next) ? value.next : null,
  };
}
