import type { UrlFacts } from "../../shared/answer/types.ts";
import { isCount, isRecord, records } from "../../shared/json/record.ts";
import { signBody } from "../../shared/protocol/sign.ts";
import { ORIGIN_REQUEST_BYTES_MAX, type PagesRequest } from "../../shared/protocol/types.ts";
import { readBoundedJson } from "../cache/bounded-body.ts";
import type { EdgeDeps, EdgeEnv } from "../env.ts";
import { readFacts } from "./facts.ts";

const ORIGIN_LIMITS = {
  urlsMs: 2_000,
  titlesMs: 2_000,
  touchMs: 5_000,
  responseBytes: 16 * 1024 * 1024,
  /** Of one request: as many as origin takes, and in bytes with room for the quotes and commas of each. */
  urls: 2_000,
  urlBytes: ORIGIN_REQUEST_BYTES_MAX - 64 * 1024,
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
    if (batch === undefined || batch.length >= ORIGIN_LIMITS.urls || bytes + size > ORIGIN_LIMITS.urlBytes) {
      if (batches.length >= ORIGIN_LIMITS.requests) return batches;
      batches.push([url]);
      bytes = size;
    } else {
      batch.push(url);
      bytes += size;
    }
  }
  return batches;
}

export interface Origin {
  /**
   * What the database knows of normalised URLs that no snapshot has, in several requests when they are many; what of
   * it did not come is left out. null: no origin, or it did not answer at all.
   */
  facts(wiki: string, urls: readonly string[]): Promise<readonly UrlFacts[] | null>;
  /**
   * The pages that have these titles, as far as the database knows, for as long as their wiki does not say so itself; null:
   * no origin, or it did not answer.
   */
  titles(wiki: string, titles: readonly string[]): Promise<ReadonlyMap<string, number> | null>;
  /** Hands pages to the feeder (F5); false: not now, and the log says why. The answer does not depend on it. */
  touch(wiki: string, pageids: readonly number[]): Promise<boolean>;
  /** The same for a friendly tool (F8), which hears when there is no room. `friend`: SHA-256 of its token. */
  ping(
    wiki: string,
    pageids: readonly number[],
    friend: string,
  ): Promise<"taken" | "full" | "unknown-friend" | "away">;
  /** The watched pages of a namespace, if all are watched, else null (`PagesRequest`). */
  pages(
    wiki: string,
    friend: string,
    list: PagesRequest["list"],
  ): Promise<readonly number[] | null | "unknown-friend" | "away">;
}

/** "": there is none. */
export const originOf = ({ ORIGIN_URL: url }: EdgeEnv): string => (url ?? "").replace(/\/$/, "");

/** Posts signed requests (shared/protocol/sign.ts). */
export const posterTo =
  (base: string, deps: EdgeDeps, env: EdgeEnv) =>
  async (path: string, content: object, ms: number): Promise<Response> => {
    const address = new URL(base + path);
    const body = new TextEncoder().encode(JSON.stringify(content));
    const parts = { method: "POST", path: address.pathname, body };
    const headers = {
      "content-type": "application/json",
      ...(await signBody(env.ORIGIN_TOKEN ?? "", parts, deps.now())),
    };
    const signal = AbortSignal.timeout(ms);
    const request = new Request(address, { method: "POST", headers, body, redirect: "manual", signal });
    const response = await deps.fetch(request);
    // Readers see it as any other failure; only the operator can repair it.
    if (response.status === 401)
      console.error(`origin refuses this edge's signature: ${await errorMessage(response.clone())}`);
    return response;
  };

async function errorMessage(response: Response): Promise<string> {
  const answer = await readBoundedJson(response.body, ORIGIN_LIMITS.responseBytes).catch(() => null);
  const message = isRecord(answer) && isRecord(answer.error) ? answer.error.message : null;
  return typeof message === "string" ? message : "set the same ORIGIN_TOKEN on both sides";
}

