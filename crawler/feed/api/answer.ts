import { z } from "zod";
import { isRecord } from "../../../shared/json/record.ts";
import type { HttpAnswer } from "../../net/egress/http-client.ts";
import { parseRetryAfter } from "../../runtime/retry-after.ts";

/**
 * Why a wiki could not be read. A value, not an exception: one wiki's trouble must not stop the others (F1). `message` is
 * one line for the operator and says how to fix it, where that is possible.
 */
export interface WikiError {
  readonly kind:
    | "down"
    /** It works, and asks to wait: replication lag, too many requests. */
    | "lagged"
    /** It broke over the question: for the moment, or every time for a certain page. */
    | "broken"
    | "redirected"
    | "not-mediawiki"
    | "refused"
    /** It answers only users that are logged in, or have more rights. */
    | "denied"
    /** Another feeder has the wiki. */
    | "held"
    | "stopped";
  readonly message: string;
  /** Seconds for which the wiki is not asked again: its Retry-After; 0: it failed too often, or is another wiki, and is deferred. */
  readonly quietSeconds?: number;
}

/** Whether a wiki does not answer this question, though it may answer others. */
export const isRefusal = ({ kind }: WikiError): boolean => kind === "refused" || kind === "broken";

/** The process shall end. */
export const STOPPED: WikiError = { kind: "stopped", message: "stopped" };

/** An answer to `action=query`: lists, pages or site information, not yet parsed, and where it continues. */
export interface QueryAnswer {
  readonly query: Readonly<Record<string, unknown>>;
  /** The parameters that continue the answer, each sent back as it is; null: the answer is complete. */
  readonly continue: Readonly<Record<string, string>> | null;
}

export type ApiAnswer = ({ readonly kind: "query" } & QueryAnswer) | Trouble;

export interface Trouble {
  readonly kind: /** Ask again after a while: replication lag, too many requests, server trouble. */
    | "later"
    /** No answer of a MediaWiki: something between us and it, a momentary failure of it, or a wrong address. */
    | "garbled"
    | "error";
  readonly error: WikiError;
  /** How long the wiki asks to wait; null: it does not say. */
  readonly seconds: number | null;
}

const trouble = (kind: Trouble["kind"], error: WikiError, seconds: number | null = null): Trouble => ({
  kind,
  error,
  seconds,
});

const apiError = z.object({
  code: z.string(),
  info: z.string().optional(),
  text: z.string().optional(),
  /** Of `maxlag`, in seconds. */
  lag: z.unknown().optional(),
});

/** Lists and records of a hostile wiki are read entry by entry: of each that does not fit, the library would keep what is wrong with it. */
const body = z.object({
  error: apiError.optional(),
  errors: z.array(z.unknown()).optional(),
  query: z.record(z.string(), z.unknown()).optional(),
  /** Of `wbgetentities` and `sitematrix`, whose answers have no frame. */
  entities: z.unknown().optional(),
  sitematrix: z.unknown().optional(),
  batchcomplete: z.boolean().optional(),
  /** The wiki's clock, where it was asked for. */
  curtimestamp: z.string().optional(),
  continue: z.unknown().optional(),
  warnings: z.unknown().optional(),
});

/** Characters of `continue`, which is sent back and stored; MediaWiki's is a title long. */
const CONTINUE_CHARS_MAX = 4_000;

/** Error codes that mean "not now"; others do not change by asking again. */
const LATER_CODES: readonly string[] = ["maxlag", "ratelimited", "readonly", "cirrussearch-too-busy-error"];

/** An exception in the wiki, which may have been a deadlock of its database (`internal_api_error_DBQueryError`). */
const BROKEN = /^internal_api_error/;

const DENIED = /^(?:readapidenied|toomanyvalues|login-failed|assert(?:user|bot|nameduser)failed|mwoauth-.*)$/;

/** How to fix what an error code says, where that is possible on this side. */
const REMEDIES: Readonly<Record<string, string>> = {
  readapidenied:
    "only its users may read this wiki; give Weboid an account there in the file that WEBOID_WIKI_CREDENTIALS names, if its links may be public",
  "login-failed":
    "correct what WEBOID_WIKI_CREDENTIALS has for this address (a bot password, of Special:BotPasswords)",
  assertuserfailed: "the login does not hold; correct what WEBOID_WIKI_CREDENTIALS has for this address",
  assertbotfailed:
    "the account is no bot any more; correct what WEBOID_WIKI_CREDENTIALS has for this address",
  unknown_action: "the wiki has switched that off, and Weboid cannot do without",
  permissiondenied: "the wiki keeps this to its own users",
  toomanyvalues: "an account may have lost its rights there; the next attempt asks about fewer pages at once",
  invalidcategory:
    "give the category with its namespace, as the wiki spells it (Category:…), by: weboid wiki set",
  badvalue: "the wiki does not know a value, such as a namespace; compare with: weboid wiki show",
};

