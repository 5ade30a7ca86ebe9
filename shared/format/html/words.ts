import type { UrlAnswer } from "../../answer/types.ts";
import { type Day, daysBetween, isDay, isoOfDay } from "../../calendar/day.ts";
import { CHECKS_MAX } from "../../history/fold.ts";
import { HISTORY_ENTRIES_MAX } from "../../history/types.ts";
import type { MessageKey, Messages } from "../../i18n/messages.ts";
import type { OnTheSpot } from "../../interwiki/spot.ts";
import type { NetworkFailure } from "../../status/network-failure.ts";
import type { Note } from "../../status/note.ts";
import {
  DNS_REFUSED,
  DNS_UNKNOWN,
  isProxyError,
  isStatus,
  NETWORK,
  type Status,
  type StatusKey,
  statusOfHttp,
  statusRow,
  TIMED_OUT,
  UNKNOWN_STATUS,
} from "../../status/table.ts";
import type { UnusableReason } from "../../url/unusable.ts";
import type { Verdict } from "../../verdict/types.ts";
import { type Html, html, joined, SECOND_SLOT, SLOT, slotted } from "./markup.ts";

interface Observed {
  readonly status: number;
  readonly http: number | null;
  readonly deadEnd?: true;
}

/**
 * A redirect is named by its own number: `http` beside it says how the address at its end answered. Where several numbers have
 * one status, all that it may have been.
 */
function numberOf({ status, http }: Observed): string {
  if (!isStatus(status) || statusRow(status).class !== "moved") return String(http ?? "");
  return http !== null && statusOfHttp(http) === status ? String(http) : statusRow(status).http.join("/");
}

/** The row of table S in words; two numbers that share a row with others have words of their own. */
function statusKey({ status, http }: Observed): MessageKey {
  const key = isStatus(status) ? statusRow(status).key : "unknown-status";
  if (key === "unknown-status" && isProxyError(http)) return "status-proxy-error";
  return http === 500 ? "status-server-error" : `status-${key}`;
}

/** "not found": the words of table S alone. */
export const statusName = (say: Messages, observed: Observed): string =>
  say.text(statusKey(observed), numberOf(observed));

/** "404 not found": the number that people know, and the words of table S; and whether the page came at all (C6, C7). */
export function statusInWords(say: Messages, observed: Observed): string {
  const number = numberOf(observed);
  const words = statusName(say, observed);
  // A language may place the number within the words.
  const status = number === "" || words.includes(number) ? words : `${number} ${words}`;
  if (observed.deadEnd !== true) return status;
  const isFine = isStatus(observed.status) && statusRow(observed.status).class === "fine";
  return isFine ? say.text("not-the-page", status) : say.text("dead-end", number);
}

const NETWORK_STATUS: Readonly<Record<NetworkFailure, Status>> = {
  "dns-unknown": DNS_UNKNOWN,
  "dns-refused": DNS_REFUSED,
  "dns-failed": DNS_REFUSED,
  "dns-timeout": DNS_REFUSED,
  "connect-refused": NETWORK,
  "connect-timeout": TIMED_OUT,
  unreachable: NETWORK,
  reset: NETWORK,
  closed: NETWORK,
  timeout: TIMED_OUT,
  tls: NETWORK,
  "malformed-head": NETWORK,
  "client-certificate": statusOfHttp(401),
  "http2-only": UNKNOWN_STATUS,
  "head-too-large": NETWORK,
  "address-not-public": NETWORK,
};
const isFailure = (value: string): value is NetworkFailure => Object.hasOwn(NETWORK_STATUS, value);

/** What stands beside the words of a note: a number of HTTP, the name of a failure or a day, in words; or an address. */
export type NoteValue = { readonly kind: "words" | "address"; readonly text: string };

export function noteValue(say: Messages, { key, value }: Note, today: Day): NoteValue | null {
  if (value === undefined || value === "") return null;
  const inWords = (text: string) => ({ kind: "words", text }) as const;
  if (key === "owner-changed") {
    const day = Number(value);
    return isDay(day) ? inWords(say.ago(day, today)) : null;
  }
  // No number of HTTP.
  if (key === "ftp-reply") return inWords(value);
  if (/^[1-9]\d\d$/.test(value))
    return inWords(statusInWords(say, { status: statusOfHttp(Number(value)), http: Number(value) }));
  return isFailure(value)
    ? inWords(statusInWords(say, { status: NETWORK_STATUS[value], http: null }))
    : { kind: "address", text: value };
}

