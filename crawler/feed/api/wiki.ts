import { pause } from "../../runtime/clock.ts";
import type { HttpClient, HttpRequest } from "../../runtime/http.ts";
import { type ApiAnswer, type QueryAnswer, readApiAnswer, type WikiError } from "./answer.ts";

/** How long trouble is borne before it is believed. */
interface Patience {
  /** How often a request is made. */
  readonly attempts: number;
  /** A longer wish for peace ends the request: whoever asked comes back after it. */
  readonly waitSecondsMax: number;
  /** Time spent in requests that failed; then no further one is made. */
  readonly failingMsMax: number;
  /** Answers that are none of a MediaWiki may be a moment's; whoever waits has rather mistyped the address. */
  readonly garbledAttempts: number;
}

const PATIENCE = {
  role: { attempts: 4, waitSecondsMax: 120, failingMsMax: 45_000, garbledAttempts: 4 },
  /** A person waits for the answer. */
  person: { attempts: 2, waitSecondsMax: 10, failingMsMax: 15_000, garbledAttempts: 1 },
  none: { attempts: 1, waitSecondsMax: 0, failingMsMax: 0, garbledAttempts: 1 },
} as const satisfies Record<string, Patience>;

/** The first wait after a failure, and after a wish for patience without a time; each further one is twice as long. */
const FAILED_WAIT_S = 1;
const LAGGED_WAIT_S = 5;
/** Feeders that met the same trouble do not come back in the same moment. */
const JITTER = 0.3;
/** A walk through a list: 500 rows each, so 100 million rows. A wiki that never ends is none. */
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

/** One wiki's `api.php`, asked serially as its operators wish: a request begins when the one before has ended. */
export interface Wiki {
  readonly api: string;
  /** How many titles or page ids one request may name: 50, or 500 where the account there has that right. */
  idsMax(): Promise<number>;
  /** One `action=query`. */
  query(params: Params): Promise<Result<QueryAnswer>>;
  /**
   * The same query, continued until it is complete. `take` sees every batch with the place where the next one begins
   * (null: it was the last) and may be awaited; with `false` it ends the walk. Null: everything was seen.
   */
  walk(params: Params, take: Take, requestsMax?: number): Promise<WikiError | null>;
  /** Another wiki, asked in the same manner. */
  sibling(api: string): Wiki;
  /**
   * The same wiki, asked in the same line, for the parts of a question over which it broke: it was waited for already,
   * so that a part over which it breaks, too, is neither asked again nor counted as one more failure.
   */
  dividing(): Wiki;
}

export type Params = Readonly<Record<string, string>>;
export type Take = (query: QueryAnswer["query"], next: QueryAnswer["continue"]) => Promise<boolean> | boolean;

/** A client of wikis' servers; one that knows accounts (client.ts) tells what they may. */
export interface WikiClient extends HttpClient {
  idsMax?(api: string, signal: AbortSignal): Promise<number>;
}

export interface WikiOptions {
  readonly http: WikiClient;
  readonly signal: AbortSignal;
  /** Else that of a role. */
  readonly patience?: keyof typeof PATIENCE;
  /** Hears of every request that failed; answers what to end with when there were too many. */
  readonly failing?: (error: WikiError) => Promise<WikiError | null>;
  /** Waits `ms`; false when stopped. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<boolean>;
  /** 0…1, for the jitter. */
  readonly random?: () => number;
}

