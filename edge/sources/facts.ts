import type { UrlFacts } from "../../shared/answer/types.ts";
import { ORIGIN } from "../../shared/protocol/origin.ts";
import { REQUEST_URLS_MAX } from "../../shared/protocol/pages.ts";
import { ORIGIN_REQUEST_BYTES_MAX } from "../../shared/protocol/types.ts";
import type { EdgeDeps, EdgeEnv } from "../env.ts";
import { askOrigin, type Busy } from "./origin.ts";

const LIMITS = {
  ms: 2_000,
  /** Bytes of a request's URLs, with room for the quotes and commas of each. */
  bytes: ORIGIN_REQUEST_BYTES_MAX - 64 * 1024,
  /** For one question: 50 pages of links that no snapshot has. What is beyond stays unknown. */
  requests: 6,
} as const;

/** The lists of one request each. Normalised URLs are ASCII: characters are bytes, and 3 more each in JSON. */
export function urlBatches(urls: readonly string[]): string[][] {
  const batches: string[][] = [];
  let bytes = 0;
  for (const url of urls) {
    const size = url.length + 3;
    const batch = batches.at(-1);
    if (batch === undefined || batch.length >= REQUEST_URLS_MAX || bytes + size > LIMITS.bytes) {
      if (batches.length >= LIMITS.requests) return batches;
      batches.push([url]);
      bytes = size;
    } else {
      batch.push(url);
      bytes += size;
    }
  }
  return batches;
}

export interface KnownFacts {
  readonly facts: readonly UrlFacts[] | null;
  readonly busy: Busy | null;
  /** There is an origin, and some of it was not answered. */
  readonly isAway: boolean;
}

/**
 * What the database knows of normalised URLs that no snapshot has, in several requests when they are many; what did not come of
 * it is left out. `facts` null: nothing was asked, or nothing answered; `busy`: origin had no room for some of it.
 */
export async function knownFacts(
  deps: EdgeDeps,
  env: EdgeEnv,
  wiki: string,
  urls: readonly string[],
): Promise<KnownFacts> {
  const batches = urlBatches(urls).map((batch) =>
    askOrigin(deps, env, ORIGIN.urls, { wiki, urls: batch }, LIMITS.ms),
  );
  const all = await Promise.all(batches);
  const answers = all.flatMap((asked) => (asked.kind === "answer" ? [asked.answer] : []));
  const facts = answers.length > 0 ? answers.flatMap(({ urls }) => urls) : null;
  return {
    facts,
    busy: all.find((asked) => asked.kind === "busy") ?? null,
    isAway: (env.ORIGIN_URL ?? "") !== "" && all.some((asked) => asked.kind === "away"),
  };
}