export function createOrigin(deps: EdgeDeps, env: EdgeEnv): Origin {
  const base = originOf(env);
  const post = posterTo(base, deps, env);

  /** null: it did not answer, or not in a way that can be read. */
  async function known<T>(
    path: string,
    question: object,
    ms: number,
    read: (answer: unknown) => T | null,
  ): Promise<T | null> {
    try {
      const response = await post(path, question, ms);
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      return read(await readBoundedJson(response.body, ORIGIN_LIMITS.responseBytes));
    } catch (error) {
      console.error(`origin did not answer ${path}: ${error instanceof Error ? error.message : "unknown"}`);
      return null;
    }
  }

  return {
    async facts(wiki, urls) {
      if (base === "" || urls.length === 0) return null;
      const answers = await Promise.all(
        urlBatches(urls).map((batch) =>
          known("/v1/urls", { wiki, urls: batch }, ORIGIN_LIMITS.urlsMs, readFacts),
        ),
      );
      const told = answers.filter((answer) => answer !== null);
      return told.length === 0 ? null : told.flat();
    },
    async titles(wiki, titles) {
      return base === "" ? null : known("/v1/titles", { wiki, titles }, ORIGIN_LIMITS.titlesMs, readTitles);
    },
    async touch(wiki, pageids) {
      try {
        const response = await post("/v1/touch", { wiki, pageids }, ORIGIN_LIMITS.touchMs);
        await response.body?.cancel();
        if (!response.ok) throw new Error(`HTTP ${response.status}`);
        return true;
      } catch (error) {
        console.error(`origin did not take /v1/touch: ${error instanceof Error ? error.message : "unknown"}`);
        return false;
      }
    },
    async ping(wiki, pageids, friend) {
      try {
        const response = await post("/v1/touch", { wiki, pageids, friend }, ORIGIN_LIMITS.touchMs);
        await response.body?.cancel();
        if (response.status === 429) return "full";
        if (response.status === 403) return "unknown-friend";
        if (!response.ok) throw new Error(`HTTP ${response.status}`);
        return "taken";
      } catch (error) {
        console.error(`origin did not take a ping: ${error instanceof Error ? error.message : "unknown"}`);
        return "away";
      }
    },
    async pages(wiki, friend, list) {
      try {
        const response = await post("/v1/pages", { wiki, friend, list }, ORIGIN_LIMITS.touchMs);
        if (response.status === 403) return "unknown-friend";
        if (!response.ok) throw new Error(`HTTP ${response.status}`);
        return readPageids(await readBoundedJson(response.body, ORIGIN_LIMITS.responseBytes));
      } catch (error) {
        console.error(
          `origin did not answer /v1/pages: ${error instanceof Error ? error.message : "unknown"}`,
        );
        return "away";
      }
    },
  };
}

/** The `pages` of origin's answer (TitlesResponse); null when it is no such answer. */
function readTitles(answer: unknown): ReadonlyMap<string, number> | null {
  if (!isRecord(answer) || !Array.isArray(answer.pages)) return null;
  return new Map(
    records(answer.pages).flatMap(({ title, pageid }) =>
      typeof title === "string" && isCount(pageid) && pageid > 0 ? [[title, pageid] as const] : [],
    ),
  );
}

function readPageids(answer: unknown): number[] | null {
  const pageids = isRecord(answer) ? answer.pageids : null;
  return Array.isArray(pageids) ? pageids.filter((pageid) => Number.isSafeInteger(pageid)) : null;
}

const LIMITS = { ms: 8_000, responseBytes: 2 * 1024 * 1024 };

/** `refused`: origin says by a code what is wrong with the question. */
export type Asked =
  | { readonly kind: "answer"; readonly body: unknown }
  | { readonly kind: "refused"; readonly code: string; readonly message: string }
  /** It was asked too often. `limits`: the headers that say which limit that was. */
  | {
      readonly kind: "later";
      readonly code: string;
      readonly seconds: number;
      readonly limits: Readonly<Record<string, string>>;
    }
  | { readonly kind: "away" };

/** Asks origin for what only the database knows. */
export async function askOrigin(
  deps: EdgeDeps,
  env: EdgeEnv,
  path: string,
  question: object,
): Promise<Asked> {
  const base = (env.ORIGIN_URL ?? "").replace(/\/$/, "");
  if (base === "") return { kind: "away" };
  try {
    const response = await posterTo(base, deps, env)(path, question, LIMITS.ms);
    const body = await readBoundedJson(response.body, LIMITS.responseBytes);
    if (response.ok && body !== undefined) return { kind: "answer", body };
    const error = isRecord(body) && isRecord(body.error) ? body.error : {};
    if (response.status === 400 || response.status === 404)
      return { kind: "refused", code: String(error.code), message: String(error.message) };
    if (response.status === 429)
      return {
        kind: "later",
        code: String(error.code),
        seconds: Number(response.headers.get("retry-after")) || 60,
        limits: Object.fromEntries(
          ["ratelimit", "ratelimit-policy"].flatMap((name) => {
            const limit = response.headers.get(name);
            return limit === null ? [] : [[name, limit]];
          }),
        ),
      };
    throw new Error(`HTTP ${response.status}`);
  } catch (error) {
    console.error(`origin did not answer ${path}: ${error instanceof Error ? error.message : "unknown"}`);
    return { kind: "away" };
  }
}
