import { type Context, Hono } from "hono";
import { awayOf } from "../../db/errors.ts";
import type { DomainList, Overview, PathList } from "../../shared/answer/overview.ts";
import type { UrlFacts } from "../../shared/answer/types.ts";
import type { EventRequest, EventResponse, FeedRequest, FeedResponse } from "../../shared/protocol/feed.ts";
import type { ListRequest, PathsRequest } from "../../shared/protocol/lists.ts";
import type { PeopleRequest, PeopleResponse } from "../../shared/protocol/people.ts";
import type { AskedSearch } from "../../shared/protocol/search.ts";
import type { PagesResponse, TitlesResponse, UrlsResponse } from "../../shared/protocol/types.ts";
import type { Listed } from "./lists/list.ts";
import {
  domainsRequest,
  eventRequest,
  feedRequest,
  listRequest,
  overviewRequest,
  pagesRequest,
  pathsRequest,
  peopleRequest,
  searchRequest,
  titlesRequest,
  touchRequest,
  urlsRequest,
} from "./requests.ts";
import { limitHeaders, type Refused } from "./search/allowance.ts";
import type { Searched } from "./search/search.ts";
import { admitSigned, error, type Signed, signed } from "./signed.ts";

/** The answers of the origin, from its database. */
export interface OriginDeps {
  /** ORIGIN_TOKEN. */
  readonly token: string;
  /** What is known of these URLs for a wiki; unknown ones are left out. */
  facts(wiki: string, urls: readonly string[]): Promise<UrlFacts[]>;
  /** Ids of watched pages by title; null: there is no such wiki. */
  titles(wiki: string, titles: readonly string[]): Promise<TitlesResponse | null>;
  /** Hands pages to the feeder, which decides (F5); false: there is no room for all of them. */
  touch(wiki: string, pageids: readonly number[], of: { readonly friend: boolean }): Promise<boolean>;
  /** Whether a friendly tool has the token of this SHA-256 (F8). */
  isFriend(hash: string): Promise<boolean>;
  /** The watched pages of a namespace beyond a page id; null: not all are watched, or there is no such wiki. */
  pages(wiki: string, namespace: number, after: number): Promise<number[] | null>;
  /** A page of a list of a wiki (Q5); null: there is no such wiki. */
  list(request: ListRequest): Promise<Listed | null>;
  /** Events of a wiki for its followers (D3). */
  feed(request: FeedRequest): Promise<FeedResponse>;
  event(request: EventRequest): Promise<EventResponse>;
  /** Domains of a wiki by broken URLs (Q5); null: there is no such wiki. */
  domains(wiki: string, cursor: string | null): Promise<DomainList | "bad-cursor" | null>;
  /** Folders of a domain by verdicts (Q5); null: there is no such wiki. */
  paths(request: PathsRequest): Promise<PathList | "bad-cursor" | null>;
  /** A wiki at a glance (Q5); null: there is no such wiki. */
  overview(wiki: string): Promise<Overview | null>;
  /**
   * A search for URLs and patterns (Q3, Q4); null: there is no such wiki; "busy": too many are under way; or the asker whose
   * allowance is used up.
   */
  search(request: AskedSearch): Promise<Searched | Refused | "busy" | null>;
  /** A report or proposal about a URL (H); null: there is no such wiki. */
  people(request: PeopleRequest): Promise<PeopleResponse | null>;
  /** Whether the database answers. */
  healthy(): Promise<boolean>;
  /** Called with the error of a request. */
  failed(error: unknown): void;
}

const RETRY_AFTER_SECONDS = 5;
/** Retry-After of a full queue: a feeder empties it in a quarter of an hour, and makes room for a batch in seconds. */
const FULL_RETRY_SECONDS = 60;

const unknownWiki = (c: Context, wiki: string | null) =>
  c.json(error("unknown-wiki", `no wiki ${wiki} is configured`), 404);

const badCursor = (c: Context, of: "list" | "question") =>
  c.json(error("bad-cursor", `the cursor is none of this ${of}`), 400);

const unknownFriend = (c: Context) => c.json(error("unknown-friend", "no friend has this token"), 403);

const counted = (c: Context, wiki: string, list: DomainList | PathList | "bad-cursor" | null) => {
  if (list === null) return unknownWiki(c, wiki);
  return list === "bad-cursor" ? badCursor(c, "list") : c.json(list);
};

/** Answers about pages, by their links, titles or namespace; and requests to read pages again. */
function answerPages(app: Hono<Signed>, deps: OriginDeps): void {
  app.post("/v1/urls", async (c) => {
    const request = await signed(c, urlsRequest);
    if (request instanceof Response) return request;
    const response: UrlsResponse = { urls: await deps.facts(request.wiki, request.urls) };
    return c.json(response);
  });

  app.post("/v1/titles", async (c) => {
    const request = await signed(c, titlesRequest);
    if (request instanceof Response) return request;
    const response = await deps.titles(request.wiki, request.titles);
    return response === null ? unknownWiki(c, request.wiki) : c.json(response);
  });

  app.post("/v1/touch", async (c) => {
    const request = await signed(c, touchRequest);
    if (request instanceof Response) return request;
    const friend = request.friend !== undefined;
    if (request.friend !== undefined && !(await deps.isFriend(request.friend))) return unknownFriend(c);
    const all = await deps.touch(request.wiki, request.pageids, { friend });
    // Requests of strangers are dropped; their next question repeats them.
    if (all || !friend) return c.body(null, 202);
    c.header("Retry-After", String(FULL_RETRY_SECONDS));
    return c.json(error("queue-full", "too many pages wait for the feeder"), 429);
  });

  app.post("/v1/pages", async (c) => {
    const request = await signed(c, pagesRequest);
    if (request instanceof Response) return request;
    if (!(await deps.isFriend(request.friend))) return unknownFriend(c);
    const { wiki, list } = request;
    const response: PagesResponse = {
      pageids: list === null ? null : await deps.pages(wiki, list.namespace, list.after),
    };
    return c.json(response);
  });
}

