import type { Day } from "../calendar/day.ts";
import { decodeEarlier, EARLIER_BYTES } from "../history/pack.ts";
import { HISTORY_ENTRIES_MAX, type HistoryEntry } from "../history/types.ts";
import { httpOfStatus, INVALID, isStatus } from "../status/table.ts";
import { DEAD_END_BIT, EARLIER_OFFSET, REFUSED_OFFSET } from "./layout.ts";
import { Damage, NUMBER_MAX, type Reader } from "./reader.ts";

/**
 * A URL's history, youngest first, for whoever reads a snapshot: the one place that knows where a history ends. `newest`: the
 * others are passed over, and what was before them.
 */
export function readHistory(
  reader: Reader,
  asOf: Day,
  { wanted }: { readonly wanted: "all" | "newest" },
): HistoryEntry[] {
  const code = reader.varint(HISTORY_ENTRIES_MAX + EARLIER_OFFSET);
  const count = code % EARLIER_OFFSET;
  if (count > HISTORY_ENTRIES_MAX || code === EARLIER_OFFSET)
    throw new Damage(`no count of entries: ${code}`);
  const entries: HistoryEntry[] = [];
  let before = asOf;
  for (let at = 0; at < count; at++) {
    if (wanted === "newest" && at > 0) {
      passOverEntry(reader);
      continue;
    }
    const entry = readEntry(reader, before);
    entries.push(entry);
    before = entry.first;
  }
  if (code < EARLIER_OFFSET) return entries;
  const sum = reader.bytes(EARLIER_BYTES);
  const oldest = entries.at(-1);
  if (wanted === "newest" || oldest === undefined) return entries;
  const earlier = decodeEarlier(sum);
  if (typeof earlier === "string") throw new Damage(`what was before: ${earlier}`);
  return entries.with(-1, { ...oldest, earlier });
}

function readEntry(reader: Reader, before: Day): HistoryEntry {
  const byte = reader.byte();
  const status = byte & ~DEAD_END_BIT;
  if (!isStatus(status) || status === INVALID) throw new Damage(`no status byte: ${status}`);
  const checks = reader.byte();
  const last = reader.day(before - reader.zigzag(0xffff));
  const first = reader.day(last - reader.varint(0xffff));
  const number = reader.varint(0xffff + 2);
  const refused = number >= REFUSED_OFFSET;
  const code = refused ? number - REFUSED_OFFSET : number;
  const http = code === 0 ? null : code === 1 ? httpOfStatus(status) : code - 2;
  const deadEnd = (byte & DEAD_END_BIT) !== 0;
  return { status, http, first, last, deadEnd, ...(refused && { refused }), checks };
}

function passOverEntry(reader: Reader): void {
  reader.bytes(2);
  for (let left = 3; left > 0; left--) reader.varint(NUMBER_MAX);
}
