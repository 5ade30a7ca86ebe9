import type { UrlFacts } from "../shared/answer/types.ts";
import { sign } from "../shared/protocol/sign.ts";
import type { TouchRequest, UrlsRequest } from "../shared/protocol/types.ts";
import { readBoundedJson } from "./bounded.ts";
import type { EdgeDeps, EdgeEnv } from "./env.ts";
import { readFacts } from "./facts.ts";

export const ORIGIN_LIMITS = {
  urlsMs: 2_000,
  touchMs: 5_000,
  responseBytes: 16 * 1024 * 1024,
  urls: 2_000,
} as const;

export interface Origin {
  /** What the database knows of URLs that no snapshot has; null: no origin, or it did not answer. */
  facts(wiki: string, urls: readonly string[]): Promise<readonly UrlFacts[] | null>;
  /** Hands pages to the feeder (F5). A failure is logged, never told to the caller: the answer does not depend on it. */
  touch(wiki: string, pageids: readonly number[]): Promise<void>;
}

export function createOrigin(deps: EdgeDeps, env: EdgeEnv): Origin {
  const base = (env.ORIGIN_URL ?? "").replace(/\/$/, "");

  const post = async (path: string, content: UrlsRequest | TouchRequest, ms: number): Promise<Response> => {
    const address = new URL(base + path);
    const body = new TextEncoder().encode(JSON.stringify(content));
    const parts = { method: "POST", path: address.pathname, body };
    const headers = {
      "content-type": "application/json",
      ...sign(env.ORIGIN_TOKEN ?? "", parts, deps.now()),
    };
    return deps.fetch(
      new Request(address, {
        method: "POST",
        headers,
        body,
        redirect: "manual",
        signal: AbortSignal.timeout(ms),
      }),
    );
  };

  return {
    async facts(wiki, urls) {
      if (base === "" || urls.length === 0) return null;
      try {
        const asked = urls.slice(0, ORIGIN_LIMITS.urls);
        const response = await post("/v1/urls", { wiki, urls: asked }, ORIGIN_LIMITS.urlsMs);
        if (!response.ok) throw new Error(`HTTP ${response.status}`);
        return readFacts(await readBoundedJson(response.body, ORIGIN_LIMITS.responseBytes));
      } catch (error) {
        console.error(
          `origin did not answer /v1/urls: ${error instanceof Error ? error.message : "unknown"}`,
        );
        return null;
      }
    },
    async touch(wiki, pageids) {
      if (base === "" || pageids.length === 0) return;
      try {
        const response = await post("/v1/touch", { wiki, pageids }, ORIGIN_LIMITS.touchMs);
        await response.body?.cancel();
        if (!response.ok) throw new Error(`HTTP ${response.status}`);
      } catch (error) {
        console.error(`origin did not take /v1/touch: ${error instanceof Error ? error.message : "unknown"}`);
      }
    },
  };
}
