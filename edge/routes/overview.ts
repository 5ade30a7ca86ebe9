import type { Context } from "hono";
import type { Overview } from "../../shared/answer/overview.ts";
import { HTML_CONTENT_TYPE, printOverview } from "../../shared/format/html.ts";
import { ORIGIN } from "../../shared/protocol/origin.ts";
import { formatsOf } from "../api/api-addresses.ts";
import type { Edge, EdgeDeps } from "../env.ts";
import { readParameters } from "../parameters.ts";
import { printData } from "../respond.ts";
import { answerOfWiki, type WikiAnswer } from "./wiki-answer.ts";

const OVERVIEW: WikiAnswer<{ readonly wiki: string }, Overview> = {
  parse(parameter) {
    const read = readParameters(parameter, ["dbname"]);
    return read.kind === "bad" ? read : { kind: "query", query: { wiki: read.query.dbname ?? "" } };
  },
  call: ORIGIN.overview,
  print: (overview, profile, reply) =>
    reply.format === "html"
      ? { body: printOverview(overview, { lang: reply.lang, profile }), contentType: HTML_CONTENT_TYPE }
      : printData(overview, reply),
  formats: formatsOf("/list/{wiki}"),
};

/** GET /list/:wiki (Q5): the wiki at a glance. */
export const overviewRoute =
  (deps: EdgeDeps) =>
  (c: Context<Edge>): Promise<Response> =>
    answerOfWiki(c, deps, OVERVIEW);
