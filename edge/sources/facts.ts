import type { ArchiveLink, UrlFacts } from "../../shared/answer/types.ts";
import { type Day, isDay } from "../../shared/calendar/day.ts";
import { type Earlier, HISTORY_ENTRIES_MAX, type HistoryEntry } from "../../shared/history/types.ts";
import { isCount, isRecord, records } from "../../shared/json/record.ts";
import { NOTE_KEYS, type Note, type NoteKey } from "../../shared/status/note.ts";
import { isStatus } from "../../shared/status/table.ts";

const noteKeys: ReadonlySet<string> = new Set(NOTE_KEYS);
const isNoteKey = (key: unknown): key is NoteKey => typeof key === "string" && noteKeys.has(key);

/** Members that can be read; the others, which a newer origin may send, are passed over. */
const members = <T>(value: unknown, read: (member: Record<string, unknown>) => T | null): T[] =>
  records(value)
    .map(read)
    .filter((member) => member !== null);

function readEntry(entry: Record<string, unknown>): HistoryEntry | null {
  const { status, http, first, last, deadEnd, refused, checks } = entry;
  if (!isStatus(status) || !isDay(first) || !isDay(last) || first > last || !isCount(checks)) return null;
  if (http !== null && !isCount(http)) return null;
  const mark = refused === true && { refused: true as const };
  const before = readEarlier(entry.earlier);
  const sum = before !== null && { earlier: before };
  return { status, http, first, last, deadEnd: deadEnd === true, ...mark, checks, ...sum };
}

const isDayOrNull = (value: unknown): value is Day | null => value === null || isDay(value);

/** Null: none, or one that cannot be read: then the entries are all that is known. */
function readEarlier(earlier: unknown): Earlier | null {
  if (!isRecord(earlier)) return null;
  const { lastGood, lastAlive, lastFailure, open } = earlier;
  const { goodChecks, failures, failedWeeks, longestOutageDays, slowestRecoveryDays, walls } = earlier;
  if (!isDayOrNull(lastGood) || !isDayOrNull(lastAlive) || !isDayOrNull(lastFailure)) return null;
  if (!isCount(goodChecks) || !isCount(failures) || !isCount(failedWeeks)) return null;
  if (!isCount(longestOutageDays) || !isCount(slowestRecoveryDays) || !isCount(walls)) return null;
  const counts = { goodChecks, failures, failedWeeks, longestOutageDays, slowestRecoveryDays, walls };
  const known = { lastGood, lastAlive, lastFailure, ...counts };
  if (open === null) return { ...known, open };
  if (!isRecord(open)) return null;
  const { first, checks, goneChecks } = open;
  if (!isDay(first) || !isCount(checks) || !isCount(goneChecks)) return null;
  return { ...known, open: { first, checks, goneChecks } };
}

function readNote({ key, value }: Record<string, unknown>): Note | null {
  if (!isNoteKey(key)) return null;
  return typeof value === "string" ? { key, value } : { key };
}

function readArchive({ type, url }: Record<string, unknown>): ArchiveLink | null {
  return typeof type === "string" && typeof url === "string" ? { type, url } : null;
}

/** One member of it; null when that is none. */
export function readFact(fact: Record<string, unknown>): UrlFacts | null {
  const { url, mime, kib, replacement, reports, spam } = fact;
  if (typeof url !== "string") return null;
  return {
    url,
    history: members(fact.history, readEntry).slice(0, HISTORY_ENTRIES_MAX),
    notes: members(fact.notes, readNote),
    mime: typeof mime === "string" ? mime : null,
    kib: isCount(kib) ? kib : null,
    archives: members(fact.archives, readArchive),
    replacement: typeof replacement === "string" ? replacement : null,
    reports: isCount(reports) ? reports : 0,
    spam: spam === "global" || spam === "local" ? spam : null,
  };
}

/** The `urls` of origin's answer (UrlsResponse); null when it is no such answer. */
export function readFacts(answer: unknown): readonly UrlFacts[] | null {
  return isRecord(answer) && Array.isArray(answer.urls) ? members(answer.urls, readFact) : null;
}
