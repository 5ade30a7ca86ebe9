import {
  SSE_CONTENT_TYPE,
  SSE_HEARTBEAT,
  sseEvent,
  ssePlace,
  sseRetry,
} from "../../shared/format/feed/sse.ts";
import { type EventPlace, type FeedRequest, readCursor } from "../../shared/protocol/feed.ts";
import type { CallerRange } from "../../shared/protocol/people.ts";
import type { EdgeDeps, EdgeEnv } from "../env.ts";
import { rangesOf } from "../limits/throttle.ts";
import { commonHeaders } from "../respond.ts";
import { FEED_SECONDS, type FeedAnswer, type FeedSource } from "./source.ts";

/** A stream ends after so many polls for news, about five minutes; a follower comes back with its Last-Event-ID. */
const POLLS_MAX = 100;
/** Looks without news after which the connection is used nevertheless. */
const SILENT_POLLS = 5;
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
/**
 * How often an open stream is seen, read or not. Timers end with the connection for which they were set, also where the runtime does
 * not say that it is closed.
 */
const BEAT_MS = FEED_SECONDS * 1_000;
/** A stream that was not seen for so long has ended. */
const UNSEEN_MS = 4 * BEAT_MS;
/** A reader who took nothing for so long gets no more. */
const DRAIN_MS = 30_000;
/** Of what is handed to the connection at a time: no more of it than this waits for a reader. */
const PIECE_UNITS = 32 * 1_024;

/** Open streams, so that their number is bounded. */
export interface Followers {
  /** Null: there are enough. `caller`: as for the throttle; null: not counted by caller. */
  admit(caller: string | null): Follower | "too-many" | "too-many-of-caller";
  /** How many are open, and how many were refused since the start. */
  counts(): { readonly open: number; readonly refused: number };
}
interface Follower {
  /** Its connection is there. */
  seen(): void;
  leave(): void;
}

export function createFollowers(now: () => number): Followers {
  const open = new Map<object, { readonly ranges: ReadonlySet<string>; at: number }>();
  let refused = 0;
  const endUnseen = () => {
    for (const [follower, { at }] of open) if (now() - at > UNSEEN_MS) open.delete(follower);
  };
  function reasonAgainst(ranges: readonly CallerRange[]): "too-many" | "too-many-of-caller" | null {
    if (open.size >= FOLLOWERS_MAX) return "too-many";
    const all = [...open.values()];
    const isFull = ({ policy, key }: CallerRange) =>
      all.filter((known) => known.ranges.has(key)).length >= FOLLOWERS_OF_RANGE_MAX[policy];
    return ranges.some(isFull) ? "too-many-of-caller" : null;
  }
  return {
    counts() {
      endUnseen();
      return { open: open.size, refused };
    },
    admit(caller) {
      endUnseen();
      const ranges = caller === null ? [] : rangesOf(caller);
      const reason = reasonAgainst(ranges);
      if (reason !== null) {
        refused += 1;
        return reason;
      }
      const entry = { ranges: new Set(ranges.map(({ key }) => key)), at: now() };
      open.set(entry, entry);
      return {
        seen() {
          entry.at = now();
          // It may have been taken for one that ended, by an isolate that stood still.
          open.set(entry, entry);
        },
        leave: () => void open.delete(entry),
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

/** What a follower is sent, as it comes. */
class Stream {
  readonly #parts: Omit<StreamParts, "first">;
  #unsent: Iterator<string>;
  #cursor: EventPlace | null;
  #polls = 0;
  #waits = true;

  constructor({ first, ...parts }: StreamParts) {
    this.#parts = parts;
    this.#cursor = parts.query.since;
    this.#unsent = this.#textsOf(first);
  }

  /** The next text to send, which may take some polls for news; null: the end. */
  async next(): Promise<string | null> {
    for (let silent = 0; ; silent++) {
      const text = this.#take();
      if (text !== "") return text;
      if (silent === SILENT_POLLS) return SSE_HEARTBEAT;
      if (!(await this.#poll())) return null;
    }
  }

  /** What there is to send of the last answer, a piece of it; "" for nothing. */
  #take(): string {
    let text = "";
    while (text.length < PIECE_UNITS) {
      const next = this.#unsent.next();
      if (next.done) break;
      text += next.value;
    }
    return text;
  }

  /** False: that was the last time, or the place is no longer kept: the follower comes back with it, and is refused with the reason. */
  async #poll(): Promise<boolean> {
    const { deps, env, source, query } = this.#parts;
    if (++this.#polls > POLLS_MAX) return false;
    if (this.#waits) await deps.sleep(FEED_SECONDS * 1_000);
    const answer = await source.events(deps, env, { ...query, since: this.#cursor });
    if (answer === "away" || answer.kind === "busy") {
      this.#waits = true;
      return true;
    }
    if (answer.kind !== "events") return false;
    this.#unsent = this.#textsOf(answer);
    return true;
  }

  #textsOf(answer: Extract<FeedAnswer, { kind: "events" }>): Iterator<string> {
    const before = this.#cursor;
    this.#cursor = readCursor(answer.cursor);
    this.#waits = !answer.more;
    const moved = this.#cursor !== null && (before === null || before.id !== this.#cursor.id);
    return texts(this.#parts.query.wiki, answer, moved);
  }
}

function* texts(
  wiki: string,
  { events, cursor }: Extract<FeedAnswer, { kind: "events" }>,
  moved: boolean,
): Generator<string> {
  for (const event of events) yield sseEvent(wiki, event);
  if (moved && events.at(-1)?.id !== cursor) yield ssePlace(cursor);
}

/**
 * Events as they come (`text/event-stream`), for a bounded time; never more than the follower takes. It counts as open until its
 * connection ends, whether its reader reads or not. No Worker can close a connection that takes nothing (workerd, Nov 2026): who does
 * not read gets no more, keeps its place among the open ones, and finds the end behind what was sent.
 */
export function followerStream(parts: StreamParts): Response {
  const { deps, follower } = parts;
  let stream: Stream | null = new Stream(parts);
  const encoder = new TextEncoder();
  /** Since when the last piece waits to be taken; null: none does. */
  let waitsSince: number | null = deps.elapsed();
  let finish = () => {};
  const stopBeat = deps.every(BEAT_MS, () => {
    follower.seen();
    if (waitsSince !== null && stream !== null && deps.elapsed() - waitsSince >= DRAIN_MS) finish();
  });
  const leave = () => {
    stopBeat();
    follower.leave();
  };
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        finish = () => {
          stream = null;
          controller.close();
        };
        controller.enqueue(encoder.encode(sseRetry(RETRY_MS)));
      },
      async pull(controller) {
        waitsSince = null;
        const text = (await stream?.next()) ?? null;
        waitsSince = deps.elapsed();
        if (text !== null) return controller.enqueue(encoder.encode(text));
        finish();
        leave();
      },
      cancel: leave,
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
