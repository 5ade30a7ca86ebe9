import type { Context } from "hono";
import type { Overview } from "../../shared/answer/overview.ts";
import { HTML_CONTENT_TYPE, printOverview } from "../../shared/format/html.ts";
import type { Data } from "../../shared/format/json.ts";
import type { Edge, EdgeDeps } from "../env.ts";
import { askOrigin } from "../lists/origin.ts";
import { readOverview } from "../lists/read-overview.ts";
import { replyOf } from "../parameters.ts";
import { parseWiki } from "../query.ts";
import { unknownWiki } from "../refusals.ts";
import { PAGE_FRESHNESS, send, sendError } from "../respond.ts";
import { createStore } from "../store.ts";
import { printData } from "./data.ts";

const dataOf = (overview: Overview): { readonly [key: string]: Data } =>
  ({ ...overview }) as unknown as { readonly [key: string]: Data };

/** GET /list/:wiki (Q5): the wiki at a glance. */
export function overviewRoute(deps: EdgeDeps) {
  return async (c: Context<Edge>): Promise<Response> => {
    const { reply, error } = replyOf(c, "html");
    if (error) return sendError(400, error, reply);
    const name = parseWiki(c.req.param("wiki") ?? "");
    if (name === null)
      return sendError(400, { code: "bad-dbname", message: "the wiki must look like dewiki@WMF" }, reply);
    const profile = await createStore(c.env.SNAPSHOTS).profile(name);
    if (profile === null) return sendError(404, await unknownWiki(name, deps, c.env), reply);
    const asked = await askOrigin(deps, c.env, "/v1/overview", { wiki: profile.wiki });
    if (asked.kind === "refused") return sendError(404, await unknownWiki(profile.wiki, deps, c.env), reply);
    const overview = asked.kind === "answer" ? readOverview(asked.body) : null;
    if (overview === null)
      return sendError(
        503,
        {
          code: "origin-unavailable",
          message: "the overview cannot be had at the moment; try again in a minute",
        },
        reply,
        { "retry-after": "60" },
      );
    const printed =
      reply.format === "html"
        ? { body: printOverview(overview, { lang: reply.lang, profile }), contentType: HTML_CONTENT_TYPE }
        : printData(dataOf(overview), reply);
    return send(c, {
      ...printed,
      freshness: PAGE_FRESHNESS,
      ...(reply.format === "html" && { headers: { vary: "Accept-Language" } }),
    });
  };
}
