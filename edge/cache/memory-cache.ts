import type { Fill } from "./fill.ts";

/** What short-cache.ts needs of the Cache API. */
export interface AnswerCache extends Pick<Cache, "match" | "put"> {
  /** In UTF-16 units; absent where the cache is the runtime's. */
  fill?(): Fill;
}

/** Of all texts together, and of their names. */
const UNITS_MAX = 16 * 1024 * 1024;

interface Kept {
  readonly text: string;
  readonly headers: Headers;
  /** Milliseconds, by the cache's clock. */
  readonly until: number;
}

/**
 * The Cache API in the memory of an isolate, for a machine of one's own, where one isolate answers everybody. Forgets what was used
 * longest ago, beyond `unitsMax` UTF-16 units or where it is too old.
 */
export function createMemoryCache(now: () => number, unitsMax = UNITS_MAX): AnswerCache {
  const kept = new Map<string, Kept>();
  let units = 0;
  const drop = (name: string) => {
    units -= name.length + (kept.get(name)?.text.length ?? 0);
    kept.delete(name);
  };
  return {
    fill: () => ({ used: units, max: unitsMax }),
    async match(name) {
      const found = kept.get(String(name));
      if (found === undefined) return undefined;
      if (found.until <= now()) return void drop(String(name));
      kept.delete(String(name));
      kept.set(String(name), found);
      return new Response(found.text, { headers: found.headers });
    },
    async put(request, response) {
      const name = String(request);
      const [, seconds] = /\bmax-age=(\d+)/.exec(response.headers.get("cache-control") ?? "") ?? [];
      const text = await response.text();
      if (kept.has(name)) drop(name);
      if (seconds === undefined || name.length + text.length > unitsMax) return;
      kept.set(name, { text, headers: response.headers, until: now() + Number(seconds) * 1_000 });
      units += name.length + text.length;
      for (const [oldest, { until }] of kept) {
        if (units <= unitsMax && until > now()) break;
        drop(oldest);
      }
    },
  };
}
