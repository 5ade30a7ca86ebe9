import type { EdgeDeps } from "../env.ts";

/** Texts kept for some seconds under a name of ours, in the cache of the location that answers. */
export interface ShortCache {
  get(name: string): Promise<string | null>;
  put(name: string, text: string, seconds: number): Promise<void>;
}

/** SHA-256 in hex: a name for what is too long to be one. */
export async function digest(text: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** No caller can ask for this host, so nothing that is cached here can be reached or replaced from outside. */
const addressOf = (name: string): string => `https://cache.weboid.invalid/${encodeURIComponent(name)}`;

/** A cache that fails is no cache: an answer never fails because of it. */
export function shortCache(deps: Pick<EdgeDeps, "cache">): ShortCache {
  const cache = deps.cache();
  return {
    async get(name) {
      try {
        const kept = await cache?.match(addressOf(name));
        return kept === undefined ? null : await kept.text();
      } catch {
        return null;
      }
    },
    async put(name, text, seconds) {
      try {
        await cache?.put(
          addressOf(name),
          new Response(text, { headers: { "cache-control": `max-age=${seconds}` } }),
        );
      } catch {
        // Asked again next time.
      }
    },
  };
}
