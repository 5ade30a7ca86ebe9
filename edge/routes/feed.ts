import type { Context } from "hono";
import { ATOM_CONTENT_TYPE, printAtom } from "../../shared/format/feed/atom.ts";
import { eventDocument, type Feed, feedData } from "../../shared/format/feed/json.ts";
import { printFeedPage } from "../../shared/format/feed/page.ts";
import { HTML_CONTENT_TYPE } from "../../shared/format/html.ts";
import type { Watched } from "../../shared/format/types.ts";
import { preferredLanguage } from "../../shared/i18n/languages.ts";
import {
  FEED_LIMITS,
  FEED_RETENTION_DAYS,
  type FeedRequest,
  type FeedResponse,
  readCursor,
} from "../../shared/protocol/feed.ts";
import { ORIGIN } from "../../shared/protocol/origin.ts";
import type { WikiProfile } from "../../shared/protocol/types.ts";
import { formatsOf } from "../api/api-addresses.ts";
import type { Edge, EdgeDeps } from "../env.ts";
import { type FeedReply, parseFeedQuery, parseFeedReply } from "../feed/query.ts";
import { FEED_SECONDS, FeedSource } from "../feed/source.ts";
import { createFollowers, type Followers, followerStream, streamHeaders } from "../feed/stream.ts";
import { type WatchedPages, Watchlists } from "../feed/watchlist.ts";
import { callerOf } from "../limits/caller.ts";
import { refusalFrom, unknownWiki } from "../pages/refusals.ts";
import { readParameters } from "../parameters.ts";
import { type Refusal, refusal } from "../refusal.ts";
import { type Parameters, parametersOf, parametersOfPath, quote } from "../request.ts";
import { baseOf, type Freshness, printData, send, sendError, sendRefusal } from "../respond.ts";
import { askOrigin, originBusy } from "../sources/origin.ts";
import { Store } from "../sources/store.ts";

/** What the form of an answer depends on beside its address: shared caches are to know. */
const VARY = { vary: "Accept, Accept-Language" };
const FRESHNESS: Freshness = { seconds: FEED_SECONDS, staleSeconds: 0 };
const AWAY_SECONDS = 10;
const FOLLOWERS_SECONDS = 60;

const AWAY = refusal(
  503,
  "origin-unavailable",
  "the feed cannot be had at the moment; nothing is lost, go on with the same cursor in a moment",
  AWAY_SECONDS,
);

/** `cursor`: the newest. */
function gone({ wiki, since }: FeedRequest, cursor: string): Refusal {
  const isAhead = (since?.id ?? 0) > (readCursor(cursor)?.id ?? 0);
  const reason = isAhead
    ? "this cursor is ahead of the newest event: it is of another feed, or of before the database was restored"
    : `what came after this cursor is no longer kept (events are for ${FEED_RETENTION_DAYS} days)`;
  const advice =
    `take ${cursor} as your cursor, then look at your pages or at /list/${wiki}/unreachable again, ` +
    `and go on with /feed/${wiki}?since=${cursor}`;
  return refusal(410, "cursor-gone", `${reason}: ${advice}`);
}

const EVENT_GONE = refusal(
  410,
  "event-gone",
  `events are kept for ${FEED_RETENTION_DAYS} days, and this one is not`,
);

const replyTo = (c: Context<Edge>, formats: readonly string[]): FeedReply =>
  parseFeedReply(
    parametersOf(c),
    { formats, accept: c.req.header("accept") },
    preferredLanguage(c.req.header("accept-language")),
  );

/** What the form for a watchlist is filled in with. */
function watchIn(c: Context<Edge>, wiki: string): Watched {
  const parameter = parametersOf(c);
  return { wiki, title: parameter("title") ?? "", category: parameter("category") ?? "" };
}

/** The same for people, whose error page has the form again, and other languages. */
function replyWithForm(c: Context<Edge>): FeedReply {
  const { reply, ...rest } = replyTo(c, formatsOf("/feed/{wiki}"));
  const { pathname, search } = new URL(c.req.url);
  const form = { watch: watchIn(c, c.req.param("wiki") ?? ""), address: pathname + search };
  return { ...rest, reply: { ...reply, ...form } };
}

