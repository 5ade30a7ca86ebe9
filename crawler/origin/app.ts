import { type Context, Hono } from "hono";
import { awayOf } from "../../db/errors.ts";
import type { UrlFacts } from "../../shared/answer/types.ts";
import { type AnswerOf, ORIGIN, type QuestionOf } from "../../shared/protocol/origin.ts";
import { admitByClass, answerGivenUp, countsOf, type Gates } from "./budget/admit.ts";
import { once } from "./once.ts";
import { limitHeaders, type Refused } from "./search/allowance.ts";
import type { Searched } from "./search/search.ts";
import { admitSigned, answering, error, type OriginTokens, type Signed } from "./signed.ts";

type Calls = typeof ORIGIN;
/** How a call is answered from the database; null: there is no such wiki. */
type Answering<Name extends keyof Calls, Others = never> = (
  question: QuestionOf<Calls[Name]>,
) => Promise<AnswerOf<Calls[Name]> | Others | null>;

/** The same of what changes something: it is done by an instant of `performance.now()`, or not at all. */
type Acting<Name extends keyof Calls, Others = never> = (
  question: QuestionOf<Calls[Name]>,
  untilMs: number,
) => Promise<AnswerOf<Calls[Name]> | Others | null>;

/** The answers of the origin, from its database. */
export interface OriginDeps extends OriginTokens {
  /** How much of it is answered at once. */
  readonly gates: Gates;
  /** What is known of these URLs for a wiki; unknown ones are left out. */
  facts(wiki: string, urls: readonly string[]): Promise<UrlFacts[]>;
  titles: Answering<"titles">;
  wikisAt: Answering<"wikisAt">;
  /** Hands pages to the feeder, which decides (F5); false: there is no room for all of them. */
  touch(wiki: string, pageids: readonly number[], of: { readonly friend: boolean }): Promise<boolean>;
  /** Whether a trusted tool has the token of this SHA-256 (F8). */
  isFriend(hash: string): Promise<boolean>;
  /** The watched pages of a namespace beyond a page id; null: not all are watched, or there is no such wiki. */
  pages(wiki: string, namespace: number, after: number): Promise<number[] | null>;
  list: Answering<"list", "bad-cursor">;
  feed: Answering<"feed">;
  event: Answering<"event">;
  domains: Answering<"domains", "bad-cursor">;
  paths: Answering<"paths", "bad-cursor">;
  domain: Answering<"domain">;
  organisation: Answering<"organisation">;
  organisations: Answering<"organisations", "bad-cursor">;
  relaunches: Answering<"relaunches", "bad-cursor">;
  overview: Answering<"overview">;
  /** A search for URLs and patterns (Q3, Q4); null: there is no such wiki; or the asker whose allowance is used up. */
  search(request: QuestionOf<Calls["search"]>): Promise<Searched | Refused | null>;
  people: Acting<"people">;
  log: Answering<"log">;
  undo: Acting<"undo">;
  lock: Acting<"lock">;
  /** Of `look` also the asker whose allowance is used up. */
  recheck: Acting<"recheck", Refused>;
  /** Whether the database answers. */
  healthy(): Promise<boolean>;
  /** Called with the error of a request. */
  failed(error: unknown): void;
}

const RETRY_AFTER_SECONDS = 5;
/** Retry-After of a full queue: a feeder empties it in a quarter of an hour, and makes room for a batch in seconds. */
const FULL_RETRY_SECONDS = 60;

const badCursor = (c: Context, of: "list" | "question") =>
  c.json(
    error(
      "bad-cursor",
      `the cursor is none of this ${of}; take it from the answer before, or leave it out to begin`,
    ),
    400,
  );

const unknownFriend = (c: Context) => c.json(error("unknown-friend", "no friend has this token"), 403);

