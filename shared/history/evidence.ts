import { statusRow } from "../status/table.ts";
import type { History, HistoryEntry } from "./types.ts";

/** What a run says about whether readers get the content. */
export type Evidence =
  /** Readers get the content. */
  | "good"
  /** The server or the domain's registry clearly says that there is nothing: 404, 410, unknown domain. */
  | "gone"
  /** Something is broken and may be repaired tomorrow. */
  | "broken"
  /** Robots are refused, which says nothing about readers (design 10). */
  | "refused"
  /** The answer is about our request rather than the content; never enough for a clear verdict (C7). */
  | "odd";

/**
 * Statuses that reject the form of a request. Bot walls use them (405, 406, 418, 444 …), and readers with
 * browsers often get the content, so they never lead to a clear verdict.
 */
const ODD_KEYS: ReadonlySet<string> = new Set([
  "not-acceptable",
  "strange-answer",
  "unsupported-media",
  "range",
  "locked",
  "not-extended",
  "method",
  "too-large",
  "upgrade",
  "header-fields",
  "not-implemented",
  "http-version",
]);

/** LinkedIn's status code for robots. Its status byte is 26, as of any unknown code. */
const ROBOTS_UNWELCOME = 999;

/** The evidence of one run; C6, C7, C11 and design 10. */
export function evidenceOf(entry: HistoryEntry): Evidence {
  const row = statusRow(entry.status);
  if (entry.refused || row.class === "refused" || entry.http === ROBOTS_UNWELCOME) return "refused";
  // There is some content; whether it is the page is unknown.
  if (entry.deadEnd && row.class === "fine") return "odd";
  if (entry.deadEnd) return deadEndEvidence(entry.http);
  if (row.class === "fine" || row.class === "moved") return "good";
  if (row.class === "gone" || row.key === "dns-unknown") return "gone";
  if (row.key === "unknown-status") return isServerError(entry.http) ? "broken" : "odd";
  return ODD_KEYS.has(row.key) ? "odd" : "broken";
}

/** Whether a code reports a server error; proxies report a dead server by non-standard codes such as 520…530. */
const isServerError = (http: number | null): boolean => http !== null && http >= 500 && http <= 599;

/**
 * The evidence of a redirect that did not end at content. `http` is the code of the error at its end, null if nobody answered
 * there, or the redirect's own code if its target cannot be requested. Loops are "odd" instead of "broken": many wait for a cookie, which browsers send
 * and we do not.
 */
function deadEndEvidence(http: number | null): Evidence {
  if (http === null) return "broken";
  if (http < 400) return "odd";
  return http === 404 || http === 410 ? "gone" : "broken";
}

/** Whether evidence is a failure; refused and odd answers are none. */
export const isFailing = (evidence: Evidence): boolean => evidence === "gone" || evidence === "broken";

/** Whether readers get something else than the content: a failure, a soft 404, a redirect to nowhere. Refusals say nothing. */
export const lacksContent = (entry: HistoryEntry): boolean => isFailing(evidenceOf(entry)) || entry.deadEnd;

/** Whether a URL works without a word to be said about it, so that nobody looks for an archived copy. */
export const isPlainlyWorking = ([newest]: History, notes: readonly unknown[]): boolean =>
  newest !== undefined && notes.length === 0 && evidenceOf(newest) === "good";

/** Whether an entry is a sign of a bot wall: a refusal or an odd answer, as walls use both. Odd ends of redirects are not. */
export function isWall(entry: HistoryEntry): boolean {
  const evidence = evidenceOf(entry);
  return evidence === "refused" || (evidence === "odd" && !entry.deadEnd);
}

/** Whether an entry is a sign of life: content, or repeated refusals. A single one may come from a proxy before a dead server. */
export function isAlive(entry: HistoryEntry): boolean {
  const evidence = evidenceOf(entry);
  return evidence === "good" || (!isFailing(evidence) && entry.checks > 1);
}

/** Failures further apart than this, with refused and odd entries between them, are two runs (nine weeks: one sweep may be refused). */
export const GAP_DAYS_MAX = 63;

/** Earlier failures are forgotten after so many days without any. */
export const REMEMBERED_DAYS = 365;
