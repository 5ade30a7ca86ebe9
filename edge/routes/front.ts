import type { Context } from "hono";
import { HTML_CONTENT_TYPE, printFront } from "../../shared/format/html.ts";
import type { Edge } from "../env.ts";
import { parametersOf, replyOf } from "../parameters.ts";
import { EXTENTS, STATUS_FILTERS } from "../query.ts";
import { PAGE_FRESHNESS, send, sendError } from "../respond.ts";
import { createStore } from "../store.ts";

/** GET / (G3): the form; its fields can be filled from the address. */
export async function frontRoute(c: Context<Edge>): Promise<Response> {
  const { reply, error } = replyOf(c, "html");
  if (error) return sendError(400, error, reply);
  const parameter = parametersOf(c);
  if (parameter("url") !== undefined)
    return sendError(
      501,
      { code: "not-implemented", message: "questions about a URL or URL pattern come with a later version" },
      reply,
    );
  const query = {
    dbname: parameter("dbname") ?? null,
    pageid: parameter("pageid") ?? parameter("curid") ?? null,
    title: parameter("title") ?? null,
    show: EXTENTS.find((extent) => extent === parameter("show")) ?? null,
    status: STATUS_FILTERS.find((status) => status === parameter("status")) ?? null,
  };
  const samples = await createStore(c.env.SNAPSHOTS).frontSamples();
  const base = new URL(c.req.url).origin;
  return send(c, {
    body: printFront({ lang: reply.lang, query, base, samples }),
    contentType: HTML_CONTENT_TYPE,
    freshness: PAGE_FRESHNESS,
    headers: { vary: "Accept-Language" },
  });
}
