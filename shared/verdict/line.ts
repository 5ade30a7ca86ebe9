import { asDay, type Day, isDay } from "../calendar/day.ts";
import { fold } from "../history/fold.ts";
import { type ToldEntry, tellHistory } from "../history/told.ts";
import type { Earlier, History } from "../history/types.ts";
import { httpOfStatus, INVALID, isStatus, type Status } from "../status/table.ts";
import { judge } from "./judge.ts";
import { DEFAULT_POLICY, type VerdictPolicy } from "./policy.ts";
import type { Verdict } from "./types.ts";

/** A year of hourly checks; more is a mistake, and lines are read into memory. */
const OBSERVATIONS_MAX = 10_000;
const ID_CHARS_MAX = 1_000;

/**
 * An observation is `[day, status]`; ours beyond the contract: a third member, the HTTP number (999 is refused, a bare 26
 * is not), and a fourth, true where a redirect did not end at content.
 */
type Given = readonly [day: Day, status: Status, http?: number | null, deadEnd?: boolean];

/** One line of `weboid verdict -`. */
interface Input {
  readonly id: string | number;
  readonly today: Day;
  readonly observations: readonly Given[];
}

export interface LineVerdict {
  readonly id: string | number;
  readonly verdict: Verdict;
  readonly rule: string;
  readonly since: Day | null;
  readonly last: Day | null;
  readonly checks: number;
  /** Youngest first, as in a page answer (contract.md). */
  readonly history: readonly ToldEntry[];
  /** What is left of what `history` has no room for, and decides too: `flapping` with five failing runs. Absent: it has all. */
  readonly earlier?: Earlier;
}

export type LineResult =
  /** `note`: what was taken otherwise than given. */
  | { readonly kind: "verdict"; readonly line: LineVerdict; readonly note?: string }
  /** `message` names the member that is wrong: `observations[2][1] is no status byte of table S`. */
  | { readonly kind: "invalid"; readonly message: string };

type ParsedLine =
  | { readonly kind: "input"; readonly input: Input }
  | { readonly kind: "invalid"; readonly message: string };

const isId = (value: unknown): value is string | number =>
  typeof value === "string" ? value.length <= ID_CHARS_MAX : typeof value === "number";

const isHttp = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 9999);
const isMark = (value: unknown): boolean => value === undefined || typeof value === "boolean";

function isGiven(value: unknown): value is Given {
  if (!Array.isArray(value) || value.length < 2 || value.length > 4) return false;
  const list: readonly unknown[] = value;
  // By index: destructuring runs an iterator, sixty times a line.
  return isDay(list[0]) && isStatus(list[1]) && isHttp(list[2]) && isMark(list[3]);
}

/** What is wrong with what is none; starts with the rest of its name. */
function whyNotGiven(value: unknown): string {
  if (!Array.isArray(value) || value.length < 2 || value.length > 4)
    return " is no [day, status], with an HTTP number and the mark of a dead end at most";
  const list: readonly unknown[] = value;
  if (!isDay(list[0])) return "[0] is no day number (0…65535)";
  if (!isStatus(list[1])) return "[1] is no status byte of table S";
  return isHttp(list[2])
    ? "[3] is neither true nor false (a redirect that ended nowhere)"
    : "[2] is no HTTP number (0…9999, or null for none)";
}

/** By hand and not by zod, which took most of the time: 100,000 lines of sixty observations need 3 CPU seconds in place of 15. */
function parseInput(value: unknown): ParsedLine {
  const invalid = (message: string): ParsedLine => ({ kind: "invalid", message });
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return invalid("the line is no object {id, today, observations}");
  const { id, today, observations }: { id?: unknown; today?: unknown; observations?: unknown } = value;
  if (!isId(id)) return invalid(`id is no number, and no string of at most ${ID_CHARS_MAX} characters`);
  // It would come back as another one.
  if (typeof id === "number" && Math.abs(id) > Number.MAX_SAFE_INTEGER)
    return invalid("id has more digits than a number of JSON keeps: give it as a string");
  if (!isDay(today)) return invalid("today is no day number (0…65535)");
  if (!Array.isArray(observations)) return invalid("observations is no list of [day, status]");
  if (observations.length > OBSERVATIONS_MAX)
    return invalid(`observations has more than ${OBSERVATIONS_MAX} members`);
  const given: Given[] = [];
  for (const one of observations as readonly unknown[]) {
    if (!isGiven(one)) return invalid(`observations[${given.length}]${whyNotGiven(one)}`);
    // Folding would take a day that goes back for a worker's clock that is wrong, and say less than was seen.
    if (one[0] < (given.at(-1)?.[0] ?? 0))
      return invalid(
        `observations[${given.length}] is of an earlier day than the one before: give them oldest first`,
      );
    given.push(one);
  }
  return { kind: "input", input: { id, today, observations: given } };
}

/** Folds observations as the crawler does, oldest first; the history is the crawler's, byte for byte. */
export function foldObservations(observations: Input["observations"]): History {
  let history: History = [];
  for (const given of observations) {
    const status = given[1];
    const http = given[2] === undefined ? httpOfStatus(status) : given[2];
    history = fold(history, { status, http, deadEnd: given[3] === true }, given[0]);
  }
  return history;
}

/**
 * What Weboid would say on the observations of one parsed JSON object (`weboid verdict -`). 0 (no attempt) is passed over; a
 * URL that was once found invalid (128) is invalid, as it is never contacted. Never throws.
 */
export function judgeLine(input: unknown, policy: VerdictPolicy = DEFAULT_POLICY): LineResult {
  const parsed = parseInput(input);
  if (parsed.kind === "invalid") return parsed;
  const { id, observations } = parsed.input;
  const invalid = observations.some(([, status]) => status === INVALID);
  if (invalid) {
    const judged = judge({ history: [], notes: [], invalid: "invalid" }, parsed.input.today, policy);
    return { kind: "verdict", line: { id, ...judged, history: [] } };
  }
  const history = foldObservations(observations);
  const newest = observations.at(-1)?.[0] ?? 0;
  const today = asDay(Math.max(parsed.input.today, newest));
  const { verdict, rule, since, last, checks } = judge({ history, notes: [] }, today, policy);
  const earlier = history.at(-1)?.earlier;
  return {
    kind: "verdict",
    line: {
      id,
      verdict,
      rule,
      since,
      last,
      checks,
      history: tellHistory(history),
      ...(earlier && { earlier }),
    },
    ...(today > parsed.input.today && {
      note: `the last observation is of day ${newest}, after today (${parsed.input.today}): judged as of that day`,
    }),
  };
}
