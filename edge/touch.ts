import type { Context } from "hono";
import type { Edge, EdgeDeps } from "./env.ts";
import { createOrigin } from "./origin.ts";

/** What hands a page to the feeder: a question about it, or the wish that it be looked at again (Q6). */
type Occasion = "question" | "ping";

/** A page that many people read is handed to the feeder once in this time, not with every view; one they ping, sooner. */
const AGAIN_AFTER_MS: Readonly<Record<Occasion, number>> = { question: 600_000, ping: 60_000 };
const REMEMBERED_MAX = 10_000;

/** Per isolate: good enough, as a touch too many does no harm. */
export interface TouchMemory {
  /** Those of the pages that were not touched lately on such an occasion; they count as touched now. */
  due(occasion: Occasion, wiki: string, pageids: readonly number[], now: number): number[];
}

export function createTouchMemory(): TouchMemory {
  const touched = new Map<string, number>();
  return {
    due(occasion, wiki, pageids, now) {
      return pageids.filter((pageid) => {
        const name = `${occasion} ${wiki}:${pageid}`;
        const last = touched.get(name);
        if (last !== undefined && now - last < AGAIN_AFTER_MS[occasion]) return false;
        if (touched.size >= REMEMBERED_MAX) touched.clear();
        touched.set(name, now);
        return true;
      });
    },
  };
}

/**
 * Hands pages that somebody asked for to the feeder, after the answer is on its way (F5). Only pages that are known to
 * exist: made-up numbers must not fill its queue.
 */
export function touch(
  c: Context<Edge>,
  deps: EdgeDeps,
  memory: TouchMemory,
  pages: { readonly wiki: string; readonly pageids: readonly number[]; readonly ping: boolean },
): void {
  const pageids = memory.due(pages.ping ? "ping" : "question", pages.wiki, pages.pageids, deps.now());
  if (pageids.length > 0) c.executionCtx.waitUntil(createOrigin(deps, c.env).touch(pages.wiki, pageids));
}