/**
 * Reads one answer of `api.php` (format=json, formatversion=2). `nowMs`: for a Retry-After that names a date. Pure.
 */
export function readApiAnswer(answer: HttpAnswer, api: string, nowMs: number): ApiAnswer {
  switch (answer.kind) {
    case "failure":
      return readFailure(answer, api);
    case "redirect":
      return trouble("error", { kind: "redirected", message: redirected(api, answer.location) });
    case "text":
      return (
        readBusy(answer, api, nowMs) ??
        notMediaWiki(api, `it answers ${answer.http} with ${kindOfText(answer)}`)
      );
    case "json":
      return readNested(answer, api, nowMs);
  }
}

function readNested(answer: Extract<HttpAnswer, { kind: "json" }>, api: string, nowMs: number): ApiAnswer {
  try {
    return readBody(answer, api, nowMs);
  } catch (error) {
    // Its JSON is nested deeper than a stack is high.
    if (!(error instanceof RangeError)) throw error;
    return notMediaWiki(api, "its JSON has another shape");
  }
}

type Answered = Pick<Extract<HttpAnswer, { kind: "json" }>, "http" | "headers">;

/** Server errors, and too many requests, whatever the body says; null: neither. */
function readBusy({ http, headers }: Answered, api: string, nowMs: number): Trouble | null {
  if (http !== 429 && http < 500) return null;
  const [kind, why] = http === 429 ? (["lagged", " (too many requests)"] as const) : (["down", ""] as const);
  const message = `${api} answers ${http}${why}; try again later`;
  return trouble("later", { kind, message }, retryAfterOf(headers, nowMs));
}

/** The message for a redirect: the address to use, or the sign of a login page. */
function redirected(api: string, location: string): string {
  const target = URL.canParse(location, api) ? new URL(location, api) : null;
  const place = target === null ? location : target.origin + target.pathname;
  if (target === null || !place.endsWith("/api.php"))
    return `${api} redirects to ${place}, which is no api.php: does the wiki let only its users in?`;
  if (place === api) return `${api} redirects to itself; a server in front of the wiki is set up wrongly`;
  return `${api} redirects to ${place}; use that address`;
}

function readBody(answer: Extract<HttpAnswer, { kind: "json" }>, api: string, nowMs: number): ApiAnswer {
  const parsed = body.safeParse(answer.value);
  const busy = readBusy(answer, api, nowMs);
  const otherShape = notMediaWiki(api, "its JSON has another shape");
  if (!parsed.success) return busy ?? otherShape;
  const { error, errors = [], batchcomplete, curtimestamp, entities, sitematrix, warnings } = parsed.data;
  const failure = error ?? (errors.length === 0 ? null : (apiError.safeParse(errors[0]).data ?? "garbled"));
  const next = readContinue(parsed.data.continue);
  if (failure === "garbled" || next === null) return busy ?? otherShape;
  if (failure !== null) return readError(failure, answer.headers, api, nowMs);
  if (busy !== null) return busy;
  const missed = readWarnings(warnings);
  if (missed !== null) return trouble("error", { kind: "refused", message: `${api} ${missed}` });
  const query =
    entities === undefined && sitematrix === undefined ? parsed.data.query : { entities, sitematrix };
  // An empty batch may have no `query` at all, but then it says that or how it goes on.
  if (query === undefined && batchcomplete === undefined && parsed.data.continue === undefined)
    return otherShape;
  if (next === "too-long") return notMediaWiki(api, "where it would go on is longer than any title");
  return {
    kind: "query",
    query: { ...query, ...(curtimestamp !== undefined && { curtimestamp }) },
    continue: next.length === 0 ? null : Object.fromEntries(next),
  };
}

