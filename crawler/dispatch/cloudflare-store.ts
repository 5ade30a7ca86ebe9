import { z } from "zod";
import type { KvPair } from "../../shared/protocol/types.ts";
import { type CoalescedResult, coalesced } from "./batching.ts";
import {
  type ApiRequest,
  type ApiResult,
  type CloudflareApi,
  type CloudflareOptions,
  cloudflareApi,
} from "./cloudflare-api.ts";
import { batches, keyBatches, type ReadableStore, roomOf, type WriteTerms } from "./store.ts";

export interface CloudflareStoreOptions extends CloudflareOptions {
  readonly accountId: string;
  readonly namespaceId: string;
}

/** Cloudflare takes 10,000 pairs and 100 MB in a call; fewer bytes are held in memory and sent within a lease. */
const LIMITS = { pairs: 10_000, bytes: 40_000_000 };

const REQUEST_MS_MAX = 45_000;
/** How long a request that timed out here may still be carried out at Cloudflare. */
const SETTLE_MS = 30_000;
const LATE_MS = REQUEST_MS_MAX + SETTLE_MS;
/** For how long the answer that the lease stands is good for a request. */
const SURE_MS = 15_000;
/** Waits after what passes by itself; a key that Cloudflare could not write is a second old by then, as its limit wants. */
const BACKOFF_MS = [1_000, 2_000, 4_000, 8_000, 16_000] as const;
/** A longer Retry-After is not waited for: the lease is given back, and the next attempt gets the same answer. */
const AFTER_MS_MAX = 330_000;

const KEYS = z.array(z.object({ name: z.string() }));
const BULK = z.object({ unsuccessful_keys: z.array(z.string()).nullish() }).nullish();

type Failed = { readonly kind: "failed"; readonly message: string; readonly needMs?: number };
/** `needMs`: it was not sent, as the lease stands for less. */
type Persisted = ApiResult | (Failed & { readonly needMs: number });
type Persist = (request: ApiRequest, terms: Pick<WriteTerms, "held">) => Promise<Persisted>;

/**
 * Cloudflare's KV over REST: bulk writes and removals, repeated for the keys that failed and no others. There is no
 * compare-and-set, so a dispatcher that was overtaken is kept away by its lease (D2): no request is sent unless the lease
 * outlasts it (docs/decisions/0020-fenced-writes.md says what remains).
 */
export function cloudflareStore(options: CloudflareStoreOptions): ReadableStore {
  const api = cloudflareApi(options);
  const persist = persistently(api, options.signal);
  const base = `/accounts/${options.accountId}/storage/kv/namespaces/${options.namespaceId}`;
  const request = (method: "PUT" | "POST", path: string, content: unknown): ApiRequest => ({
    method,
    path: base + path,
    body: JSON.stringify(content),
    msMax: REQUEST_MS_MAX,
  });
  const get = (path: string) => ({ method: "GET", path: base + path, msMax: REQUEST_MS_MAX }) as const;

  const put = coalesced<KvPair>(
    ({ key }) => key,
    () => roomOf(LIMITS),
    (pairs, terms) =>
      eachOf(batches(pairs, LIMITS), (call) => {
        const keys = call.map(({ key }) => key);
        const some = (rest: ReadonlySet<string>) => call.filter(({ key }) => rest.has(key));
        return bulk({ api, persist, terms }, keys, (rest) => request("PUT", "/bulk", some(rest)));
      }),
  );
  const remove = coalesced<string>(
    (key) => key,
    () => {
      let keys = 0;
      return () => ++keys <= LIMITS.pairs;
    },
    (keys, terms) =>
      eachOf(keyBatches(keys, LIMITS.pairs), (call) =>
        bulk({ api, persist, terms }, call, (rest) => request("POST", "/bulk/delete", [...rest])),
      ),
  );

  return {
    lateSeconds: (LATE_MS + SURE_MS) / 1_000,
    // What waits travels together.
    callsAtOnce: 1_000,
    put: (pairs, _fence, terms = {}) => put(pairs, terms),
    remove: (keys, _fence, terms = {}) => remove(keys, terms),
    async list(prefix, cursor) {
      const query = new URLSearchParams({ prefix, limit: "1000", ...(cursor !== null && { cursor }) });
      const answer = await persist(get(`/keys?${query}`), {});
      if (answer.kind !== "done") return failure(answer);
      const found = KEYS.safeParse(answer.result);
      if (!found.success) return { kind: "failed", message: "Cloudflare's answer does not list keys" };
      const next = answer.cursor === "" ? null : answer.cursor;
      return { kind: "keys", keys: found.data.map(({ name }) => name), cursor: next };
    },
    async get(key) {
      const answer = await persist({ ...get(`/values/${encodeURIComponent(key)}`), bytes: true }, {});
      if (answer.kind === "bytes") return { kind: "value", bytes: answer.bytes };
      return answer.kind === "absent" ? { kind: "absent" } : failure(answer);
    },
  };
}

