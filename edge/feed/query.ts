import type { AnswerError } from "../../shared/answer/types.ts";
import {
  EVENT_KINDS,
  FEED_LIMITS,
  type FeedRequest,
  isEventKind,
  readCursor,
} from "../../shared/protocol/feed.ts";
import { bad, type Parameters, type Parsed, parseReply, parseWiki, quote, type Reply } from "../request.ts";

export const FEED_FORMATS = ["json", "xml", "atom", "sse"] as const;
type FeedFormat = (typeof FEED_FORMATS)[number];

export interface FeedReply {
  readonly format: FeedFormat;
  /** How an error is told: known even when the question is wrong. */
  readonly reply: Reply;
  readonly error: AnswerError | null;
}

/** Format by the address, else by what the caller accepts; both may be a browser's `EventSource`. */
export function parseFeedReply(
  parameter: Parameters,
  accept: string | undefined,
  preferred: string | undefined,
): FeedReply {
  const named = parameter("format");
  const accepted = accept?.includes("text/event-stream")
    ? "sse"
    : accept?.includes("application/atom+xml")
      ? "atom"
      : "json";
  const format = named === undefined ? accepted : FEED_FORMATS.find((known) => known === named);
  // What is left is what every address has: a language. A feed has no callback, as other parameters it has not.
  const { reply, error } = parseReply(
    (name) => (name === "format" || name === "callback" ? undefined : parameter(name)),
    // Those that a feed does not have are good enough to say so in.
    named === "html" || named === "js" ? named : format === "xml" || format === "atom" ? "xml" : "json",
    preferred,
  );
  if (format !== undefined) return { format, reply, error };
  const message = `format must be json, xml, atom or sse, not ${quote(named ?? "")}`;
  return { format: "json", reply, error: { code: "bad-format", message } };
}

/** `wiki`: from the path. `lastEventId`: of a stream that is taken up again, which knows better than its address. */
export function parseFeedQuery(
  wikiName: string,
  parameter: Parameters,
  lastEventId: string | undefined,
): Parsed<FeedRequest> {
  const wiki = parseWiki(wikiName);
  if (wiki === null)
    return bad("bad-dbname", `the wiki must look like dewiki or dewiki@WMF, not ${quote(wikiName)}`);
  const cursor = lastEventId || parameter("since");
  const since = cursor === undefined ? null : readCursor(cursor);
  if (cursor !== undefined && since === null)
    return bad(
      "bad-cursor",
      `since must be a cursor as an answer of this feed has it, 0 for all that is kept, or be left out, not ${quote(cursor)}`,
    );
  const limitText = parameter("limit");
  const limit = limitText === undefined ? FEED_LIMITS.eventsDefault : Number(limitText);
  if (limitText !== undefined && !(/^\d{1,6}$/.test(limitText) && limit >= 1 && limit <= FEED_LIMITS.events))
    return bad(
      "bad-limit",
      `limit must be a number from 1 to ${FEED_LIMITS.events}, not ${quote(limitText)}`,
    );
  const kindTexts = parameter("kind")?.split(/[|,]/, EVENT_KINDS.length + 1) ?? null;
  const kinds = kindTexts === null ? null : [...new Set(kindTexts.filter(isEventKind))].sort();
  const strange = kindTexts?.find((text) => !isEventKind(text));
  if (strange !== undefined)
    return bad(
      "bad-kind",
      `kind must be of ${EVENT_KINDS.join(", ")}, several joined with "|", not ${quote(strange)}`,
    );
  const namespaceTexts = parameter("namespace")?.split(/[|,]/, FEED_LIMITS.namespaces + 1) ?? null;
  const wrong = namespaceTexts?.find((text) => !/^-?\d{1,9}$/.test(text));
  if (wrong !== undefined || (namespaceTexts?.length ?? 0) > FEED_LIMITS.namespaces)
    return bad(
      "bad-namespace",
      `namespace must be the number of a namespace, several joined with "|", at most ${FEED_LIMITS.namespaces}, not ${quote(wrong ?? "more")}`,
    );
  const namespaces =
    namespaceTexts === null ? null : [...new Set(namespaceTexts.map(Number))].sort((a, b) => a - b);
  return { kind: "query", query: { wiki, since, limit, kinds, namespaces } };
}