/** Message key of the typical causes of a status; null for statuses that speak for themselves. */
export function causeKey(
  status: number,
): `cause-${Exclude<StatusKey, "untried" | "fine" | "available">}` | null {
  if (!isStatus(status)) return null;
  const { key } = statusRow(status);
  return key === "untried" || key === "fine" || key === "available" ? null : `cause-${key}`;
}

/** News that an editor may want to follow: explained where the link works, and only there. */
const NEWS: readonly string[] = ["cause-moved-permanently", "cause-scheme-change", "cause-corrected"];

/** Typical causes of the status in plain words (Q2); null: nothing to explain. How a redirect failed, the notes say. */
export function causeInWords(say: Messages, { verdict, status, http }: UrlAnswer): string | null {
  const key = causeKey(status);
  if (key === null || verdict === "spam" || verdict === "internal" || !isStatus(status)) return null;
  const { class: means } = statusRow(status);
  if (status === UNKNOWN_STATUS && isProxyError(http)) return say.text("cause-proxy-error");
  const news = means === "moved" || means === "fine";
  return (verdict === "working" ? NEWS.includes(key) : !news) ? say.text(key) : null;
}

const UNUSABLE_WORDS = {
  syntax: "unusable-address",
  "no-host": "unusable-address",
  "invisible-character": "unusable-host",
  "address-out-of-range": "unusable-host",
  "no-dot": "unusable-host",
  label: "unusable-host",
  "top-level": "unusable-host",
  punycode: "unusable-host",
  "private-address": "unusable-private",
  "local-name": "unusable-private",
  port: "unusable-port",
  "blocked-port": "unusable-blocked-port",
  "too-long": "unusable-too-long",
} as const satisfies Record<UnusableReason, MessageKey>;
const isUnusable = (reason: string): reason is UnusableReason => Object.hasOwn(UNUSABLE_WORDS, reason);

/** Why a link can never work (U3), by the rule of its verdict; null: it is of a later version. */
export function unusableInWords(say: Messages, rule: string): string | null {
  const reason = rule.replace(/^invalid-/, "");
  return isUnusable(reason) ? say.text(UNUSABLE_WORDS[reason]) : null;
}

const SPOT_WORDS = {
  exists: "spot-exists",
  missing: "spot-missing",
  "bad-title": "spot-bad-title",
  unknown: "spot-unknown",
} as const satisfies Partial<Record<OnTheSpot["result"], MessageKey>>;
const NOT_CHECKED_WORDS = {
  "no-page": "spot-no-page",
  "unknown-wiki": "spot-unknown-wiki",
  "other-wiki": "spot-other-wiki",
  "too-many": "spot-too-many",
} as const satisfies Record<NonNullable<OnTheSpot["reason"]>, MessageKey>;

/** What was found on the spot about a link into the own farm (U5, U7). */
export function spotInWords(say: Messages, { result, reason }: OnTheSpot): string {
  if (reason !== null) return say.text(NOT_CHECKED_WORDS[reason]);
  return say.text(result === "not-checked" ? "spot-unknown" : SPOT_WORDS[result]);
}

/** The words for a run that consists of several statuses. */
const MIXED_RUN: Partial<Record<Verdict, MessageKey>> = {
  working: "run-working",
  doubtful: "run-doubtful",
  unreachable: "run-unreachable",
  refused: "run-refused",
};

interface Span {
  readonly since: Day;
  /** "for 10 weeks" */
  readonly text: string;
}

/** The newest status, how long the verdict's run has lasted, and the words for both where the run had several statuses. */
interface Run {
  readonly status: string;
  readonly span: Span | null;
  /** A span that began under another status is not claimed for the youngest one (C11); null: it is one status all along. */
  readonly mixed: MessageKey | null;
}

/** It never worked while it was observed: how it was before the first check is not known (C11). */
function isFirstSeen({ verdict, since, history }: UrlAnswer): boolean {
  const oldest = history.at(-1);
  // A full history may have had older runs.
  const isWhole = history.length < HISTORY_ENTRIES_MAX;
  const isBad = verdict === "unreachable" || verdict === "doubtful" || verdict === "refused";
  return isBad && isWhole && oldest !== undefined && since === oldest.first && oldest.first < oldest.last;
}

