import type { UrlFacts } from "../answer/types.ts";
import { encodeEarlier } from "../history/pack.ts";
import { HISTORY_ENTRIES_MAX, type HistoryEntry } from "../history/types.ts";
import { httpOfStatus } from "../status/table.ts";
import { arrange, type Suspect } from "./arrange.ts";
import { seal } from "./checksum.ts";
import {
  DEAD_END_BIT,
  EARLIER_OFFSET,
  FLAG_ARCHIVES,
  FLAG_HISTORY,
  FLAG_MIME,
  FLAG_NOTES,
  FLAG_REPLACEMENT,
  FLAG_REPORTS,
  MAGIC,
  REFUSED_OFFSET,
  SNAPSHOT_LIMITS,
  SNAPSHOT_VERSION,
  SPAM,
  SPAM_SHIFT,
} from "./layout.ts";
import type { Snapshot } from "./types.ts";
import { Writer } from "./writer.ts";

/** Texts that repeat over the URLs of a page, in the order of their first use. */
function dictionaryOf(urls: readonly UrlFacts[]): ReadonlyMap<string, number> {
  const words = new Map<string, number>();
  const add = (word: string) => {
    if (
      word.length <= SNAPSHOT_LIMITS.wordUnits &&
      words.size < SNAPSHOT_LIMITS.dictionary &&
      !words.has(word)
    )
      words.set(word, words.size);
  };
  for (const { notes, mime, archives } of urls) {
    for (const { key } of notes) add(key);
    if (mime !== null) add(mime);
    for (const { type } of archives) add(type);
  }
  return words;
}

const fits = (text: string): boolean => text.length * 3 <= SNAPSHOT_LIMITS.textBytes || utf8Fits(text);
const utf8Fits = (text: string): boolean =>
  new TextEncoder().encode(text).length <= SNAPSHOT_LIMITS.textBytes;

/** The longest beginning that is within the limit of one text: titles have 255 bytes, so this is for hostile input only. */
const clip = (text: string): string => (fits(text) ? text : text.slice(0, SNAPSHOT_LIMITS.textBytes / 4));

function httpCode({ status, http, refused }: HistoryEntry): number {
  const offset = refused ? REFUSED_OFFSET : 0;
  if (http === null) return offset;
  return offset + (http === httpOfStatus(status) ? 1 : http + 2);
}

interface UrlWriter {
  readonly out: Writer;
  readonly asOf: number;
  readonly dictionary: ReadonlyMap<string, number>;
  /** Bytes of the URL and of the archive link written before, for front-coding. */
  url: Uint8Array;
  archive: Uint8Array;
}

function writeHistory({ out, asOf }: UrlWriter, history: UrlFacts["history"]): void {
  const entries = history.slice(0, HISTORY_ENTRIES_MAX);
  const earlier = entries.at(-1)?.earlier;
  out.varint(entries.length + (earlier === undefined ? 0 : EARLIER_OFFSET));
  let before = asOf;
  for (const entry of entries) {
    out.byte(entry.status | (entry.deadEnd ? DEAD_END_BIT : 0));
    out.byte(entry.checks);
    out.zigzag(before - entry.last);
    out.varint(entry.last - entry.first);
    out.varint(httpCode(entry));
    before = entry.first;
  }
  if (earlier !== undefined) out.bytes(encodeEarlier(earlier));
}

/** Parts of the facts that are within the limits, with the index of their word. */
function writable({ dictionary }: UrlWriter, facts: UrlFacts) {
  const indexed = <T>(list: readonly T[], word: (member: T) => string, text: (member: T) => string) =>
    list.flatMap((member) => {
      const index = dictionary.get(word(member));
      return index === undefined || !fits(text(member)) ? [] : [{ index, member }];
    });
  return {
    notes: indexed(
      facts.notes,
      ({ key }) => key,
      ({ value }) => value ?? "",
    ).slice(0, SNAPSHOT_LIMITS.notes),
    archives: indexed(
      facts.archives,
      ({ type }) => type,
      ({ url }) => url,
    ).slice(0, SNAPSHOT_LIMITS.archives),
    mime: facts.mime === null ? undefined : dictionary.get(facts.mime),
    replacement: facts.replacement !== null && fits(facts.replacement) ? facts.replacement : null,
  };
}