/** Repeats a request until it is answered for good, or the attempts are used up. */
function persistently(api: CloudflareApi, signal: AbortSignal): Persist {
  /** When Cloudflare wants to be asked again; in the clock of `performance`. */
  let blockedUntil = 0;
  return async (request, { held }) => {
    for (let attempt = 0; ; attempt++) {
      const blockedMs = blockedUntil - performance.now();
      if (blockedMs > AFTER_MS_MAX) return blocked(blockedMs);
      if (blockedMs > 0) await api.wait(blockedMs);
      await api.acquire();
      if (signal.aborted) return { kind: "refused", message: "stopped" };
      // After every wait: the lease is checked last before the request is sent.
      if (held !== undefined && (await held()) < LATE_MS)
        return {
          kind: "failed",
          message: "the lease would not have outlasted the request",
          needMs: LATE_MS,
        };
      const result = await api.ask(request);
      if (result.kind !== "passing") return result;
      const { afterMs, unsure } = result;
      if (afterMs !== null) blockedUntil = performance.now() + afterMs;
      // What may still be carried out must not follow what is sent next, here or by the next holder of the lease.
      const settleMs = unsure && request.method !== "GET" ? SETTLE_MS : 0;
      const backoff = BACKOFF_MS[attempt];
      if (backoff === undefined && settleMs > 0) await api.wait(settleMs);
      if (backoff === undefined) return result;
      if (afterMs === null) await api.wait(Math.max(settleMs, backoff * (1 + Math.random() / 3)));
    }
  };
}

interface BulkTools {
  readonly api: CloudflareApi;
  readonly persist: Persist;
  readonly terms: Pick<WriteTerms, "held">;
}

/** One call for all, then calls for those keys that Cloudflare says it could not write. */
async function bulk(
  { api, persist, terms }: BulkTools,
  keys: readonly string[],
  requestOf: (keys: ReadonlySet<string>) => ApiRequest,
): Promise<CoalescedResult> {
  let rest: ReadonlySet<string> = new Set(keys);
  for (let calls = 1; ; calls++) {
    const answer = await persist(requestOf(rest), terms);
    if (answer.kind !== "done") return failure(answer);
    const result = BULK.safeParse(answer.result);
    if (!result.success) return { kind: "failed", message: "Cloudflare's answer does not say what it wrote" };
    const unsuccessful = result.data?.unsuccessful_keys ?? [];
    rest = new Set(unsuccessful.filter((key) => rest.has(key)));
    if (rest.size === 0) return { kind: "stored", calls };
    const backoff = BACKOFF_MS[calls - 1];
    if (backoff === undefined) {
      const message = `Cloudflare could not write ${rest.size} of ${keys.length} keys in ${calls} attempts, such as ${[...rest][0]}`;
      return { kind: "failed", message, keys: rest };
    }
    await api.wait(backoff);
  }
}

/** Call after call; the first that failed ends it. */
async function eachOf<T>(
  calls: readonly T[],
  make: (call: T) => Promise<CoalescedResult>,
): Promise<CoalescedResult> {
  let sum = 0;
  for (const call of calls) {
    const result = await make(call);
    if (result.kind !== "stored") return result;
    sum += result.calls;
  }
  return { kind: "stored", calls: sum };
}

const blocked = (ms: number): ApiResult => ({
  kind: "refused",
  message: `Cloudflare wants to be left alone for ${Math.ceil(ms / 1_000)} s more`,
});

function failure(answer: Persisted): Failed {
  if (answer.kind === "failed") return answer;
  return {
    kind: "failed",
    message: "message" in answer ? answer.message : "Cloudflare answered something else than was asked",
  };
}
