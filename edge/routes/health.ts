import type { Context } from "hono";
import type { HealthDocument } from "../../shared/format/documents.ts";
import { WIKIS_KNOWN_KEY } from "../../shared/protocol/types.ts";
import type { Edge, EdgeDeps } from "../env.ts";
import type { Admissions } from "../limits/admission.ts";
import { FOR_ALL } from "../respond.ts";
import { createOriginHealth } from "../sources/origin-health.ts";
import type { TouchMemory } from "../sources/touch.ts";
import type { FeedState } from "./feed.ts";

/** What an isolate keeps beside what it takes from its surroundings. */
interface Kept {
  readonly feed: FeedState;
  readonly admissions: Admissions;
  readonly touches: TouchMemory;
}

/** How full everything is that an isolate keeps. */
function fillsOf({ cache, changed, throttle }: EdgeDeps, { feed, admissions, touches }: Kept) {
  const answers = cache()?.fill?.();
  return {
    ...(answers !== undefined && { answers }),
    changedPages: changed.fill(),
    callers: throttle.fill(),
    friends: admissions.fill(),
    feedAnswers: feed.source.fill(),
    watchlists: feed.watchlists.fill(),
    touched: touches.fill(),
    touchesWaiting: touches.backlog.fill(),
  };
}

/**
 * GET /healthz: the Worker answers and its store can be read. Origin, its database and wikis may be away: then snapshots answer, which is
 * said and does no harm. `ready`: it knows which wikis there are. Counts are sums, of which no caller and no wiki can be read.
 */
export function healthRoute(deps: EdgeDeps, kept: Kept) {
  const { wikis, throttle } = deps;
  const originHealth = createOriginHealth(deps);
  return async (c: Context<Edge>): Promise<Response> => {
    const headers = { ...FOR_ALL, "cache-control": "no-store", "x-content-type-options": "nosniff" };
    try {
      const mark = await c.env.SNAPSHOTS.get(WIKIS_KNOWN_KEY);
      const health: HealthDocument = {
        ok: true,
        ready: mark !== null,
        wikis: wikis.counts(),
        streams: kept.feed.followers.counts(),
        caches: fillsOf(deps, kept),
        questions: { refused: throttle.refused() },
        ...(await originHealth(c.env)),
      };
      return c.json(health, 200, headers);
    } catch {
      const reason = "the store of snapshots (KV binding SNAPSHOTS) cannot be read";
      return c.json({ ok: false, reason } satisfies HealthDocument, 503, headers);
    }
  };
}