export function openWiki(api: string, options: WikiOptions): Wiki {
  const { http, signal, failing, wait = pause, random = Math.random } = options;
  const patience = PATIENCE[options.patience ?? "role"];
  let previous: Promise<unknown> = Promise.resolve();

  async function ask(params: Params, divides: boolean): Promise<Result<QueryAnswer>> {
    const request = { ...requestOf(api, params), signal };
    let failingMs = 0;
    for (let attempt = 1; ; attempt += 1) {
      const began = performance.now();
      const answer = readApiAnswer(await http.send(request), api, Date.now());
      if (answer.kind === "query") return fine(answer);
      if (answer.kind === "error" || (divides && answer.error.kind === "broken")) return failed(answer.error);
      failingMs += performance.now() - began;
      const tooMany = answer.error.kind === "lagged" ? null : await failing?.(quieted(answer));
      if (tooMany) return failed(tooMany);
      if (isEnough(patience, answer, attempt, failingMs)) return failed(quieted(answer));
      const ms = waitMs(answer, attempt, random());
      if (!(await wait(ms, signal))) return failed({ kind: "stopped", message: "stopped" });
    }
  }

  function queue(params: Params, divides: boolean): Promise<Result<QueryAnswer>> {
    // What was thrown before was heard by whoever asked then.
    const asked = previous.catch(() => {}).then(() => ask(params, divides));
    previous = asked;
    return asked;
  }

  const open = (divides: boolean): Wiki => ({
    api,
    query: (params) => queue(params, divides),
    idsMax: async () => (await http.idsMax?.(api, signal)) ?? IDS_DEFAULT,
    sibling: (other) => openWiki(other, options),
    dividing: () => open(true),
    async walk(params, take, requestsMax = REQUESTS_MAX) {
      let next: Params = {};
      // A place passed, with which all that follow are compared; it moves on at powers of two, so that a loop of any
      // length is found (Brent's algorithm).
      let passed: Params = {};
      let movesOn = 1;
      for (let requests = 1; requests <= requestsMax; requests += 1) {
        const answer = await queue({ ...params, ...next, ...actionOf(params) }, divides);
        if (!answer.ok) return answer.error;
        if (!(await take(answer.value.query, answer.value.continue))) return null;
        if (answer.value.continue === null) return null;
        next = answer.value.continue;
        if (sameParams(passed, next)) break;
        if (requests === movesOn) {
          passed = next;
          movesOn *= 2;
        }
      }
      return {
        kind: "not-mediawiki",
        message: `${api} never ends its list of ${params.list ?? params.prop ?? "?"}`,
      };
    },
  });
  return open(false);
}

type NotNow = Exclude<ApiAnswer, { kind: "query" | "error" }>;

const secondsOf = (answer: NotNow): number | null => (answer.kind === "later" ? answer.seconds : null);

function isEnough(patience: Patience, answer: NotNow, attempt: number, failingMs: number): boolean {
  const attempts = answer.kind === "garbled" ? patience.garbledAttempts : patience.attempts;
  return (
    attempt >= attempts ||
    (secondsOf(answer) ?? 0) > patience.waitSecondsMax ||
    (answer.error.kind !== "lagged" && failingMs > patience.failingMsMax)
  );
}

/** Never less than the wiki asked for, and longer each time. */
function waitMs(answer: NotNow, attempt: number, random: number): number {
  const first = secondsOf(answer) ?? (answer.error.kind === "lagged" ? LAGGED_WAIT_S : FAILED_WAIT_S);
  const grown = Math.min(first * 2 ** (attempt - 1), Math.max(first, PATIENCE.role.waitSecondsMax));
  return Math.round(grown * 1_000 * (1 + random * JITTER));
}

/** With the time that the wiki asked for, which is to be kept beyond this request, too. */
function quieted(answer: NotNow): WikiError {
  const seconds = secondsOf(answer);
  if (seconds === null) return answer.error;
  return {
    ...answer.error,
    message: `${answer.error.message} (it asks for ${seconds} s of peace)`,
    quietSeconds: seconds,
  };
}

/** Where a list goes on says the wiki; what is asked does not. */
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
      // Wikimedia answers posted questions that change nothing at the nearest place.
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "promise-non-write-api-action": "true",
      },
      body: String(form),
    };
  for (const [name, value] of all) url.searchParams.set(name, value);
  return { url: url.href };
}

function sameParams(one: Params, other: Params): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}
