import type { Day } from "../calendar/day.ts";
import type { History, PublicEntry } from "../history/types.ts";
import type { OnTheSpot } from "../interwiki/spot.ts";
import type { Note } from "../status/note.ts";
import type { Verdict } from "../verdict/types.ts";

export interface ArchiveLink {
  /** `archive.org`, `webcitation` … (A4). */
  readonly type: string;
  /** Empty string: archived, but no version chosen yet (A1). */
  readonly url: string;
}

/** Everything stored about one URL that an answer may need: what database, origin and snapshot have in common. */
export interface UrlFacts {
  readonly url: string;
  readonly history: History;
  readonly notes: readonly Note[];
  /** Keyword of table MIME (C8) and length in full KiB beside it. */
  readonly mime: string | null;
  readonly kib: number | null;
  readonly archives: readonly ArchiveLink[];
  readonly replacement: string | null;
  /** How many people say that it works for them (H1). */
  readonly reports: number;
  /** Which list blocks it, if any. */
  readonly spam: "global" | "local" | null;
}

/** Everything stored about one watched page that its answer needs; the snapshot has it from the database. */
export interface PageFacts {
  /** Title with namespace, as the feeder last saw it. */
  readonly title: string;
  /** Day on which the feeder last read the page's links. */
  readonly asOf: Day;
  readonly urls: readonly UrlFacts[];
  /**
   * How many links the page has beside these, as answers count them: invalid ones (U3) and those into the own farm (U5, U7). 0 also
   * where nobody counted yet.
   */
  readonly unwatched: number;
}

/** What is known of a URL that nobody stored anything about. */
export const NOTHING_KNOWN: Omit<UrlFacts, "url"> = {
  history: [],
  notes: [],
  mime: null,
  kib: null,
  archives: [],
  replacement: null,
  reports: 0,
  spam: null,
};

/** One URL of a page answer, contract.md. Keys may be added, never changed. */
export interface UrlAnswer extends Omit<UrlFacts, "history"> {
  readonly verdict: Verdict;
  readonly rule: string;
  readonly status: number;
  readonly http: number | null;
  readonly since: Day | null;
  readonly last: Day | null;
  readonly checks: number;
  readonly history: readonly PublicEntry[];
  /** Of a link into the own farm (U5, U7), where that was looked up; `status` and `http` say the same in numbers. */
  readonly onTheSpot?: OnTheSpot;
}

export interface PageAnswer {
  readonly wiki: string;
  readonly pageid: number;
  readonly title: string | null;
  /** The page is on the watchlist: a snapshot of it exists. */
  readonly watched: boolean;
  /** The list of URLs is the wiki's of this minute; false: the wiki did not answer, the snapshot's list stands in. */
  readonly live: boolean;
  /** The titles of the question that led here, as the caller wrote them; absent where pages were asked for by id. */
  readonly asked?: readonly string[];
  /** The title that was asked for, where a redirect led from it to this page, as a move leaves one behind. */
  readonly redirectedFrom?: string;
  /** Day of the snapshot; null without one. */
  readonly asOf: Day | null;
  /** How many links the page has before `show` and `status` chose among them; not `live`: those of `asOf`. Absent: not counted. */
  readonly total?: number;
  readonly urls: readonly UrlAnswer[];
  /** Only when the wiki does not know the page. */
  readonly error?: AnswerError;
}

export interface Answer {
  readonly version: 1;
  /** Day on which the answer was made. */
  readonly generated: Day;
  readonly pages: readonly PageAnswer[];
  /** Of a list (F8): where it goes on; null: this was its end. */
  readonly cursor?: string | null;
}

/** An error in the caller's format (contract.md): `{"error": {"code", "message"}}`; the message says the mend. */
export interface AnswerError {
  readonly code: string;
  readonly message: string;
  /** Names of wikis that were perhaps meant; the message has them too. */
  readonly meant?: readonly string[];
}
