/**
 * The stored form of a snapshot (design 7). All numbers are LEB128 varints unless said otherwise, all text UTF-8.
 *
 *   magic "WS", version u8
 *   mark u8                            by which rules the URLs are arranged (arrange.ts); 0: they are not
 *   checksum u32, little end first     over all that follows, the mark and the length (checksum.ts)
 *   wiki, pageid, title, namespace (zigzag), asOf
 *   dictionary: count, texts           note keys, archive types and MIME keywords, each once
 *   links that are not watched
 *   suspects                           how many of the URLs come first as a gadget may have to speak of them (arrange.ts)
 *   count of URLs, then per URL:
 *     url                              front-coded: bytes shared with the URL before, then the rest
 *     of suspects: from when on        days from the newest check to the day from which on it is unreachable,
 *                                      from the first day of the failures to that of the newest entry (zigzag), checks
 *     flags u8                         FLAG_* below, says which of the following parts are there
 *     history: count, then per entry   status u8 (top bit: dead end), checks u8,
 *                                      days back from the day before it to `last` (zigzag),
 *                                      `last - first`, HTTP number (0 none, 1 the one of the status, else n + 2;
 *                                      REFUSED_OFFSET more where robots were refused);
 *                                      count EARLIER_OFFSET more: then what was before them (shared/history/pack.ts)
 *     notes: count, then per note      dictionary index × 2 + 1 with a value, then the value
 *     mime: dictionary index, KiB + 1 (0: none)
 *     archives: count, then per link   dictionary index × 2 + 1 when it ends in the URL itself, then the rest of it
 *                                      front-coded against the archive link before
 *     replacement: text; reports
 *
 * "The day before it" is asOf for the first entry, then the `first` of the entry before. A reader of version N also
 * reads N - 1, so that edge and dispatchers can be renewed one after the other. Version 1 has neither mark, checksum, links that are
 * not watched nor suspects.
 */
export const MAGIC = [0x57, 0x53] as const;
export const SNAPSHOT_VERSION = 2;
/** Where these stand, since version 2. */
export const MARK_AT = 3;
export const CHECKSUM_AT = 4;
export const BODY_AT = 8;

export const FLAG_HISTORY = 1;
export const FLAG_NOTES = 2;
export const FLAG_MIME = 4;
export const FLAG_ARCHIVES = 8;
export const FLAG_REPLACEMENT = 16;
export const FLAG_REPORTS = 32;
export const SPAM_SHIFT = 6;
/** Index in the two spam bits. */
export const SPAM = [null, "global", "local"] as const;

export const DEAD_END_BIT = 128;
/** Beyond every HTTP number (0…9999), so that a refusal costs no byte elsewhere. */
export const REFUSED_OFFSET = 16_384;

/** Beyond every count of entries. */
export const EARLIER_OFFSET = 8;

/** Limits of a snapshot; what is beyond them is left out when writing and refused when reading. */
export const SNAPSHOT_LIMITS = {
  /** Cloudflare KV's limit for a value. */
  bytes: 25 * 1024 * 1024,
  urls: 100_000,
  /** UTF-8 bytes of one text. */
  textBytes: 16_384,
  /** UTF-8 bytes of all texts after decoding: front-coding could blow up a small hostile value. */
  decodedBytes: 64 * 1024 * 1024,
  dictionary: 1_024,
  /** UTF-16 units of one word of the dictionary. */
  wordUnits: 64,
  notes: 64,
  archives: 32,
  /** Links that are not watched. */
  unwatched: 1_000_000,
} as const;
