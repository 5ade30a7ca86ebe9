import type { Context } from "hono";
import { STATUS_FILTERS } from "../../shared/answer/order.ts";
import { HTML_CONTENT_TYPE, printFront } from "../../shared/format/html.ts";
import type { Edge, EdgeDeps } from "../env.ts";
import { EXTENTS } from "../parameters.ts";
import { parametersOf, replyAmong, replyOf } from "../request.ts";
import { baseOf, PAGE_FRESHNESS, send, sendError } from "../respond.ts";
import { Store } from "../sources/store.ts";
import { searchAnswer, searchFormFor } from "./search.ts";

/** GET / (G3): the forms; their fields can be filled from the address. With `url`, the answer to people's question (Q4). */
export function frontRoute(deps: EdgeDeps) {
  return async (c: Context<Edge>): Promise<Response> => {
    const { reply, error } = replyOf(c, ["html"]);
    if (error) return sendError(400, error, reply);
    const parameter = parametersOf(c);
    if (parameter("url") !== undefined) return searchAnswer(c, deps, parameter, reply);
    const unfit = replyAmong(c, ["html"], "/api/v1/page; /api lists all addresses").error;
    if (unfit !== null) return sendError(400, unfit, reply);
    const query = {
      dbname: parameter("dbname") ?? null,
      pageid: parameter("pageid") ?? parameter("curid") ?? null,
      title: parameter("title") ?? null,
      show: EXTENTS.find((extent) => extent === parameter("show")) ?? null,
      status: STATUS_FILTERS.find((status) => status === parameter("status")) ?? null,
    };
    const samples = await new Store(c.env.SNAPSHOTS, deps).frontSamples();
    const base = baseOf(c);
    const search = searchFormFor(c.env, parameter);
    const body = printFront({ lang: reply.lang, query, base, samples, search });
    const headers = { vary: "Accept-Language" };
    return send(c, { body, contentType: HTML_CONTENT_TYPE, freshness: PAGE_FRESHNESS, headers });
  };
}
