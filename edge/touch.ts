import type { Context } from "hono";
import type { Edge, EdgeDeps } from "./env.ts";
import { createOrigin } from "./origin.ts";

/** A page that many people read is handed to the feeder once in this time, not with every view. */
const AGAIN_AFTER_MS = 600_000;
const REMEMBERED_MAX = 10_000;

/** Per isolate: good enough, as a touch too many does no harm. */
export interface TouchMemory {
  /** Those of the pages that were not touched lately; they count as touched now. */
  due(wiki: string, pageids: readonly number[], now: number): number[];
}

export function createTouchMemory(): TouchMemory {
  const touched = new Map<string, number>();
  return {
    due(wiki, pageids, now) {
      return pageids.filter((pageid) => {
        const name = `${wiki}:${pageid}`;
        const last = touched.get(name);
        if (last !== undefined && now - last < AGAIN_AFTER_MS) return false;
        if (touched.size >= REMEMBERED_MAX) touched.clear();
        touched.set(name, now);
        return true;
      });
    },
  };
}

/**
 * Hands pages that somebody asked for to the feeder, after the answer is on its way (F5).
 * A ping is a wish and is always passed on; a mere question not more often than every ten minutes.
 */
export function touch(
  c: Context<Edge>,
  deps: EdgeDeps,
  memory: TouchMemory,
  pages: { readonly wiki: string; readonly pageids: readonly number[]; readonly ping: boolean },
): void {
  const now = deps.now();
  const due = memory.due(pages.wiki, pages.pageids, now);
  const pageids = pages.ping ? pages.pageids : due;
  if (pageids.length > 0) c.executionCtx.waitUntil(createOrigin(deps, c.env).touch(pages.wiki, pageids));
}
