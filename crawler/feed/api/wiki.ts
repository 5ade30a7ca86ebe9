import { isDeepStrictEqual } from "node:util";
import pLimit from "p-limit";
import type { z } from "zod";
import type { HttpClient, HttpRequest } from "../../net/egress/http-client.ts";
import { pause } from "../../runtime/clock.ts";
import { span } from "../../runtime/words.ts";
import { type QueryAnswer, readApiAnswer, STOPPED, type Trouble, type WikiError } from "./answer.ts";

/** How often a request that failed is repeated. */
interface RetryPolicy {
  readonly attempts: number;
  /** A longer Retry-After ends the request: the caller comes back after it. */
  readonly waitSecondsMax: number;
  /** Time spent in requests that failed, after which none is repeated. */
  readonly failingMsMax: number;
  /** Attempts after an answer that is none of a MediaWiki: a momentary failure, or, for a person, a mistyped address. */
  readonly garbledAttempts: number;
}

const RETRY_POLICIES = {
  role: { attempts: 4, waitSecondsMax: 120, failingMsMax: 45_000, garbledAttempts: 4 },
  /** A person waits for the answer. */
  person: { attempts: 2, waitSecondsMax: 10, failingMsMax: 15_000, garbledAttempts: 1 },
  none: { attempts: 1, waitSecondsMax: 0, failingMsMax: 0, garbledAttempts: 1 },
} as const satisfies Record<string, RetryPolicy>;

/** The first wait after a failure, and after an answer that asks to wait without a time; doubled each time. */
const FAILED_WAIT_S = 1;
const LAGGED_WAIT_S = 5;
/** The random part of each wait: feeders that met the same trouble do not come back in the same moment. */
const JITTER = 0.3;
/** Requests for one list: 500 rows each, so 100 million rows. */
const REQUESTS_MAX = 200_000;
/** MediaWiki's limit of titles and page ids in a request, for clients without the right `apihighlimits`. */
export const IDS_DEFAULT = 50;
/** What servers take in an address; longer questions are posted. */
const URL_CHARS_MAX = 4_000;

export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: WikiError };

export const fine = <T>(value: T): Result<T> => ({ ok: true, value });
export const failed = (error: WikiError): Result<never> => ({ ok: false, error });

/** Ids or titles in portions of what one request takes. */
export function portions<T>(all: readonly T[]): T[][] {
  const count = Math.ceil(all.length / IDS_DEFAULT);
  return Array.from({ length: count }, (_, at) => all.slice(at * IDS_DEFAULT, (at + 1) * IDS_DEFAULT));
}

/** The rows of a list in an answer; those of another shape are left out. Null: it is no list. */
export function rowsOf<T>(row: z.ZodType<T>, list: unknown): T[] | null {
  if (!Array.isArray(list)) return null;
  return list.flatMap((one) => {
    const { success, data } = row.safeParse(one);
    return success ? [data] : [];
  });
}

/** One wiki's `api.php`, asked serially as its operators want: a request begins when the one before has ended. */
export interface WikiApi {
  readonly api: string;
  /** How many titles or page ids one request may name: 50, or 500 where the account there has that right. */
  idsMax(): Promise<number>;
  /** One `action=query`. */
  query(params: Params): Promise<Result<QueryAnswer>>;
  /** The same query, continued until it is complete: answer by answer, and an error at most, as the last. */
  walk(params: Params, requestsMax?: number): AsyncGenerator<Result<QueryAnswer>>;
  /** Another wiki's API, with the same options. */
  sibling(api: string): WikiApi;
  /**
   * The same API in the same queue, for parts of a question over which the wiki broke: a part over which it breaks, too,
   * is neither repeated nor counted as one more failure, as the whole was.
   */
  forParts(): WikiApi;
}

export type Params = Readonly<Record<string, string>>;

/** An HTTP client for wikis' servers; one that has accounts (client.ts) knows what they may ask. */
export interface WikiClient extends HttpClient {
  idsMax?(api: string, signal: AbortSignal, configured?: readonly string[]): Promise<number>;
}

export interface WikiOptions {
  readonly http: WikiClient;
  readonly signal: AbortSignal;
  /** Default: "role". */
  readonly retry?: keyof typeof RETRY_POLICIES;
  /** Called with every request that failed; returns the error to end with when there were too many. */
  readonly failing?: (error: WikiError) => Promise<WikiError | null>;
  /** Waits `ms`; false when stopped. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<boolean>;
  /** 0…1, for the jitter. */
  readonly random?: () => number;
}

