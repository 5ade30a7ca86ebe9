import { buildPageAnswer } from "../../../shared/answer/build.ts";
import { NOTHING_KNOWN, type UrlAnswer, type UrlFacts } from "../../../shared/answer/types.ts";
import { addDays, asDay, type Day } from "../../../shared/calendar/day.ts";
import { evidenceOf } from "../../../shared/history/evidence.ts";
import { fold } from "../../../shared/history/fold.ts";
import type { History, Observation } from "../../../shared/history/types.ts";
import { INVALID, isStatus, statusRow, UNTRIED } from "../../../shared/status/table.ts";
import { judge } from "../../../shared/verdict/judge.ts";
import { nextRecheck } from "../../record/recheck.ts";
import type { Tone } from "../output/paint.ts";
import type { CheckLine } from "./line.ts";

/** One check in one word, of those that pages use of links; `closed`: to robots. */
export const RESULTS = {
  working: { symbol: "✓", tone: "good" },
  moved: { symbol: "→", tone: "news" },
  doubtful: { symbol: "?", tone: "doubt" },
  closed: { symbol: "⊘", tone: "wall" },
  broken: { symbol: "✗", tone: "bad" },
  invalid: { symbol: "!", tone: "bad" },
  "not checked": { symbol: "–", tone: "quiet" },
} as const satisfies Record<string, { readonly symbol: string; readonly tone: Tone }>;
export type Result = keyof typeof RESULTS;

function observationOf({ status, http, deadEnd, refused }: CheckLine): Observation {
  return { status: isStatus(status) ? status : UNTRIED, http, deadEnd, refused };
}

/** The result of a check, by the verdict's own rules, so that what they doubt is doubted here. */
export function resultOf(line: CheckLine, today: Day): Result {
  if (line.status === INVALID) return "invalid";
  const observation = observationOf(line);
  const history = fold([], observation, today);
  const [entry] = history;
  if (entry === undefined) return "not checked";
  const { verdict } = judge({ history, notes: line.notes }, today);
  if (verdict === "refused") return "closed";
  if (verdict === "working") return statusRow(entry.status).class === "moved" ? "moved" : "working";
  const evidence = evidenceOf(entry);
  return evidence === "gone" || evidence === "broken" ? "broken" : "doubtful";
}

/** The answer about a page that has this link, as any reader gets it; null: such links are not watched (U1, U2). */
export function answerOf(
  url: string,
  known: UrlFacts | null,
  today: Day,
  allowPrivate: boolean,
): UrlAnswer | null {
  const { urls: answers } = buildPageAnswer({
    wiki: "",
    pageid: 0,
    title: null,
    live: [url],
    snapshot: { title: "", asOf: today, urls: known === null ? [] : [known], unwatched: 0 },
    origin: null,
    profile: null,
    today,
    selection: { show: "all", status: null },
    allowPrivate,
  });
  return answers[0] ?? null;
}

const factsOf = ({ normalised, notes, mime, kib }: CheckLine, history: History): UrlFacts | null =>
  normalised === null ? null : { ...NOTHING_KNOWN, url: normalised, history, notes, mime, kib };

/** A pass of the crawler over all URLs (PASS_DAYS of crawler/sweep/run.ts, which would bring the database along). */
export const SWEEP_DAYS = 28;

export interface Outlook {
  /** After this first check. */
  readonly now: UrlAnswer;
  /** The first other verdict if every later check saw the same, or the same one to the end of three passes. */
  readonly later: { readonly answer: UrlAnswer; readonly today: Day };
}

/** What a page would show of this observation today and, rechecked as the crawler does, in weeks. */
export function outlookOf(line: CheckLine, today: Day, allowPrivate: boolean): Outlook | null {
  const observation = observationOf(line);
  let history = fold([], observation, today);
  const now = answerOf(line.url, factsOf(line, history), today, allowPrivate);
  if (now === null) return null;
  let later = { answer: now, today };
  for (const sweep of [1, 2, 3].map((nth) => addDays(today, nth * SWEEP_DAYS)))
    while (later.today < sweep && later.answer.verdict === now.verdict) {
      const day = asDay(Math.min(sweep, nextRecheck(history, later.today) ?? sweep));
      history = fold(history, observation, day);
      later = { answer: answerOf(line.url, factsOf(line, history), day, allowPrivate) ?? now, today: day };
    }
  return { now, later };
}
