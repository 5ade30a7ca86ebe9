import type { Day } from "../../shared/calendar/day.ts";
import type { Finished } from "../respond.ts";

/** Of stored values and answers together: an isolate has 128 MB for everything. */
const BYTES_MAX = 4 * 1024 * 1024;

/** An answer about one page, and of what it was made. */
interface Made {
  /** As the store had it. */
  readonly value: ArrayBuffer;
  readonly today: Day;
  readonly answer: Finished;
}

/**
 * The last answers of gadgets, as they were sent. Each is a function of the stored value, the day and the question, so while
 * these are the same the answer need not be made again: of a page of 1,000 URLs that takes longer than reading its value.
 * The value is read nevertheless, so nothing is told for longer than the store tells it.
 */
export interface FinishedAnswers {
  /** `name`: of the question. */
  find(name: string, value: ArrayBuffer, today: Day): Finished | null;
  keep(name: string, made: Made): void;
}

const bytesOf = ({ value, answer }: Made): number => value.byteLength + answer.bytes.byteLength;

export function createFinishedAnswers(bytesMax: number = BYTES_MAX): FinishedAnswers {
  /** In the order of their last use. */
  const made = new Map<string, Made>();
  let bytes = 0;
  const forget = (name: string, old: Made): void => {
    made.delete(name);
    bytes -= bytesOf(old);
  };
  return {
    find(name, value, today) {
      const known = made.get(name);
      if (known === undefined) return null;
      if (known.today !== today || !isSame(known.value, value)) {
        forget(name, known);
        return null;
      }
      made.delete(name);
      made.set(name, known);
      return known.answer;
    },
    keep(name, fresh) {
      const before = made.get(name);
      if (before !== undefined) forget(name, before);
      if (bytesOf(fresh) > bytesMax / 8) return;
      made.set(name, fresh);
      bytes += bytesOf(fresh);
      for (const [oldest, old] of made) {
        if (bytes <= bytesMax) break;
        forget(oldest, old);
      }
    },
  };
}

function isSame(one: ArrayBuffer, other: ArrayBuffer): boolean {
  const length = one.byteLength;
  if (length !== other.byteLength) return false;
  // Four bytes at a time, and the rest.
  const words = length >> 2;
  const [a, b] = [new Uint32Array(one, 0, words), new Uint32Array(other, 0, words)];
  for (let at = 0; at < words; at++) if (a[at] !== b[at]) return false;
  const [c, d] = [new Uint8Array(one, words * 4), new Uint8Array(other, words * 4)];
  return c.every((byte, at) => byte === d[at]);
}