/** Where it would go on; null: it is of another shape. */
function readContinue(value: unknown): (readonly [name: string, part: string])[] | "too-long" | null {
  if (value === undefined) return [];
  if (!isRecord(value)) return null;
  const parts: (readonly [string, string])[] = [];
  let size = 0;
  for (const [name, part] of Object.entries(value)) {
    if (typeof part !== "string" && typeof part !== "number") return null;
    size += name.length + String(part).length;
    if (size > CONTINUE_CHARS_MAX) return "too-long";
    parts.push([name, String(part)]);
  }
  return parts;
}

function readError(
  { code, info, text, lag }: z.infer<typeof apiError>,
  headers: Answered["headers"],
  api: string,
  nowMs: number,
): Trouble {
  const words = firstSentence(info ?? text ?? "");
  const said = `${api} says ${code.slice(0, 100)}${words === "" ? "" : `: ${words}`}`;
  const wished = retryAfterOf(headers, nowMs);
  if (BROKEN.test(code)) {
    const message = `${said} – the wiki broke over it; try again later`;
    return trouble("later", { kind: "broken", message }, wished);
  }
  if (LATER_CODES.includes(code)) {
    const message = `${said} – the wiki is busy; try again later`;
    const seconds = wished ?? (typeof lag === "number" && lag > 0 ? Math.ceil(lag) : null);
    return trouble("later", { kind: "lagged", message }, seconds);
  }
  const remedy = code.startsWith("mwoauth-") ? REMEDIES.assertuserfailed : REMEDIES[code];
  const message = remedy === undefined ? said : `${said} – ${remedy}`;
  return trouble("error", { kind: DENIED.test(code) ? "denied" : "refused", message });
}

/** The warning that part of the question was ignored, so that the answer must not be believed; null: there is none. */
function readWarnings(warnings: unknown): string | null {
  if (warnings === undefined || warnings === null) return null;
  const text = JSON.stringify(warnings);
  if (/Too many values supplied/i.test(text))
    return "takes fewer values at once than it was asked about, and answered for some of them only";
  // MediaWiki before 1.29 has single quotation marks.
  const unknown =
    /Unrecognized values? for parameter (?:\\?"|')(prop|list)(?:\\?"|'):?\s*([\w+|, ]{1,60})/i.exec(text);
  return unknown === null
    ? null
    : `does not know ${unknown[1]}=${unknown[2]?.trim()}; its operators have switched that off, and Weboid cannot do without`;
}

function readFailure({ failure, detail }: Extract<HttpAnswer, { kind: "failure" }>, api: string): Trouble {
  const down = (kind: Trouble["kind"], message: string) => trouble(kind, { kind: "down", message });
  switch (failure) {
    case "aborted":
      return trouble("error", STOPPED);
    case "dns":
      return down("garbled", `${new URL(api).hostname} has no address (${detail}); check the address`);
    case "refused":
      return down("later", `nobody listens at ${api} (${detail}); is it running?`);
    case "tls":
      return down("error", `the certificate of ${api} is not valid (${detail})`);
    case "too-large":
    case "encoding":
      return notMediaWiki(api, `its answer cannot be read (${detail})`);
    default:
      return down("later", `${api} does not answer (${detail}); try again later`);
  }
}

const notMediaWiki = (api: string, why: string): Trouble =>
  trouble("garbled", {
    kind: "not-mediawiki",
    message: `${api} is not the API of a MediaWiki: ${why}; give the address of its api.php, such as https://de.wikipedia.org/w/api.php`,
  });

function kindOfText({ start, http }: { readonly start: string; readonly http: number }): string {
  if (/^\s*<(?:!doctype|html)/i.test(start)) return "a web page";
  if (start === "") return "nothing";
  return http === 200 ? "text" : "an error";
}

/** MediaWiki appends a sentence with links to every message. */
const firstSentence = (text: string): string => text.replace(/<[^<>]*>/g, "").slice(0, 200);

/** Seconds of a Retry-After; a date in it is read by the server's own clock, which may differ from ours. */
export function retryAfterOf(headers: Answered["headers"], nowMs: number): number | null {
  const theirs = Date.parse(headers.date ?? "");
  return parseRetryAfter(headers["retry-after"] ?? null, Number.isNaN(theirs) ? nowMs : theirs);
}

/** An answer in place of a wiki's that is not to be asked for some seconds. */
export const tooManyRequests = (seconds: number): HttpAnswer => ({
  kind: "text",
  http: 429,
  headers: { "retry-after": String(Math.ceil(seconds)) },
  start: "",
});
