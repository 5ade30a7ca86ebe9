import { pageOfKey, pageTag } from "../../shared/protocol/types.ts";
import type { Log } from "../runtime/log.ts";
import { type CloudflareOptions, cloudflareApi } from "./cloudflare-api.ts";
import type { SnapshotStore, StoreResult } from "./store.ts";

export interface PurgeOptions extends CloudflareOptions {
  readonly zoneId: string;
  /** How long after a write readers everywhere may still get the old snapshot: purged before, it would be cached anew. */
  readonly afterMs: number;
  readonly log: Log;
}

/** Purges a zone's cache of pages whose snapshots changed (D3). What cannot be purged expires by itself. */
export interface Purger {
  add(tags: readonly string[]): void;
  /** Purges what is left, at once and within a few seconds. */
  close(): Promise<void>;
}

/** Cloudflare's limit of a request. */
const TAGS_PER_REQUEST = 100;
/** More wait no longer: the answers of half an hour's purging at the least rate would be gone by themselves. */
const WAITING_MAX = 20_000;
const TICK_MS = 1_000;
const REQUEST_MS_MAX = 5_000;
const WARN_MS = 60_000;
const AFTER_MS_MAX = 300_000;

export function zonePurger({ zoneId, afterMs, log, ...options }: PurgeOptions): Purger {
  const api = cloudflareApi(options);
  /** When each tag may be purged, in the order of their coming. */
  const waiting = new Map<string, number>();
  let dropped = 0;
  let nextAt = 0;
  let warnedAt = Number.NEGATIVE_INFINITY;
  let busy: Promise<void> = Promise.resolve();

  const warn = (message: string) => {
    if (performance.now() - warnedAt < WARN_MS) return;
    warnedAt = performance.now();
    log.warn(`${message}; ${dropped} pages were not purged so far, their answers expire by themselves`);
  };
  const due = (now: number): string[] => {
    const tags: string[] = [];
    for (const [tag, at] of waiting) {
      if (at > now || tags.length === TAGS_PER_REQUEST) break;
      tags.push(tag);
    }
    return tags;
  };
  /** Once, however long their request takes; what is written meanwhile waits for its own time. */
  const taken = (tags: readonly string[]) => {
    for (const tag of tags) waiting.delete(tag);
    return tags;
  };
  async function purge(tags: readonly string[]): Promise<void> {
    const path = `/zones/${zoneId}/purge_cache`;
    await api.turn();
    const answer = await api.ask({
      method: "POST",
      path,
      body: JSON.stringify({ tags }),
      msMax: REQUEST_MS_MAX,
    });
    if (answer.kind === "done") return;
    dropped += tags.length;
    if (answer.kind === "passing" && answer.afterMs !== null)
      nextAt = performance.now() + Math.min(answer.afterMs, AFTER_MS_MAX);
    warn("message" in answer ? answer.message : "the cache was not purged");
  }
  const tick = () => {
    const now = performance.now();
    const tags = now < nextAt ? [] : taken(due(now));
    if (tags.length > 0) busy = busy.then(() => purge(tags));
  };
  const timer = setInterval(tick, TICK_MS);

  return {
    add(tags) {
      const at = performance.now() + afterMs;
      for (const tag of tags) {
        // At its end again: what was written last counts.
        waiting.delete(tag);
        if (waiting.size < WAITING_MAX) waiting.set(tag, at);
        else dropped++;
      }
      if (waiting.size === WAITING_MAX) warn("more pages changed than the cache can be purged of");
    },
    async close() {
      clearInterval(timer);
      const end = performance.now() + REQUEST_MS_MAX;
      await busy;
      while (waiting.size > 0 && performance.now() < end && performance.now() >= nextAt)
        await purge(taken(due(Number.POSITIVE_INFINITY)));
    },
  };
}

/** Purges of what was written and removed; a full export, which may be millions of pages, purges nothing. */
export function purging(store: SnapshotStore, purger: Purger): SnapshotStore {
  const then = (result: StoreResult, keys: readonly string[]): StoreResult => {
    if (result.kind === "stored") purger.add(keys.flatMap((key) => tagOf(key) ?? []));
    return result;
  };
  return {
    ...store,
    async put(pairs, fence, terms) {
      const result = await store.put(pairs, fence, terms);
      return terms?.anew
        ? result
        : then(
            result,
            pairs.map(({ key }) => key),
          );
    },
    remove: async (keys, fence, terms) => then(await store.remove(keys, fence, terms), keys),
  };
}

function tagOf(key: string): string | null {
  const page = pageOfKey(key);
  return page === null ? null : pageTag(page.wiki, page.pageid);
}
