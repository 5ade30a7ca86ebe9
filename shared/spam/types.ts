/** The kinds of spam lists (P1). `domains`: MediaWiki:BlockedExternalDomains.json. */
const LIST_KINDS = ["blacklist", "whitelist", "domains"] as const;
export type ListKind = (typeof LIST_KINDS)[number];

/** `global`: the farm's list; `local`: the wiki's own lists. */
export type Scope = "global" | "local";

/** An entry of a list as written, without comment and outer spaces. */
export interface Entry {
  /** Line number from 1; in JSON lists the position in the array, from 1. */
  readonly line: number;
  readonly text: string;
  /** Of the first entry beyond ENTRIES_MAX: how many come after it. None of them is kept or applied. */
  readonly more?: number;
}

/** Limit on the entries of one list that are kept; Wikimedia's largest lists have about 15,000. */
export const ENTRIES_MAX = 100_000;

/** Why the first entry beyond the limit is not applied, for all of them. */
export const leftOut = (more: number): string =>
  `comes after ${ENTRIES_MAX} others${more === 0 ? "" : `, as do ${more} more`}`;

/**
 * An entry that is not applied. `broken`: MediaWiki skips it too; `beyond`: MediaWiki applies it, but no
 * engine of linear time can, or it exceeds one of our limits.
 */
export interface UnusableEntry extends Entry {
  readonly kind: "broken" | "beyond";
  /** Completes "this line …". */
  readonly reason: string;
}

/** Why a URL is spam. */
export interface SpamMatch {
  readonly scope: Scope;
  readonly list: Exclude<ListKind, "whitelist">;
  readonly entry: Entry;
}
