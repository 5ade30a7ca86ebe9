import type { Context } from "hono";
import { answerAbout } from "../../shared/answer/build.ts";
import { STATUS_FILTERS } from "../../shared/answer/order.ts";
import type { AnswerError } from "../../shared/answer/types.ts";
import { type Day, dayOfInstant } from "../../shared/calendar/day.ts";
import {
  HTML_CONTENT_TYPE,
  printSearch,
  type SearchForm,
  type SearchState,
} from "../../shared/format/html.ts";
import { ORIGIN } from "../../shared/protocol/origin.ts";
import {
  type AskedSearch,
  type FoundUrl,
  SEARCH_LIMITS,
  type SearchRequest,
  type SearchResponse,
} from "../../shared/protocol/search.ts";
import type { WikiProfile } from "../../shared/protocol/types.ts";
import { splitUrl } from "../../shared/url/parts.ts";
import { readPattern } from "../../shared/url/pattern.ts";
import { sortByUrl } from "../../shared/url/sort.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import type { Edge, EdgeDeps, EdgeEnv } from "../env.ts";
import { askingRanges } from "../limits/caller.ts";
import { refusalFrom, unknownWiki } from "../pages/refusals.ts";
import { readParameters } from "../parameters.ts";
import { AWAY, NO_ORIGIN, type Shown, shownRefusal } from "../refusal.ts";
import {
  bad,
  isInteractive,
  type Parameters,
  type Parsed,
  parametersOf,
  parseWiki,
  type Reply,
  replyOf,
} from "../request.ts";
import { PAGE_FRESHNESS, send, sendError, sendOwnPage, sendRefusal } from "../respond.ts";
import { askOrigin } from "../sources/origin.ts";
import { Store } from "../sources/store.ts";

/** The fields as they were filled in, cut to what a form shows. */
function searchFormOf(parameter: Parameters): SearchForm {
  return {
    url: (parameter("url") ?? "").slice(0, 2_000),
    dbname: (parameter("dbname") ?? "").slice(0, 100),
    namespaces: (parameter("namespace") ?? "").slice(0, 200),
    farm: parameter("farm") === "1",
    status: STATUS_FILTERS.find((status) => status === parameter("status")) ?? "",
  };
}

/** Searches may take origin some seconds. */
const ANSWER_MS = 8_000;

const MESSAGES = {
  syntax:
    "url must be an address such as https://www.example.org/page, or a pattern such as *.example.org/news/",
  broad: "the pattern fits too many hosts; give more of the host",
} as const;

/** A question of the form (Q4); `wiki` as it was written. */
function parseSearch(parameter: Parameters, allowPrivate: boolean): Parsed<SearchRequest> {
  const question = readPattern(parameter("url") ?? "", { allowPrivate });
  if (question.kind === "bad")
    return bad(question.reason === "broad" ? "too-broad" : "bad-url", MESSAGES[question.reason]);
  const read = readParameters((name) => parameter(name)?.trim(), ["dbname", "listCursor"]);
  if (read.kind === "bad") return read;
  const { dbname: wiki = null, listCursor: cursor = null } = read.query;
  const numbers = (parameter("namespace") ?? "").split(/[|,\s]+/).filter((part) => part !== "");
  const namespaces = [...new Set(numbers.map(Number))];
  if (numbers.some((part) => !/^\d{1,5}$/.test(part)) || namespaces.length > SEARCH_LIMITS.namespaces)
    return bad("bad-namespace", "namespace must be numbers, such as 0|4 for articles and project pages");
  const farm = wiki !== null && question.kind === "url" && parameter("farm") === "1";
  return { kind: "query", query: { question, wiki, farm, namespaces, cursor } };
}

const PEOPLE_ONLY: AnswerError = {
  code: "people-only",
  message:
    "questions about single URLs and patterns are for people, in a browser at /find; programs ask by page (/api/v1/page), take the lists of a wiki (/list/WIKI/broken) or follow its feed (/feed/WIKI)",
};

