import type { Day } from "../calendar/day.ts";

/** The verdicts that observations have; the others are made where a page's links are known. */
export const COUNTED_VERDICTS = ["unreachable", "doubtful", "refused", "unknown", "working"] as const;
export type VerdictCounts = Readonly<Record<(typeof COUNTED_VERDICTS)[number], number>>;

export interface DomainCount {
  readonly domain: string;
  readonly unreachable: number;
  readonly doubtful: number;
}

/** The domains of a wiki with most broken URLs, in parts. */
export interface DomainList {
  readonly version: 1;
  readonly generated: Day;
  readonly wiki: string;
  readonly list: "domains";
  /** As of an Overview. */
  readonly countedAtMs: number | null;
  readonly entries: readonly DomainCount[];
  /** Where it goes on, opaque; null: this was its end. */
  readonly cursor: string | null;
}

/** The different URLs at a host whose path begins so; a folder's own counts those that lie in none of its folders. */
export interface PathCount extends VerdictCounts {
  readonly host: string;
  /** `/news/` */
  readonly path: string;
}

/** What a domain with all below it has, by host and folder, the worst first, as of now (Q5). */
export interface PathList {
  readonly version: 1;
  readonly generated: Day;
  readonly wiki: string;
  readonly list: "paths";
  readonly domain: string;
  /** Only what begins so; "": all of it. */
  readonly path: string;
  /** Of some thousand URLs in the order of their hosts and paths. Where a domain has more, further folders are told after the cursor. */
  readonly entries: readonly PathCount[];
  /** Where it goes on, opaque; null: this was its end. There may be fewer entries with one, or none. */
  readonly cursor: string | null;
}

/** A URL whose verdict turned, with the first pages that have it. */
export interface Turned {
  readonly day: Day;
  readonly url: string;
  readonly pageCount: number;
  readonly pages: readonly { readonly pageid: number; readonly title: string }[];
}

/** What turned in a week. */
export interface Turns {
  /** At most TURNS_MAX. */
  readonly count: number;
  readonly latest: readonly Turned[];
}
export const TURNS_MAX = 10_000;

/** A wiki at a glance (Q5). */
export interface Overview {
  readonly version: 1;
  readonly generated: Day;
  /** `dewiki@WMF` */
  readonly wiki: string;
  /** When its URLs were counted last, milliseconds since 1970; null: not yet, and then nothing is counted. */
  readonly countedAtMs: number | null;
  readonly counts: VerdictCounts | null;
  /** The last survey of each day, oldest first. */
  readonly days: readonly (VerdictCounts & { readonly day: Day })[];
  /** Those with most unreachable and doubtful URLs. */
  readonly domains: readonly DomainCount[];
  /** Presumed unreachable since this week. */
  readonly newlyBroken: Turns;
  /** Unreachable or doubtful before, and working again since this week. */
  readonly workingAgain: Turns;
}

/** Days of the plot, and domains that are told. */
export const OVERVIEW_LIMITS = { days: 90, domains: 50, latest: 10, turnDays: 7 } as const;
