import { type Day, daysBetween, isDay } from "../../shared/calendar/day.ts";
import { isRecord } from "../../shared/json/record.ts";
import { hash24 } from "./page.ts";
import type { SoftPrint } from "./soft-404.ts";

/** So long what was seen of a site is believed, then it is looked at anew. */
export const SITE_DAYS = 90;
/** Sites of one host are told apart by port; targets to which lost pages are sent. */
const PORTS_MAX = 3;
const SINKS_MAX = 8;

/** What a site does with an address that cannot exist (C7). */
const KINDS = ["unknown", "proper", "plain", "elsewhere", "soft", "proper-to-head", "proper-to-get"] as const;
type SiteKind =
  /** It was not asked. */
  | "unknown"
  /** It says 404 or 410. */
  | "proper"
  /** Nothing follows from it: it shows the same for everything, refuses, is broken … */
  | "plain"
  /** It redirects to one of `sinks`. */
  | "elsewhere"
  /** It shows `print` with 200. */
  | "soft"
  /** It says 404 or 410 to HEAD, and was not asked by GET; and the other way round. */
  | "proper-to-head"
  | "proper-to-get";

export interface SiteFacts {
  readonly kind: SiteKind;
  /** Day of the random address; null: none was tried. */
  readonly asked: Day | null;
  /** Folder of the random address, as a number; NO_FOLDER: pages in it are known to be told apart by their names. */
  readonly folder: number;
  readonly print: SoftPrint | null;
  /**
   * Targets of redirects to which unrelated addresses lead (C6), as numbers, with the day when that was last seen: a
   * page about maintenance is one for a while. The latest last.
   */
  readonly sinks: ReadonlyMap<number, Day>;
  /** C11: when signs of parking were looked for, since when they are there, and when last they were not. */
  readonly looked: Day | null;
  readonly parkedSince: Day | null;
  readonly clean: Day | null;
  /** The name servers are those of a parking service too. */
  readonly confirmed: boolean;
  /** C11: since when the first page is one of betting, and how many looks saw before that it was none, to ORDINARY_LOOKS. */
  readonly bettingSince: Day | null;
  readonly ordinaryLooks: number;
}

/** No folder's number: they are natural. */
export const NO_FOLDER = -1;

export const NO_FACTS: SiteFacts = {
  kind: "unknown",
  asked: null,
  folder: NO_FOLDER,
  print: null,
  sinks: new Map(),
  looked: null,
  parkedSince: null,
  clean: null,
  confirmed: false,
  bettingSince: null,
  ordinaryLooks: 0,
};

/** The sites of one host by port; 0 is that of the scheme. */
export type HostSites = ReadonlyMap<number, SiteFacts>;

export const isFresh = (day: Day | null, today: Day): boolean =>
  day !== null && Math.abs(daysBetween(day, today)) < SITE_DAYS;

/**
 * Whether what a site does with an address that cannot exist need not be asked now. That HEAD does not find it says
 * something of links that HEAD told of (`byHead`): GET may show a page. That GET does not, of others: HEAD may find anything.
 */
export const isProbed = ({ kind, asked }: SiteFacts, today: Day, byHead: boolean): boolean =>
  isFresh(asked, today) && kind !== (byHead ? "proper-to-get" : "proper-to-head");

const isHalf = ({ kind }: SiteFacts): boolean => kind === "proper-to-head" || kind === "proper-to-get";

/** The latest sinks that still are believed. A host that is full of those of today gets no more: it makes them up. */
export function withSink(sinks: SiteFacts["sinks"], sink: number, today: Day): SiteFacts["sinks"] {
  const fresh = [...sinks].filter(([known, day]) => known !== sink && isFresh(day, today));
  if (fresh.length >= SINKS_MAX && fresh.every(([, day]) => day === today)) return sinks;
  const kept = fresh.sort(([, a], [, b]) => a - b).slice(1 - SINKS_MAX);
  return new Map([...kept, [sink, today]]);
}

/** What a target is remembered by beside that where the address that cannot exist ended there: more than many others say. */
export const randomSink = (target: string): number => hash24(`random ${target}`);

export const isSink = (facts: SiteFacts, sink: number, today: Day): boolean =>
  isFresh(facts.sinks.get(sink) ?? null, today);

/** Looks on several days that have to see another first page, before betting is taken for a change: one may be a notice. */
export const ORDINARY_LOOKS = 2;

/** Since when the first page is one of betting, after it was another; null: it is not, was so from the first look on, or nobody knows. */
export const becameBetting = ({ bettingSince, ordinaryLooks }: SiteFacts): Day | null =>
  ordinaryLooks < ORDINARY_LOOKS ? null : bettingSince;

const isNewer = (day: Day | null, than: Day | null): boolean => (day ?? -1) > (than ?? -1);

/**
 * What two processes know of one site: of the answer to the random address and of its owner what was seen later, and the
 * sinks of both. Of equal days what is more than half of the answer, and else what is stored, so that all come to agree.
 */
export function mergeFacts(stored: SiteFacts, own: SiteFacts): SiteFacts {
  const isMore = isHalf(stored) && !isHalf(own);
  const later = isNewer(own.asked, stored.asked) || (isMore && own.asked === stored.asked);
  const { kind, asked, folder, print } = later ? own : stored;
  const { looked, parkedSince, clean, confirmed, bettingSince, ordinaryLooks } = isNewer(
    own.looked,
    stored.looked,
  )
    ? own
    : stored;
  const sinks = new Map(stored.sinks);
  for (const [sink, day] of own.sinks) if (isNewer(day, sinks.get(sink) ?? null)) sinks.set(sink, day);
  const latest = [...sinks].sort(([a, on], [b, than]) => on - than || a - b).slice(-SINKS_MAX);
  return {
    kind,
    asked,
    folder,
    print,
    sinks: new Map(latest),
    looked,
    parkedSince,
    clean,
    confirmed,
    bettingSince,
    ordinaryLooks,
  };
}

