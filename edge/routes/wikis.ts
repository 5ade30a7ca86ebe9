import type { Context } from "hono";
import { WIKIS_MAX, type WikisDocument } from "../../shared/format/documents.ts";
import { HTML_CONTENT_TYPE, printWikis } from "../../shared/format/html.ts";
import { formatsOf } from "../api/api-addresses.ts";
import { shortCache } from "../cache/short-cache.ts";
import type { Edge, EdgeDeps, EdgeEnv } from "../env.ts";
import { readParameters } from "../parameters.ts";
import { parametersOf, parseWiki, replyAmong } from "../request.ts";
import { type Freshness, printData, send, sendError } from "../respond.ts";
import { wikiNames } from "../sources/names.ts";
import { Store } from "../sources/store.ts";

/** New wikis are rare. */
const FRESHNESS: Freshness = { seconds: 300, staleSeconds: 86_400 };

type WikiEntry = WikisDocument["wikis"][number];

/** The wiki that is called exactly so comes first, with what a form has to know of it; its profile is read for that. */
async function find(prefix: string, deps: EdgeDeps, env: EdgeEnv): Promise<WikiEntry[]> {
  const exact = parseWiki(prefix);
  const [profile, names] = await Promise.all([
    exact === null ? null : new Store(env.SNAPSHOTS, deps).profile(exact),
    wikiNames(prefix, WIKIS_MAX, deps, env),
  ]);
  const others = names.filter((wiki) => wiki !== profile?.wiki).map((wiki) => ({ wiki }));
  if (profile === null) return others;
  const { wiki, siteName, lang, api } = profile;
  return [{ wiki, siteName, lang, api }, ...others].slice(0, WIKIS_MAX);
}

/** GET /api/v1/wikis?prefix=: names of wikis that begin so, for forms that complete them (G3). */
export function wikisRoute(deps: EdgeDeps) {
  return async (c: Context<Edge>): Promise<Response> => {
    const { reply, error } = replyAmong(c, formatsOf("/api/v1/wikis"));
    if (error) return sendError(400, error, reply);
    const read = readParameters(parametersOf(c), ["prefix"]);
    if (read.kind === "bad") return sendError(400, read.error, reply);
    const { prefix = "" } = read.query;
    const cache = shortCache(deps);
    const name = `wikis ${prefix}`;
    const kept = await cache.get(name);
    const wikis: WikiEntry[] = kept === null ? await find(prefix, deps, c.env) : JSON.parse(kept);
    if (kept === null) c.executionCtx.waitUntil(cache.put(name, JSON.stringify(wikis), FRESHNESS.seconds));
    return send(c, { ...printData({ version: 1, wikis }, reply), freshness: FRESHNESS });
  };
}

/** As many names as a page shows: each is a read of the store. */
const SHOWN_MAX = 100;

/** GET /list: the wikis of this edge, for people who look for theirs. */
export function wikiDirectoryRoute(deps: EdgeDeps) {
  return async (c: Context<Edge>): Promise<Response> => {
    const { reply, error } = replyAmong(c, ["html"], "/api/v1/wikis");
    if (error) return sendError(400, error, reply);
    const read = readParameters(parametersOf(c), ["prefix"]);
    if (read.kind === "bad") return sendError(400, read.error, reply);
    const { prefix = "" } = read.query;
    const cache = shortCache(deps);
    const name = `directory ${prefix}`;
    const kept = await cache.get(name);
    const names: string[] =
      kept === null ? await wikiNames(prefix, SHOWN_MAX + 1, deps, c.env) : JSON.parse(kept);
    if (kept === null) c.executionCtx.waitUntil(cache.put(name, JSON.stringify(names), FRESHNESS.seconds));
    const wikis = names.slice(0, SHOWN_MAX);
    return send(c, {
      body: printWikis({ lang: reply.lang, prefix, wikis, isCut: names.length > SHOWN_MAX }),
      contentType: HTML_CONTENT_TYPE,
      freshness: FRESHNESS,
      headers: { vary: "Accept-Language" },
    });
  };
}
