import type { Day } from "../shared/calendar/day.ts";
import type { History } from "../shared/history/types.ts";
import type { Scope } from "../shared/spam/types.ts";
import type { Note } from "../shared/status/note.ts";
import type { TraitName, TraitSeen } from "../shared/status/trait-rules.ts";
import type { HostName, NormalisedUrl, UrlFlag, UrlKey, UrlParts } from "../shared/url/types.ts";
import type { ChangePayloads } from "./changes/types.ts";
import type { OutageSign, WatchedDays } from "./hosts/outage.ts";

/** Ids inside the database; they mean nothing outside. MediaWiki's page ids are plain numbers. */
export type WikiId = number & { readonly __brand: "WikiId" };
export type UrlId = number & { readonly __brand: "UrlId" };
export type HostId = number & { readonly __brand: "HostId" };

/** A value that JSON can carry. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [name: string]: Json | undefined };

export interface NewWiki {
  readonly dbname: string;
  readonly farm: number;
  readonly api: string;
  /** Host and port that the operator gave himself; absent: none. */
  readonly configuredEndpoint?: string;
  readonly server: string;
  /** With `$1` for the title. */
  readonly articleUrl: string;
  readonly lang: string;
  readonly siteName: string;
  /** Not fed before it is resumed; absent: it is. */
  readonly paused?: boolean;
  /** What the feeder has to know of it, in its own terms. */
  readonly feed?: { readonly [name: string]: Json };
}

export const CRITERION_KINDS = ["namespace", "category", "template", "wikidata-property", "page"] as const;

export interface Criterion {
  readonly effect: "include" | "exclude";
  readonly kind: (typeof CRITERION_KINDS)[number];
  /** A namespace's number, a title with its namespace, `P31` or `P31=Q5`, and of a page its title or `#` and its id. */
  readonly value: string;
  /** Of a category: levels of subcategories that belong to it; absent: none. */
  readonly depth?: number;
}

export interface PageRef {
  readonly pageid: number;
  readonly title: string;
  readonly namespace: number;
}

/** A classified URL of a page, ready to be entered (F3). */
export interface LinkedUrl {
  readonly url: NormalisedUrl;
  readonly key: UrlKey;
  readonly parts: UrlParts;
  readonly flags: readonly UrlFlag[];
}

/** A URL of a page that a spam list blocks (P1): not watched, never contacted (C10). */
export interface SpamLink {
  readonly url: NormalisedUrl;
  readonly key: UrlKey;
  readonly scope: Scope;
  /** The entry that matched, as it stands in the list. */
  readonly line: string;
}

export type HostTrait = TraitName;
export type TraitSpan = TraitSeen;

/** A trait of a domain above a host. */
export interface InheritedTrait extends TraitSpan {
  readonly domain: HostName;
}

/** What is known of a host (design 3). */
export interface HostRecord {
  readonly id: HostId;
  readonly name: string;
  /** Its own; those of the domains above it stand in `inherited` (M9: a trait holds for all subdomains). */
  readonly traits: readonly TraitSpan[];
  readonly inherited: readonly InheritedTrait[];
  /** C5: how many of its URLs failed one after the other, by an OutageRule; it means nothing on another day. */
  readonly outage: (OutageSign & { readonly day: Day; readonly count: number }) | null;
  readonly watched: WatchedDays;
  /** C5: an origin of it that answered, as far as that was worth a line; it means nothing on another day. */
  readonly up: { readonly day: Day; readonly origin: string } | null;
  /** Interval between requests as learnt; 0: the standard one. */
  readonly paceMs: number;
  /** Retry-After: not before this instant, milliseconds since 1970. */
  readonly retryAtMs: number | null;
  /** The organisation of its domain (O5); null: none is known. */
  readonly organisation: number | null;
  readonly robots: { readonly day: Day; readonly text: string } | null;
  /** What its sites do with addresses that cannot exist (crawler/classify/site/facts.ts); "" : nothing is known. */
  readonly site: string;
}

/** A URL that is due for a check. */
export interface DueUrl {
  readonly id: UrlId;
  readonly url: NormalisedUrl;
  readonly host: HostId;
  readonly history: History;
  /** Day of the last query; null: never contacted. Hand it back with the result. */
  readonly queried: Day | null;
  readonly notes: readonly Note[];
  readonly flags: readonly UrlFlag[];
  readonly mime: string | null;
  readonly kib: number | null;
}

/** What a worker reads at a time: URLs with the hosts they are on. */
export interface DueBatch {
  readonly urls: readonly DueUrl[];
  readonly hosts: ReadonlyMap<HostId, HostRecord>;
}

/** A worker's hold on a slice (design 2). */
export interface SliceLease {
  readonly slice: number;
  /** Fencing token: results under an older one are refused. */
  readonly token: number;
  /** `pass`: all of its URLs are due; `fresh`: only those never contacted. */
  readonly kind: "pass" | "fresh";
  /** The day on which this pass began, maybe under another worker: URLs dated since then are done. */
  readonly began: Day;
  /** The day on which the pass before began; -1: there was none. */
  readonly swept: number;
}

/** A place in the order of changes (design 6). */
export interface Position {
  readonly xid: string;
  readonly id: number;
}

/**
 * The client that is no edge: the database's own table of events, for those who follow a wiki (D3, D5). Any other target
 * is an edge by its EDGE_NAME.
 */
export const FEED_TARGET = "feed";

export type ChangeKind = keyof ChangePayloads;

interface ChangeOf<Kind extends ChangeKind> {
  readonly position: Position;
  /** Milliseconds since 1970, by the database's clock. */
  readonly atMs: number;
  readonly day: Day;
  readonly kind: Kind;
  /** Concerns every page that has the URL. */
  readonly url: UrlId | null;
  /** Concerns one page. */
  readonly page: { readonly wiki: WikiId; readonly pageid: number } | null;
  /** Concerns no page by its snapshot, but a wiki's followers; absent: another kind. */
  readonly wiki?: WikiId;
  /** All that there is to publish (D1), so that nobody has to read the state again. */
  readonly payload: ChangePayloads[Kind];
}

export type Change = { readonly [Kind in ChangeKind]: ChangeOf<Kind> }[ChangeKind];

/** Queues whose growth is an alarm (docs/alarms.md, `queue-grows`). */
export type QueueName = "asked-pages" | "changed-pages" | "asked-checks" | "replacements";
