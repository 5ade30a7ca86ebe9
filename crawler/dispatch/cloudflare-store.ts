import { z } from "zod";
import { type ApiRequest, type ApiResult, type CloudflareOptions, cloudflareApi } from "./cloudflare-api.ts";
import { batches, keyBatches, type ReadableStore, type StoreResult, type WriteTerms } from "./store.ts";

export interface CloudflareStoreOptions extends CloudflareOptions {
  readonly accountId: string;
  readonly namespaceId: string;
}

/** Cloudflare takes 10,000 pairs and 100 MB in a call; fewer bytes are held in memory and sent within a lease. */
const LIMITS = { pairs: 10_000, bytes: 40_000_000 };

const REQUEST_MS_MAX = 45_000;
/** How long after we gave a request up it may still be carried out at Cloudflare. */
const SETTLE_MS = 30_000;
/** Waits after what passes by itself; a key that Cloudflare could not write is a second old by then, as its limit wants. */
const BACKOFF_MS = [1_000, 2_000, 4_000, 8_000, 16_000] as const;
/** A longer wish is not waited for: the lease is given back, and the next try is asked the same. */
const AFTER_MS_MAX = 330_000;

const KEYS = z.array(z.object({ name: z.string() }));
const BULK = z.object({ unsuccessful_keys: z.array(z.string()).nullish() }).nullish();

type Failed = { readonly kind: "failed"; readonly message: string };

/**
 * Cloudflare's KV over REST: bulk writes and removals, repeated for the keys that failed and no others. There is no
 * compare-and-set, so a dispatcher that was overtaken is kept away by its lease (D2): no request is sent unless the lease
 * outlasts it (DECISIONS.md says what remains).
 */
export function cloudflareStore(options: CloudflareStoreOptions): ReadableStore {
  const api = cloudflareApi(options);
  const base = `/accounts/${options.accountId}/storage/kv/namespaces/${options.namespaceId}`;
  /** When Cloudflare wants to be asked again; in the clock of `performance`. */
  let blockedUntil = 0;

  /** Asks until it is answered for good, or patience ends. */
  async function persist(request: ApiRequest, { held }: WriteTerms): Promise<ApiResult> {
    for (let attempt = 0; ; attempt++) {
      const blockedMs = blockedUntil - performance.now();
      if (blockedMs > AFTER_MS_MAX) return blocked(blockedMs);
      if (blockedMs > 0) await api.wait(blockedMs);
      if (options.signal.aborted) return { kind: "refused", message: "stopped" };
      if (held !== undefined && (await held()) < REQUEST_MS_MAX + SETTLE_MS)
        return { kind: "refused", message: "the lease would not have outlasted the request" };
      const result = await api.ask(request);
      if (result.kind !== "passing") return result;
      const { afterMs } = result;
      if (afterMs !== null) blockedUntil = performance.now() + afterMs;
      const backoff = BACKOFF_MS[attempt];
      if (backoff === undefined) return result;
      if (afterMs === null) await api.wait(backoff * (1 + Math.random() / 3));
    }
  }

  /** One call for all, then calls for those keys that Cloudflare says it could not write. */
  async function bulk(
    count: { calls: number },
    keys: readonly string[],
    requestOf: (keys: ReadonlySet<string>) => ApiRequest,
    terms: WriteTerms,
  ): Promise<Failed | null> {
    let rest: ReadonlySet<string> = new Set(keys);
    for (let attempt = 0; rest.size > 0; attempt++) {
      const answer = await persist(requestOf(rest), terms);
      count.calls++;
      if (answer.kind !== "done") return failure(answer);
      const result = BULK.safeParse(answer.result);
      if (!result.success)
        return { kind: "failed", message: "Cloudflare's answer does not say what it wrote" };
      const unsuccessful = result.data?.unsuccessful_keys ?? [];
      rest = new Set(unsuccessful.filter((key) => rest.has(key)));
      const backoff = BACKOFF_MS[attempt];
      if (rest.size === 0) break;
      if (backoff === undefined)
        return {
          kind: "failed",
          message: `Cloudflare could not write ${rest.size} of ${keys.length} keys in ${attempt + 1} attempts, such as ${[...rest][0]}`,
        };
      await api.wait(backoff);
    }
    return null;
  }

  const run = async (
    work: (count: { calls: number }) => AsyncIterable<Failed | null>,
  ): Promise<StoreResult> => {
    const count = { calls: 0 };
    for await (const failed of work(count)) if (failed !== null) return failed;
    return { kind: "stored", calls: count.calls };
  };
  const request = (method: "PUT" | "POST", path: string, content: unknown): ApiRequest => ({
    method,
    path: base + path,
    body: JSON.stringify(content),
    msMax: REQUEST_MS_MAX,
  });

  return {
    put: (pairs, _fence, terms = {}) =>
      run(async function* (count) {
        for (const call of batches(pairs, LIMITS)) {
          const bodyOf = (keys: ReadonlySet<string>) => call.filter(({ key }) => keys.has(key));
          yield bulk(
            count,
            call.map(({ key }) => key),
            (keys) => request("PUT", "/bulk", bodyOf(keys)),
            terms,
          );
        }
      }),
    remove: (keys, _fence, terms = {}) =>
      run(async function* (count) {
        for (const call of keyBatches(keys, LIMITS.pairs))
          yield bulk(count, call, (rest) => request("POST", "/bulk/delete", [...rest]), terms);
      }),
    async list(prefix, cursor) {
      const query = new URLSearchParams({ prefix, limit: "1000", ...(cursor !== null && { cursor }) });
      const request = { method: "GET", path: `${base}/keys?${query}`, msMax: REQUEST_MS_MAX } as const;
      const answer = await persist(request, {});
      if (answer.kind !== "done") return failure(answer);
      const found = KEYS.safeParse(answer.result);
      if (!found.success) return { kind: "failed", message: "Cloudflare's answer does not list keys" };
      const next = answer.cursor === "" ? null : answer.cursor;
      return { kind: "keys", keys: found.data.map(({ name }) => name), cursor: next };
    },
    async get(key) {
      const path = `${base}/values/${encodeURIComponent(key)}`;
      const answer = await persist({ method: "GET", path, msMax: REQUEST_MS_MAX, bytes: true }, {});
      if (answer.kind === "bytes") return { kind: "value", bytes: answer.bytes };
      return answer.kind === "absent" ? { kind: "absent" } : failure(answer);
    },
  };
}

const blocked = (ms: number): ApiResult => ({
  kind: "refused",
  message: `Cloudflare wants to be left alone for ${Math.ceil(ms / 1_000)} s more`,
});

function failure(answer: ApiResult): Failed {
  return {
    kind: "failed",
    message: "message" in answer ? answer.message : "Cloudflare answered something else than was asked",
  };
}
