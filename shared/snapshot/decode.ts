import type { ArchiveLink, UrlFacts } from "../answer/types.ts";
import type { Day } from "../calendar/day.ts";
import { HISTORY_ENTRIES_MAX, type HistoryEntry } from "../history/types.ts";
import { NOTE_KEYS, type Note, type NoteKey } from "../status/note.ts";
import { httpOfStatus, INVALID, isStatus } from "../status/table.ts";
import {
  DEAD_END_BIT,
  FLAG_ARCHIVES,
  FLAG_HISTORY,
  FLAG_MIME,
  FLAG_NOTES,
  FLAG_REPLACEMENT,
  FLAG_REPORTS,
  MAGIC,
  REFUSED_OFFSET,
  SNAPSHOT_LIMITS,
  SPAM,
  SPAM_SHIFT,
} from "./layout.ts";
import { Damage, FrontCoded, NUMBER_MAX, Reader } from "./reader.ts";
import type { Snapshot } from "./types.ts";

export type Decoded =
  | { readonly kind: "snapshot"; readonly version: number; readonly snapshot: Snapshot }
  /** Written by a newer (or long gone) version of Weboid: renew this component, or export the wiki anew. */
  | { readonly kind: "unknown-version"; readonly version: number }
  /** No snapshot at all, cut short, or inconsistent. `at`: byte offset. */
  | { readonly kind: "damaged"; readonly message: string; readonly at: number };

const noteKeys: ReadonlySet<string> = new Set(NOTE_KEYS);
const isNoteKey = (word: string): word is NoteKey => noteKeys.has(word);

