import { createParser } from "eventsource-parser";

/** Characters of one event with its fields; Wikimedia's largest, with thousands of links, have some hundred thousand. */
const EVENT_CHARS_MAX = 4 * 1024 * 1024;
/** Characters of an event's id, which is sent back in a header. */
const ID_CHARS_MAX = 6_000;

interface SentEvent {
  readonly data: string;
}

export interface EventReader {
  /** Takes a piece and returns the events that it completes. */
  feed(bytes: Uint8Array): SentEvent[];
  /** Id of the last complete event that had one; null: none yet, or it cannot be sent back. */
  readonly lastEventId: string | null;
  /** The server's `retry`, in milliseconds. */
  readonly retryMs: number | null;
  /** Events that were too large, and were skipped. */
  readonly skipped: number;
}

/**
 * Reads server-sent events in bounded memory: one that is too large, or a line without an end, is skipped up to the next
 * blank line.
 */
export function createEventReader(charsMax = EVENT_CHARS_MAX): EventReader {
  const decoder = new TextDecoder();
  let events: SentEvent[] = [];
  let lastEventId: string | null = null;
  let retryMs: number | null = null;
  let skipped = 0;
  let skipping = false;
  const skipper = createSkipper();
  const parser = createParser({
    maxBufferSize: charsMax,
    onEvent: ({ data, id }) => {
      if (id !== undefined) lastEventId = isSendable(id) ? id : null;
      events.push({ data });
    },
    onRetry: (ms) => {
      retryMs = ms;
    },
    onError: ({ type }) => {
      skipping ||= type === "max-buffer-size-exceeded";
    },
  });

  function take(text: string): void {
    let rest: string | null = text;
    while (rest !== null) {
      if (skipping) rest = skipper.afterBlankLine(rest);
      if (rest === null) return;
      skipping = false;
      parser.feed(rest);
      if (!skipping) return;
      parser.reset();
      skipped += 1;
      skipper.begin();
      // The event began in an earlier piece: the first blank line of this one ends it.
    }
  }

  return {
    feed(bytes) {
      events = [];
      take(decoder.decode(bytes, { stream: true }));
      return events;
    },
    get lastEventId() {
      return lastEventId;
    },
    get retryMs() {
      return retryMs;
    },
    get skipped() {
      return skipped;
    },
  };
}

const isSendable = (id: string): boolean =>
  id !== "" && id.length <= ID_CHARS_MAX && !/\p{Cc}|[\ud800-\udfff]/u.test(id);

/** Skips text up to a blank line, in whatever pieces it comes. */
function createSkipper() {
  /** The end of the skipped text, where a blank line may have begun. */
  let tail = "";
  return {
    begin(): void {
      tail = "";
    },
    /** The text after the blank line; null: there is none in this piece. */
    afterBlankLine(text: string): string | null {
      const from = tail + text;
      const end = /\n\n|\r\r|\r\n\r\n/.exec(from);
      tail = from.slice(-3);
      return end === null ? null : from.slice(end.index + end[0].length);
    },
  };
}