/** What an isolate knows of feeds, no matter who asks. */
export interface FeedState {
  readonly source: FeedSource;
  readonly watchlists: Watchlists;
  readonly followers: Followers;
}

export const createFeedState = (deps: EdgeDeps): FeedState => ({
  source: new FeedSource(deps),
  watchlists: new Watchlists(deps),
  followers: createFollowers(deps.elapsed),
});

/** GET /feed/:wiki (D3, D5; docs/feed.md): what changed for a wiki, from a cursor on. */
export function feedRoute(deps: EdgeDeps, { source, watchlists, followers }: FeedState) {
  return async (c: Context<Edge>): Promise<Response> => {
    const reply = replyWithForm(c);
    if (reply.error) return sendError(400, reply.error, reply.reply);
    const lastEventId = reply.format === "sse" ? c.req.header("last-event-id") : undefined;
    const parameter = parametersOfPath(c);
    // A follower that forgot to fill in its cursor would lose events without a word if it got the newest ones instead.
    const isEmpty = new URL(c.req.url).searchParams.get("since") === "";
    const parsed = parseFeedQuery(
      (name) => (name === "since" && isEmpty ? "" : parameter(name)),
      lastEventId,
    );
    if (parsed.kind === "bad") return sendError(400, parsed.error, reply.reply);
    const profile = await new Store(c.env.SNAPSHOTS, deps).profile(parsed.query.wiki);
    if (profile === null) return sendRefusal(await unknownWiki(parsed.query.wiki, deps, c.env), reply.reply);
    const { watchlist, ...asked } = parsed.query;
    const pages = watchlist === null ? null : await watchlists.pages(deps, c.env, profile, watchlist);
    if (pages?.kind === "refused")
      return sendRefusal(
        pages.status === 503 ? { retrySeconds: AWAY_SECONDS, ...pages } : pages,
        reply.reply,
      );
    const query = { ...asked, wiki: profile.wiki, pageids: pages?.pageids ?? null };
    const answer = await source.events(deps, c.env, query);
    if (answer === "away") return sendRefusal(AWAY, reply.reply);
    if (answer.kind === "busy") return sendRefusal(originBusy(answer), reply.reply);
    if (answer.kind === "unknown-wiki")
      return sendRefusal(await unknownWiki(query.wiki, deps, c.env), reply.reply);
    if (answer.kind === "gone") return sendRefusal(gone(query, answer.cursor), reply.reply);
    if (reply.format !== "sse")
      return sendFeed(c, reply, profile, { ...answer, watched: pages, nowMs: deps.now() });
    if (c.req.method === "HEAD") return new Response(null, { headers: streamHeaders() });
    const follower = followers.admit(callerOf(c));
    if (typeof follower === "string") return sendRefusal(tooMany(follower), reply.reply);
    const rest = { ...query, limit: FEED_LIMITS.events };
    return followerStream({ deps, env: c.env, source, query: rest, first: answer, follower });
  };
}

function tooMany(which: "too-many" | "too-many-of-caller"): Refusal {
  const [status, whose] = which === "too-many" ? [503, "this edge has"] : [429, "your network has"];
  const message = `${whose} as many streams open as it may; go on in a minute, or ask without format=sse now and then`;
  return refusal(status, "too-many-followers", message, FOLLOWERS_SECONDS);
}

const FILTERS = ["pageid", "title", "category", "depth", "kind", "namespace"];

/** Of an address what chooses events. Titles that were found are their page ids from now on, which survive moves. */
function filterOf(
  asked: Parameters,
  watched: Extract<WatchedPages, { kind: "pages" }> | null,
): Readonly<Record<string, string>> {
  const filter = Object.fromEntries(
    FILTERS.flatMap((name) => {
      const value = asked(name);
      return value ? [[name, value] as const] : [];
    }),
  );
  const { title, pageid: _, ...others } = filter;
  if (watched === null || title === undefined || "category" in filter) return filter;
  return watched.pageids.length === 0 ? filter : { pageid: watched.pageids.join("|"), ...others };
}

