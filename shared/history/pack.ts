import { type Day, isDay } from "../calendar/day.ts";
import { canDeadEnd, INVALID, isStatus, statusRow, UNTRIED } from "../status/table.ts";
import { type Earlier, HISTORY_ENTRIES_MAX, type History, type HistoryEntry } from "./types.ts";

/**
 * Binary form of a history in the database (M4, M6), big-endian: 8 bytes per entry, youngest first, then 17 bytes for the summary of
 * dropped entries if there is one.
 *
 * An entry:
 *   byte 0      status; top bit: dead end (128 is never stored, so the bit is free)
 *   byte 1      checks, 0…255
 *   bytes 2–3   first day
 *   bytes 4–5   last day
 *   bytes 6–7   HTTP status code (NO_HTTP: none); top bit: refused
 *
 * The summary (Earlier):
 *   byte 0      which of the next four days are known, from the lowest bit on; unknown ones are 0
 *   bytes 1–8   lastGood, lastAlive, lastFailure, first day of the open run
 *   bytes 9–10  checks of the open run, and those with evidence "gone"
 *   bytes 11–16 COUNTS
 */
export const ENTRY_BYTES = 8;
const EARLIER_BYTES = 17;
/** Longest form; longer ones were written by a newer version. */
export const HISTORY_BYTES_MAX = HISTORY_ENTRIES_MAX * ENTRY_BYTES + EARLIER_BYTES;

const COUNTS = [
  "goodChecks",
  "failures",
  "failedWeeks",
  "longestOutageDays",
  "slowestRecoveryDays",
  "walls",
] as const satisfies readonly (keyof Earlier)[];

const DEAD_END_BIT = 0x80;
const REFUSED_BIT = 0x8000;
const HTTP_MASK = 0x7fff;
/** Means "no HTTP status code". Codes of a status line have at most four digits and are lower. */
const NO_HTTP = 0x3fff;
const HTTP_MAX = 9999;

/** Encodes a history in at most HISTORY_BYTES_MAX (57) bytes; none for a URL that was never contacted. */
export function encodeHistory(history: History): Uint8Array<ArrayBuffer> {
  const earlier = history.at(-1)?.earlier;
  const entriesBytes = history.length * ENTRY_BYTES;
  const bytes = new Uint8Array(entriesBytes + (earlier === undefined ? 0 : EARLIER_BYTES));
  if (earlier !== undefined) bytes.set(encodeEarlier(earlier), entriesBytes);
  const view = new DataView(bytes.buffer);
  history.forEach((entry, index) => {
    const at = index * ENTRY_BYTES;
    view.setUint8(at, entry.status | (entry.deadEnd ? DEAD_END_BIT : 0));
    view.setUint8(at + 1, entry.checks);
    view.setUint16(at + 2, entry.first);
    view.setUint16(at + 4, entry.last);
    view.setUint16(at + 6, (entry.http ?? NO_HTTP) | (entry.refused ? REFUSED_BIT : 0));
  });
  return bytes;
}

/** Encodes a summary in EARLIER_BYTES. */
function encodeEarlier(earlier: Earlier): Uint8Array<ArrayBuffer> {
  const { lastGood, lastAlive, lastFailure, open } = earlier;
  const bytes = new Uint8Array(EARLIER_BYTES);
  const view = new DataView(bytes.buffer);
  [lastGood, lastAlive, lastFailure, open?.first ?? null].forEach((day, index) => {
    if (day === null) return;
    view.setUint8(0, view.getUint8(0) | (1 << index));
    view.setUint16(1 + 2 * index, day);
  });
  view.setUint8(9, open?.checks ?? 0);
  view.setUint8(10, open?.goneChecks ?? 0);
  COUNTS.forEach((count, index) => {
    view.setUint8(11 + index, earlier[count]);
  });
  return bytes;
}

/** Decodes a summary from EARLIER_BYTES; a string says why the bytes are invalid. */
function decodeEarlier(bytes: Uint8Array): Earlier | string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const there = view.getUint8(0);
  if (there > 15) return `marks ${there}`;
  const dayAt = (index: number): Day | null => {
    const day = view.getUint16(1 + 2 * index);
    return there & (1 << index) && isDay(day) ? day : null;
  };
  const [lastGood, lastAlive, lastFailure, first] = [dayAt(0), dayAt(1), dayAt(2), dayAt(3)];
  const checks = view.getUint8(9);
  const goneChecks = view.getUint8(10);
  const open = first === null ? null : { first, checks, goneChecks };
  if (open !== null && (lastFailure === null || open.first > lastFailure)) return "a run without an end";
  const [
    goodChecks = 0,
    failures = 0,
    failedWeeks = 0,
    longestOutageDays = 0,
    slowestRecoveryDays = 0,
    walls = 0,
  ] = COUNTS.map((_, index) => view.getUint8(11 + index));
  const counts = { goodChecks, failures, failedWeeks, longestOutageDays, slowestRecoveryDays, walls };
  const earlier = { lastGood, lastAlive, lastFailure, ...counts, open };
  return encodeEarlier(earlier).every((byte, at) => byte === bytes[at])
    ? earlier
    : "values that are not there";
}

