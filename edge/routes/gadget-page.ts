import type { Context } from "hono";
import { HTML_CONTENT_TYPE, printUse } from "../../shared/format/html.ts";
import { formatsOf } from "../api/api-addresses.ts";
import type { Edge, EdgeDeps } from "../env.ts";
import { readParameters } from "../parameters.ts";
import { parametersOf, replyAmong } from "../request.ts";
import { baseOf, PAGE_FRESHNESS, send, sendError } from "../respond.ts";
import { Store, StoreNotReady } from "../sources/store.ts";

/** The lines can be copied before this edge knows the wiki. */
async function knownProfile(store: Store, wiki: string) {
  try {
    return await store.profile(wiki);
  } catch (error) {
    if (error instanceof StoreNotReady) return null;
    throw error;
  }
}

/** GET /gadget: how to use Weboid in a wiki, for oneself, or from the browser. */
export function useRoute(deps: EdgeDeps) {
  return async (c: Context<Edge>): Promise<Response> => {
    const { reply, error } = replyAmong(c, formatsOf("/gadget"));
    if (error !== null) return sendError(400, error, reply);
    const read = readParameters(parametersOf(c), ["dbname"]);
    if (read.kind === "bad") return sendError(400, read.error, reply);
    const store = new Store(c.env.SNAPSHOTS, deps);
    const { dbname } = read.query;
    const [sample] = dbname === undefined ? await store.frontSamples() : [];
    const wiki = dbname ?? sample?.wiki ?? "dewiki@WMF";
    const profile = dbname === undefined ? null : await knownProfile(store, dbname);
    return send(c, {
      body: printUse({ lang: reply.lang, base: baseOf(c), wiki, profile }),
      contentType: HTML_CONTENT_TYPE,
      freshness: PAGE_FRESHNESS,
      headers: { vary: "Accept-Language" },
    });
  };
}
