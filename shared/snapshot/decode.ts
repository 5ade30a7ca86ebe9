import type { ArchiveLink, UrlFacts } from "../answer/types.ts";
import type { Day } from "../calendar/day.ts";
import { NOTE_KEYS, type Note, type NoteKey } from "../status/note.ts";
import { arrangedBy, mayBeSuspect } from "./arrange.ts";
import { readHistory } from "./history.ts";
import {
  FLAG_ARCHIVES,
  FLAG_HISTORY,
  FLAG_MIME,
  FLAG_NOTES,
  FLAG_REPLACEMENT,
  FLAG_REPORTS,
  MAGIC,
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

interface ReadUrl {
  /** Else nothing is made of one that no gadget may have to speak of: texts are what costs. */
  readonly all: boolean;
  readonly isSuspect: boolean;
}

function readUrl(state: UrlReader, { all, isSuspect }: ReadUrl): UrlFacts | null {
  const { reader, dictionary, asOf } = state;
  reader.frontCoded(state.url);
  if (isSuspect) reader.judged();
  const flags = reader.byte();
  const spam = SPAM[flags >> SPAM_SHIFT];
  if (spam === undefined) throw new Damage("no such kind of spam");
  const history = flags & FLAG_HISTORY ? readHistory(reader, asOf, { wanted: "all" }) : [];
  const notes = flags & FLAG_NOTES ? readNotes(reader, dictionary) : [];
  const url = all || mayBeSuspect({ spam, history }) ? reader.textOf(state.url.whole) : null;
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
  /** Not only suspects. */
  readonly all: boolean;
}

/** A snapshot, perhaps with suspects alone. */
interface Read {
  readonly snapshot: Snapshot;
  /** How many links the page has. */
  readonly total: number;
}

/** What stands before a page's links. */
export function readHead(reader: Reader) {
  const page = {
    wiki: reader.text(),
    pageid: reader.varint(NUMBER_MAX),
    title: reader.text(),
    namespace: reader.zigzag(0xffff_ffff),
    asOf: reader.day(reader.varint(0xffff)),
  };
  const dictionary: string[] = [];
  for (let left = reader.varint(SNAPSHOT_LIMITS.dictionary); left > 0; left--) dictionary.push(reader.text());
  return { page, dictionary };
}

function readUrls(
  reader: Reader,
  { page, dictionary }: ReturnType<typeof readHead>,
  { count, suspects }: { readonly count: number; readonly suspects: number },
  { marks, all }: ReadOptions,
): UrlFacts[] {
  const { asOf } = page;
  const state: UrlReader = { reader, asOf, dictionary, url: new FrontCoded(), archive: new FrontCoded() };
  const urls: UrlFacts[] = [];
  marks?.push(reader.at);
  for (let at = 0; at < count; at++) {
    const url = readUrl(state, { all, isSuspect: at < suspects });
    if (url !== null) urls.push(url);
    marks?.push(reader.at);
  }
  return urls;
}

function readVersion1(reader: Reader, options: ReadOptions): Read {
  const head = readHead(reader);
  const count = reader.varint(SNAPSHOT_LIMITS.urls);
  const urls = readUrls(reader, head, { count, suspects: 0 }, options);
  reader.end();
  return { snapshot: { ...head.page, urls, unwatched: 0 }, total: count };
}

function readVersion2(reader: Reader, options: ReadOptions): Read {
  const few = arrangedBy(reader.byte()) !== null && !options.all;
  reader.sealed();
  const head = readHead(reader);
  const { unwatched, suspects, count } = reader.counts();
  const urls = readUrls(reader, head, { count: few ? suspects : count, suspects }, options);
  if (!few) reader.end();
  return { snapshot: { ...head.page, urls, unwatched }, total: count + unwatched };
}

/** Versions that can be read; version 1 stays until every snapshot is rewritten. */
const READERS: Readonly<Record<number, (reader: Reader, options: ReadOptions) => Read>> = {
  1: readVersion1,
  2: readVersion2,
};

/**
 * Total: any bytes give an answer, in bounded time and memory. `marks` gets the byte at which the first URL begins, and
 * the end of each.
 */
export const decodeSnapshot = (bytes: Uint8Array, marks?: number[]): Decoded => {
  const decoded = decode(bytes, { marks, all: true });
  if (decoded.kind !== "snapshot") return decoded;
  const { kind, version, snapshot } = decoded;
  return { kind, version, snapshot };
};

/**
 * The same with only those URLs of which a gadget may have to speak. Where they are arranged, the others are not even looked at:
 * the checksum stands for them.
 */
export const decodeSuspects = (
  bytes: Uint8Array,
): Exclude<Decoded, { kind: "snapshot" }> | (Extract<Decoded, { kind: "snapshot" }> & Read) =>
  decode(bytes, { all: false });

function decode(bytes: Uint8Array, options: ReadOptions): ReturnType<typeof decodeSuspects> {
  if (bytes.length > SNAPSHOT_LIMITS.bytes)
    return { kind: "damaged", message: "larger than a snapshot may be", at: 0 };
  const reader = new Reader(bytes);
  try {
    for (const expected of MAGIC) if (reader.byte() !== expected) throw new Damage("not a snapshot");
    const version = reader.byte();
    const read = READERS[version];
    if (read === undefined) return { kind: "unknown-version", version };
    return { kind: "snapshot", version, ...read(reader, options) };
  } catch (error) {
    if (error instanceof Damage) return { kind: "damaged", message: error.message, at: reader.at };
    throw error;
  }
}