/** Answers with lists of a wiki (Q5). */
function answerLists(app: Hono<Signed>, deps: OriginDeps): void {
  app.post("/v1/list", async (c) => {
    const request = await signed(c, listRequest);
    if (request instanceof Response) return request;
    const listed = await deps.list(request);
    if (listed === null) return unknownWiki(c, request.wiki);
    return listed.kind === "list" ? c.json(listed.list) : badCursor(c, "list");
  });

  app.post("/v1/domains", async (c) => {
    const request = await signed(c, domainsRequest);
    if (request instanceof Response) return request;
    return counted(c, request.wiki, await deps.domains(request.wiki, request.cursor));
  });

  app.post("/v1/paths", async (c) => {
    const request = await signed(c, pathsRequest);
    return request instanceof Response ? request : counted(c, request.wiki, await deps.paths(request));
  });

  app.post("/v1/overview", async (c) => {
    const request = await signed(c, overviewRequest);
    if (request instanceof Response) return request;
    const overview = await deps.overview(request.wiki);
    if (overview === null) return unknownWiki(c, request.wiki);
    return c.json(overview);
  });
}

/** Answers to followers of a wiki's events (D3). */
function answerFollowers(app: Hono<Signed>, deps: OriginDeps): void {
  app.post("/v1/feed", async (c) => {
    const request = await signed(c, feedRequest);
    return request instanceof Response ? request : c.json(await deps.feed(request));
  });

  app.post("/v1/event", async (c) => {
    const request = await signed(c, eventRequest);
    return request instanceof Response ? request : c.json(await deps.event(request));
  });
}

/** Answers to searches, reports and proposals of people (Q3, Q4, H). */
function answerPeople(app: Hono<Signed>, deps: OriginDeps): void {
  app.post("/v1/search", async (c) => {
    const request = await signed(c, searchRequest);
    if (request instanceof Response) return request;
    const searched = await deps.search(request);
    if (searched === null) return unknownWiki(c, request.wiki);
    if (searched === "busy") {
      c.header("Retry-After", String(RETRY_AFTER_SECONDS));
      return c.json(error("busy", "too many such questions are under way"), 503);
    }
    if ("by" in searched) {
      c.header("Retry-After", String(searched.seconds));
      if (searched.by === "form")
        return c.json(error("form-used-up", "this form has asked as often as it can; open it again"), 429);
      const refused = error("too-many-requests", "too many such questions from this network");
      return c.json(refused, 429, limitHeaders(searched));
    }
    if (searched.kind === "found") return c.json(searched.response);
    return searched.kind === "too-broad"
      ? c.json(error("too-broad", "the pattern is too broad; give more of the host, or of the path"), 400)
      : badCursor(c, "question");
  });

  app.post("/v1/people", async (c) => {
    const request = await signed(c, peopleRequest);
    if (request instanceof Response) return request;
    const response = await deps.people(request);
    return response === null ? unknownWiki(c, request.wiki) : c.json(response);
  });
}

/** Answers to requests that failed, and to unknown addresses. */
function answerErrors(app: Hono<Signed>, deps: OriginDeps): void {
  app.onError((thrown, c) => {
    deps.failed(thrown);
    if (awayOf(thrown) === null)
      return c.json(error("internal", "this failed; the origin's log says why"), 500);
    c.header("Retry-After", String(RETRY_AFTER_SECONDS));
    return c.json(error("database-away", "the database does not answer; ask again in a moment"), 503);
  });
  app.notFound((c) =>
    c.json(
      error(
        "not-found",
        "the origin knows POST /v1/urls, /v1/titles, /v1/touch, /v1/pages, /v1/list, /v1/domains, /v1/paths, /v1/overview, /v1/search, /v1/feed, /v1/event, /v1/people and GET /healthz",
      ),
      404,
    ),
  );
}

/**
 * What the edge asks when its snapshots do not know (design 8). Every request is signed with ORIGIN_TOKEN
 * (shared/protocol/sign.ts); nothing here is meant for the public.
 */
export function createOriginApp(deps: OriginDeps): Hono<Signed> {
  const app = new Hono<Signed>();

  app.get("/healthz", async (c) =>
    (await deps.healthy())
      ? c.json({ ok: true })
      : c.json({ ok: false, reason: "the database does not answer" }, 503),
  );

  admitSigned(app, deps.token);
  answerPages(app, deps);
  answerLists(app, deps);
  answerFollowers(app, deps);
  answerPeople(app, deps);
  answerErrors(app, deps);
  return app;
}