const packNumbers = (numbers: Iterable<number>): string => {
  let text = "";
  for (const number of numbers) text += number.toString(36).padStart(5, "0");
  return text;
};
const unpackNumbers = (text: string): number[] =>
  (text.match(/[0-9a-z]{5}/g) ?? []).map((digits) => Number.parseInt(digits, 36));

interface PackedFacts {
  readonly k: number;
  readonly a?: number;
  readonly f?: number;
  /** Sinks, and their days. */
  readonly s?: string;
  readonly d?: string;
  readonly l?: number;
  readonly p?: number;
  readonly c?: number;
  readonly n?: 1;
  readonly b?: number;
  readonly q?: number;
  /** Template, own texts, their words, title, characters, notices, whether the title says so. */
  readonly t?: readonly [string, string, string, number, number, string, number];
}

function packPrint({
  template,
  own,
  titleHash,
  chars,
  notices,
  titleSaysNotFound,
}: SoftPrint): NonNullable<PackedFacts["t"]> {
  const [hashes, words] = [[...own.keys()], [...own.values()]];
  return [
    packNumbers(template),
    packNumbers(hashes),
    words.join(" "),
    titleHash,
    chars,
    packNumbers(notices),
    Number(titleSaysNotFound),
  ];
}

/** For the row of a host, at most some 4 KB a port; "" when there is nothing to say. */
export function encodeSites(sites: HostSites): string {
  const latest = [...sites].sort(
    ([, a], [, b]) => Math.max(b.asked ?? -1, b.looked ?? -1) - Math.max(a.asked ?? -1, a.looked ?? -1),
  );
  if (latest.length === 0) return "";
  const day = (name: string, value: Day | null) => (value === null ? {} : { [name]: value });
  const packed = latest.slice(0, PORTS_MAX).map(([port, facts]) => [
    port,
    {
      k: KINDS.indexOf(facts.kind),
      ...day("a", facts.asked),
      ...(facts.folder !== NO_FOLDER && { f: facts.folder }),
      ...(facts.sinks.size > 0 && {
        s: packNumbers(facts.sinks.keys()),
        d: [...facts.sinks.values()].join(" "),
      }),
      ...day("l", facts.looked),
      ...day("p", facts.parkedSince),
      ...day("c", facts.clean),
      ...(facts.confirmed && { n: 1 as const }),
      ...day("b", facts.bettingSince),
      ...(facts.ordinaryLooks > 0 && { q: facts.ordinaryLooks }),
      ...(facts.print !== null && { t: packPrint(facts.print) }),
    } satisfies PackedFacts,
  ]);
  return JSON.stringify(Object.fromEntries(packed));
}

const dayOr = (value: unknown): Day | null => (isDay(value) ? value : null);
const textOr = (value: unknown): string => (typeof value === "string" ? value : "");
const numberOr = (value: unknown): number => (typeof value === "number" ? value : 0);

function unpackPrint(value: unknown): SoftPrint | null {
  if (!Array.isArray(value)) return null;
  const words = textOr(value[2]).split(" ").map(Number);
  return {
    template: new Set(unpackNumbers(textOr(value[0]))),
    own: new Map(unpackNumbers(textOr(value[1])).map((hash, at) => [hash, words[at] ?? 0])),
    titleHash: numberOr(value[3]),
    chars: numberOr(value[4]),
    notices: new Set(unpackNumbers(textOr(value[5]))),
    titleSaysNotFound: value[6] === 1,
  };
}

function unpackSinks({ s, d }: Record<string, unknown>): Map<number, Day> {
  const sinks = new Map<number, Day>();
  const days = (textOr(d).match(/\d+/g) ?? []).map(Number);
  for (const [at, hash] of unpackNumbers(textOr(s)).slice(0, SINKS_MAX).entries()) {
    const day = dayOr(days[at]);
    if (day !== null) sinks.set(hash, day);
  }
  return sinks;
}

/** What cannot be read (damage, another version) is as if nothing were known: it is looked at anew. Never throws. */
export function decodeSites(text: string): Map<number, SiteFacts> {
  const sites = new Map<number, SiteFacts>();
  let packed: unknown = null;
  try {
    packed = text === "" ? null : JSON.parse(text);
  } catch {
    return sites;
  }
  for (const [port, facts] of Object.entries(isRecord(packed) ? packed : {})) {
    if (!isRecord(facts)) continue;
    const print = unpackPrint(facts.t);
    const kind = KINDS[numberOr(facts.k)] ?? "unknown";
    sites.set(Number(port), {
      kind: kind === "soft" && print === null ? "unknown" : kind,
      asked: dayOr(facts.a),
      folder: typeof facts.f === "number" ? facts.f : NO_FOLDER,
      print,
      sinks: unpackSinks(facts),
      looked: dayOr(facts.l),
      parkedSince: dayOr(facts.p),
      clean: dayOr(facts.c),
      confirmed: facts.n === 1,
      bettingSince: dayOr(facts.b),
      ordinaryLooks: facts.q === 1 || facts.q === ORDINARY_LOOKS ? facts.q : 0,
    });
  }
  return sites;
}
