import * as z from "zod/mini";
import type { Day } from "../calendar/day.ts";
import { HISTORY_ENTRIES_MAX } from "../history/types.ts";
import { count, described, flag, listOf, type Shape, text, whole } from "../json/shape.ts";
import {
  DaySchema,
  HistorySchema,
  httpNumber,
  NoteSchema,
  OnTheSpotSchema,
  RunSchema,
  SpamSchema,
  statusByte,
  VerdictSchema,
} from "./parts.ts";

export const ArchiveLink = z.object({
  type: text("archive.org, webcitation and others (A4)."),
  url: text("Empty: archived there, but no version was chosen."),
  at: z.exactOptional(text("When the version is from, YYYYMMDDhhmmss; absent: its address does not say.")),
});
export type ArchiveLink = Shape<typeof ArchiveLink>;

/** What answers and what is stored of a URL have in common. */
const KNOWN = {
  notes: listOf(NoteSchema),
  archives: listOf(ArchiveLink),
  replacement: described("An address that people offer instead.", z.nullable(z.string())),
  movedTo: z.exactOptional(
    text(
      "Of a link that does not work: the address to which its site moved it, seen working; absent: none is known.",
    ),
  ),
  reports: count("How many people say that it works for them."),
  spam: z.nullable(SpamSchema),
  mime: described("Keyword for the type of a download; null for ordinary web pages.", z.nullable(z.string())),
  kib: described("Its length in full KiB.", z.nullable(whole())),
};

/** Everything stored about one URL that an answer may need: what database, origin and snapshot have in common. */
export const UrlFacts = z.object({ url: z.string(), history: HistorySchema, ...KNOWN });
export type UrlFacts = Shape<typeof UrlFacts>;

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

/** One URL of a page answer (docs/api.md), as all printers have it. Keys may be added, never changed. */
export const UrlAnswer = z.object({
  url: text("Normalised; an invalid one as it is written in the page."),
  verdict: VerdictSchema,
  status: statusByte("Status byte of the latest observation; 0 none yet, 128 invalid."),
  http: httpNumber(),
  since: z.nullable(DaySchema),
  last: z.nullable(DaySchema),
  checks: count("Of the uninterrupted observations behind the verdict."),
  history: described("Youngest first.", listOf(RunSchema, HISTORY_ENTRIES_MAX)),
  ...KNOWN,
  rule: text("Name of the rule that decided."),
  onTheSpot: z.exactOptional(OnTheSpotSchema),
  archivedHere: z.exactOptional(
    text("Where an archived copy of this broken link stands in the same page: then it is no finding there."),
  ),
});
export type UrlAnswer = Shape<typeof UrlAnswer>;

/** An error in the caller's format (docs/api.md): `{"error": {"code", "message"}}`. */
export const AnswerError = z.object({
  code: described("For programs.", z.string().check(z.regex(/^[a-z][a-z0-9-]*$/))),
  message: text("For people: says what to do."),
});
export type AnswerError = Shape<typeof AnswerError> & {
  /** Names of wikis that were perhaps meant; the message has them too. */
  readonly meant?: readonly string[];
  /** Titles of the wiki that were perhaps meant. */
  readonly titles?: readonly string[];
};

/** A page of an answer; with `error` nothing is known of it. */
export const PageAnswer = z.object({
  wiki: text("dewiki@WMF"),
  pageid: count("0 where a title leads to no page."),
  title: described("The current one; null when neither wiki nor store has one.", z.nullable(z.string())),
  watched: flag("Weboid checks the links of this page."),
  live: flag("The list of URLs is the wiki's, of the last minute; false: of day asOf."),
  asOf: z.nullable(DaySchema),
  urls: described("By domain, port, scheme and path; invalid ones last.", z.array(UrlAnswer)),
  total: z.exactOptional(count("URLs of the page before show and status chose; absent beside error.")),
  asked: z.exactOptional(
    described(
      "The titles of the question that led here, as they were written; absent where it was by pageid.",
      z.array(z.string()).check(z.minLength(1)),
    ),
  ),
  redirectedFrom: z.exactOptional(text("The title that was asked for, where a redirect led from it.")),
  error: z.exactOptional(AnswerError),
});
export type PageAnswer = Shape<typeof PageAnswer>;

export interface Answer {
  readonly version: 1;
  /** Day on which the answer was made. */
  readonly generated: Day;
  readonly pages: readonly PageAnswer[];
  /** Of a list (F8): where it goes on; null: this was its end. */
  readonly cursor?: string | null;
}