/** Why a summary contradicts itself or the oldest entry, which begins on `until`; null: it does not. */
function contradiction({ lastGood, lastAlive, lastFailure, open }: Earlier, until: Day): string | null {
  if ([lastGood, lastAlive, lastFailure].some((day) => day !== null && day > until))
    return `days after ${until}, when the entries begin`;
  if (open === null) return null;
  if (open.goneChecks > open.checks) return `${open.goneChecks} of ${open.checks} checks`;
  return lastGood !== null && lastGood > open.first ? "content during a failing run" : null;
}

export type DecodedHistory =
  | { readonly kind: "history"; readonly history: History }
  /** The bytes are no history; `reason` is for the log. Repair: empty the history; the next sweep begins a new one. */
  | { readonly kind: "damaged"; readonly reason: string };

/** Decodes a history. Never throws, as the bytes may come from a damaged disk or a newer version. */
export function decodeHistory(bytes: Uint8Array): DecodedHistory {
  const damaged = (reason: string): DecodedHistory => ({ kind: "damaged", reason });
  const summed = bytes.length > EARLIER_BYTES && (bytes.length - EARLIER_BYTES) % ENTRY_BYTES === 0;
  const entriesBytes = summed ? bytes.length - EARLIER_BYTES : bytes.length;
  if (entriesBytes % ENTRY_BYTES !== 0) return damaged(`${bytes.length} bytes are no whole entries`);
  if (entriesBytes > HISTORY_ENTRIES_MAX * ENTRY_BYTES) return damaged(`${bytes.length} bytes are too many`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const history: HistoryEntry[] = [];
  for (let at = 0; at < entriesBytes; at += ENTRY_BYTES) {
    const entry = decodeEntry(view, at);
    if (typeof entry === "string") return damaged(`entry ${history.length}: ${entry}`);
    const younger = history.at(-1);
    if (younger !== undefined && younger.first < entry.last)
      return damaged(`entry ${history.length}: ends after the next one began`);
    if (younger !== undefined && isOneRun(younger, entry))
      return damaged(`entry ${history.length}: the same status as the next one`);
    history.push(entry);
  }
  const oldest = history.at(-1);
  if (!summed || oldest === undefined) return { kind: "history", history };
  const earlier = decodeEarlier(bytes.subarray(entriesBytes));
  const wrong = typeof earlier === "string" ? earlier : contradiction(earlier, oldest.first);
  if (typeof earlier === "string" || wrong !== null) return damaged(`what was before: ${wrong}`);
  return { kind: "history", history: history.with(-1, { ...oldest, earlier }) };
}

/** Whether two neighbours are one run, written as two. */
const isOneRun = (one: HistoryEntry, other: HistoryEntry): boolean =>
  one.status === other.status &&
  one.deadEnd === other.deadEnd &&
  one.refused === other.refused &&
  one.http === other.http;

function decodeEntry(view: DataView, at: number): HistoryEntry | string {
  const byte = view.getUint8(at);
  const status = byte & ~DEAD_END_BIT;
  const deadEnd = (byte & DEAD_END_BIT) !== 0;
  const checks = view.getUint8(at + 1);
  const first = view.getUint16(at + 2);
  const last = view.getUint16(at + 4);
  const tail = view.getUint16(at + 6);
  const number = tail & HTTP_MASK;
  const refused = (tail & REFUSED_BIT) !== 0;
  if (!isStatus(status) || status === UNTRIED || status === INVALID) return `no status byte: ${byte}`;
  if (deadEnd && !canDeadEnd(status)) return `status ${status} cannot be a dead end`;
  if (refused && statusRow(status).class === "refused") return `status ${status} needs no mark of refusal`;
  if (!isDay(first) || !isDay(last) || first > last) return `days ${first}…${last}`;
  if (number > HTTP_MAX && number !== NO_HTTP) return `no HTTP number: ${number}`;
  const http = number === NO_HTTP ? null : number;
  return { status, http, first, last, deadEnd, ...(refused && { refused }), checks };
}
