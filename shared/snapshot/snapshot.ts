import { hasUrlInside } from "../answer/archived-here.ts";
import type { PageFacts, UrlFacts } from "../answer/types.ts";
import type { Earlier, HistoryEntry } from "../history/types.ts";
import { isRecord } from "../json/record.ts";
import { NOTE_KEYS } from "../status/note.ts";
import { isStatus, UNKNOWN_STATUS } from "../status/table.ts";
import { splitUrl } from "../url/parts.ts";
import { sortByUrl } from "../url/sort.ts";
import type { NormalisedUrl, UrlParts } from "../url/types.ts";
import { mayBeUnreachable } from "../verdict/runs.ts";

/** All that the edge keeps of one watched page (design 7): day numbers and status bytes, never phrases. */
export interface Snapshot extends PageFacts {
  /** `dewiki@WMF` */
  readonly wiki: string;
  readonly pageid: number;
  readonly namespace: number;
}

/**
 * The stored form: a byte with the version, four with the length of what follows first, then two texts of JSON, each compressed with gzip
 * (RFC 1952), whose CRC-32 shows damage. The first is the page with those of its URLs that its gadget may need, the second a list of the
 * others, absent where there are none: a gadget's answer unpacks the first alone. A reader of version N also reads N - 1, so that edges
 * and dispatchers can be renewed one after the other. The writer decides what may be failing: where that rule changes
 * (`mayBeUnreachable`), the version does, too. Decision 21 has the figures.
 */
const SNAPSHOT_VERSION = 2;
const HEAD_BYTES = 5;

/** The version before: one gzip of lines of JSON, the page and then a line for each URL in the order of answers. */
const LINES_VERSION = 1;
/** With which that begins; versions stay below it. */
const GZIP_BYTE = 0x1f;

export const SNAPSHOT_LIMITS = {
  /** Cloudflare KV's limit for a value. */
  bytes: 25 * 1024 * 1024,
  /** What is beyond these is left out: an isolate has 128 MB for everything, and a URL becomes a kilobyte. No real page has so much. */
  urls: 25_000,
  jsonUnits: 16 * 1024 * 1024,
} as const;

/** `urlCount`: of both texts. */
type StoredPage = Omit<Snapshot, "urls"> & { readonly urlCount: number; readonly urls: readonly StoredUrl[] };

/** What says no more than NOTHING_KNOWN is absent. */
type StoredUrl = readonly [
  history: readonly StoredRun[],
  url: string,
  rest?: Partial<Omit<UrlFacts, "url" | "history">>,
];

/** A run of equal observations. `status`: with DEAD_END and REFUSED added where they apply. */
type StoredRun = readonly [
  status: number,
  http: HistoryEntry["http"],
  first: HistoryEntry["first"],
  last: HistoryEntry["last"],
  checks: number,
  earlier?: Earlier,
];

const DEAD_END = 256;
const REFUSED = 512;

/** A page's snapshot as a KV value; the URLs of each text in the order of answers (Q2), which a gadget's answer keeps. */
export async function encodeSnapshot({ urls, ...page }: Snapshot): Promise<Uint8Array<ArrayBuffer>> {
  const kept = withinLimits(sortByUrl(urls, partsOf).slice(0, SNAPSHOT_LIMITS.urls));
  const failing = new Set(kept.filter(({ facts }) => mayBeUnreachable(facts.history)));
  // Copies matter beside a link that fails, and most pages have none.
  const isFirst = (each: Kept) => failing.has(each) || (failing.size > 0 && hasUrlInside(each.facts.url));
  const [first, rest] = [kept.filter(isFirst), kept.filter((each) => !isFirst(each))];
  const head = JSON.stringify({ ...page, urlCount: kept.length, urls: [] } satisfies StoredPage);
  const parts = [
    await zipped(`${head.slice(0, -"[]}".length)}${jsonList(first)}}`),
    ...(rest.length === 0 ? [] : [await zipped(jsonList(rest))]),
  ];
  const value = new Uint8Array(HEAD_BYTES + parts.reduce((sum, { length }) => sum + length, 0));
  value[0] = SNAPSHOT_VERSION;
  new DataView(value.buffer).setUint32(1, parts[0]?.length ?? 0);
  let at = HEAD_BYTES;
  for (const part of parts) {
    value.set(part, at);
    at += part.length;
  }
  return value;
}

interface Kept {
  readonly facts: UrlFacts;
  readonly json: string;
}

function withinLimits(urls: readonly UrlFacts[]): readonly Kept[] {
  const kept: Kept[] = [];
  let units = 0;
  for (const facts of urls) {
    const json = JSON.stringify(storedUrl(facts));
    units += json.length;
    if (units > SNAPSHOT_LIMITS.jsonUnits) break;
    kept.push({ facts, json });
  }
  return kept;
}

const jsonList = (kept: readonly Kept[]): string => `[${kept.map(({ json }) => json).join(",")}]`;

