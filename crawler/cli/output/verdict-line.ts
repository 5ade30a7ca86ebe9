import { asDay, type Day, isDay } from "../../../shared/calendar/day.ts";
import { fold } from "../../../shared/history/fold.ts";
import {
  type Earlier,
  type History,
  type PublicEntry,
  publicHistory,
} from "../../../shared/history/types.ts";
import { httpOfStatus, INVALID, isStatus, type Status } from "../../../shared/status/table.ts";
import { judge } from "../../../shared/verdict/judge.ts";
import { DEFAULT_POLICY, type VerdictPolicy } from "../../../shared/verdict/policy.ts";
import type { Verdict } from "../../../shared/verdict/types.ts";

/** Limit on the observations of one line: a year of hourly checks. Lines are read into memory. */
const OBSERVATIONS_MAX = 10_000;
const ID_CHARS_MAX = 1_000;

/**
 * One observation, `[day, status]`. Two optional members more than in the contract: the HTTP number (999 means refused, status 26
 * alone does not), and whether a redirect did not end at content.
 */
type Given = readonly [day: Day, status: Status, http?: number | null, deadEnd?: boolean];

/** One input line of `weboid verdict -`. */
interface Input {
  readonly id: string | number;
  readonly today: Day;
  readonly observations: readonly Given[];
}

interface LineVerdict {
  readonly id: string | number;
  readonly verdict: Verdict;
  readonly rule: string;
  readonly since: Day | null;
  readonly last: Day | null;
  readonly checks: number;
  /** Youngest first, as in a page answer (docs/cli.md). */
  readonly history: readonly PublicEntry[];
  /** Summary of runs older than `history`, on which rules such as `flapping` depend; absent without older runs. */
  readonly earlier?: Earlier;
}

export type LineResult =
  /** `note`: input that was read differently than given. */
  | { readonly kind: "verdict"; readonly line: LineVerdict; readonly note?: string }
  /** `message` names the member that is wrong: `observations[2][1] is no status byte of table S`. */
  | { readonly kind: "invalid"; readonly message: string };

/** A line that is not as it should be; the message names the member that is wrong. */
class InvalidLine extends Error {}

const isId = (value: unknown): value is string | number =>
  typeof value === "string" ? value.length <= ID_CHARS_MAX : typeof value === "number";

const isHttp = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 9999);

/** Why a value is no observation; continues the name `observations[n]`. null: it is one. */
function whyNotGiven(value: unknown): string | null {
  if (!Array.isArray(value) || value.length < 2 || value.length > 4)
    return " is no [day, status], with an HTTP number and the mark of a dead end at most";
  // By index: destructuring runs an iterator, sixty times a line.
  const list: readonly unknown[] = value;
  if (!isDay(list[0])) return "[0] is no day number (0…65535)";
  if (!isStatus(list[1])) return "[1] is no status byte of table S";
  if (!isHttp(list[2])) return "[2] is no HTTP number (0…9999, or null for none)";
  if (list[3] === undefined || typeof list[3] === "boolean") return null;
  return "[3] is neither true nor false (a redirect that ended nowhere)";
}

/** Parses a line. Not by zod, with which 100,000 lines of sixty observations took 15 CPU seconds instead of 3. */
function parseInput(value: unknown): Input {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new InvalidLine("the line is no object {id, today, observations}");
  const { id, today, observations }: { id?: unknown; today?: unknown; observations?: unknown } = value;
  if (!isId(id))
    throw new InvalidLine(`id is no number, and no string of at most ${ID_CHARS_MAX} characters`);
  // JSON.parse has rounded it.
  if (typeof id === "number" && Math.abs(id) > Number.MAX_SAFE_INTEGER)
    throw new InvalidLine("id has more digits than a number of JSON keeps: give it as a string");
  if (!isDay(today)) throw new InvalidLine("today is no day number (0…65535)");
  if (!Array.isArray(observations)) throw new InvalidLine("observations is no list of [day, status]");
  if (observations.length > OBSERVATIONS_MAX)
    throw new InvalidLine(`observations has more than ${OBSERVATIONS_MAX} members`);
  let before = 0;
  for (let at = 0; at < observations.length; at++) {
    const one = observations[at];
    const why = whyNotGiven(one);
    if (why !== null) throw new InvalidLine(`observations[${at}]${why}`);
    // `fold` would correct a day that runs backwards as a wrong clock of a worker.
    if (one[0] < before)
      throw new InvalidLine(
        `observations[${at}] is of an earlier day than the one before: give them oldest first`,
      );
    before = one[0];
  }
  return { id, today, observations };
}

/** The history that the crawler would store after these observations. */
function foldObservations(observations: Input["observations"]): History {
  let history: History = [];
  for (const given of observations) {
    const status = given[1];
    const http = given[2] === undefined ? httpOfStatus(status) : given[2];
    history = fold(history, { status, http, deadEnd: given[3] === true }, given[0]);
  }
  return history;
}

/**
 * The verdict on the observations of one parsed JSON line (`weboid verdict -`). Status 0 (no attempt) is skipped; a
 * URL once found invalid (128) stays invalid, as it is never contacted. Never throws.
 */
export function judgeLine(value: unknown, policy: VerdictPolicy = DEFAULT_POLICY): LineResult {
  try {
    return judged(parseInput(value), policy);
  } catch (error) {
    if (error instanceof InvalidLine) return { kind: "invalid", message: error.message };
    throw error;
  }
}

function judged({ id, today: asked, observations }: Input, policy: VerdictPolicy): LineResult {
  if (observations.some(([, status]) => status === INVALID)) {
    const verdict = judge({ history: [], notes: [], invalid: "invalid" }, asked, policy);
    return { kind: "verdict", line: { id, ...verdict, history: [] } };
  }
  const history = foldObservations(observations);
  const newest = observations.at(-1)?.[0] ?? 0;
  const today = asDay(Math.max(asked, newest));
  const { verdict, rule, since, last, checks } = judge({ history, notes: [] }, today, policy);
  const earlier = history.at(-1)?.earlier;
  const line = { id, verdict, rule, since, last, checks, history: publicHistory(history) };
  return {
    kind: "verdict",
    line: { ...line, ...(earlier && { earlier }) },
    ...(today > asked && {
      note: `the last observation is of day ${newest}, after today (${asked}): judged as of that day`,
    }),
  };
}