function run(say: Messages, answer: UrlAnswer, today: Day): Run {
  const { since, verdict, history } = answer;
  const youngest = history[0];
  const status = statusInWords(say, { ...answer, ...(youngest?.deadEnd === true && { deadEnd: true }) });
  if (since === null) return { status, span: null, mixed: null };
  const mixed = youngest !== undefined && since < youngest.first ? MIXED_RUN[verdict] : undefined;
  return { status, span: { since, text: say.lasting(since, today) }, mixed: mixed ?? null };
}

/** A span in words; its first day for programs, and in the tooltip for people (M8). */
const spanSince = (say: Messages, { since, text }: Span): Html =>
  html`<time datetime="${isoOfDay(since)}" title="${say.date(since)}">${text}</time>`;

/** "two weeks ago", with its date for programs and in the tooltip (M8). */
export const agoWithDate = (say: Messages, day: Day, today: Day): Html =>
  html`<time datetime="${isoOfDay(day)}" title="${say.date(day)}">${say.ago(day, today)}</time>`;

/** `isMore`: there were others since. */
export function checksInWords(say: Messages, count: number, isMore = false): string {
  return isMore || count >= CHECKS_MAX ? say.text("checks-or-more", count) : say.text("checks", count);
}

/**
 * The days of a regular pass, and its slack. A snapshot has a link as of its last news: one whose last check it dates earlier was checked
 * since, and nothing was new. The gadget has the same number (words.js).
 */
const NEWS_DAYS = 35;

/** "9 checks", and of a mixed run what they saw: "9 checks (8 × 404 not found, 1 × 429 too many requests)". */
function checks(say: Messages, { checks: count, since, history }: UrlAnswer, isMore = false): string {
  const tallies = new Map<string, number>();
  for (const entry of history) {
    if (since === null || entry.first < since || entry.checks === 0) continue;
    const status = statusInWords(say, entry);
    tallies.set(status, (tallies.get(status) ?? 0) + entry.checks);
  }
  const words = checksInWords(say, count, isMore);
  if (tallies.size < 2) return words;
  const seen = [...tallies].map(([status, times]) => `${say.number(times)}\u00a0× ${status}`);
  return `${words} (${seen.join(", ")})`;
}

const SEPARATOR = " · ";

/**
 * "for 10 weeks · 404 not found · 9 checks · last checked yesterday": evidence in place of a bare verdict (Q9). `source`: where it is from;
 * nothing is said of a last check that a snapshot does not know.
 */
export function evidence(
  say: Messages,
  answer: UrlAnswer,
  today: Day,
  source: "database" | "snapshot" = "database",
): Html | null {
  const { last } = answer;
  if (last === null) return null;
  const isMore = source === "snapshot" && daysBetween(last, today) > NEWS_DAYS;
  const { status, span, mixed } = run(say, answer, today);
  const shownStatus = html`<b>${status}</b>`;
  const seen = span && spanSince(say, span);
  const shownSpan = seen && isFirstSeen(answer) ? slotted(say.text("span-first-check", SLOT), seen) : seen;
  const verdict =
    mixed === null
      ? [shownSpan, shownStatus]
      : [slotted(say.text(mixed, SLOT, SECOND_SLOT), shownStatus, shownSpan)];
  const lastChecked = isMore ? null : slotted(say.text("last-checked", SLOT), agoWithDate(say, last, today));
  return joined(
    [...verdict, checks(say, answer, isMore), lastChecked].filter((part) => part !== null),
    SEPARATOR,
  );
}

/** "Dead for 10 weeks · 404 not found · 9 checks · last checked yesterday": verdict and evidence as plain text. */
export function verdictInWords(say: Messages, answer: UrlAnswer, today: Day): string {
  const { last } = answer;
  const verdict = say.text(`verdict-${answer.verdict}`);
  if (last === null) return verdict;
  const { status, span, mixed } = run(say, answer, today);
  const parts =
    mixed === null
      ? [span === null ? verdict : say.text("run-same", verdict, span.text), status]
      : [verdict, say.text(mixed, status, span?.text ?? "")];
  return [...parts, checks(say, answer), say.text("last-checked", say.ago(last, today))].join(SEPARATOR);
}