/** The form, filled in from the address; null: there is no origin that could answer. */
export function searchFormFor(
  { ORIGIN_URL, ORIGIN_TOKEN }: EdgeEnv,
  parameter: Parameters,
): SearchForm | null {
  return ORIGIN_URL && ORIGIN_TOKEN ? searchFormOf(parameter) : null;
}

interface Answered extends Shown<SearchState> {
  readonly profile?: WikiProfile;
}

/** GET /find: the form for URLs and patterns. With `url`, the answer to people's question. */
export function findRoute(deps: EdgeDeps) {
  return async (c: Context<Edge>): Promise<Response> => {
    const { reply, error } = replyOf(c, ["html"]);
    if (error) return sendError(400, error, reply);
    const parameter = parametersOf(c);
    if (parameter("url") !== undefined) return searchAnswer(c, deps, parameter, reply);
    const form = searchFormFor(c.env, parameter);
    if (reply.format !== "html") return sendError(403, PEOPLE_ONLY, reply);
    if (form === null) return sendRefusal(NO_ORIGIN, reply);
    const wiki = parseWiki(form.dbname);
    const profile = wiki === null ? null : await new Store(c.env.SNAPSHOTS, deps).profile(wiki);
    return send(c, {
      body: printSearch({ lang: reply.lang, form, state: { kind: "ask" }, profile }),
      contentType: HTML_CONTENT_TYPE,
      freshness: PAGE_FRESHNESS,
      headers: { vary: "Accept-Language" },
    });
  };
}

/**
 * GET /find?url=, /?url= (Q3, Q4): for people alone. What a browser opens as a page is answered, as often as origin allows a
 * network; so an address of an answer stays good.
 */
export async function searchAnswer(
  c: Context<Edge>,
  deps: EdgeDeps,
  parameter: Parameters,
  reply: Reply,
): Promise<Response> {
  const form = searchFormFor(c.env, parameter);
  if (reply.format !== "html" || !isInteractive((name) => c.req.header(name)))
    return sendError(403, PEOPLE_ONLY, reply);
  if (form === null) return sendRefusal(NO_ORIGIN, reply);
  const { status, state, profile, headers } = await answer(c, deps, parameter);
  const body = printSearch({ lang: reply.lang, form, state, ...(profile && { profile }) });
  return sendOwnPage(status, body, headers);
}

/** Of what was found, the URLs of a status, in the order of answers. There may be fewer, or none, with a cursor. */
function chosen(found: SearchResponse, status: string | undefined, today: Day): SearchResponse {
  const isChosen = ({ facts }: FoundUrl) => !status || answerAbout(facts, today).verdict === status;
  const urls = sortByUrl(found.urls.filter(isChosen), ({ facts }) => splitUrl(facts.url as NormalisedUrl));
  return { ...found, urls };
}

async function answer(c: Context<Edge>, deps: EdgeDeps, parameter: Parameters): Promise<Answered> {
  const parsed = parseSearch(parameter, c.env.WEBOID_ALLOW_PRIVATE === "1");
  if (parsed.kind === "bad") return shownRefusal({ status: 400, error: parsed.error });
  const { wiki } = parsed.query;
  const profile = wiki === null ? null : await new Store(c.env.SNAPSHOTS, deps).profile(wiki);
  if (wiki !== null && profile === null) return shownRefusal(await unknownWiki(wiki, deps, c.env));
  const question: AskedSearch = { ...parsed.query, wiki: profile?.wiki ?? null, askers: askingRanges(c) };
  const asked = await askOrigin(deps, c.env, ORIGIN.search, question, ANSWER_MS);
  if (asked.kind !== "answer")
    return shownRefusal(await refusalFrom(asked, { wiki, away: AWAY }, deps, c.env));
  const one = parsed.query.question.kind === "url";
  const today = dayOfInstant(deps.now());
  const response = one ? asked.answer : chosen(asked.answer, parameter("status"), today);
  return {
    status: 200,
    state: { kind: "found", response, one, today },
    ...(profile && { profile }),
  };
}
