import type { Context } from "hono";
import { PRINTERS } from "../../shared/format/printers.ts";
import { answerGadget, answerPages } from "../answer.ts";
import type { Edge, EdgeDeps } from "../env.ts";
import { parametersOf, replyOf } from "../parameters.ts";
import { parsePageQuery } from "../query.ts";
import { cacheTag, GADGET_FRESHNESS, pageTags, send, sendError } from "../respond.ts";
import { type TouchMemory, touch } from "../touch.ts";

/** GET /externalLinkProblem (G1): the presumed unreachable URLs of a page, as a script that a gadget runs. */
export function gadgetRoute(deps: EdgeDeps, memory: TouchMemory) {
  return async (c: Context<Edge>): Promise<Response> => {
    const { reply, error } = replyOf(c, "js");
    if (error) return sendError(400, error, reply);
    const parsed = parsePageQuery(parametersOf(c));
    if (parsed.kind === "bad") return sendError(400, parsed.error, reply);
    const { wiki, pages, ping } = parsed.query;
    // Of a page that is pinged the wiki has to say that there is one: no snapshot may mean that it is new.
    const answered =
      pages.by === "pageid" && !ping
        ? await answerGadget(wiki, pages.pageids, deps, c.env)
        : await answerPages({ ...parsed.query, status: "unreachable" }, deps, c.env);
    if (answered.kind === "refused") return sendError(answered.status, answered.error, reply);
    touch(c, deps, memory, { wiki, pageids: answered.pageids, ping });
    if (ping) return new Response(null, { status: 202, headers: { "access-control-allow-origin": "*" } });
    const printer = PRINTERS[reply.format];
    return send(c, {
      body: printer.print(answered.answer, reply),
      contentType: printer.contentType,
      freshness: GADGET_FRESHNESS,
      headers: cacheTag(pageTags(answered.answer)),
    });
  };
}
