import { sql } from "drizzle-orm";
import type { SelectResultFields } from "drizzle-orm/query-builders/select.types";
import { type Day, isDay } from "../../shared/calendar/day.ts";
import { decodeHistory as decode } from "../../shared/history/pack.ts";
import type { History } from "../../shared/history/types.ts";
import { NOTE_KEYS, type Note } from "../../shared/status/note.ts";
import { joinUrl } from "../../shared/url/parts.ts";
import type { HostName, NormalisedUrl, Scheme, UrlFlag } from "../../shared/url/types.ts";
import type { DayOrNever } from "../schema/columns.ts";
import { archive, host, url } from "../schema/index.ts";
import type { DueUrl, UrlId } from "../types.ts";

export { encodeHistory, HISTORY_BYTES_MAX } from "../../shared/history/pack.ts";

/**
 * Bytes that are no history count as none. From a damaged disk: the next check begins a new one. Longer than any that this version
 * knows: they are shown as none and left as they are (`Recorded.unread`).
 */
export function decodeHistory(bytes: Uint8Array): History {
  const decoded = decode(bytes);
  return decoded.kind === "history" ? decoded.history : [];
}

/** Stored as the place in the list: append only. */
export const SCHEMES = ["http", "https", "ftp", "ftps", "sftp"] as const satisfies readonly Scheme[];
/** Stored as bits in this order: append only. */
export const FLAGS = [
  "bidi-control",
  "invisible-character",
  "control-character",
  "credentials-dropped",
] as const satisfies readonly UrlFlag[];

/**
 * A bit of `flags` beyond those: no page uses the URL any more but such on which a spam list blocks it. It is not checked
 * (C10), and keeps its history, as lists are corrected.
 */
export const BLOCKED_BIT = 1 << 14;
export const isBlocked = sql<boolean>`(${url.flags} & ${BLOCKED_BIT} <> 0)`;

/** Of a row of an archive: it has the URL, or had a version of it. Else it only says that none is to be chosen (A2). */
export const isArchived = sql<boolean>`not (${archive.blocked} and ${archive.visited} < 0)`;

/** Ids per slice (design 2) and per partition, as in the migrations. */
export const SLICE_IDS = 10_000;
export const PARTITION_IDS = 50_000_000;

export const sliceOf = (id: UrlId): number => Math.floor(id / SLICE_IDS);

export function encodeScheme(scheme: Scheme): number {
  return SCHEMES.indexOf(scheme);
}

export function encodeFlags(flags: readonly UrlFlag[]): number {
  return FLAGS.reduce((bits, flag, place) => (flags.includes(flag) ? bits | (1 << place) : bits), 0);
}

export function decodeFlags(bits: number): UrlFlag[] {
  return FLAGS.filter((_, place) => (bits & (1 << place)) !== 0);
}

/** -1 in the database: never. */
export function decodeDay(day: number): Day | null {
  return isDay(day) ? day : null;
}
export const encodeDay = (day: Day | null): DayOrNever => day ?? -1;

/** What stands beside the history; short names, as half a billion rows may have them. */
export interface Extras {
  readonly notes: readonly Note[];
  readonly mime: string | null;
  readonly kib: number | null;
}

interface PackedExtras {
  readonly m?: string;
  readonly k?: number;
  readonly n?: readonly (readonly [string, string?])[];
}

/** "" when there is nothing to say, which costs one byte. */
export function encodeExtras({ notes, mime, kib }: Extras): string {
  if (notes.length === 0 && mime === null) return "";
  const packed: PackedExtras = {
    ...(mime !== null && { m: mime }),
    ...(mime !== null && kib !== null && { k: kib }),
    ...(notes.length > 0 && {
      n: notes.map(({ key, value }) => (value === undefined ? ([key] as const) : ([key, value] as const))),
    }),
  };
  // PostgreSQL's text takes no NUL; JSON writes it as \u0000, so it passes.
  return JSON.stringify(packed);
}

const noteKeys: ReadonlySet<string> = new Set(NOTE_KEYS);
const isNoteKey = (key: string): key is Note["key"] => noteKeys.has(key);

/** A note of these names; null when this version does not know the name. */
export function noteOf(key: string, value: string | undefined): Note | null {
  if (!isNoteKey(key)) return null;
  return value === undefined ? { key } : { key, value };
}

const NO_EXTRAS: Extras = { notes: [], mime: null, kib: null };

/** null: text that `encodeExtras` never wrote. */
export function readExtras(text: string): Extras | null {
  if (text === "") return NO_EXTRAS;
  try {
    const packed = JSON.parse(text) as PackedExtras;
    const notes = (packed.n ?? []).flatMap(([key, value]) => noteOf(key, value) ?? []);
    return { notes, mime: packed.m ?? null, kib: packed.k ?? null };
  } catch {
    return null;
  }
}

/** Text from a damaged disk counts as none, as a history does: one row must not stop what reads many. `weboid doctor` names it. */
export const decodeExtras = (text: string): Extras => readExtras(text) ?? NO_EXTRAS;

/** Columns that make up a URL, of `url` joined with `host`. */
export const urlColumns = { scheme: url.scheme, host: host.name, port: url.port, path: url.path };

export interface UrlColumns {
  readonly scheme: number;
  readonly host: string;
  readonly port: number;
  readonly path: string;
}

export function decodeUrl({ scheme, host: name, port, path }: UrlColumns): NormalisedUrl {
  return joinUrl({ scheme: SCHEMES[scheme] ?? "http", host: name as HostName, port, path });
}

/** What a check has to know of a URL, of `url` joined with `host`. */
export const dueColumns = {
  id: url.id,
  hostId: url.hostId,
  ...urlColumns,
  queried: url.queried,
  flags: url.flags,
  history: url.history,
  extras: url.extras,
};
export type DueColumns = SelectResultFields<typeof dueColumns>;

export function decodeDue(row: DueColumns): DueUrl {
  return {
    id: row.id,
    url: decodeUrl(row),
    host: row.hostId,
    history: decodeHistory(row.history),
    queried: decodeDay(row.queried),
    flags: decodeFlags(row.flags),
    ...decodeExtras(row.extras),
  };
}