/** Answers about pages, by their links, titles or namespace; and requests to read pages again. */
function answerPages(app: Hono<Signed>, deps: OriginDeps): void {
  answering(app, ORIGIN.urls, async ({ wiki, urls }) => ({ urls: await deps.facts(wiki, urls) }));
  answering(app, ORIGIN.titles, deps.titles);
  answering(app, ORIGIN.wikisAt, deps.wikisAt);
  answering(app, ORIGIN.touch, async ({ wiki, pageids, friend }, c) => {
    if (friend !== undefined && !(await deps.isFriend(friend))) return unknownFriend(c);
    const all = await deps.touch(wiki, pageids, { friend: friend !== undefined });
    // Requests of strangers are dropped; their next question repeats them.
    if (all || friend === undefined) return c.body(null, 202);
    c.header("Retry-After", String(FULL_RETRY_SECONDS));
    return c.json(error("queue-full", "too many pages wait for the feeder"), 429);
  });
  answering(app, ORIGIN.pages, async ({ wiki, friend, list }, c) => {
    if (!(await deps.isFriend(friend))) return unknownFriend(c);
    return { pageids: list === null ? null : await deps.pages(wiki, list.namespace, list.after) };
  });
}

/** Answers with lists of a wiki (Q5). */
function answerLists(app: Hono<Signed>, deps: OriginDeps): void {
  const orBadCursor = <Answer>(c: Context, answer: Answer | "bad-cursor") =>
    answer === "bad-cursor" ? badCursor(c, "list") : answer;
  answering(app, ORIGIN.list, async (asked, c) => orBadCursor(c, await deps.list(asked)));
  answering(app, ORIGIN.domains, async (asked, c) => orBadCursor(c, await deps.domains(asked)));
  answering(app, ORIGIN.paths, async (asked, c) => orBadCursor(c, await deps.paths(asked)));
  answering(app, ORIGIN.domain, deps.domain);
  answering(app, ORIGIN.organisation, deps.organisation);
  answering(app, ORIGIN.organisations, async (asked, c) => orBadCursor(c, await deps.organisations(asked)));
  answering(app, ORIGIN.relaunches, async (asked, c) => orBadCursor(c, await deps.relaunches(asked)));
  answering(app, ORIGIN.overview, deps.overview);
}

function allowanceUsed(c: Context, refused: Refused): Response {
  c.header("Retry-After", String(refused.seconds));
  const said = error("too-many-requests", "too many such questions from this network");
  return c.json(said, 429, limitHeaders(refused));
}

/** Answers to searches, reports, proposals of people, and checks that they ask for (Q3, Q4, H). */
function answerPeople(app: Hono<Signed>, deps: OriginDeps): void {
  answering(app, ORIGIN.search, async (asked, c) => {
    const searched = await deps.search(asked);
    if (searched === null) return null;
    if ("by" in searched) return allowanceUsed(c, searched);
    if (searched.kind === "found") return searched.response;
    return searched.kind === "too-broad"
      ? c.json(error("too-broad", "the pattern is too broad; give more of the host, or of the path"), 400)
      : badCursor(c, "question");
  });
  answering(app, ORIGIN.people, once(deps.people));
  answering(app, ORIGIN.log, deps.log);
  answering(app, ORIGIN.undo, once(deps.undo));
  answering(app, ORIGIN.lock, once(deps.lock));
  answering(app, ORIGIN.recheck, async (asked, c) => {
    const answer = await deps.recheck(asked, c.get("untilMs"));
    return answer !== null && "by" in answer ? allowanceUsed(c, answer) : answer;
  });
}

/** Answers to requests that failed, and to unknown addresses. */
function answerErrors(app: Hono<Signed>, deps: OriginDeps): void {
  app.onError((thrown, c) => {
    const givenUp = answerGivenUp(c, deps.gates, thrown);
    if (givenUp !== null) return givenUp;
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
        `the origin knows GET /healthz and POST ${Object.values(ORIGIN)
          .map(({ path }) => path)
          .join(", ")}`,
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
      ? c.json({ ok: true, classes: countsOf(deps.gates) })
      : c.json({ ok: false, reason: "the database does not answer" }, 503),
  );

  admitSigned(app, deps);
  admitByClass(app, deps.gates);
  answerPages(app, deps);
  answerLists(app, deps);
  answering(app, ORIGIN.feed, deps.feed);
  answering(app, ORIGIN.event, deps.event);
  answerPeople(app, deps);
  answerErrors(app, deps);
  return app;
}
