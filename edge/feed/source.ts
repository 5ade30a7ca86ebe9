import {
  FEED_LIMITS,
  type FeedEvent,
  type FeedRequest,
  type FeedResponse,
  passes,
  writeCursor,
} from "../../shared/protocol/feed.ts";
import { shortCache } from "../cache/short-cache.ts";
import type { EdgeDeps, EdgeEnv } from "../env.ts";
import { askFeed } from "./ask.ts";
import type { FeedQuery } from "./query.ts";

/** For so long the followers of a wiki are answered from what origin said last: a thousand cost it one question. */
export const FEED_SECONDS = 3;
/** Answers that an isolate keeps, of FEED_LIMITS.bytes each. */
const KEPT_MAX = 16;
/** Somebody asks already: looked again so often, which is for as long as an answer may take. */
const LOOK_MS = 50;
const LOOKS_MAX = 100;

export type FeedAnswer = FeedResponse | "away";

/** What followers are answered with. */
export interface FeedSource {
  /**
   * The newest events of a wiki are kept whole, and whoever stands among them is answered from these, whatever its
   * place and filters; who stands further back is answered by origin.
   */
  events(env: EdgeEnv, query: FeedQuery): Promise<FeedAnswer>;
}

interface Kept {
  readonly answer: FeedAnswer;
  /** Milliseconds since 1970. */
  readonly until: number;
}

export function createFeedSource(deps: EdgeDeps): FeedSource {
  const kept = new Map<string, Kept>();
  /** Since when somebody asks. A promise of his could not be waited for: it belongs to another request. */
  const asking = new Map<string, number>();

  const known = (name: string): FeedAnswer | null => {
    const found = kept.get(name);
    return found !== undefined && found.until > deps.now() ? found.answer : null;
  };
  const keep = (name: string, answer: Kept) => {
    kept.delete(name);
    for (const oldest of kept.keys()) {
      if (kept.size < KEPT_MAX) break;
      kept.delete(oldest);
    }
    kept.set(name, answer);
  };

  async function look(name: string, ask: () => Promise<FeedAnswer>): Promise<FeedAnswer> {
    const cache = shortCache(deps);
    const text = await cache.get(name);
    const shared = text === null ? null : (JSON.parse(text) as Kept);
    if (shared !== null && shared.until > deps.now()) {
      keep(name, shared);
      return shared.answer;
    }
    const answer = await ask();
    const fresh = { answer, until: deps.now() + FEED_SECONDS * 1_000 };
    keep(name, fresh);
    await cache.put(name, JSON.stringify(fresh), FEED_SECONDS);
    return answer;
  }

  /** Runs `ask` unless its answer of the last seconds is known under that name, here or in the cache of the location. */
  async function once(name: string, ask: () => Promise<FeedAnswer>): Promise<FeedAnswer> {
    for (let looks = 0; looks < LOOKS_MAX; looks++) {
      const answer = known(name);
      if (answer !== null) return answer;
      // Whoever asks may be gone, and his question with him.
      const since = asking.get(name);
      if (since === undefined || deps.now() - since > LOOK_MS * LOOKS_MAX) break;
      await deps.sleep(LOOK_MS);
    }
    asking.set(name, deps.now());
    try {
      return await look(name, ask);
    } finally {
      asking.delete(name);
    }
  }

  const asked = (env: EdgeEnv, request: FeedRequest) =>
    once(`feed ${JSON.stringify(request)}`, () => askFeed(deps, env, request));

  return {
    async events(env, query) {
      const { wiki } = query;
      const everything = { kinds: null, namespaces: null };
      const newest = await asked(env, { wiki, since: null, limit: FEED_LIMITS.events, ...everything });
      if (newest === "away" || newest.kind !== "events") return newest;
      return among(newest, query) ?? (await asked(env, requestOf(query)));
    },
  };
}

const requestOf = ({ wiki, since, limit, kinds, namespaces }: FeedQuery): FeedRequest => ({
  wiki,
  since,
  limit,
  kinds,
  namespaces,
});

type Events = Extract<FeedResponse, { kind: "events" }>;

/** The answer to a question from the newest events; null: its place is not among them. */
function among(newest: Events, query: FeedQuery): Events | null {
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
