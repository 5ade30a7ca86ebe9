import { createParser } from "eventsource-parser";

/** Of one event with its fields; the largest of Wikimedia's, with thousands of links, have some hundred thousand. */
const EVENT_CHARS_MAX = 4 * 1024 * 1024;
/** An id is sent back in a header, and servers take only so much. */
const ID_CHARS_MAX = 6_000;

export interface SentEvent {
  readonly data: string;
}

export interface EventReader {
  /** The events that came to their end with this piece. */
  feed(bytes: Uint8Array): SentEvent[];
  /** Of the last event that came to its end and had one; null: none yet, or it cannot be sent back. */
  readonly lastEventId: string | null;
  /** As the server wishes, in milliseconds. */
  readonly retryMs: number | null;
  /** Events that were too large, and were passed over. */
  readonly skipped: number;
}

/**
 * Reads server-sent events in bounded memory: one that is too large, or a line without an end, is passed over until the next
 * blank line.
 */
export function createEventReader(charsMax = EVENT_CHARS_MAX): EventReader {
  const decoder = new TextDecoder();
  let events: SentEvent[] = [];
  let lastEventId: string | null = null;
  let retryMs: number | null = null;
  let skipped = 0;
  let passing = false;
  const passed = createSkipper();
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
      passing ||= type === "max-buffer-size-exceeded";
    },
  });

  function take(text: string): void {
    let rest: string | null = text;
    while (rest !== null) {
      if (passing) rest = passed.afterBlankLine(rest);
      if (rest === null) return;
      passing = false;
      parser.feed(rest);
      if (!passing) return;
      parser.reset();
      skipped += 1;
      passed.begin();
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

/** Passes text over until a blank line, in whatever pieces it comes. */
function createSkipper() {
  /** The end of what is passed over, where a blank line may have begun. */
  let tail = "";
  return {
    begin(): void {
      tail = "";
    },
    /** null: there is none in this piece. */
    afterBlankLine(text: string): string | null {
      const from = tail + text;
      const end = /\n\n|\r\r|\r\n\r\n/.exec(from);
      tail = from.slice(-3);
      return end === null ? null : from.slice(end.index + end[0].length);
    },
  };
}
