import type { Context } from "hono";
import type { WikiList } from "../../shared/answer/lists.ts";
import type { AnswerError } from "../../shared/answer/types.ts";
import { HTML_CONTENT_TYPE, printDomains, printList } from "../../shared/format/html.ts";
import {
  CSV_CONTENT_TYPE,
  printDomainsCsv,
  printErrorCsv,
  printListCsv,
} from "../../shared/format/lists/csv.ts";
import { listData } from "../../shared/format/lists/data.ts";
import { preferredLanguage } from "../../shared/i18n/accept.ts";
import type { ListRequest } from "../../shared/protocol/lists.ts";
import type { WikiProfile } from "../../shared/protocol/types.ts";
import { shortCache } from "../cache.ts";
import type { Edge, EdgeDeps, EdgeEnv } from "../env.ts";
import { type Asked, askOrigin } from "../lists/origin.ts";
import { isListName, parseWikiListQuery } from "../lists/query.ts";
import { readWikiList } from "../lists/read.ts";
import { readDomains } from "../lists/read-overview.ts";
import { parametersOf } from "../parameters.ts";
import { type Parameters, parseReply, type Reply } from "../query.ts";
import { isUnknownWiki, unknownWiki } from "../refusals.ts";
import { PAGE_FRESHNESS, send, sendError, sendErrorText } from "../respond.ts";
import { createStore } from "../store.ts";
import { printData } from "./data.ts";

/** A list serves a rush on it for this long. */
const LIST_SECONDS = 30;

interface ListReply extends Reply {
  /** As a table, in place of `format`. */
  readonly csv: boolean;
}

/** As everywhere, and `format=csv`. */
function listReply(c: Context<Edge>, parameter: Parameters) {
  const csv = parameter("format") === "csv";
  const preferred = preferredLanguage(c.req.header("accept-language"));
  const parsed = parseReply(
    (name) => (csv && name === "format" ? undefined : parameter(name)),
    "html",
    preferred,
  );
  return { reply: { ...parsed.reply, csv } satisfies ListReply, error: parsed.error };
}

function refuse(status: number, error: AnswerError, reply: ListReply): Response {
  const headers: Record<string, string> = status === 503 ? { "retry-after": "60" } : {};
  return reply.csv
    ? sendErrorText(status, printErrorCsv(error), CSV_CONTENT_TYPE, headers)
    : sendError(status, error, reply, headers);
}

const AWAY: AnswerError = {
  code: "origin-unavailable",
  message: "lists cannot be had at the moment; go on with the same cursor in a minute",
};

function print(list: WikiList, profile: WikiProfile, reply: ListReply) {
  if (reply.csv) return { body: printListCsv(list, profile), contentType: CSV_CONTENT_TYPE };
  if (reply.format === "html")
    return { body: printList(list, { lang: reply.lang, profile }), contentType: HTML_CONTENT_TYPE };
  return printData(listData(list, profile), reply);
}

/** GET /list/:wiki/:list (Q5): pages of a wiki with links on spam lists, or with unreachable or doubtful ones. */
export function listRoute(deps: EdgeDeps) {
  return async (c: Context<Edge>): Promise<Response> => {
    const parameter = parametersOf(c);
    const { reply, error } = listReply(c, parameter);
    if (error) return refuse(400, error, reply);
    const list = c.req.param("list") ?? "";
    if (list === "domains") return domainsAnswer(c, deps, parameter, reply);
    if (!isListName(list))
      return refuse(
        404,
        {
          code: "unknown-list",
          message: "there are the lists spam, unreachable, doubtful, broken and domains",
        },
        reply,
      );
    const allowPrivate = c.env.WEBOID_ALLOW_PRIVATE === "1";
    const parsed = parseWikiListQuery(c.req.param("wiki") ?? "", list, parameter, allowPrivate);
    if (parsed.kind === "bad") return refuse(400, parsed.error, reply);
    const profile = await createStore(c.env.SNAPSHOTS).profile(parsed.query.wiki);
    if (profile === null) return refuse(404, await unknownWiki(parsed.query.wiki, deps, c.env), reply);
    const asked = await listOf(c, deps, { ...parsed.query, wiki: profile.wiki });
    if ("error" in asked) return refuse(asked.status, asked.error, reply);
    return send(c, {
      ...print(asked.list, profile, reply),
      freshness: PAGE_FRESHNESS,
      headers: {
        ...(reply.csv && { "content-disposition": `attachment; filename="${list}.csv"` }),
        ...(reply.format === "html" && { vary: "Accept-Language" }),
      },
    });
  };
}

interface Refusal {
  readonly status: 400 | 404 | 503;
  readonly error: AnswerError;
}
type Found = { readonly list: WikiList } | Refusal;

/** What origin says is wrong with the question. */
async function refusalOf(
  { code, message }: Extract<Asked, { kind: "refused" }>,
  wiki: string,
  deps: EdgeDeps,
  env: EdgeEnv,
): Promise<Refusal> {
  return isUnknownWiki({ code })
    ? { status: 404, error: await unknownWiki(wiki, deps, env) }
    : { status: 400, error: { code, message } };
}

async function listOf(c: Context<Edge>, deps: EdgeDeps, query: ListRequest): Promise<Found> {
  const cache = shortCache(deps);
  const name = `list ${JSON.stringify([query.wiki, query.list, query.domain, query.path, query.cursor])}`;
  const kept = await cache.get(name);
  const list = kept === null ? null : readWikiList(JSON.parse(kept));
  if (list !== null) return { list };
  const asked = await askOrigin(deps, c.env, "/v1/list", query);
  if (asked.kind === "refused") return refusalOf(asked, query.wiki, deps, c.env);
  const found = asked.kind === "answer" ? readWikiList(asked.body) : null;
  if (found === null) return { status: 503, error: AWAY };
  c.executionCtx.waitUntil(cache.put(name, JSON.stringify(found), LIST_SECONDS));
  return { list: found };
}

/** GET /list/:wiki/domains: by broken URLs, as they were counted last. */
async function domainsAnswer(
  c: Context<Edge>,
  deps: EdgeDeps,
  parameter: Parameters,
  reply: ListReply,
): Promise<Response> {
  const parsed = parseWikiListQuery(c.req.param("wiki") ?? "", "spam", parameter, false);
  if (parsed.kind === "bad") return refuse(400, parsed.error, reply);
  const { wiki, cursor } = parsed.query;
  const profile = await createStore(c.env.SNAPSHOTS).profile(wiki);
  if (profile === null) return refuse(404, await unknownWiki(wiki, deps, c.env), reply);
  const asked = await askOrigin(deps, c.env, "/v1/domains", { wiki: profile.wiki, cursor });
  if (asked.kind === "refused") {
    const { status, error } = await refusalOf(asked, profile.wiki, deps, c.env);
    return refuse(status, error, reply);
  }
  const list = asked.kind === "answer" ? readDomains(asked.body) : null;
  if (list === null) return refuse(503, AWAY, reply);
  const printed = reply.csv
    ? { body: printDomainsCsv(list), contentType: CSV_CONTENT_TYPE }
    : reply.format === "html"
      ? { body: printDomains(list, { lang: reply.lang, profile }), contentType: HTML_CONTENT_TYPE }
      : printData({ ...list, entries: list.entries.map((entry) => ({ ...entry })) }, reply);
  return send(c, { ...printed, freshness: PAGE_FRESHNESS, headers: { vary: "Accept-Language" } });
}