async function sendFeed(
  c: Context<Edge>,
  { format, reply }: FeedReply,
  profile: WikiProfile,
  {
    events,
    cursor,
    more,
    watched,
    nowMs,
  }: Extract<FeedResponse, { kind: "events" }> & {
    readonly nowMs: number;
    readonly watched: Extract<WatchedPages, { kind: "pages" }> | null;
  },
): Promise<Response> {
  const { pathname, search, searchParams } = new URL(c.req.url);
  const parameter = parametersOf(c);
  const category = parameter("pageid") || parameter("title") ? null : (parameter("category") ?? null);
  const feed: Feed = {
    wiki: profile.wiki,
    events,
    cursor,
    more,
    watched: watched && { pages: watched.pageids.length, unknown: watched.unknown, category },
  };
  const filter = filterOf(parameter, watched);
  const form = watchIn(c, profile.wiki);
  searchParams.set("since", cursor);
  const next = `${pathname}?${searchParams.toString()}`;
  if (format === "html")
    return send(c, {
      body: printFeedPage(feed, { lang: reply.lang, siteName: profile.siteName, nowMs, filter, form }),
      contentType: HTML_CONTENT_TYPE,
      freshness: FRESHNESS,
      headers: VARY,
    });
  if (format !== "atom")
    return send(c, {
      ...printData(feedData(feed), { ...reply, callback: null }),
      freshness: FRESHNESS,
      headers: VARY,
    });
  const self = pathname + search;
  const options = {
    lang: reply.lang,
    base: baseOf(c),
    self,
    filter: new URLSearchParams(filter).toString(),
    next: more ? next : null,
    siteName: profile.siteName,
  };
  return send(c, {
    body: printAtom(feed, options),
    contentType: ATOM_CONTENT_TYPE,
    freshness: FRESHNESS,
    headers: VARY,
  });
}

/** GET /feed/:wiki/:event: one event, and all pages that its URL is on now, FEED_LIMITS.pages at a time. */
export function eventRoute(deps: EdgeDeps) {
  return async (c: Context<Edge>): Promise<Response> => {
    const reply = replyTo(c, formatsOf("/feed/{wiki}/{event}"));
    if (reply.error) return sendError(400, reply.error, reply.reply);
    const id = c.req.param("event") ?? "";
    const event = readCursor(id);
    if (event === null) {
      const message = `the id of an event looks like 17.1795251600, not ${quote(id)}`;
      return sendError(400, { code: "bad-cursor", message }, reply.reply);
    }
    const parsed = readParameters(parametersOfPath(c), ["dbname", "after"]);
    if (parsed.kind === "bad") return sendError(400, parsed.error, reply.reply);
    const { dbname = "", after = 0 } = parsed.query;
    const profile = await new Store(c.env.SNAPSHOTS, deps).profile(dbname);
    if (profile === null) return sendRefusal(await unknownWiki(dbname, deps, c.env), reply.reply);
    const { wiki } = profile;
    const question = { wiki, event, after, limit: FEED_LIMITS.pages };
    const asked = await askOrigin(deps, c.env, ORIGIN.event, question);
    if (asked.kind !== "answer")
      return sendRefusal(await refusalFrom(asked, { wiki, away: AWAY }, deps, c.env), reply.reply);
    const { answer } = asked;
    if (answer.kind === "gone") return sendRefusal(EVENT_GONE, reply.reply);
    if (answer.kind !== "event") return sendRefusal(await unknownWiki(wiki, deps, c.env), reply.reply);
    const document = eventDocument(wiki, answer.event, answer.pages, answer.next);
    return send(c, {
      ...printData(document, { ...reply.reply, callback: null }),
      freshness: FRESHNESS,
      headers: VARY,
    });
  };
}
