import { pageOfKey, pageTag } from "../../shared/protocol/types.ts";
import { watchCache } from "../runtime/caches.ts";
import type { Log } from "../runtime/log.ts";
import { type CloudflareApi, type CloudflareOptions, cloudflareApi } from "./cloudflare-api.ts";
import type { SnapshotStore, StoreResult } from "./store.ts";

export interface PurgeOptions extends CloudflareOptions {
  readonly zoneId: string;
  /** How long after a write readers may still get the old snapshot: purged before, it would be cached again. */
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

export function zonePurger(options: PurgeOptions): Purger {
  return new ZonePurger(options);
}

class ZonePurger implements Purger {
  readonly #options: PurgeOptions;
  readonly #api: CloudflareApi;
  /** When each tag may be purged, in the order of their coming. */
  readonly #waiting = watchCache("purges-waiting", new Map<string, number>(), WAITING_MAX);
  #dropped = 0;
  #nextAt = 0;
  #warnedAt = Number.NEGATIVE_INFINITY;
  /** One request at a time: what comes meanwhile waits where it is bounded. */
  #asking: Promise<void> | null = null;
  readonly #timer: NodeJS.Timeout;

  constructor(options: PurgeOptions) {
    this.#options = options;
    this.#api = cloudflareApi(options);
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
  }

  add(tags: readonly string[]): void {
    const at = performance.now() + this.#options.afterMs;
    for (const tag of tags) {
      // At its end again: what was written last counts.
      this.#waiting.delete(tag);
      if (this.#waiting.size < WAITING_MAX) this.#waiting.set(tag, at);
      else this.#dropped++;
    }
    if (this.#waiting.size === WAITING_MAX) this.#warn("more pages changed than the cache can be purged of");
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    const end = performance.now() + REQUEST_MS_MAX;
    await this.#asking;
    while (this.#waiting.size > 0 && performance.now() < end && performance.now() >= this.#nextAt)
      await this.#purge(this.#take(Number.POSITIVE_INFINITY));
  }

  #tick(): void {
    const now = performance.now();
    if (this.#asking !== null || now < this.#nextAt) return;
    const tags = this.#take(now);
    if (tags.length === 0) return;
    this.#asking = this.#purge(tags).finally(() => {
      this.#asking = null;
    });
  }

  /** Removes those that are due at `now`, as many as go into a request. */
  #take(now: number): string[] {
    const tags: string[] = [];
    for (const [tag, at] of this.#waiting) {
      if (at > now || tags.length === TAGS_PER_REQUEST) break;
      tags.push(tag);
    }
    for (const tag of tags) this.#waiting.delete(tag);
    return tags;
  }

  async #purge(tags: readonly string[]): Promise<void> {
    await this.#api.acquire();
    const answer = await this.#api.ask({
      method: "POST",
      path: `/zones/${this.#options.zoneId}/purge_cache`,
      body: JSON.stringify({ tags }),
      msMax: REQUEST_MS_MAX,
    });
    if (answer.kind === "done") return;
    this.#dropped += tags.length;
    if (answer.kind === "passing" && answer.afterMs !== null)
      this.#nextAt = performance.now() + Math.min(answer.afterMs, AFTER_MS_MAX);
    this.#warn("message" in answer ? answer.message : "the cache was not purged");
  }

  #warn(message: string): void {
    if (performance.now() - this.#warnedAt < WARN_MS) return;
    this.#warnedAt = performance.now();
    this.#options.log.warn(
      `${message}; ${this.#dropped} pages were not purged so far, their answers expire by themselves`,
      "purge-failed",
    );
  }
}

/** A store that purges what was written and removed; a full export, which may be millions of pages, purges nothing. */
export function purging(store: SnapshotStore, purger: Purger): SnapshotStore {
  const then = (result: StoreResult, keys: readonly string[]): StoreResult => {
    if (result.kind === "stored") purger.add(keys.flatMap((key) => tagOf(key) ?? []));
    return result;
  };
  return {
    ...store,
    async put(pairs, fence, terms) {
      const result = await store.put(pairs, fence, terms);
      return terms?.rewrite
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
