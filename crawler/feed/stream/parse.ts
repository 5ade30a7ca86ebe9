import { createParser } from "eventsource-parser";

/** Characters of one event with its fields; Wikimedia's largest, with thousands of links, have some hundred thousand. */
const EVENT_CHARS_MAX = 4 * 1024 * 1024;
/** Characters of an event's id, which is sent back in a header. */
const ID_CHARS_MAX = 6_000;

export interface EventReader {
  /** Takes a piece and returns the data of the events that it completes. */
  feed(bytes: Uint8Array): string[];
  /** Id of the last complete event that had one; null: none yet, or it cannot be sent back. */
  readonly lastEventId: string | null;
  /** The server's `retry`, in milliseconds. */
  readonly retryMs: number | null;
  /** How often the beginning of an event was dropped, as it was too large. */
  readonly skipped: number;
}

/** Reads server-sent events in bounded memory. What is left of an event that is too large is no JSON, and ignored later. */
export function createEventReader(charsMax = EVENT_CHARS_MAX): EventReader {
  const decoder = new TextDecoder();
  let events: string[] = [];
  let lastEventId: string | null = null;
  let retryMs: number | null = null;
  let skipped = 0;
  const parser = createParser({
    maxBufferSize: charsMax,
    onEvent: ({ data, id }) => {
      if (id !== undefined) lastEventId = isSendable(id) ? id : null;
      events.push(data);
    },
    onRetry: (ms) => {
      retryMs = ms;
    },
  });
  return {
    feed(bytes) {
      events = [];
      const text = decoder.decode(bytes, { stream: true });
      try {
        parser.feed(text);
      } catch {
        // It takes nothing after an event that was too large. To be told of each error would cost a stack for each wrong line.
        skipped += 1;
        parser.reset();
        parser.feed(text);
      }
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
