import { type Day, daysBetween, isDay } from "../calendar/day.ts";
import type { SoftPrint } from "./site-soft.ts";

/** So long what was seen of a site is believed, then it is looked at anew. */
export const SITE_DAYS = 90;
/** Sites of one host are told apart by port; targets to which lost pages are sent. */
const PORTS_MAX = 3;
const SINKS_MAX = 8;

/** What a site does with an address that cannot exist (C7). */
const KINDS = ["unknown", "proper", "plain", "elsewhere", "soft"] as const;
export type SiteKind =
  /** It was not asked. */
  | "unknown"
  /** It says 404 or 410. */
  | "proper"
  /** Nothing follows from it: it shows the same for everything, refuses, is broken … */
  | "plain"
  /** It redirects to one of `sinks`. */
  | "elsewhere"
  /** It shows `print` with 200. */
  | "soft";

export interface SiteFacts {
  readonly kind: SiteKind;
  /** Day of the random address; null: none was tried. */
  readonly asked: Day | null;
  /** Folder of the random address, as a number; NO_FOLDER: pages in it are known to be told apart by their names. */
  readonly folder: number;
  readonly print: SoftPrint | null;
  /** Targets of redirects to which unrelated addresses lead (C6), as numbers. */
  readonly sinks: readonly number[];
  /** C11: when signs of parking were looked for, since when they are there, and when last they were not. */
  readonly looked: Day | null;
  readonly parkedSince: Day | null;
  readonly clean: Day | null;
  /** The name servers are those of a parking service too. */
  readonly confirmed: boolean;
}

/** No folder's number: they are natural. */
export const NO_FOLDER = -1;

export const NO_FACTS: SiteFacts = {
  kind: "unknown",
  asked: null,
  folder: NO_FOLDER,
  print: null,
  sinks: [],
  looked: null,
  parkedSince: null,
  clean: null,
  confirmed: false,
};

/** The sites of one host by port; 0 is that of the scheme. */
export type HostSites = ReadonlyMap<number, SiteFacts>;

export const isFresh = (day: Day | null, today: Day): boolean =>
  day !== null && Math.abs(daysBetween(day, today)) < SITE_DAYS;

/** FNV-1a to 24 bits: five characters when stored. */
export function hash24(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 24)) & 0xffffff;
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
  readonly s?: string;
  readonly l?: number;
  readonly p?: number;
  readonly c?: number;
  readonly n?: 1;
  /** Template, own texts, their words, title, characters, whether it says so. */
  readonly t?: readonly [string, string, string, number, number, number];
}

function packPrint({
  template,
  own,
  titleHash,
  chars,
  saysNotFound,
}: SoftPrint): NonNullable<PackedFacts["t"]> {
  const [hashes, words] = [[...own.keys()], [...own.values()]];
  return [
    packNumbers(template),
    packNumbers(hashes),
    words.join(" "),
    titleHash,
    chars,
    Number(saysNotFound),
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
      ...(facts.sinks.length > 0 && { s: packNumbers(facts.sinks.slice(-SINKS_MAX)) }),
      ...day("l", facts.looked),
      ...day("p", facts.parkedSince),
      ...day("c", facts.clean),
      ...(facts.confirmed && { n: 1 as const }),
      ...(facts.print !== null && { t: packPrint(facts.print) }),
    } satisfies PackedFacts,
  ]);
  return JSON.stringify(Object.fromEntries(packed));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
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
    saysNotFound: value[5] === 1,
  };
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
      sinks: unpackNumbers(textOr(facts.s)),
      looked: dayOr(facts.l),
      parkedSince: dayOr(facts.p),
      clean: dayOr(facts.c),
      confirmed: facts.n === 1,
    });
  }
  return sites;
}
