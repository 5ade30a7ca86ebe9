import type { Context } from "hono";
import type { HealthDocument, SourceDocument } from "../../shared/format/documents.ts";
import { HTML_CONTENT_TYPE, printSource } from "../../shared/format/html.ts";
import { WIKIS_KNOWN_KEY } from "../../shared/protocol/types.ts";
import type { Edge, EdgeDeps } from "../env.ts";
import { parametersOf, replyAmong } from "../request.ts";
import { PAGE_FRESHNESS, printData, send, sendError } from "../respond.ts";
import { createOriginHealth } from "../sources/origin-health.ts";
import type { TouchMemory } from "../sources/touch.ts";
import type { Admissions } from "./admission.ts";
import { formatsOf } from "./api-addresses.ts";
import type { FeedState } from "./feed.ts";

const BUILDS = {
  wrangler:
    "node_modules/.bin/bun --bun node_modules/wrangler/bin/wrangler.js deploy --dry-run --outdir build",
  weboid: "mkdir build; node crawler/edge-host/bundle.mjs build/worker.js",
} as const;

/**
 * GET /source (G1): which source made the answers, where to read it, and how to check that it is this one. A gadget
 * runs in other people's browsers, so its readers must be able to know.
 */
export async function sourceRoute(c: Context<Edge>): Promise<Response> {
  const parameter = parametersOf(c);
  const isNamed = (parameter("format") ?? parameter("callback")) !== undefined;
  const isPage = !isNamed && /\btext\/html\b/i.test(c.req.header("accept") ?? "");
  const { reply, error } = replyAmong(c, isPage ? ["html"] : formatsOf("/source"));
  if (error) return sendError(400, error, reply);
  const {
    SOURCE_URL: url,
    SOURCE_VERSION: version,
    SOURCE_COMMIT: commit,
    SOURCE_HASH: hash,
    SOURCE_BUILD,
  } = c.env;
  const source: SourceDocument = {
    name: "Weboid",
    licence: "MIT",
    version: version || null,
    repository: url || null,
    commit: commit || null,
    sha256: hash || null,
    reproduce: `Check out the commit, install with the lock file (bun install --frozen-lockfile), build the Worker (${BUILDS[SOURCE_BUILD === "weboid" ? "weboid" : "wrangler"]}), and compare sha256 with that of build/worker.js (it does not depend on the folder).`,
    note: commit
      ? null
      : "This Worker was started from a working copy that is no commit, or its operator has set no SOURCE_COMMIT.",
  };
  const headers = { vary: "Accept, Accept-Language" };
  const content =
    reply.format === "html"
      ? { body: printSource(source, reply.lang), contentType: HTML_CONTENT_TYPE }
      : printData(source, reply);
  return send(c, { ...content, freshness: PAGE_FRESHNESS, headers });
}

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
    const headers = { "cache-control": "no-store", "x-content-type-options": "nosniff" };
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