function readEntry(reader: Reader, before: number): HistoryEntry {
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

function readHistory(reader: Reader, asOf: Day): HistoryEntry[] {
  const entries: HistoryEntry[] = [];
  let before: number = asOf;
  for (let left = reader.varint(HISTORY_ENTRIES_MAX); left > 0; left--) {
    const entry = readEntry(reader, before);
    entries.push(entry);
    before = entry.first;
  }
  return entries;
}

function wordAt(dictionary: readonly string[], index: number): string {
  const word = dictionary[index];
  if (word === undefined) throw new Damage(`no word ${index}`);
  return word;
}

/** Notes of a kind that this reader does not know (a newer writer's) are passed over. */
function readNotes(reader: Reader, dictionary: readonly string[]): Note[] {
  const notes: Note[] = [];
  for (let left = reader.varint(SNAPSHOT_LIMITS.notes); left > 0; left--) {
    const code = reader.varint(SNAPSHOT_LIMITS.dictionary * 2);
    const key = wordAt(dictionary, Math.floor(code / 2));
    const value = code % 2 === 1 ? reader.text() : undefined;
    if (isNoteKey(key)) notes.push(value === undefined ? { key } : { key, value });
  }
  return notes;
}

interface UrlReader {
  readonly reader: Reader;
  readonly asOf: Day;
  readonly dictionary: readonly string[];
  readonly url: FrontCoded;
  readonly archive: FrontCoded;
}

/** `url` null: nobody wants them; they are only read over. */
function readArchives(state: UrlReader, url: string | null): ArchiveLink[] {
  const { reader, dictionary } = state;
  const archives: ArchiveLink[] = [];
  for (let left = reader.varint(SNAPSHOT_LIMITS.archives); left > 0; left--) {
    const code = reader.varint(SNAPSHOT_LIMITS.dictionary * 2);
    const type = wordAt(dictionary, Math.floor(code / 2));
    reader.frontCoded(state.archive);
    if (url === null) continue;
    const rest = reader.textOf(state.archive.whole);
    archives.push({ type, url: code % 2 === 1 ? rest + url : rest });
  }
  return archives;
}

/** What of a URL tells whether the rest of it is wanted. */
export type Wanted = (facts: Pick<UrlFacts, "spam" | "history">) => boolean;

function readUrl(state: UrlReader, wanted: Wanted | null): UrlFacts | null {
  const { reader, dictionary, asOf } = state;
  reader.frontCoded(state.url);
  const flags = reader.byte();
  const spam = SPAM[flags >> SPAM_SHIFT];
  if (spam === undefined) throw new Damage("no such kind of spam");
  const history = flags & FLAG_HISTORY ? readHistory(reader, asOf) : [];
  const notes = flags & FLAG_NOTES ? readNotes(reader, dictionary) : [];
  // Texts are what costs.
  const url = wanted === null || wanted({ spam, history }) ? reader.textOf(state.url.whole) : null;
  const mime = flags & FLAG_MIME ? reader.varint(SNAPSHOT_LIMITS.dictionary) : 0;
  const kib = flags & FLAG_MIME ? reader.varint(NUMBER_MAX) : 0;
  const archives = flags & FLAG_ARCHIVES ? readArchives(state, url) : [];
  const replacement = flags & FLAG_REPLACEMENT ? reader.text() : null;
  const reports = flags & FLAG_REPORTS ? reader.varint(NUMBER_MAX) : 0;
  if (url === null) return null;
  return {
    url,
    history,
    notes,
    mime: mime === 0 ? null : wordAt(dictionary, mime - 1),
    kib: kib === 0 ? null : kib - 1,
    archives,
    replacement,
    reports,
    spam,
  };
}

interface ReadOptions {
  readonly marks?: number[] | undefined;
  readonly wanted: Wanted | null;
}
/** `total`: of the URLs, wanted or not. */
interface Read {
  readonly snapshot: Snapshot;
  readonly total: number;
}

function readVersion1(reader: Reader, { marks, wanted }: ReadOptions): Read {
  const wiki = reader.text();
  const pageid = reader.varint(NUMBER_MAX);
  const title = reader.text();
  const namespace = reader.zigzag(0xffff_ffff);
  const asOf = reader.day(reader.varint(0xffff));
  const dictionary: string[] = [];
  for (let left = reader.varint(SNAPSHOT_LIMITS.dictionary); left > 0; left--) dictionary.push(reader.text());
  const state: UrlReader = { reader, asOf, dictionary, url: new FrontCoded(), archive: new FrontCoded() };
  const urls: UrlFacts[] = [];
  const count = reader.varint(SNAPSHOT_LIMITS.urls);
  marks?.push(reader.at);
  for (let left = count; left > 0; left--) {
    const url = readUrl(state, wanted);
    if (url !== null) urls.push(url);
    marks?.push(reader.at);
  }
  return { snapshot: { wiki, pageid, title, namespace, asOf, urls }, total: count };
}

/** Versions that can be read; with version 2, version 1 stays until every snapshot is rewritten. */
const READERS: Readonly<Record<number, (reader: Reader, options: ReadOptions) => Read>> = { 1: readVersion1 };

/**
 * Total: any bytes give an answer, in bounded time and memory. `marks` gets the byte at which the first URL begins, and
 * the end of each.
 */
export const decodeSnapshot = (bytes: Uint8Array, marks?: number[]): Decoded => {
  const decoded = decode(bytes, { marks, wanted: null });
  if (decoded.kind !== "snapshot") return decoded;
  const { kind, version, snapshot } = decoded;
  return { kind, version, snapshot };
};

/**
 * The same with only those URLs that are wanted, which costs a gadget's answer about a long page less than half. Of the others
 * no text is made, so it is not seen either whether theirs is UTF-8. `total`: how many there are.
 */
export const decodeWanted = (
  bytes: Uint8Array,
  wanted: Wanted,
):
  | Exclude<Decoded, { kind: "snapshot" }>
  | (Extract<Decoded, { kind: "snapshot" }> & { readonly total: number }) => decode(bytes, { wanted });

function decode(bytes: Uint8Array, options: ReadOptions): ReturnType<typeof decodeWanted> {
  if (bytes.length > SNAPSHOT_LIMITS.bytes)
    return { kind: "damaged", message: "larger than a snapshot may be", at: 0 };
  const reader = new Reader(bytes);
  try {
    for (const expected of MAGIC) if (reader.byte() !== expected) throw new Damage("not a snapshot");
    const version = reader.byte();
    const read = READERS[version];
    if (read === undefined) return { kind: "unknown-version", version };
    const told = read(reader, options);
    if (!reader.atEnd) throw new Damage("more bytes than its parts have");
    return { kind: "snapshot", version, ...told };
  } catch (error) {
    if (error instanceof Damage) return { kind: "damaged", message: error.message, at: reader.at };
    throw error;
  }
}
