import { type Day, daysBetween, isDay } from "../../../shared/calendar/day.ts";
import { isRecord } from "../../../shared/json/record.ts";
import { hash24 } from "./page.ts";
import type { SoftPrint } from "./soft-404.ts";

/** So long what was seen of a site is believed, then it is looked at again. */
export const SITE_DAYS = 90;
/** Sites of one host are distinguished by port; targets to which lost pages are sent. */
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
  /** Folder of the random address, as a number; NO_FOLDER: pages in it are known to be distinguished by their names. */
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
 * something of links that were answered to HEAD (`byHead`): GET may show a page. That GET does not, of others: HEAD may find anything.
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
  const isLater = isNewer(own.asked, stored.asked) || (isMore && own.asked === stored.asked);
  const { kind, asked, folder, print } = isLater ? own : stored;
  const owner = isNewer(own.looked, stored.looked) ? own : stored;
  const sinks = new Map(stored.sinks);
  for (const [sink, day] of own.sinks) if (isNewer(day, sinks.get(sink) ?? null)) sinks.set(sink, day);
  const latest = [...sinks].sort(([a, on], [b, than]) => on - than || a - b).slice(-SINKS_MAX);
  return { ...owner, kind, asked, folder, print, sinks: new Map(latest) };
}

const packNumbers = (numbers: Iterable<number>): string => {
  let text = "";
  for (const number of numbers) text += number.toString(36).padStart(5, "0");
  return text;
};
const unpackNumbers = (text: string): number[] =>
  (text.match(/[0-9a-z]{5}/g) ?? []).map((digits) => Number.parseInt(digits, 36));

/** How one of the facts stands in JSON; `unpack` makes the best of damage. */
interface Codec<Fact> {
  readonly pack: (fact: Fact) => unknown;
  readonly unpack: (value: unknown) => Fact;
}

const textOr = (value: unknown): string => (typeof value === "string" ? value : "");
const numberOr = (value: unknown): number => (typeof value === "number" ? value : 0);
const numbersIn = (value: unknown): number[] => (textOr(value).match(/\d+/g) ?? []).map(Number);
const plain = <Fact>(unpack: (value: unknown) => Fact): Codec<Fact> => ({ pack: (fact) => fact, unpack });

const DAY = plain((value) => (isDay(value) ? value : null));

const SINKS: Codec<SiteFacts["sinks"]> = {
  pack: (sinks) => [packNumbers(sinks.keys()), [...sinks.values()].join(" ")],
  unpack(value) {
    const [hashes, days] = Array.isArray(value) ? value : [];
    const seen = numbersIn(days);
    const pairs = unpackNumbers(textOr(hashes)).map((hash, at) => [hash, DAY.unpack(seen[at])] as const);
    return new Map(pairs.filter((pair): pair is [number, Day] => pair[1] !== null).slice(0, SINKS_MAX));
  },
};

const PRINT: Codec<SoftPrint | null> = {
  pack: (print) =>
    print && [
      packNumbers(print.template),
      packNumbers(print.own.keys()),
      [...print.own.values()].join(" "),
      packNumbers(print.notices),
      print.titleHash,
      print.chars,
      print.titleSaysNotFound,
    ],
  unpack(value) {
    if (!Array.isArray(value)) return null;
    const [template, own, ownWords, notices, titleHash, chars, titleSaysNotFound] = value;
    const words = numbersIn(ownWords);
    return {
      template: new Set(unpackNumbers(textOr(template))),
      own: new Map(unpackNumbers(textOr(own)).map((hash, at) => [hash, words[at] ?? 0])),
      notices: new Set(unpackNumbers(textOr(notices))),
      titleHash: numberOr(titleHash),
      chars: numberOr(chars),
      titleSaysNotFound: titleSaysNotFound === true,
    };
  },
};

const CODECS: { readonly [Name in keyof SiteFacts]: Codec<SiteFacts[Name]> } = {
  kind: plain((value) => KINDS.find((kind) => kind === value) ?? "unknown"),
  asked: DAY,
  folder: plain((value) => (typeof value === "number" ? value : NO_FOLDER)),
  print: PRINT,
  sinks: SINKS,
  looked: DAY,
  parkedSince: DAY,
  clean: DAY,
  confirmed: plain((value) => value === true),
  bettingSince: DAY,
  ordinaryLooks: plain((value) => Math.min(ORDINARY_LOOKS, Math.max(0, Math.trunc(numberOr(value))))),
};
const NAMES = Object.keys(CODECS) as (keyof SiteFacts)[];

function packed(facts: SiteFacts): Record<string, unknown> {
  const known = NAMES.filter((name) => facts[name] !== NO_FACTS[name]);
  return Object.fromEntries(known.map((name) => [name, (CODECS[name] as Codec<unknown>).pack(facts[name])]));
}

function unpacked(known: Readonly<Record<string, unknown>>): SiteFacts {
  const facts = Object.fromEntries(
    NAMES.map((name) => [name, name in known ? CODECS[name].unpack(known[name]) : NO_FACTS[name]]),
  ) as unknown as SiteFacts;
  return facts.kind === "soft" && facts.print === null ? { ...facts, kind: "unknown" } : facts;
}

const lastSeen = ({ asked, looked }: SiteFacts): number => Math.max(asked ?? -1, looked ?? -1);

/** For the row of a host, at most some 4 KB a port; "" when there is nothing to say. */
export function encodeSites(sites: HostSites): string {
  const latest = [...sites].sort(([, a], [, b]) => lastSeen(b) - lastSeen(a)).slice(0, PORTS_MAX);
  return latest.length === 0
    ? ""
    : JSON.stringify(Object.fromEntries(latest.map(([port, facts]) => [port, packed(facts)])));
}

/** What cannot be read (damage, another version) is as if nothing were known: it is looked at again. Never throws. */
export function decodeSites(text: string): Map<number, SiteFacts> {
  let read: unknown = null;
  try {
    read = text === "" ? null : JSON.parse(text);
  } catch {
    // As if nothing were known.
  }
  const sites = Object.entries(isRecord(read) ? read : {});
  return new Map(
    sites.flatMap(([port, facts]) => (isRecord(facts) ? [[Number(port), unpacked(facts)]] : [])),
  );
}
