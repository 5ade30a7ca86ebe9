import type { Day } from "../calendar/day.ts";
import type { UrlAnswer } from "./types.ts";

/** Lists of a wiki's pages with a link each (Q5): by page, each use of a URL is an entry. */
export const LIST_NAMES = ["spam", "unreachable", "doubtful", "broken"] as const;
export type ListName = (typeof LIST_NAMES)[number];

/** Lists that may be narrowed to a domain with its subdomains, and to the start of a path. */
export const LISTS_BY_DOMAIN: readonly ListName[] = ["unreachable", "doubtful", "broken"];

/** A page and one of its links. */
export interface ListedUse
  extends Pick<
    UrlAnswer,
    "url" | "verdict" | "rule" | "status" | "http" | "since" | "last" | "checks" | "history" | "spam"
  > {
  readonly pageid: number;
  /** As the feeder last saw it. */
  readonly title: string;
  readonly namespace: number;
  /** The spam list's line that matched; null: it is not spam. Of spam, `since` is the day it was first seen there. */
  readonly line: string | null;
  /** Where the list goes on behind it, for whoever shows less of it; null: not told. No part of public answers. */
  readonly cursor: string | null;
}

/** One page of a list. */
export interface WikiList {
  readonly version: 1;
  /** Day on which it was made. */
  readonly generated: Day;
  /** `dewiki@WMF` */
  readonly wiki: string;
  readonly list: ListName;
  /** Null: of all domains. */
  readonly domain: string | null;
  /** Start of the path; "": all of them. */
  readonly path: string;
  readonly entries: readonly ListedUse[];
  /** Where it goes on, opaque; null: this was its end. With a cursor there may be fewer entries than asked for, or none. */
  readonly cursor: string | null;
}
