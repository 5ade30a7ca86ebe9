import type { HttpClient } from "../runtime/http.ts";
import { pause } from "../runtime/pause.ts";
import { type QueryAnswer, readApiAnswer, type WikiError } from "./answer.ts";

/** How often a request is made before its trouble is believed, and how long is waited between (Retry-After, bounded). */
const ATTEMPTS_MAX = 4;
const WAIT_S_DEFAULT = 5;
const WAIT_S_MAX = 120;
/** A walk through a list: 500 rows each, so 100 million rows. A wiki that never ends is none. */
const REQUESTS_MAX = 200_000;

export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: WikiError };

export const fine = <T>(value: T): Result<T> => ({ ok: true, value });
export const failed = (error: WikiError): Result<never> => ({ ok: false, error });

/** One wiki's `api.php`, asked serially as its operators wish: a request begins when the one before has ended. */
export interface Wiki {
  readonly api: string;
  /** One `action=query`. */
  query(params: Params): Promise<Result<QueryAnswer>>;
  /**
   * The same query, continued until it is complete. `take` sees every batch with the place where the next one begins
   * (null: it was the last) and may be awaited; with `false` it ends the walk. Null: everything was seen.
   */
  walk(params: Params, take: Take): Promise<WikiError | null>;
  /** Another wiki, asked in the same manner. */
  sibling(api: string): Wiki;
}

export type Params = Readonly<Record<string, string>>;
export type Take = (query: QueryAnswer["query"], next: QueryAnswer["continue"]) => Promise<boolean> | boolean;

export interface WikiOptions {
  readonly http: HttpClient;
  readonly signal: AbortSignal;
  /** For tests and for a person who waits; else 4. */
  readonly attempts?: number;
  /** Waits `ms`; false when stopped. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<boolean>;
}

export function openWiki(api: string, options: WikiOptions): Wiki {
  const { http, signal, attempts = ATTEMPTS_MAX, wait = pause } = options;
  let previous: Promise<unknown> = Promise.resolve();

  async function ask(params: Params): Promise<Result<QueryAnswer>> {
    const url = requestUrl(api, params);
    for (let attempt = 1; ; attempt += 1) {
      const answer = readApiAnswer(await http.send({ url, signal }), api);
      if (answer.kind === "query") return fine(answer);
      if (answer.kind === "error" || attempt >= attempts) return failed(answer.error);
      const seconds = Math.min(answer.seconds ?? WAIT_S_DEFAULT * attempt, WAIT_S_MAX);
      if (!(await wait(seconds * 1000, signal))) return failed({ kind: "stopped", message: "stopped" });
    }
  }

  function query(params: Params): Promise<Result<QueryAnswer>> {
    const asked = previous.then(() => ask(params));
    previous = asked;
    return asked;
  }

  return {
    api,
    query,
    sibling: (other) => openWiki(other, options),
    async walk(params, take) {
      let next: Params = {};
      for (let requests = 0; requests < REQUESTS_MAX; requests += 1) {
        const answer = await query({ ...params, ...next });
        if (!answer.ok) return answer.error;
        if (!(await take(answer.value.query, answer.value.continue))) return null;
        if (answer.value.continue === null) return null;
        if (sameParams(next, answer.value.continue)) break;
        next = answer.value.continue;
      }
      return {
        kind: "not-mediawiki",
        message: `${api} never ends its list of ${params.list ?? params.prop ?? "?"}`,
      };
    },
  };
}

function requestUrl(api: string, params: Params): string {
  const url = new URL(api);
  const all = { action: "query", format: "json", formatversion: "2", maxlag: "5", ...params };
  for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value);
  return url.href;
}

function sameParams(one: Params, other: Params): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}
