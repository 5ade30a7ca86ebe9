import {
  SSE_CONTENT_TYPE,
  SSE_HEARTBEAT,
  sseEvent,
  ssePlace,
  sseRetry,
} from "../../shared/format/feed/sse.ts";
import { type EventPlace, type FeedRequest, readCursor } from "../../shared/protocol/feed.ts";
import type { CallerRange } from "../../shared/protocol/people.ts";
import { rangesOf } from "../cache/throttle.ts";
import type { EdgeDeps, EdgeEnv } from "../env.ts";
import { commonHeaders } from "../respond.ts";
import { FEED_SECONDS, type FeedAnswer, type FeedSource } from "./source.ts";

/** A stream ends after so many looks for news, about five minutes; a follower comes back with its Last-Event-ID. */
const LOOKS_MAX = 100;
/** Looks without news after which the connection is used nevertheless. */
const SILENT_LOOKS = 5;
const RETRY_MS = 3_000;

/** Streams open at a time in one isolate. */
export const FOLLOWERS_MAX = 500;
/** For one caller, and for the ranges around it (Q7): a whole provider's range leaves half to the others. */
export const FOLLOWERS_OF_RANGE_MAX = {
  address: 10,
  subscriber: 20,
  site: 100,
  provider: 250,
} as const satisfies Readonly<Record<CallerRange["policy"], number>>;
/** A follower that was not heard of for so long is gone: the runtime does not say when a connection is closed. */
const FOLLOWER_MS = 4 * FEED_SECONDS * 1_000;

/** Open streams, so that their number is bounded. */
export interface Followers {
  /** Null: there are enough. `caller`: as for the throttle; null: not counted by caller. */
  admit(caller: string | null): Follower | "too-many" | "too-many-of-caller";
}
interface Follower {
  seen(): void;
  leave(): void;
}

export function createFollowers(now: () => number): Followers {
  const seen = new Map<object, { readonly ranges: ReadonlySet<string>; at: number }>();
  return {
    admit(caller) {
      for (const [follower, { at }] of seen) if (now() - at > FOLLOWER_MS) seen.delete(follower);
      if (seen.size >= FOLLOWERS_MAX) return "too-many";
      const ranges = caller === null ? [] : rangesOf(caller);
      const open = [...seen.values()];
      for (const { policy, key } of ranges) {
        const own = open.filter((known) => known.ranges.has(key)).length;
        if (own >= FOLLOWERS_OF_RANGE_MAX[policy]) return "too-many-of-caller";
      }
      const entry = { ranges: new Set(ranges.map(({ key }) => key)), at: now() };
      seen.set(entry, entry);
      return {
        seen: () => {
          entry.at = now();
        },
        leave: () => void seen.delete(entry),
      };
    },
  };
}

interface StreamParts {
  readonly deps: EdgeDeps;
  readonly env: EdgeEnv;
  readonly source: FeedSource;
  readonly query: FeedRequest;
  /** To what was asked: the first that is sent. */
  readonly first: Extract<FeedAnswer, { kind: "events" }>;
  readonly follower: Follower;
}

/** A follower's stream under way. */
class Stream {
  readonly #parts: StreamParts;
  #answer: FeedAnswer | null;
  #place: EventPlace | null;
  #looks = 0;
  #waits = true;

  constructor(parts: StreamParts) {
    this.#parts = parts;
    this.#answer = parts.first;
    this.#place = parts.query.since;
  }

  /** The next text to send, which may take some looks for news; null: the end. */
  async next(): Promise<string | null> {
    for (let silent = 1; ; silent++) {
      const text = await this.#step();
      if (text !== "") return text;
      if (silent === SILENT_LOOKS) return SSE_HEARTBEAT;
    }
  }

  /** What there is to send, "" for nothing; null: the end. */
  async #step(): Promise<string | null> {
    const answer = this.#answer ?? (await this.#look());
    this.#answer = null;
    this.#parts.follower.seen();
    if (answer === null) return null;
    if (answer === "away") {
      this.#waits = true;
      return "";
    }
    // The place is no longer kept: the follower comes back with it, and is refused with the reason.
    if (answer.kind !== "events") return null;
    const before = this.#place;
    this.#place = readCursor(answer.cursor);
    this.#waits = !answer.more;
    const text = answer.events.map((event) => sseEvent(this.#parts.query.wiki, event)).join("");
    const moved = this.#place !== null && (before === null || before.id !== this.#place.id);
    return answer.events.at(-1)?.id === answer.cursor || !moved ? text : text + ssePlace(answer.cursor);
  }

  /** Null: that was the last time. */
  async #look(): Promise<FeedAnswer | null> {
    const { deps, env, source, query } = this.#parts;
    if (++this.#looks > LOOKS_MAX) return null;
    if (this.#waits) await deps.sleep(FEED_SECONDS * 1_000);
    return source.events(env, { ...query, since: this.#place });
  }
}

/** Events as they come (`text/event-stream`), for a bounded time; never more than the follower takes. */
export function followerStream(parts: StreamParts): Response {
  const { follower } = parts;
  const stream = new Stream(parts);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(encoder.encode(sseRetry(RETRY_MS))),
      async pull(controller) {
        const text = await stream.next();
        if (text !== null) return controller.enqueue(encoder.encode(text));
        follower.leave();
        controller.close();
      },
      cancel: () => follower.leave(),
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: streamHeaders() });
}

export const streamHeaders = (): Record<string, string> => ({
  ...commonHeaders(SSE_CONTENT_TYPE),
  "cache-control": "no-store, no-transform",
  // Proxies that collect answers (nginx) are to pass on what comes.
  "x-accel-buffering": "no",
});
