import {
  SSE_CONTENT_TYPE,
  SSE_HEARTBEAT,
  sseEvent,
  ssePlace,
  sseRetry,
} from "../../shared/format/feed/sse.ts";
import { readCursor } from "../../shared/protocol/feed.ts";
import type { CallerRange } from "../../shared/protocol/people.ts";
import { rangesOf } from "../cache/throttle.ts";
import type { EdgeDeps, EdgeEnv } from "../env.ts";
import { commonHeaders } from "../respond.ts";
import type { FeedQuery } from "./query.ts";
import { FEED_SECONDS, type FeedAnswer, type FeedSource } from "./source.ts";

/** A stream ends after so many looks for news, about five minutes; who follows comes back with its Last-Event-ID. */
const LOOKS_MAX = 100;
/** Looks without news after which the connection is used nevertheless. */
const SILENT_LOOKS = 5;
const RETRY_MS = 3_000;

/** Streams open at a time in one isolate. */
export const FOLLOWERS_MAX = 500;
/** For one caller, and for the ranges around him (Q7): whoever owns a whole provider's range leaves half to the others. */
export const FOLLOWERS_OF_RANGE_MAX = {
  address: 10,
  subscriber: 20,
  site: 100,
  provider: 250,
} as const satisfies Readonly<Record<CallerRange["policy"], number>>;
/** A follower that was not heard of for so long is gone: the runtime tells nobody when a connection is closed. */
const FOLLOWER_MS = 4 * FEED_SECONDS * 1_000;

/** Who follows, so that their number is bounded. */
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
  readonly query: FeedQuery;
  /** To what was asked: the first that is sent. */
  readonly first: Extract<FeedAnswer, { kind: "events" }>;
  readonly follower: Follower;
}

/** Events as they come (`text/event-stream`), for a bounded time; never more than the follower takes. */
export function followerStream({ deps, env, source, query, first, follower }: StreamParts): Response {
  const encoder = new TextEncoder();
  let answer: FeedAnswer | null = first;
  let place = query.since;
  let looks = 0;
  let silent = 0;
  let waits = true;

  /** Null: that was the last time. */
  const look = async (): Promise<FeedAnswer | null> => {
    if (++looks > LOOKS_MAX) return null;
    if (waits) await deps.sleep(FEED_SECONDS * 1_000);
    return source.events(env, { ...query, since: place });
  };

  /** What there is to send, "" for nothing; null: the end. */
  const step = async (): Promise<string | null> => {
    const told = answer ?? (await look());
    answer = null;
    follower.seen();
    if (told === null) return null;
    if (told === "away") {
      waits = true;
      return "";
    }
    // The place is no longer kept: who comes back with it hears that.
    if (told.kind !== "events") return null;
    const before = place;
    place = readCursor(told.cursor);
    waits = !told.more;
    const text = told.events.map((event) => sseEvent(query.wiki, event)).join("");
    const moved = place !== null && (before === null || before.id !== place.id);
    return told.events.at(-1)?.id === told.cursor || !moved ? text : text + ssePlace(told.cursor);
  };

  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    for (;;) {
      const text = await step();
      if (text === null) {
        follower.leave();
        controller.close();
        return;
      }
      silent = text === "" ? silent + 1 : 0;
      if (text === "" && silent < SILENT_LOOKS) continue;
      silent = 0;
      controller.enqueue(encoder.encode(text === "" ? SSE_HEARTBEAT : text));
      return;
    }
  };

  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(encoder.encode(sseRetry(RETRY_MS))),
      pull,
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
