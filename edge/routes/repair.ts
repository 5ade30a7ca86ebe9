import type { Context } from "hono";
import type { AnswerError } from "../../shared/answer/types.ts";
import type { RepairDocument } from "../../shared/format/documents.ts";
import { HTML_CONTENT_TYPE, printRepair } from "../../shared/format/html.ts";
import { reasonInWords } from "../../shared/format/repair-reason.ts";
import { messages } from "../../shared/i18n/messages.ts";
import { pageTag, type WikiProfile } from "../../shared/protocol/types.ts";
import { formatsOf } from "../api/api-addresses.ts";
import type { Edge, EdgeDeps } from "../env.ts";
import { parsePageQuery } from "../pages/query.ts";
import { answerRepair } from "../pages/repair.ts";
import { readParameters } from "../parameters.ts";
import { type Parameters, type Parsed, parametersOfPath, type Reply, replyAmong } from "../request.ts";
import { cacheTag, PAGE_FRESHNESS, printData, send, sendError, sendRefusal } from "../respond.ts";
import { asNamed } from "../sources/pasted.ts";
import { type TouchMemory, touch } from "../sources/touch.ts";

/** The page, and the revision that the caller has. */
function parseQuestion(parameter: Parameters) {
  const parsed = parsePageQuery(parameter);
  if (parsed.kind === "bad") return parsed;
  const { wiki, pages } = parsed.query;
  const count = pages.by === "pageid" ? pages.pageids.length : pages.asked.length;
  if (count > 1) return ONE_PAGE;
  const read = readParameters(parameter, ["revision"]);
  if (read.kind === "bad") return read;
  return { kind: "query", query: { wiki, pages, revision: read.query.revision ?? null } } as const;
}

const ONE_PAGE: Parsed<never> = {
  kind: "bad",
  error: { code: "too-many-pages", message: "one page at a time; ask for the others separately" },
};

/** An edit that came between: what the caller has is not what would be repaired. */
const otherRevision = ({ revision }: RepairDocument, asked: number): AnswerError => ({
  code: "other-revision",
  message: `the newest revision of the page is ${revision}, not ${asked}; load the page again`,
});

/** With the reasons in a language. */
function saidIn(lang: string, document: RepairDocument): RepairDocument {
  const say = messages(lang);
  return {
    ...document,
    edits: document.edits.map((edit) => {
      const said = reasonInWords(say, edit);
      return { ...edit, ...(said !== null && { said }) };
    }),
  };
}

/** As a page for people, or as data. */
const printed = (document: RepairDocument, profile: WikiProfile, reply: Reply, isSaid: boolean) =>
  reply.format === "html"
    ? { body: printRepair(document, reply.lang, profile), contentType: HTML_CONTENT_TYPE }
    : printData(isSaid ? saidIn(reply.lang, document) : document, reply);

/** Programs are led from the page for people to the address of theirs. */
const replyFor = (c: Context<Edge>, format: "html" | "json") =>
  format === "html" ? replyAmong(c, ["html"], "/api/v1/repair") : replyAmong(c, formatsOf("/api/v1/repair"));

/**
 * GET /api/v1/repair and, for people, /repair/:wiki/:pageid: the edit that repairs the dead links of a page (docs/repair.md). It saves
 * nothing. Nothing of it is kept either: of a page that was edited since, it is worse than none.
 */
export function repairRoute(deps: EdgeDeps, memory: TouchMemory, format: "html" | "json") {
  return async (c: Context<Edge>): Promise<Response> => {
    const { reply, error } = replyFor(c, format);
    if (error) return sendError(400, error, reply);
    const parameter = parametersOfPath(c);
    const parsed = parseQuestion(await asNamed(parameter, deps, c.env));
    if (parsed.kind === "bad") return sendError(400, parsed.error, reply);
    const { revision, ...asked } = parsed.query;
    const answered = await answerRepair(asked, deps, c.env);
    if (answered.kind === "refused") return sendRefusal(answered, reply, { profile: answered.profile });
    const { document, profile } = answered;
    touch(c, deps, memory, { wiki: document.wiki, pageids: [document.pageid], ping: false });
    if (revision !== null && document.revision !== revision)
      return sendError(409, otherRevision(document, revision), reply);
    const isSaid = (parameter("lang") ?? parameter("uselang")) !== undefined;
    return send(c, {
      ...printed(document, profile, reply, isSaid),
      freshness: PAGE_FRESHNESS,
      headers: {
        ...cacheTag([pageTag(document.wiki, document.pageid)]),
        ...(reply.format === "html" && { vary: "Accept-Language" }),
        "cache-control": "no-cache",
      },
    });
  };
}
