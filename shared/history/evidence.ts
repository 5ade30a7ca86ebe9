import { statusRow } from "../status/table.ts";
import type { HistoryEntry } from "./types.ts";

/** What one run of a history says about whether a reader gets the content. */
export type Evidence =
  /** The content is there. */
  | "good"
  /** The server, or the domain's registry, says plainly that there is nothing: 404, 410, unknown domain. */
  | "gone"
  /** Something is broken: it may be mended tomorrow. */
  | "broken"
  /** Robots are turned away; says nothing about readers (design 10). */
  | "refused"
  /** An answer about our request more than about the content: the types that the seed wants doubted (C7). */
  | "odd";

/**
 * Numbers and statuses that complain about the request. Walls use them (405, 406, 418, 444 …), and readers who
 * ask with a browser are often served, so they never lead to a clear verdict.
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

/** LinkedIn's own number for robots; without the number the byte 26 only says "unknown". */
const ROBOTS_UNWELCOME = 999;

export function evidenceOf(entry: HistoryEntry): Evidence {
  const row = statusRow(entry.status);
  if (entry.refused || row.class === "refused" || entry.http === ROBOTS_UNWELCOME) return "refused";
  // What comes is content of a kind, and what a reader makes of it nobody knows.
  if (entry.deadEnd && row.class === "fine") return "odd";
  if (entry.deadEnd) return deadEndEvidence(entry.http);
  if (row.class === "fine" || row.class === "moved") return "good";
  if (row.class === "gone" || row.key === "dns-unknown") return "gone";
  if (row.key === "unknown-status") return isServerError(entry.http) ? "broken" : "odd";
  return ODD_KEYS.has(row.key) ? "odd" : "broken";
}

/** 520…530 and the like are a proxy's words for a dead server; 26 without such a number says nothing. */
const isServerError = (http: number | null): boolean => http !== null && http >= 500 && http <= 599;

/**
 * A redirect that ended at an error carries that error's number, or none where nobody answered; one that led nowhere
 * keeps its own. Loops are odd and not broken: many only wait for a cookie, which browsers send and we never do.
 */
function deadEndEvidence(http: number | null): Evidence {
  if (http === null) return "broken";
  if (http < 400) return "odd";
  return http === 404 || http === 410 ? "gone" : "broken";
}

/** A failure: robots that are turned away, and odd answers, are none. */
export const isFailing = (evidence: Evidence): boolean => evidence === "gone" || evidence === "broken";

/** Refused and odd entries between two failures part them if they fill more than this (nine weeks: one sweep may be refused). */
export const GAP_DAYS_MAX = 63;

/** After so many days without a failure those before count no more: everything fails once in a while. */
export const REMEMBERED_DAYS = 365;
