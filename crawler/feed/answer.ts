import { z } from "zod";
import type { HttpAnswer } from "../runtime/http.ts";

/**
 * Why a wiki could not be read. Values, not exceptions: one wiki's trouble is no reason to leave the others (F1).
 * `message` is one line for the operator and says the mend where there is one.
 */
export interface WikiError {
  readonly kind:
    | "down"
    | "lagged"
    | "redirected"
    | "not-mediawiki"
    | "refused"
    /** Another feeder is at it. */
    | "held"
    | "stopped";
  readonly message: string;
}

/** What `action=query` said: lists, pages or site information, still unread, and where to go on. */
export interface QueryAnswer {
  readonly query: Readonly<Record<string, unknown>>;
  /** Every key is to be sent back; null: the answer is complete. */
  readonly continue: Readonly<Record<string, string>> | null;
}

export type ApiAnswer =
  | ({ readonly kind: "query" } & QueryAnswer)
  /** Ask again after a while: replication lag, too many requests, server trouble. `seconds` null: not said. */
  | { readonly kind: "later"; readonly seconds: number | null; readonly error: WikiError }
  | { readonly kind: "error"; readonly error: WikiError };

const apiError = z.object({ code: z.string(), info: z.string().optional(), text: z.string().optional() });

const body = z.object({
  error: apiError.optional(),
  errors: z.array(apiError).optional(),
  query: z.record(z.string(), z.unknown()).optional(),
  /** Of `wbgetentities` and `sitematrix`, whose answers have no frame. */
  entities: z.unknown().optional(),
  sitematrix: z.unknown().optional(),
  batchcomplete: z.boolean().optional(),
  continue: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});

/** Codes that mean "not now"; the others do not change by asking again. */
const LATER_CODES: readonly string[] = ["maxlag", "ratelimited", "readonly"];

/** Codes for which there is something to do on this side. */
const MENDS: Readonly<Record<string, string>> = {
  readapidenied: "only its users may read this wiki; Weboid reads public wikis",
  permissiondenied: "the wiki keeps this to its own users",
  toomanyvalues: "the wiki takes fewer values at once than MediaWiki's 50; its configuration is unusual",
  invalidcategory:
    "give the category with its namespace, as the wiki spells it (Category:…), by: weboid wiki set",
  badvalue: "the wiki does not know a value, such as a namespace; compare with: weboid wiki show",
};

/** Reads one answer of `api.php` (format=json, formatversion=2). Pure; tables of recorded answers stand beside. */
export function readApiAnswer(answer: HttpAnswer, api: string): ApiAnswer {
  switch (answer.kind) {
    case "failure":
      if (answer.failure === "aborted")
        return { kind: "error", error: { kind: "stopped", message: "stopped" } };
      return readFailure(answer.failure, answer.detail, api);
    case "redirect":
      return {
        kind: "error",
        error: {
          kind: "redirected",
          message: redirected(api, answer.location),
        },
      };
    case "text":
      if (answer.http === 429 || answer.http >= 500)
        return {
          kind: "later",
          seconds: retryAfter(answer.headers),
          error: { kind: "down", message: `${api} answers ${answer.http}; try again later` },
        };
      return {
        kind: "error",
        error: notMediaWiki(api, `it answers ${answer.http} with ${kindOfText(answer)}`),
      };
    case "json":
      return readBody(answer.value, answer.headers, answer.http, api);
  }
}

/** The place without what was asked there: the address to use, or the sign of a login page. */
function redirected(api: string, location: string): string {
  const target = URL.canParse(location, api) ? new URL(location, api) : null;
  const place = target === null ? location : target.origin + target.pathname;
  if (target === null || !place.endsWith("/api.php"))
    return `${api} redirects to ${place}, which is no api.php: does the wiki let only its users in?`;
  if (place === api) return `${api} redirects to itself; something before the wiki is set up wrongly`;
  return `${api} redirects to ${place}; use that address`;
}

function readBody(
  value: unknown,
  headers: Readonly<Record<string, string>>,
  http: number,
  api: string,
): ApiAnswer {
  const parsed = body.safeParse(value);
  if (!parsed.success) return { kind: "error", error: notMediaWiki(api, "its JSON has another shape") };
  const { error, errors, batchcomplete, entities, sitematrix } = parsed.data;
  const query =
    entities === undefined && sitematrix === undefined ? parsed.data.query : { entities, sitematrix };
  const trouble = error ?? errors?.[0];
  if (trouble !== undefined) {
    const words = firstSentence(trouble.info ?? trouble.text ?? "");
    const said = `${api} says ${trouble.code}${words === "" ? "" : `: ${words}`}`;
    if (LATER_CODES.includes(trouble.code)) {
      const message = `${said} – the wiki is busy; try again later`;
      return { kind: "later", seconds: retryAfter(headers), error: { kind: "lagged", message } };
    }
    const mend = MENDS[trouble.code];
    return {
      kind: "error",
      error: { kind: "refused", message: mend === undefined ? said : `${said} – ${mend}` },
    };
  }
  if (http === 429 || http >= 500)
    return {
      kind: "later",
      seconds: retryAfter(headers),
      error: { kind: "down", message: `${api} answers ${http}; try again later` },
    };
  // An empty batch may have no `query` at all, but then it says that or how it goes on.
  if (query === undefined && batchcomplete === undefined && parsed.data.continue === undefined)
    return { kind: "error", error: notMediaWiki(api, "its JSON has another shape") };
  const next = parsed.data.continue;
  return {
    kind: "query",
    query: query ?? {},
    continue:
      next === undefined
        ? null
        : Object.fromEntries(Object.entries(next).map(([name, part]) => [name, String(part)])),
  };
}

function readFailure(failure: string, detail: string, api: string): ApiAnswer {
  const down = (message: string): WikiError => ({ kind: "down", message });
  switch (failure) {
    case "dns":
      return {
        kind: "error",
        error: down(`${new URL(api).hostname} has no address (${detail}); check the address`),
      };
    case "refused":
      return {
        kind: "later",
        seconds: null,
        error: down(`nobody listens at ${api} (${detail}); is it running?`),
      };
    case "tls":
      return { kind: "error", error: down(`the certificate of ${api} is not valid (${detail})`) };
    case "too-large":
    case "encoding":
      return { kind: "error", error: notMediaWiki(api, `its answer cannot be read (${detail})`) };
    default:
      return {
        kind: "later",
        seconds: null,
        error: down(`${api} does not answer (${detail}); try again later`),
      };
  }
}

function notMediaWiki(api: string, why: string): WikiError {
  return {
    kind: "not-mediawiki",
    message: `${api} is not the API of a MediaWiki: ${why}; give the address of its api.php, such as https://de.wikipedia.org/w/api.php`,
  };
}

const kindOfText = ({ start, http }: { readonly start: string; readonly http: number }): string =>
  /^\s*<(?:!doctype|html)/i.test(start)
    ? "a web page"
    : start === ""
      ? "nothing"
      : http === 200
        ? "text"
        : "an error";

/** MediaWiki appends a sentence with links to every message. */
const firstSentence = (text: string): string => text.replace(/<[^>]*>/g, "").slice(0, 200);

/** Seconds of a Retry-After in its numeric form (RFC 9110); MediaWiki uses no other. */
function retryAfter(headers: Readonly<Record<string, string>>): number | null {
  const value = headers["retry-after"]?.trim() ?? "";
  return /^[0-9]{1,6}$/.test(value) ? Number(value) : null;
}
