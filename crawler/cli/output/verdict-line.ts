import { asDay, type Day } from "../../../shared/calendar/day.ts";
import {
  type Earlier,
  type History,
  type PublicEntry,
  publicHistory,
} from "../../../shared/history/types.ts";
import { FINE, INVALID, type Status, statusRow } from "../../../shared/status/table.ts";
import { judge } from "../../../shared/verdict/judge.ts";
import { DEFAULT_POLICY, type VerdictPolicy } from "../../../shared/verdict/policy.ts";
import type { Verdict } from "../../../shared/verdict/types.ts";
import { foldObservations, InvalidLine, type Observed, parseObservations } from "./observations.ts";

const ID_CHARS_MAX = 1_000;

/** One input line of `weboid verdict -`. */
interface Input extends Observed {
  readonly id: string | number;
}

export interface LineVerdict {
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

const isId = (value: unknown): value is string | number =>
  typeof value === "string" ? value.length <= ID_CHARS_MAX : typeof value === "number";

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
  return { id, ...parseObservations(today, observations) };
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

/** The one number of a status byte, as nearly every server sends it; of those that stand for several it is not known which one came. */
function onlyNumber(status: number): number | null {
  const { http } = statusRow(status as Status);
  // 304 answers only who names a copy, which no check does.
  return http.length === 1 || status === FINE ? (http[0] ?? null) : null;
}

/** The history with the HTTP numbers that were given or follow from the status bytes, and no others. */
function withGivenNumbers(history: History, observations: Observed["observations"]): readonly PublicEntry[] {
  const given = new Set(observations.map(([, , http]) => http));
  return publicHistory(history).map((entry) => ({
    ...entry,
    http: given.has(entry.http) ? entry.http : onlyNumber(entry.status),
  }));
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
  const line = { id, verdict, rule, since, last, checks, history: withGivenNumbers(history, observations) };
  return {
    kind: "verdict",
    line: { ...line, ...(earlier && { earlier }) },
    ...(today > asked && {
      note: `the last observation is of day ${newest}, after today (${asked}): judged as of that day`,
    }),
  };
}
