import type { AnswerError } from "../../shared/answer/types.ts";
import type { Format } from "../../shared/format/types.ts";
import { FEED_LIMITS, type FeedRequest } from "../../shared/protocol/feed.ts";
import { DEPTH_DEFAULT, type ParameterName, readParameters } from "../parameters.ts";
import { bad, badFormat, type Parameters, type Parsed, parseReply, type Reply } from "../request.ts";

export const FEED_FORMATS = ["json", "xml", "atom", "sse", "html"] as const;
type FeedFormat = (typeof FEED_FORMATS)[number];

export interface FeedReply {
  readonly format: FeedFormat;
  /** How an error is answered: known even when the question is wrong. */
  readonly reply: Reply;
  readonly error: AnswerError | null;
}

/** By what a caller accepts; the first that the address has. */
const BY_ACCEPT = [
  ["text/event-stream", "sse"],
  ["application/atom+xml", "atom"],
  ["text/html", "html"],
] as const;

/** In which an error is said; JSON for the others. */
const ERROR_FORMATS: Readonly<Record<string, Format>> = { html: "html", js: "js", xml: "xml", atom: "xml" };

/** Format by the address, else by what the caller accepts; both may be a browser's `EventSource`. */
export function parseFeedReply(
  parameter: Parameters,
  { formats, accept }: { readonly formats: readonly string[]; readonly accept: string | undefined },
  preferred: string | undefined,
): FeedReply {
  const named = parameter("format");
  const isOffered = (one: FeedFormat) => formats.includes(one);
  const accepted = BY_ACCEPT.find(([type, one]) => accept?.includes(type) && isOffered(one))?.[1] ?? "json";
  const format = named === undefined ? accepted : FEED_FORMATS.find((one) => one === named && isOffered(one));
  // What is left is what every address has: a language. A feed has no callback, as other parameters it has not.
  const { reply, error } = parseReply(
    (name) => (name === "format" || name === "callback" ? undefined : parameter(name)),
    // Those that a feed does not have are good enough to say so in.
    [ERROR_FORMATS[format ?? named ?? ""] ?? "json"],
    preferred,
  );
  if (format !== undefined) return { format, reply, error };
  return { format: "json", reply, error: badFormat(formats, named) };
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
