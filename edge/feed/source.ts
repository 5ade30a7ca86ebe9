import {
  FEED_LIMITS,
  type FeedEvent,
  type FeedRequest,
  type FeedResponse,
  isWide,
  passes,
  writeCursor,
} from "../../shared/protocol/feed.ts";
import { ORIGIN } from "../../shared/protocol/origin.ts";
import type { Fill } from "../cache/fill.ts";
import { SharedAnswers } from "../cache/shared-answers.ts";
import type { EdgeDeps, EdgeEnv } from "../env.ts";
import { askOrigin, type Busy } from "../sources/origin.ts";

/** For so long the followers of a wiki are answered from what origin said last: a thousand cost it one question. */
export const FEED_SECONDS = 3;
/** Answers that an isolate keeps, of FEED_LIMITS.bytes each. */
const KEPT_MAX = 16;

export type FeedAnswer = FeedResponse | Busy | "away";

/**
 * Answers for followers. The newest events of a wiki are kept whole, and a follower who stands among them is answered from these,
 * whatever its place and filters; one who stands further back, or who watches pages and wants the newest of them, is answered by
 * origin.
 */
export class FeedSource {
  readonly #answers: SharedAnswers<FeedAnswer>;

  constructor(deps: EdgeDeps) {
    this.#answers = new SharedAnswers(deps, KEPT_MAX);
  }

  fill(): Fill {
    return this.#answers.fill();
  }

  /** `deps`: those of the request, which name its caller. */
  async events(deps: EdgeDeps, env: EdgeEnv, query: FeedRequest): Promise<FeedAnswer> {
    const everything = { kinds: null, namespaces: null, pageids: null };
    const { wiki, since, pageids } = query;
    if (since === null && pageids !== null) return this.#answer(deps, env, query);
    const newest = await this.#answer(deps, env, {
      wiki,
      since: null,
      limit: FEED_LIMITS.events,
      ...everything,
    });
    if (newest === "away" || newest.kind !== "events") return newest;
    return among(newest, query) ?? (await this.#answer(deps, env, query));
  }

  /** Origin's answer, unless that of the last seconds is known, here or in the cache of the location. */
  #answer(
    deps: EdgeDeps,
    env: EdgeEnv,
    { wiki, since, limit, kinds, namespaces, pageids }: FeedRequest,
  ): Promise<FeedAnswer> {
    const question = { wiki, since, limit, kinds, namespaces, pageids };
    const ask = () => askFeed(deps, env, question);
    return this.#answers.get(`feed ${JSON.stringify(question)}`, ask, (answer) =>
      // One caller may have asked too much, not the others.
      answer !== "away" && answer.kind === "busy" ? 0 : FEED_SECONDS,
    );
  }
}

async function askFeed(deps: EdgeDeps, env: EdgeEnv, request: FeedRequest): Promise<FeedAnswer> {
  const asked = await askOrigin(deps, env, ORIGIN.feed, request);
  if (asked.kind === "busy") return asked;
  return asked.kind === "answer" ? asked.answer : "away";
}

type Events = Extract<FeedResponse, { kind: "events" }>;

/**
 * The answer to a question from the newest events; null: its place is not among them, or there are events of which only the
 * database knows whether they concern the pages that are watched.
 */
function among(newest: Events, query: FeedRequest): Events | null {
  const { since, limit, pageids } = query;
  const wanted = (event: FeedEvent) => passes(query, event);
  if (since === null) return { ...newest, events: newest.events.filter(wanted).slice(-limit) };
  const place = writeCursor(since);
  // Right behind an event; or, behind nothing at all, where there is none.
  const at = newest.events.findIndex(({ id }) => id === place);
  if (at < 0 && place !== newest.cursor) return null;
  const behind = at < 0 ? [] : newest.events.slice(at + 1);
  if (pageids !== null && behind.some(isWide)) return null;
  const passing = behind.filter(wanted);
  const events = passing.slice(0, limit);
  const last = events.at(-1);
  const more = passing.length > events.length;
  return { kind: "events", events, cursor: more && last !== undefined ? last.id : newest.cursor, more };
}