const zipped = async (text: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(
    await through(new Uint8Array(new TextEncoder().encode(text)), new CompressionStream("gzip"), (all) =>
      all.arrayBuffer(),
    ),
  );

const partsOf = ({ url }: UrlFacts): UrlParts => splitUrl(url as NormalisedUrl);

function storedUrl({
  url,
  history,
  notes,
  mime,
  kib,
  archives,
  replacement,
  movedTo,
  reports,
  spam,
}: UrlFacts): StoredUrl {
  const rest = {
    ...(notes.length > 0 && { notes }),
    ...(mime !== null && { mime }),
    ...(kib !== null && { kib }),
    ...(archives.length > 0 && { archives }),
    ...(replacement !== null && { replacement }),
    ...(movedTo !== undefined && { movedTo }),
    ...(reports > 0 && { reports }),
    ...(spam !== null && { spam }),
  };
  const runs = history.map(storedRun);
  return Object.keys(rest).length === 0 ? [runs, url] : [runs, url, rest];
}

function storedRun({
  status,
  http,
  first,
  last,
  checks,
  deadEnd,
  refused,
  earlier,
}: HistoryEntry): StoredRun {
  const marked = status + (deadEnd ? DEAD_END : 0) + (refused ? REFUSED : 0);
  if (earlier === undefined) return [marked, http, first, last, checks];
  return [marked, http, first, last, checks, earlier];
}

export type Decoded =
  | {
      readonly kind: "snapshot";
      readonly version: number;
      readonly snapshot: Snapshot;
      /** How many URLs the page has, those not asked for included. */
      readonly urlCount: number;
    }
  /** Written by a newer (or long gone) version of Weboid: renew this component, or export the wiki again. */
  | { readonly kind: "unknown-version"; readonly version: number }
  /** No snapshot at all, cut short, or other bytes than were written. */
  | { readonly kind: "damaged"; readonly message: string };

export interface DecodeOptions {
  /**
   * URLs whose newest run may be a failure, and beside them those that may be an archived copy of one (A4), in the order of answers; of
   * the version before, all. Left out: all, those first.
   */
  readonly only?: "failing";
}

/** Total: any bytes give an answer. */
export async function decodeSnapshot(
  bytes: Uint8Array<ArrayBuffer>,
  { only }: DecodeOptions = {},
): Promise<Decoded> {
  try {
    const version = bytes[0] ?? GZIP_BYTE;
    if (version === GZIP_BYTE) return readLines(await unzipped(bytes));
    if (version > GZIP_BYTE) throw new Error("it does not begin as a snapshot does");
    if (version !== SNAPSHOT_VERSION) return { kind: "unknown-version", version };
    const { buffer, byteOffset } = bytes;
    const end = HEAD_BYTES + new DataView(buffer, byteOffset).getUint32(1);
    const page = JSON.parse(await unzipped(bytes.subarray(HEAD_BYTES, end))) as StoredPage;
    const rest =
      only !== undefined || end >= bytes.length
        ? []
        : (JSON.parse(await unzipped(bytes.subarray(end))) as StoredUrl[]);
    const { urlCount, urls: first, ...about } = page;
    const urls = [...first, ...rest].map(readUrl);
    if (only === undefined && urls.length !== urlCount) throw new Error("its second part is not there");
    return { kind: "snapshot", version, snapshot: { ...about, urls }, urlCount };
  } catch (error) {
    return { kind: "damaged", message: error instanceof Error ? error.message : "unknown" };
  }
}

/** Throws where it is no such text. */
function readLines(text: string): Decoded {
  const [head = "", ...lines] = text.split("\n");
  const page = JSON.parse(head) as Omit<Snapshot, "urls"> & { readonly version: 1 };
  if (!isRecord(page) || typeof page.version !== "number") throw new Error("its JSON is no snapshot");
  const { version, ...about } = page;
  if (version !== LINES_VERSION) return { kind: "unknown-version", version };
  const urls = lines.map((line) => readUrl(JSON.parse(line) as StoredUrl));
  return { kind: "snapshot", version, snapshot: { ...about, urls }, urlCount: urls.length };
}

const KNOWN_NOTES: ReadonlySet<string> = new Set(NOTE_KEYS);

function readUrl([runs, url, rest]: StoredUrl): UrlFacts {
  const facts: UrlFacts = {
    url,
    history: runs.map(readRun),
    // A kind of a newer writer says nothing to this reader.
    notes: rest?.notes?.filter(({ key }) => KNOWN_NOTES.has(key)) ?? [],
    mime: rest?.mime ?? null,
    kib: rest?.kib ?? null,
    archives: rest?.archives ?? [],
    replacement: rest?.replacement ?? null,
    reports: rest?.reports ?? 0,
    spam: rest?.spam ?? null,
  };
  // Few have more, and what is spread takes several times as long.
  return rest?.movedTo === undefined ? facts : { ...facts, movedTo: rest.movedTo };
}

function readRun([marked, http, first, last, checks, earlier]: StoredRun): HistoryEntry {
  const byte = marked & 255;
  // One of a newer writer stands for itself alone: its page is answered.
  const status = isStatus(byte) ? byte : UNKNOWN_STATUS;
  const run = { status, http, first, last, deadEnd: (marked & DEAD_END) !== 0, checks };
  if (marked < REFUSED && earlier === undefined) return run;
  return {
    ...run,
    ...((marked & REFUSED) !== 0 && { refused: true }),
    ...(earlier !== undefined && { earlier }),
  };
}

const unzipped = (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  through(bytes, new DecompressionStream("gzip"), (all) => all.text());

/** Without a Blob and a pipe, which take longer than what they carry. */
async function through<T>(
  bytes: Uint8Array<ArrayBuffer>,
  { readable, writable }: CompressionStream | DecompressionStream,
  collect: (all: Response) => Promise<T>,
): Promise<T> {
  const writer = writable.getWriter();
  const written = writer.write(bytes).then(() => writer.close());
  const [collected] = await Promise.all([collect(new Response(readable)), written]);
  return collected;
}
