import {
  FEED_LIMITS,
  type FeedEvent,
  type FeedRequest,
  type FeedResponse,
  passes,
  writeCursor,
} from "../../shared/protocol/feed.ts";
import { ORIGIN } from "../../shared/protocol/origin.ts";
import { shortCache } from "../cache/short-cache.ts";
import type { EdgeDeps, EdgeEnv } from "../env.ts";
import { askOrigin } from "../sources/origin.ts";

/** For so long the followers of a wiki are answered from what origin said last: a thousand cost it one question. */
export const FEED_SECONDS = 3;
/** Answers that an isolate keeps, of FEED_LIMITS.bytes each. */
const KEPT_MAX = 16;
/** Somebody asks already: looked again so often, which is for as long as an answer may take. */
const LOOK_MS = 50;
const LOOKS_MAX = 100;

export type FeedAnswer = FeedResponse | "away";

interface Kept {
  readonly answer: FeedAnswer;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/**
 * Answers for followers. The newest events of a wiki are kept whole, and a follower who stands among them is answered from these,
 * whatever its place and filters; one who stands further back is answered by origin.
 */
export class FeedSource {
  readonly #kept = new Map<string, Kept>();
  /** Since when a request asks. Its promise cannot be awaited: it belongs to another request. */
  readonly #asking = new Map<string, number>();

  readonly #deps: EdgeDeps;

  constructor(deps: EdgeDeps) {
    this.#deps = deps;
  }

  async events(env: EdgeEnv, query: FeedRequest): Promise<FeedAnswer> {
    const everything = { kinds: null, namespaces: null };
    const newest = await this.#answer(env, {
      wiki: query.wiki,
      since: null,
      limit: FEED_LIMITS.events,
      ...everything,
    });
    if (newest === "away" || newest.kind !== "events") return newest;
    return among(newest, query) ?? (await this.#answer(env, query));
  }

  /** Origin's answer, unless that of the last seconds is known, here or in the cache of the location. */
  async #answer(env: EdgeEnv, question: FeedRequest): Promise<FeedAnswer> {
    const deps = this.#deps;
    const { wiki, since, limit, kinds, namespaces } = question;
    const name = `feed ${JSON.stringify({ wiki, since, limit, kinds, namespaces })}`;
    for (let looks = 0; looks < LOOKS_MAX; looks++) {
      const known = this.#kept.get(name);
      if (known !== undefined && known.until > deps.now()) return known.answer;
      // The request that asks may be gone, and its question with it.
      const askingSince = this.#asking.get(name);
      if (askingSince === undefined || deps.now() - askingSince > LOOK_MS * LOOKS_MAX) break;
      await deps.sleep(LOOK_MS);
    }
    this.#asking.set(name, deps.now());
    try {
      return await this.#look(name, () => askFeed(deps, env, question));
    } finally {
      this.#asking.delete(name);
    }
  }

  async #look(name: string, ask: () => Promise<FeedAnswer>): Promise<FeedAnswer> {
    const cache = shortCache(this.#deps);
    const text = await cache.get(name);
    const shared = text === null ? null : (JSON.parse(text) as Kept);
    if (shared !== null && shared.until > this.#deps.now()) {
      this.#keep(name, shared);
      return shared.answer;
    }
    const answer = await ask();
    const fresh = { answer, until: this.#deps.now() + FEED_SECONDS * 1_000 };
    this.#keep(name, fresh);
    await cache.put(name, JSON.stringify(fresh), FEED_SECONDS);
    return answer;
  }

  #keep(name: string, answer: Kept): void {
    this.#kept.delete(name);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size < KEPT_MAX) break;
      this.#kept.delete(oldest);
    }
    this.#kept.set(name, answer);
  }
}

async function askFeed(deps: EdgeDeps, env: EdgeEnv, request: FeedRequest): Promise<FeedAnswer> {
  const asked = await askOrigin(deps, env, ORIGIN.feed, request);
  return asked.kind === "answer" ? asked.answer : "away";
}

type Events = Extract<FeedResponse, { kind: "events" }>;

/** The answer to a question from the newest events; null: its place is not among them. */
function among(newest: Events, query: FeedRequest): Events | null {
  const { since, limit } = query;
  const wanted = (event: FeedEvent) => passes(query, event);
  if (since === null) return { ...newest, events: newest.events.filter(wanted).slice(-limit) };
  const place = writeCursor(since);
  // Right behind an event; or, behind nothing at all, where there is none.
  const at = newest.events.findIndex(({ id }) => id === place);
  if (at < 0 && place !== newest.cursor) return null;
  const passing = at < 0 ? [] : newest.events.slice(at + 1).filter(wanted);
  const events = passing.slice(0, limit);
  const last = events.at(-1);
  const more = passing.length > events.length;
  return { kind: "events", events, cursor: more && last !== undefined ? last.id : newest.cursor, more };
}