export function openWikiApi(api: string, options: WikiOptions): WikiApi {
  const { http, signal } = options;
  const queue = pLimit(1);
  const open = (isPart: boolean): WikiApi => {
    const query = (params: Params) => queue(() => ask(api, params, options, isPart));
    return {
      api,
      query,
      idsMax: async () => (await http.idsMax?.(api, signal)) ?? IDS_DEFAULT,
      sibling: (other) => openWikiApi(other, options),
      forParts: () => open(true),
      walk: (params, requestsMax = REQUESTS_MAX) => walk({ api, query }, params, requestsMax),
    };
  };
  return open(false);
}

/** One request, repeated by the policy. `isPart`: a part of a question over which the wiki broke. */
async function ask(
  api: string,
  params: Params,
  { http, signal, failing, wait = pause, random = Math.random, retry = "role" }: WikiOptions,
  isPart: boolean,
): Promise<Result<QueryAnswer>> {
  const policy = RETRY_POLICIES[retry];
  const request = { ...requestOf(api, params), signal };
  let failingMs = 0;
  for (let attempt = 1; ; attempt += 1) {
    const began = performance.now();
    const answer = readApiAnswer(await http.send(request), api, Date.now());
    if (answer.kind === "query") return fine(answer);
    if (answer.kind === "error" || (isPart && answer.error.kind === "broken")) return failed(answer.error);
    failingMs += performance.now() - began;
    const tooMany = answer.error.kind === "lagged" ? null : await failing?.(withRetryAfter(answer));
    if (tooMany) return failed(tooMany);
    if (isEnough(policy, answer, attempt, failingMs)) return failed(withRetryAfter(answer));
    const ms = waitMs(answer, attempt, random());
    if (!(await wait(ms, signal))) return failed(STOPPED);
  }
}

/**
 * A list to its end. One that comes back to a place it has passed never ends, which Brent's algorithm finds. One that takes
 * more requests than it may is refused: a smaller question may have an end.
 */
async function* walk(
  { api, query }: Pick<WikiApi, "api" | "query">,
  params: Params,
  requestsMax: number,
): AsyncGenerator<Result<QueryAnswer>> {
  const name = params.list ?? params.prop ?? "?";
  let next: Params = {};
  /** A place passed, with which all that follow are compared; it moves on at powers of two. */
  let passed: Params = {};
  let movesOn = 1;
  for (let requests = 1; requests <= requestsMax; requests += 1) {
    const answer = await query({ ...params, ...next, ...actionOf(params) });
    yield answer;
    if (!answer.ok || answer.value.continue === null) return;
    next = answer.value.continue;
    if (isDeepStrictEqual(passed, next)) {
      yield failed({ kind: "not-mediawiki", message: `${api} never ends its list of ${name}` });
      return;
    }
    if (requests === movesOn) {
      passed = next;
      movesOn *= 2;
    }
  }
  const message = `${api} has not ended its list of ${name} after ${requestsMax} answers`;
  yield failed({ kind: "refused", message });
}

function isEnough(policy: RetryPolicy, answer: Trouble, attempt: number, failingMs: number): boolean {
  const attempts = answer.kind === "garbled" ? policy.garbledAttempts : policy.attempts;
  return (
    attempt >= attempts ||
    (answer.seconds ?? 0) > policy.waitSecondsMax ||
    (answer.error.kind !== "lagged" && failingMs > policy.failingMsMax)
  );
}

/** Never less than the wiki asked for, and longer each time. */
function waitMs(answer: Trouble, attempt: number, random: number): number {
  const first = answer.seconds ?? (answer.error.kind === "lagged" ? LAGGED_WAIT_S : FAILED_WAIT_S);
  const grown = Math.min(first * 2 ** (attempt - 1), Math.max(first, RETRY_POLICIES.role.waitSecondsMax));
  return Math.round(grown * 1_000 * (1 + random * JITTER));
}

/** The error with the wiki's Retry-After, which holds beyond this request, too. */
function withRetryAfter(answer: Trouble): WikiError {
  const { error, seconds } = answer;
  if (seconds === null) return error;
  return {
    ...error,
    message: `${error.message} (it asks to wait ${span(seconds * 1_000)})`,
    quietSeconds: seconds,
  };
}

/** The action of a question, which a wiki's `continue` must not change. */
const actionOf = ({ action = "query" }: Params): Params => ({ action });

function requestOf(api: string, params: Params): HttpRequest {
  const url = new URL(api);
  const fixed = { format: "json", formatversion: "2", maxlag: "5" };
  const all = Object.entries({ ...actionOf(params), ...params, ...fixed });
  const form = new URLSearchParams(all);
  if (url.href.length + String(form).length > URL_CHARS_MAX)
    return {
      url: url.href,
      method: "POST",
      // Wikimedia answers posted questions that change nothing in the nearest data centre.
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "promise-non-write-api-action": "true",
      },
      body: String(form),
    };
  for (const [name, value] of all) url.searchParams.set(name, value);
  return { url: url.href };
}
