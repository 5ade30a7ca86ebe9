import { isDay } from "../calendar/day.ts";
import { canDeadEnd, INVALID, isStatus, statusRow, UNTRIED } from "../status/table.ts";
import { HISTORY_ENTRIES_MAX, type History, type HistoryEntry } from "./types.ts";

/**
 * A history packed for the database (M4, M6): 8 bytes an entry, youngest first, big-endian, nothing around them.
 *
 *   byte 0      status; top bit: dead end (128 has no history, so the bit is free)
 *   byte 1      checks, 0…255
 *   bytes 2–3   first day
 *   bytes 4–5   last day
 *   bytes 6–7   HTTP number (NO_HTTP: none); top bit: refused
 */
export const ENTRY_BYTES = 8;

const DEAD_END_BIT = 0x80;
const REFUSED_BIT = 0x8000;
const HTTP_MASK = 0x7fff;
/** No number of a status line reaches it: those have at most four digits. */
const NO_HTTP = 0x3fff;
const HTTP_MAX = 9999;

/** At most 40 bytes; no bytes for a URL that was never contacted. */
export function encodeHistory(history: History): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(history.length * ENTRY_BYTES);
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

export type DecodedHistory =
  | { readonly kind: "history"; readonly history: History }
  /** The bytes are no history; `reason` is for the log. The mend: empty it, the next sweep begins anew. */
  | { readonly kind: "damaged"; readonly reason: string };

/** Never throws: the bytes may come from a damaged disk, a newer version, or a stranger. */
export function decodeHistory(bytes: Uint8Array): DecodedHistory {
  const damaged = (reason: string): DecodedHistory => ({ kind: "damaged", reason });
  if (bytes.length % ENTRY_BYTES !== 0) return damaged(`${bytes.length} bytes are no whole entries`);
  if (bytes.length > HISTORY_ENTRIES_MAX * ENTRY_BYTES) return damaged(`${bytes.length} bytes are too many`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const history: HistoryEntry[] = [];
  for (let at = 0; at < bytes.length; at += ENTRY_BYTES) {
    const entry = decodeEntry(view, at);
    if (typeof entry === "string") return damaged(`entry ${history.length}: ${entry}`);
    const younger = history.at(-1);
    if (younger !== undefined && younger.first < entry.last)
      return damaged(`entry ${history.length}: ends after the next one began`);
    if (younger !== undefined && sameKey(younger, entry))
      return damaged(`entry ${history.length}: the same status as the next one`);
    history.push(entry);
  }
  return { kind: "history", history };
}

const sameKey = (one: HistoryEntry, other: HistoryEntry): boolean =>
  one.status === other.status && one.deadEnd === other.deadEnd && one.refused === other.refused;

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
