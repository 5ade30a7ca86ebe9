/** Which pages make up what a wiki blocks (P1). `domains`: MediaWiki:BlockedExternalDomains.json. */
export const LIST_KINDS = ["blacklist", "whitelist", "domains"] as const;
export type ListKind = (typeof LIST_KINDS)[number];

/** `global`: the farm's list; `local`: the wiki's own lists. */
export type Scope = "global" | "local";

/** An entry of a list as people wrote it, without comment and outer spaces. */
export interface Entry {
  /** From 1; of JSON lists the place in the array. */
  readonly line: number;
  readonly text: string;
}

/**
 * An entry that is not applied. `broken`: MediaWiki cannot use it either, and passes it over; `beyond`: MediaWiki can,
 * but no engine of linear time, or it is over a bound of ours.
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
