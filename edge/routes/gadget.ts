import type { Context } from "hono";
import { PRINTERS } from "../../shared/format/printers.ts";
import { printProblems } from "../../shared/format/script.ts";
import type { Format } from "../../shared/format/types.ts";
import { formatsOf } from "../api/api-addresses.ts";
import type { Edge, EdgeDeps } from "../env.ts";
import { answerGadget } from "../gadget/answer.ts";
import { answerPages, linksOf } from "../pages/answer.ts";
import { parsePageQuery } from "../pages/query.ts";
import { parametersOf, replyAmong, replyOf } from "../request.ts";
import { cacheTag, FOR_ALL, GADGET_FRESHNESS, pageTags, send, sendError, sendRefusal } from "../respond.ts";
import { asNamed } from "../sources/pasted.ts";
import { type TouchMemory, touch } from "../sources/touch.ts";

/**
 * GET /externalLinkProblem (G1): the presumed unreachable URLs of a page, as a script that a gadget runs. GET
 * /externalLinkProblem.json: the same as data alone, so that nothing but a gadget's own code runs in its wiki.
 */
export function gadgetRoute(deps: EdgeDeps, memory: TouchMemory, own: Extract<Format, "js" | "json">) {
  return async (c: Context<Edge>): Promise<Response> => {
    const parameter = parametersOf(c);
    const { reply, error } =
      own === "js"
        ? replyOf(c, formatsOf("/externalLinkProblem"), parameter)
        : replyAmong(c, formatsOf("/externalLinkProblem.json"));
    if (error) return sendError(400, error, reply);
    // By page id nothing is asked of origin, whatever stands for the wiki: such questions have limits of their own (edge/limits/admission.ts).
    const isNamed = parameter("title") !== undefined;
    const parsed = parsePageQuery(isNamed ? await asNamed(parameter, deps, c.env) : parameter);
    if (parsed.kind === "bad") return sendError(400, parsed.error, reply);
    const { wiki, pages, ping } = parsed.query;
    // The wiki alone says what a title means, and that there is a page that is pinged: no snapshot may mean that it is new.
    const answered =
      pages.by === "pageid" && !ping
        ? await answerGadget(wiki, pages.pageids, deps, c.env)
        : await answerPages({ ...parsed.query, status: "unreachable", sort: null }, deps, c.env);
    if (answered.kind === "refused") return sendRefusal(answered, reply);
    c.set("links", linksOf(answered.answer));
    touch(c, deps, memory, { wiki, pageids: answered.pageids, ping });
    if (ping) return new Response(null, { status: 202, headers: FOR_ALL });
    const { print, contentType } = PRINTERS[reply.format];
    return send(c, {
      body: own === "js" ? print(answered.answer, reply) : printProblems(answered.answer),
      contentType,
      freshness: answered.isShort ? null : GADGET_FRESHNESS,
      headers: {
        ...cacheTag(pageTags(answered.answer)),
        ...(reply.format === "html" && { vary: "Accept-Language" }),
      },
    });
  };
}
