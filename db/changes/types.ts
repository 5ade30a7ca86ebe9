import type { ArchiveLink, UrlAnswer } from "../../shared/answer/types.ts";
import type { SiteRelaunched } from "../../shared/protocol/feed.ts";
import type { Scope } from "../../shared/spam/types.ts";
import type { Note } from "../../shared/status/note.ts";

/** What a reader is shown of a URL on a day, as an answer has it (docs/api.md). */
export type ShownUrl = Pick<UrlAnswer, "verdict" | "rule" | "status" | "http" | "since" | "last" | "checks">;

/** What can be new about a URL (D1). */
export const URL_NEWS = [
  /** Another verdict, by a check or by the mere passing of days; or the same by the rule `reported-domain` (H3). */
  "verdict",
  /** Another run of its history: status, HTTP number, or mark of it. */
  "status",
  /** Notes of its own, and such that hold for its host (M9, M10). */
  "notes",
  "host-notes",
  /** MIME keyword (C8). */
  "content",
  "archive",
  "replacement",
  /** A new address that was checked by itself: of a URL that works a note says it. */
  "moved",
  "reports",
  /** On the wiki of the row: it is blocked by a list, or no longer (P1). */
  "spam",
  /** Nothing, but somebody asked for the check, and is to see its day and count. No matter for followers. */
  "asked",
] as const;
export type UrlNews = (typeof URL_NEWS)[number];

/** Payload of a change of kind `url`: concerns every page that has the URL. */
export interface UrlChange {
  readonly url: string;
  readonly news: readonly UrlNews[];
  /** Equal where only other things are new. */
  readonly before: ShownUrl;
  readonly after: ShownUrl;
  /** With `notes` and `host-notes`. */
  readonly notes?: { readonly came: readonly Note[]; readonly gone: readonly Note[] };
  /** With `archive`: the one that came or changed; null: it is gone. */
  readonly archive?: ArchiveLink | null;
  /** With `replacement`. */
  readonly replacement?: string | null;
  /** With `moved`; null: it does not work any more, or is long not confirmed. */
  readonly movedTo?: string | null;
  /** With `reports`: by a good check (H1), after half a year, by somebody. */
  readonly reports?: "cleared" | "expired" | "made" | "withdrawn";
}

/** A link that a list blocks. */
export interface ShownSpam {
  readonly url: string;
  readonly list: Scope;
}

/** URLs by text, at most CHANGE_LISTED_MAX of them; `added`, `removed`, `uses` beside them count all. */
interface ComeAndGone<Item> {
  readonly came: readonly Item[];
  readonly gone: readonly Item[];
}
export const CHANGE_LISTED_MAX = 50;
/** UTF-16 units of the texts of such a list together. */
export const CHANGE_LISTED_UNITS_MAX = 16_384;

interface PageChange {
  /** `dewiki@WMF` */
  readonly wiki: string;
  /** With its namespace. */
  readonly title: string;
}

/** Payload of `page-links`: the page came on the watchlist, has another title, or other links. */
interface PageLinksChange extends PageChange {
  readonly namespace: number;
  /** Its links were never read before: `added` counts them, `urls` does not list them. */
  readonly came: boolean;
  /** Title before, when it was moved. */
  readonly before?: string;
  readonly added: number;
  readonly removed: number;
  readonly urls: ComeAndGone<string>;
  /** When other links of it are blocked than before; `uses`: how many are now. */
  readonly spam?: ComeAndGone<ShownSpam> & { readonly uses: number };
}

export type DeletionReason = "deleted" | "untouched" | "content-model" | "released";

/** Payload of `page-deleted`: the page is off the watchlist. */
interface PageDeletedChange extends PageChange {
  readonly namespace: number;
  readonly reason: DeletionReason;
  /** How many URLs and blocked links it had. */
  readonly removed: number;
  readonly uses: number;
}

/** Payload of `url-deleted`: URLs were forgotten (M4) that only a page which no run visits any more still named. */
export interface UrlDeletedChange extends PageChange {
  readonly removed: number;
  readonly urls: ComeAndGone<string>;
}

/** Payload of `site-relaunched`: a site was relaunched to which pages of the wiki link (O5). */
interface RelaunchChange {
  /** `dewiki@WMF` */
  readonly wiki: string;
  /** With the counts of the wiki's own links. */
  readonly relaunch: SiteRelaunched;
  /** The first pages that had the lost links, ascending, and how many they are in all. */
  readonly pages: readonly number[];
  readonly pageCount: number;
}

/**
 * Payload of `first-results`: URLs that were checked for the first time and have nothing of which followers hear. While a wiki is in its first
 * pass these are one row for all of a batch: it concerns every page that has one of them.
 */
interface FirstResults {
  /** Their ids (UrlId). */
  readonly urls: readonly number[];
}

/** By kind of the change. */
export interface ChangePayloads {
  readonly url: UrlChange;
  readonly "page-links": PageLinksChange;
  readonly "page-deleted": PageDeletedChange;
  readonly "url-deleted": UrlDeletedChange;
  readonly "site-relaunched": RelaunchChange;
  readonly "first-results": FirstResults;
}
