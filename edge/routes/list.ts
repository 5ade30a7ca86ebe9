import type { Context } from "hono";
import type { ListName, WikiList } from "../../shared/answer/lists.ts";
import type { DomainList, PathList } from "../../shared/answer/overview.ts";
import { HTML_CONTENT_TYPE, printDomains, printList, printPaths } from "../../shared/format/html.ts";
import {
  CSV_CONTENT_TYPE,
  printDomainsCsv,
  printListCsv,
  printPathsCsv,
} from "../../shared/format/lists/csv.ts";
import { listData } from "../../shared/format/lists/data.ts";
import type { ListRequest, PathsRequest } from "../../shared/protocol/lists.ts";
import type { Edge, EdgeDeps } from "../env.ts";
import { answerOfWiki, listReply, refuseList, type WikiAnswer } from "../lists/answer.ts";
import { isListName, parseDomainsQuery, parsePathsQuery, parseWikiListQuery } from "../lists/query.ts";
import { readWikiList } from "../lists/read.ts";
import { readDomains, readPaths } from "../lists/read-overview.ts";
import { parametersOf } from "../parameters.ts";
import { printData } from "./data.ts";

const uses = (list: ListName): WikiAnswer<ListRequest, WikiList> => ({
  parse: (wiki, parameter, { allowPrivate }) => parseWikiListQuery(wiki, list, parameter, allowPrivate),
  path: "/v1/list",
  read: readWikiList,
  print(found, profile, reply) {
    if (reply.csv) return { body: printListCsv(found, profile), contentType: CSV_CONTENT_TYPE };
    if (reply.format === "html")
      return { body: printList(found, { lang: reply.lang, profile }), contentType: HTML_CONTENT_TYPE };
    return printData(listData(found, profile), reply);
  },
  csvName: list,
});

const DOMAINS: WikiAnswer<{ readonly wiki: string; readonly cursor: string | null }, DomainList> = {
  parse: parseDomainsQuery,
  path: "/v1/domains",
  read: readDomains,
  print(list, profile, reply) {
    if (reply.csv) return { body: printDomainsCsv(list), contentType: CSV_CONTENT_TYPE };
    if (reply.format === "html")
      return { body: printDomains(list, { lang: reply.lang, profile }), contentType: HTML_CONTENT_TYPE };
    return printData({ ...list, entries: list.entries.map((entry) => ({ ...entry })) }, reply);
  },
  csvName: "domains",
};

const PATHS: WikiAnswer<PathsRequest, PathList> = {
  parse: (wiki, parameter, { allowPrivate }) => parsePathsQuery(wiki, parameter, allowPrivate),
  path: "/v1/paths",
  read: readPaths,
  print(list, profile, reply) {
    if (reply.csv) return { body: printPathsCsv(list), contentType: CSV_CONTENT_TYPE };
    if (reply.format === "html")
      return { body: printPaths(list, { lang: reply.lang, profile }), contentType: HTML_CONTENT_TYPE };
    return printData({ ...list, entries: list.entries.map((entry) => ({ ...entry })) }, reply);
  },
  csvName: "paths",
};

/** GET /list/:wiki/domains (Q5): by broken URLs, as they were counted last. */
export const domainsRoute =
  (deps: EdgeDeps) =>
  (c: Context<Edge>): Promise<Response> =>
    answerOfWiki(c, deps, DOMAINS);

/** GET /list/:wiki/paths (Q5): the folders of a domain by verdicts. */
export const pathsRoute =
  (deps: EdgeDeps) =>
  (c: Context<Edge>): Promise<Response> =>
    answerOfWiki(c, deps, PATHS);

/** GET /list/:wiki/:list (Q5): pages of a wiki with links on spam lists, or with unreachable or doubtful ones. */
export function listRoute(deps: EdgeDeps) {
  return async (c: Context<Edge>): Promise<Response> => {
    const list = c.req.param("list") ?? "";
    if (isListName(list)) return answerOfWiki(c, deps, uses(list));
    const { reply } = listReply(c, parametersOf(c), true);
    return refuseList(
      404,
      {
        code: "unknown-list",
        message: "there are the lists spam, unreachable, doubtful, broken, domains and paths",
      },
      reply,
    );
  };
}
