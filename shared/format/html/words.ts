import type { UrlAnswer } from "../../answer/types.ts";
import { type Day, isDay } from "../../calendar/day.ts";
import type { MessageKey, Messages } from "../../i18n/messages.ts";
import type { OnTheSpot } from "../../interwiki/spot.ts";
import type { Note } from "../../status/note.ts";
import type { NetworkFailure } from "../../status/outcome.ts";
import {
  DNS_REFUSED,
  DNS_UNKNOWN,
  httpOfStatus,
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
import type { Verdict } from "../../verdict/types.ts";
import { type Html, html, joined, SLOT, slotted } from "./markup.ts";

/** The history stores the number of checks in a byte: its last value stands for all above. */
const CHECKS_SATURATED = 255;

interface Observed {
  readonly status: number;
  readonly http: number | null;
  readonly deadEnd?: true;
}

/** A redirect is told by its own number: `http` beside it says how the address at its end answered. */
function numberOf({ status, http }: Observed): number | null {
  if (!isStatus(status) || statusRow(status).class !== "moved") return http;
  return http !== null && statusOfHttp(http) === status ? http : httpOfStatus(status);
}

/** "404 not found": the number that people know, and the words of table S; and whether the page came at all (C6, C7). */
export function statusInWords(say: Messages, observed: Observed): string {
  const key = isStatus(observed.status) ? statusRow(observed.status).key : "unknown-status";
  const words = say.text(
    key === "unknown-status" && isProxyError(observed.http) ? "status-proxy-error" : `status-${key}`,
  );
  const number = numberOf(observed);
  const told = number === null ? words : `${number} ${words}`;
  if (observed.deadEnd !== true) return told;
  return say.text(
    isStatus(observed.status) && statusRow(observed.status).class === "fine" ? "not-the-page" : "dead-end",
    told,
  );
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

/** Typical causes of the status in plain words (Q2); null: nothing to explain. How a redirect failed is told by the notes. */
export function causeInWords(say: Messages, { verdict, status, http }: UrlAnswer): string | null {
  const key = causeKey(status);
  if (key === null || verdict === "spam" || verdict === "internal" || !isStatus(status)) return null;
  const { class: means } = statusRow(status);
  if (status === UNKNOWN_STATUS && isProxyError(http)) return say.text("cause-proxy-error");
  const news = means === "moved" || means === "fine";
  return (verdict === "working" ? NEWS.includes(key) : !news) ? say.text(key) : null;
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

/** How a run is told that consists of several statuses. */
const MIXED_RUN: Partial<Record<Verdict, MessageKey>> = {
  working: "run-working",
  doubtful: "run-doubtful",
  unreachable: "run-unreachable",
  refused: "run-refused",
};

/** Status, and the sentence with a SLOT for it. A span that began under another status is not claimed for the youngest one (C11). */
function run(
  say: Messages,
  answer: UrlAnswer,
  today: Day,
): { readonly status: string; readonly text: string } {
  const youngest = answer.history[0];
  const status = statusInWords(say, { ...answer, ...(youngest?.deadEnd === true && { deadEnd: true }) });
  if (answer.since === null) return { status, text: SLOT };
  const lasting = say.lasting(answer.since, today);
  const mixed =
    youngest !== undefined && answer.since < youngest.first ? MIXED_RUN[answer.verdict] : undefined;
  return { status, text: say.text(mixed ?? "run-same", SLOT, lasting) };
}

function checks(say: Messages, count: number): string {
  return count >= CHECKS_SATURATED ? say.text("checks-or-more", count) : say.text("checks", count);
}

const SEPARATOR = " · ";

const checksAndLast = (say: Messages, { checks: count }: UrlAnswer, last: Day, today: Day): string[] => [
  checks(say, count),
  say.text("last-checked", say.ago(last, today)),
];

/** "404 not found for 10 weeks · 9 checks · last checked yesterday": evidence in place of a bare verdict (Q9). */
export function evidence(say: Messages, answer: UrlAnswer, today: Day): Html | null {
  if (answer.last === null) return null;
  const { status, text } = run(say, answer, today);
  return joined(
    [slotted(text, html`<b>${status}</b>`), ...checksAndLast(say, answer, answer.last, today)],
    SEPARATOR,
  );
}

/** The same as plain text. */
export function evidenceInWords(say: Messages, answer: UrlAnswer, today: Day): string | null {
  if (answer.last === null) return null;
  const { status, text } = run(say, answer, today);
  return [text.replace(SLOT, () => status), ...checksAndLast(say, answer, answer.last, today)].join(
    SEPARATOR,
  );
}
