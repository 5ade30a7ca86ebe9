import type { StreamClient } from "../../net/egress/event-stream.ts";
import { pause } from "../../runtime/clock.ts";
import type { RoleContext } from "../../runtime/context.ts";
import { type Backlog, readEvent } from "./events.ts";
import { createEventReader } from "./parse.ts";

/** How long events may wait to be stored, and how often a quiet stream is stored as open. */
const STORE_MS = 1_000;
const QUIET_MS = 8_000;
const STORE_EVENTS = 500;
/** The rate at which a stream is read at most; Wikimedia's busiest streams have some hundred thousand. */
const BYTES_PER_SECOND = 4 * 1024 * 1024;
/** How long a connection without events must have lasted to count as good. */
const GOOD_MS = 60_000;

/** What reading one connection of a stream needs. */
export interface Connection {
  readonly ctx: RoleContext;
  readonly client: StreamClient;
  readonly url: string;
  readonly lastEventId: string;
  /** Endpoints of its wikis that may be private. */
  readonly configured: readonly string[];
  readonly backlog: Backlog;
  /**
   * Stores what the backlog has, under the id of the last event (null: none had one); `heard`: there were events since it
   * was last stored. False: the stream is another's.
   */
  readonly store: (lastEventId: string | null, heard: boolean) => Promise<boolean>;
}

/** How a connection came to its end. */
export type End =
  /** The feeder stops, or another one has the stream. */
  | { readonly kind: "over" }
  | {
      readonly kind: "ended";
      /** It had events, or lasted long. */
      readonly good: boolean;
      /** Why it ended, in words. */
      readonly trouble: string;
      /** When the server asks to be asked again; null: it does not say. */
      readonly retryMs: number | null;
      /** It does not accept the id of the last event. */
      readonly unresumable: boolean;
    };

/** Statuses that have other reasons than the id of the last event. */
const REFUSALS: readonly number[] = [401, 403, 429];

/** Reads a stream until it ends, in bounded memory and time. */
export async function readConnection(connection: Connection): Promise<End> {
  const { ctx, client, url, lastEventId, configured } = connection;
  const opened = await client.open({ url, lastEventId, configured, signal: ctx.signal });
  if (opened.kind === "open") return readOpen(connection, opened.bytes);
  if (ctx.signal.aborted) return { kind: "over" };
  const { detail, http, retryAfter } = opened;
  const unresumable = http !== null && http >= 400 && http < 500 && !REFUSALS.includes(http);
  const retryMs = retryAfter === null ? null : retryAfter * 1_000;
  return { kind: "ended", good: false, trouble: detail, retryMs, unresumable };
}

async function readOpen({ ctx, backlog, store }: Connection, bytes: AsyncIterable<Uint8Array>): Promise<End> {
  const reader = createEventReader();
  const pieces = piecesOf(bytes);
  const opened = performance.now();
  let events = 0;
  let stored = 0;
  let trouble: string | null = null;
  let held = await store(null, false);
  let storedAt = performance.now();
  try {
    for (let next = pieces.next(); held && trouble === null && !ctx.signal.aborted; ) {
      const piece = await within(next, STORE_MS, ctx.signal);
      if (piece?.kind === "end") trouble = piece.trouble;
      if (piece?.kind === "piece") {
        for (const data of reader.feed(piece.bytes)) {
          events += 1;
          const event = readEvent(data);
          if (event !== null) backlog.add(event);
        }
        await pause((1_000 * piece.bytes.byteLength) / BYTES_PER_SECOND, ctx.signal);
        next = pieces.next();
      }
      const waited = performance.now() - storedAt;
      if (backlog.size >= STORE_EVENTS || waited >= (backlog.size > 0 ? STORE_MS : QUIET_MS)) {
        held = await store(reader.lastEventId, events > stored);
        stored = events;
        storedAt = performance.now();
      }
    }
  } finally {
    pieces.close();
  }
  if (held) held = await store(reader.lastEventId, events > stored);
  if (!held || trouble === null) return { kind: "over" };
  if (reader.skipped > 0)
    ctx.log.warn(
      "events of a stream were too large, and are left to the lists of changes",
      "stream-events-dropped",
    );
  const good = events > 0 || performance.now() - opened >= GOOD_MS;
  return { kind: "ended", good, trouble, retryMs: reader.retryMs, unresumable: false };
}

type Piece =
  | { readonly kind: "piece"; readonly bytes: Uint8Array }
  | { readonly kind: "end"; readonly trouble: string };

/** The pieces of a body; an error is an end like another. */
function piecesOf(bytes: AsyncIterable<Uint8Array>) {
  const iterator = bytes[Symbol.asyncIterator]();
  return {
    next: (): Promise<Piece> =>
      iterator.next().then(
        ({ done, value }) =>
          done === true ? { kind: "end", trouble: "it ended" } : { kind: "piece", bytes: value },
        (error: unknown) => ({ kind: "end", trouble: `it broke off (${(error as Error).message})` }),
      ),
    /** Closes the connection; does not wait, as the answer may never come. */
    close() {
      iterator.return?.().catch(() => {});
    },
  };
}

/** The result of work that ends within a time; null: it takes longer, or we stop. */
async function within<T>(work: Promise<T>, ms: number, signal: AbortSignal): Promise<T | null> {
  const enough = new AbortController();
  const stop = AbortSignal.any([signal, enough.signal]);
  const done = await Promise.race([work, pause(ms, stop).then(() => null)]);
  enough.abort();
  return done;
}
