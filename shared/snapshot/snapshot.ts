import type { PageFacts, UrlFacts } from "../answer/types.ts";
import { evidenceOf, isFailing } from "../history/evidence.ts";
import type { Earlier, HistoryEntry } from "../history/types.ts";
import { isRecord } from "../json/record.ts";
import { NOTE_KEYS } from "../status/note.ts";
import { STATUS_TABLE, type Status } from "../status/table.ts";
import { splitUrl } from "../url/parts.ts";
import { sortByUrl } from "../url/sort.ts";
import type { NormalisedUrl, UrlParts } from "../url/types.ts";

/** All that the edge keeps of one watched page (design 7): day numbers and status bytes, never phrases. */
export interface Snapshot extends PageFacts {
  /** `dewiki@WMF` */
  readonly wiki: string;
  readonly pageid: number;
  readonly namespace: number;
}

/**
 * The stored form: lines of JSON, compressed with gzip (RFC 1952), whose CRC-32 shows damage. The first line is the page; then comes a
 * line for each URL, which begins with the status of its newest run, so that a reader who wants only what fails need not parse the
 * others. `version` is that of the lines: a reader of version N also reads N - 1, so that edges and dispatchers can be renewed one
 * after the other. Decision 21 has the figures.
 */
const SNAPSHOT_VERSION = 1;

export const SNAPSHOT_LIMITS = {
  /** Cloudflare KV's limit for a value. */
  bytes: 25 * 1024 * 1024,
  /** What is beyond these is left out: an isolate has 128 MB for everything, and a URL becomes a kilobyte. No real page has so much. */
  urls: 25_000,
  jsonUnits: 16 * 1024 * 1024,
} as const;

type StoredPage = Omit<Snapshot, "urls"> & { readonly version: 1 };

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

/** A page's snapshot as a KV value; its URLs in the order of answers (Q2), which a gadget's answer keeps. */
export async function encodeSnapshot({ urls, ...page }: Snapshot): Promise<Uint8Array<ArrayBuffer>> {
  const stored: StoredPage = { version: SNAPSHOT_VERSION, ...page };
  const lines = [JSON.stringify(stored)];
  let units = 0;
  for (const facts of sortByUrl(urls, partsOf).slice(0, SNAPSHOT_LIMITS.urls)) {
    const line = JSON.stringify(storedUrl(facts));
    units += line.length;
    if (units > SNAPSHOT_LIMITS.jsonUnits) break;
    lines.push(line);
  }
  const text = lines.join("\n");
  return new Uint8Array(await through(text, new CompressionStream("gzip")).arrayBuffer());
}

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
   * URLs whose newest run may be a failure, and beside them those with another URL inside, which may be an archived copy of one (A4):
   * of a page of 1,000 links a fifth of the time. Left out: all.
   */
  readonly only?: "failing";
}

/** Total: any bytes give an answer. */
export async function decodeSnapshot(
  bytes: Uint8Array<ArrayBuffer>,
  options: DecodeOptions = {},
): Promise<Decoded> {
  try {
    return readText(await through(bytes, new DecompressionStream("gzip")).text(), options);
  } catch (error) {
    return { kind: "damaged", message: error instanceof Error ? error.message : "unknown" };
  }
}

/** Throws where it is no such text. */
function readText(text: string, { only }: DecodeOptions): Decoded {
  const headEnd = text.indexOf("\n");
  const page = JSON.parse(headEnd < 0 ? text : text.slice(0, headEnd)) as StoredPage;
  if (!isRecord(page) || typeof page.version !== "number") throw new Error("its JSON is no snapshot");
  const { version, ...rest } = page;
  if (version !== SNAPSHOT_VERSION) return { kind: "unknown-version", version };
  const starts: number[] = [];
  for (let start = headEnd + 1; start > 0; start = text.indexOf("\n", start) + 1) starts.push(start);
  const wanted = only === undefined ? starts : failingAndCopies(text, starts);
  const urls = wanted.map((start) => {
    const end = text.indexOf("\n", start);
    return readUrl(JSON.parse(text.slice(start, end < 0 ? undefined : end)) as StoredUrl);
  });
  return { kind: "snapshot", version, snapshot: { ...rest, urls }, urlCount: starts.length };
}

/** Copies matter beside a link that fails, and most pages have none. */
function failingAndCopies(text: string, starts: readonly number[]): readonly number[] {
  const failing = new Set(starts.filter((start) => mayFail(text, start)));
  if (failing.size === 0) return [];
  const nested = nestedLines(text);
  return starts.filter((start) => failing.has(start) || nested.has(start));
}

/** Where lines begin whose URL has another inside; not those of which archived copies are known. */
function nestedLines(text: string): ReadonlySet<number> {
  const starts = new Set<number>();
  for (let at = text.indexOf("/http"); at >= 0; at = text.indexOf("/http", at + 1)) {
    const url = text.lastIndexOf('],"', at) + 3;
    if (text.indexOf('"', url) > at) starts.add(text.lastIndexOf("\n", at) + 1);
  }
  return starts;
}

const KNOWN_NOTES: ReadonlySet<string> = new Set(NOTE_KEYS);

const readUrl = ([runs, url, rest]: StoredUrl): UrlFacts => ({
  url,
  history: runs.map(readRun),
  // A kind of a newer writer says nothing to this reader.
  notes: rest?.notes?.filter(({ key }) => KNOWN_NOTES.has(key)) ?? [],
  mime: rest?.mime ?? null,
  kib: rest?.kib ?? null,
  archives: rest?.archives ?? [],
  replacement: rest?.replacement ?? null,
  ...(rest?.movedTo !== undefined && { movedTo: rest.movedTo }),
  reports: rest?.reports ?? 0,
  spam: rest?.spam ?? null,
});

function readRun([marked, http, first, last, checks, earlier]: StoredRun): HistoryEntry {
  const status = (marked & 255) as Status;
  const run = { status, http, first, last, deadEnd: (marked & DEAD_END) !== 0, checks };
  // Few have more, and what is spread takes several times as long.
  if (marked < REFUSED && earlier === undefined) return run;
  return {
    ...run,
    ...((marked & REFUSED) !== 0 && { refused: true }),
    ...(earlier !== undefined && { earlier }),
  };
}

/** Statuses with marks whose run may be a failure, whatever number came with it. */
const FAILING: ReadonlySet<number> = new Set(
  STATUS_TABLE.flatMap(({ type }) =>
    [0, DEAD_END, REFUSED, DEAD_END + REFUSED]
      .map((marks) => type + marks)
      .filter((marked) =>
        [null, 404, 500].some((http) =>
          isFailing(evidenceOf(readRun([marked, http, 0, 0, 1] as unknown as StoredRun))),
        ),
      ),
  ),
);

/** Behind the brackets of the URL, of its history and of its newest run. */
const STATUS_AT = 3;

const mayFail = (text: string, line: number): boolean =>
  FAILING.has(Number.parseInt(text.slice(line + STATUS_AT, line + STATUS_AT + 4), 10));

const through = (
  content: string | Uint8Array<ArrayBuffer>,
  transform: CompressionStream | DecompressionStream,
): Response => new Response(new Blob([content]).stream().pipeThrough(transform));
