import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import * as z from "zod/mini";
import { DomainPage } from "../answer/domain.ts";
import { WikiList } from "../answer/lists.ts";
import { OrganisationList, OrganisationPage, RelaunchList } from "../answer/organisation.ts";
import { DomainList, Overview, PathList } from "../answer/overview.ts";
import type { Shape } from "../json/shape.ts";
import { EventRequest, EventResponse, FeedRequest, FeedResponse } from "./feed.ts";
import { keyFor } from "./keys.ts";
import { DomainRequest, DomainsRequest, ListRequest, OverviewRequest, PathsRequest } from "./lists.ts";
import {
  PagesRequest,
  PagesResponse,
  TitlesRequest,
  TitlesResponse,
  TouchRequest,
  UrlsRequest,
  UrlsResponse,
  WikisAtRequest,
  WikisAtResponse,
} from "./pages.ts";
import { PeopleRequest, PeopleResponse } from "./people.ts";
import { LockRequest, LogRequest, LogResponse, UndoRequest } from "./people-log.ts";
import { RecheckRequest, RecheckResponse } from "./recheck.ts";
import { AskedSearch, SearchResponse } from "./search.ts";

/** What the edge can ask of the origin: POST requests, signed (sign.ts), whose bodies and answers both sides check with these schemas. */
export interface OriginCall<Question, Answer> {
  readonly path: `/v1/${string}`;
  readonly question: z.ZodMiniType<Question>;
  readonly answer: z.ZodMiniType<Answer>;
}

const call = <Q extends z.ZodMiniType, A extends z.ZodMiniType>(
  path: `/v1/${string}`,
  question: Q,
  answer: A,
): OriginCall<Shape<Q>, Shape<A>> => ({
  path,
  question: question as unknown as z.ZodMiniType<Shape<Q>>,
  answer: answer as unknown as z.ZodMiniType<Shape<A>>,
});

export const ORIGIN = {
  urls: call("/v1/urls", UrlsRequest, UrlsResponse),
  titles: call("/v1/titles", TitlesRequest, TitlesResponse),
  wikisAt: call("/v1/wikis-at", WikisAtRequest, WikisAtResponse),
  /** 202 without a body. */
  touch: call("/v1/touch", TouchRequest, z.undefined()),
  pages: call("/v1/pages", PagesRequest, PagesResponse),
  list: call("/v1/list", ListRequest, WikiList),
  domains: call("/v1/domains", DomainsRequest, DomainList),
  paths: call("/v1/paths", PathsRequest, PathList),
  domain: call("/v1/domain", DomainRequest, DomainPage),
  organisation: call("/v1/organisation", DomainRequest, OrganisationPage),
  organisations: call("/v1/organisations", DomainsRequest, OrganisationList),
  relaunches: call("/v1/relaunches", DomainsRequest, RelaunchList),
  overview: call("/v1/overview", OverviewRequest, Overview),
  feed: call("/v1/feed", FeedRequest, FeedResponse),
  event: call("/v1/event", EventRequest, EventResponse),
  search: call("/v1/search", AskedSearch, SearchResponse),
  people: call("/v1/people", PeopleRequest, PeopleResponse),
  log: call("/v1/log", LogRequest, LogResponse),
  undo: call("/v1/undo", UndoRequest, PeopleResponse),
  lock: call("/v1/lock", LockRequest, PeopleResponse),
  recheck: call("/v1/recheck", RecheckRequest, RecheckResponse),
} as const;

/**
 * Parameter of the address of a question, which is signed with it: names of the caller's ranges by which origin counts callers, from the
 * narrowest to the widest, and from which nobody learns a range (`callerName`). Absent: the edge asks of its own accord.
 */
export const CALLER_PARAMETER = "caller";
/** Parameter beside it with something random, so that two questions of one second are two also where they say the same. */
export const NONCE_PARAMETER = "nonce";
/** Parameter of an act that a form was sent for, from the form and what it says (`formName`): sent again, it is answered as before. */
export const FORM_PARAMETER = "form";
/** So long after it came, the wait for a connection included, an act may be committed by origin; later it is rolled back. */
export const ACT_COMMIT_MS = 6_500;
/** So long the edge waits for what came of an act: longer than that, so that nobody hears that it failed who has done it. */
export const ACT_ANSWER_MS = 8_000;
/** Code of a 503: there is no room for the question. Its Retry-After says for how long, seconds. */
export const BUSY = "busy";

/** `secret`: the edge's ORIGIN_TOKEN. 16 hex digits. */
export const callerName = (secret: string, range: string): string =>
  bytesToHex(hmac(sha256, utf8ToBytes(keyFor(secret, "caller")), utf8ToBytes(range))).slice(0, 16);

/** `token`: of the form. 32 hex digits. */
export const formName = (token: string, path: string, question: object): string =>
  bytesToHex(sha256(utf8ToBytes(JSON.stringify([token, path, question])))).slice(0, 32);

export type QuestionOf<Call> = Call extends OriginCall<infer Question, infer _> ? Question : never;
export type AnswerOf<Call> = Call extends OriginCall<infer _, infer Answer> ? Answer : never;
