import type { Context } from "hono";
import type { Edge } from "../env.ts";
import { GADGET_CONTENT_TYPE, gadgetScript } from "../gadget/script.ts";
import { parametersOf, replyOf } from "../parameters.ts";
import { parseWiki } from "../query.ts";
import { type Freshness, send, sendError } from "../respond.ts";

/** A new version of the gadget reaches readers within the hour, and an edge that is away takes it from nobody. */
const SCRIPT_FRESHNESS: Freshness = { seconds: 3_600, staleSeconds: 604_800 };

/**
 * GET /gadget.js: the gadget, which asks the address that it was served from. `dbname`: the wiki it is made for; `lang`: the
 * reader's language, without which it comes with the words of all languages.
 */
export async function gadgetScriptRoute(c: Context<Edge>): Promise<Response> {
  const parameter = parametersOf(c);
  const dbname = parameter("dbname");
  const wiki = dbname === undefined ? null : parseWiki(dbname);
  if (dbname !== undefined && wiki === null)
    return sendError(
      400,
      { code: "bad-dbname", message: "dbname must look like dewiki or dewiki@WMF" },
      { ...replyOf(c, "js").reply, format: "js" },
    );
  return send(c, {
    body: gadgetScript({ base: new URL(c.req.url).origin, wiki, lang: parameter("lang") ?? null }),
    contentType: GADGET_CONTENT_TYPE,
    freshness: SCRIPT_FRESHNESS,
  });
}