function writeUrl(writer: UrlWriter, facts: UrlFacts, suspect: Suspect | undefined): void {
  const { out } = writer;
  const { notes, archives, mime, replacement } = writable(writer, facts);
  writer.url = out.frontCoded(facts.url, writer.url);
  if (suspect !== undefined) {
    out.varint(suspect.from - suspect.newest.last);
    out.zigzag(suspect.newest.first - suspect.since);
    out.varint(suspect.checks);
  }
  out.byte(
    (facts.history.length > 0 ? FLAG_HISTORY : 0) |
      (notes.length > 0 ? FLAG_NOTES : 0) |
      (mime !== undefined || facts.kib !== null ? FLAG_MIME : 0) |
      (archives.length > 0 ? FLAG_ARCHIVES : 0) |
      (replacement !== null ? FLAG_REPLACEMENT : 0) |
      (facts.reports > 0 ? FLAG_REPORTS : 0) |
      (SPAM.indexOf(facts.spam) << SPAM_SHIFT),
  );
  if (facts.history.length > 0) writeHistory(writer, facts.history);
  if (notes.length > 0) {
    out.varint(notes.length);
    for (const { index, member } of notes) {
      out.varint(index * 2 + (member.value === undefined ? 0 : 1));
      if (member.value !== undefined) out.text(member.value);
    }
  }
  if (mime !== undefined || facts.kib !== null) {
    out.varint(mime === undefined ? 0 : mime + 1);
    out.varint(facts.kib === null ? 0 : facts.kib + 1);
  }
  if (archives.length > 0) {
    out.varint(archives.length);
    for (const { index, member } of archives) {
      const own = member.url !== "" && member.url.endsWith(facts.url);
      out.varint(index * 2 + (own ? 1 : 0));
      const rest = own ? member.url.slice(0, -facts.url.length) : member.url;
      writer.archive = out.frontCoded(rest, writer.archive);
    }
  }
  if (replacement !== null) out.text(replacement);
  if (facts.reports > 0) out.varint(facts.reports);
}

/**
 * A page's snapshot as a KV value (layout.ts), at most 25 MiB. URLs beyond the limits, which no real page reaches,
 * are left out rather than refused: the edge asks origin for whatever a snapshot does not have (design 8).
 */
export function encodeSnapshot(snapshot: Snapshot): Uint8Array<ArrayBuffer> {
  const dictionary = dictionaryOf(snapshot.urls);
  const body = new Writer();
  const writer: UrlWriter = {
    out: body,
    asOf: snapshot.asOf,
    dictionary,
    url: new Uint8Array(),
    archive: new Uint8Array(),
  };
  const { mark, suspects, others } = arrange(snapshot.urls);
  let [count, suspectsWritten] = [0, 0];
  let decodedBytes = 0;
  /** The head is small; this much is kept free for it. */
  const room = SNAPSHOT_LIMITS.bytes - 1024 * 1024;
  for (const [at, facts] of [...suspects.map(({ facts }) => facts), ...others].entries()) {
    if (count === SNAPSHOT_LIMITS.urls) break;
    if (facts.url === "" || !fits(facts.url)) continue;
    const { length } = body;
    const { url, archive } = writer;
    writeUrl(writer, facts, suspects[at]);
    decodedBytes += textBytesMax(facts);
    if (body.length > room || decodedBytes > SNAPSHOT_LIMITS.decodedBytes) {
      body.cut(length);
      Object.assign(writer, { url, archive });
      break;
    }
    count++;
    if (at < suspects.length) suspectsWritten++;
  }
  const out = new Writer();
  // Four bytes for the checksum.
  for (const byte of [...MAGIC, SNAPSHOT_VERSION, mark, 0, 0, 0, 0]) out.byte(byte);
  out.text(clip(snapshot.wiki));
  out.varint(snapshot.pageid);
  out.text(clip(snapshot.title));
  out.zigzag(snapshot.namespace);
  out.varint(snapshot.asOf);
  out.varint(dictionary.size);
  for (const word of dictionary.keys()) out.text(word);
  out.varint(Math.min(snapshot.unwatched, SNAPSHOT_LIMITS.unwatched));
  out.varint(suspectsWritten);
  out.varint(count);
  out.bytes(body.done());
  return seal(out.done());
}

/** At least the bytes that the reader counts for these facts. */
function textBytesMax({ url, notes, archives, replacement }: UrlFacts): number {
  const units =
    url.length +
    notes.reduce((sum, { value }) => sum + (value?.length ?? 0), 0) +
    archives.reduce((sum, archive) => sum + archive.url.length, 0) +
    (replacement?.length ?? 0);
  return units * 3;
}
