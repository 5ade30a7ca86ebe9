import type { AnswerError } from "../../shared/answer/types.ts";
import { FEED_LIMITS, type FeedRequest } from "../../shared/protocol/feed.ts";
import { DEPTH_DEFAULT, type ParameterName, readParameters } from "../parameters.ts";
import { bad, type Parameters, type Parsed, parseReply, quote, type Reply } from "../request.ts";

export const FEED_FORMATS = ["json", "xml", "atom", "sse", "html"] as const;
export type FeedFormat = (typeof FEED_FORMATS)[number];

export interface FeedReply {
  readonly format: FeedFormat;
  /** How an error is answered: known even when the question is wrong. */
  readonly reply: Reply;
  readonly error: AnswerError | null;
}

/** Format by the address, else by what the caller accepts; both may be a browser's `EventSource`. */
export function parseFeedReply(
  parameter: Parameters,
  { formats, accept }: { readonly formats: readonly FeedFormat[]; readonly accept: string | undefined },
  preferred: string | undefined,
): FeedReply {
  const named = parameter("format");
  const accepted = accept?.includes("text/event-stream")
    ? "sse"
    : accept?.includes("application/atom+xml")
      ? "atom"
      : accept?.includes("text/html") && formats.includes("html")
        ? "html"
        : "json";
  const format = named === undefined ? accepted : formats.find((known) => known === named);
  // What is left is what every address has: a language. A feed has no callback, as other parameters it has not.
  const { reply, error } = parseReply(
    (name) => (name === "format" || name === "callback" ? undefined : parameter(name)),
    // Those that a feed does not have are good enough to say so in.
    format === "html" || named === "html"
      ? "html"
      : named === "js"
        ? "js"
        : format === "xml" || format === "atom"
          ? "xml"
          : "json",
    preferred,
  );
  if (format !== undefined) return { format, reply, error };
  const message = `format must be ${formats.slice(0, -1).join(", ")} or ${formats.at(-1)}, not ${quote(named ?? "")}`;
  return { format: "json", reply, error: { code: "bad-format", message } };
}

/** Which pages somebody follows, as an address names them: together, where it names several ways. */
export interface Watchlist {
  readonly pageids: readonly number[];
  readonly titles: readonly string[];
  /** `depth`: levels of subcategories that belong to it. */
  readonly category: { readonly title: string; readonly depth: number } | null;
}

/** A question whose watchlist is still to be looked up. */
export interface FeedQuery extends Omit<FeedRequest, "pageids"> {
  /** Null: all pages of the wiki. */
  readonly watchlist: Watchlist | null;
}

const NAMES = [
  "dbname",
  "since",
  "limit",
  "kind",
  "namespaces",
  "watchedPageids",
  "watchedTitles",
  "watchedCategory",
  "depth",
] as const satisfies readonly ParameterName[];

/** `lastEventId`: of a stream that is taken up again, which knows better than its address. */
export function parseFeedQuery(parameter: Parameters, lastEventId: string | undefined): Parsed<FeedQuery> {
  const read = readParameters(
    (name) => (name === "since" ? lastEventId || parameter(name) : parameter(name)),
    NAMES,
  );
  if (read.kind === "bad") return read;
  const { dbname: wiki = "", since = null, kind: kinds = null, namespaces = null } = read.query;
  const { limit = FEED_LIMITS.eventsDefault } = read.query;
  const { watchedPageids, watchedTitles, watchedCategory, depth } = read.query;
  if (depth !== undefined && watchedCategory === undefined)
    return bad("bad-depth", "depth goes with category");
  const watchlist =
    watchedPageids === undefined && watchedTitles === undefined && watchedCategory === undefined
      ? null
      : {
          pageids: watchedPageids ?? [],
          titles: watchedTitles ?? [],
          category:
            watchedCategory === undefined ? null : { title: watchedCategory, depth: depth ?? DEPTH_DEFAULT },
        };
  return { kind: "query", query: { wiki, since, limit, kinds, namespaces, watchlist } };
}
