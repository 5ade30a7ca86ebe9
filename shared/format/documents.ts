import * as z from "zod/mini";
import { DOMAIN_LIMITS, DomainPage, KnownOfHost, RuleOfHost } from "../answer/domain.ts";
import { LIST_ENTRIES, ListedMove, ListedUse, WikiList } from "../answer/lists.ts";
import {
  LinkAtRisk,
  ListedRelaunch,
  ORGANISATION_LIMITS,
  OrganisationCount,
  OrganisationDomain,
  OrganisationList,
  OrganisationPage,
  RelaunchList,
} from "../answer/organisation.ts";
import {
  DomainCount,
  DomainList,
  Overview,
  PathCount,
  PathList,
  Turned,
  Turns,
  VerdictCounts,
} from "../answer/overview.ts";
import {
  DaySchema,
  NoteSchema,
  OnTheSpotSchema,
  RunSchema,
  SpamSchema,
  statusByte,
  VerdictSchema,
} from "../answer/parts.ts";
import { AnswerError, ArchiveLink, PageAnswer, UrlAnswer } from "../answer/types.ts";
import { HISTORY_ENTRIES_MAX } from "../history/types.ts";
import { count, described, flag, type Shape, text, whole } from "../json/shape.ts";
import { EventPage, FeedEvent } from "../protocol/feed.ts";
import { PAGES_MAX } from "../protocol/pages.ts";
import { LogResponse } from "../protocol/people-log.ts";
import { PlacedEdit } from "../repair/edit-places.ts";
import { RepairResult } from "../repair/types.ts";

/**
 * Schemas of the documents of the API: types of what is printed, and JSON Schema and OpenAPI (schema.ts). They take from
 * shared/answer and shared/protocol what answers have anyway. Keys may be added, never changed (docs/api.md).
 */

const DateSchema = described(
  "The same day as YYYY-MM-DD (ISO 8601).",
  z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)),
);
const DATES = { sinceDate: z.nullable(DateSchema), lastDate: z.nullable(DateSchema) };
const NullableText = z.nullable(z.string());

const Run = described(
  "Observations without an interruption, all equal.",
  z.extend(RunSchema, { firstDate: DateSchema, lastDate: DateSchema }),
);
const HISTORY = {
  history: described("Youngest first.", z.array(Run).check(z.maxLength(HISTORY_ENTRIES_MAX))),
};

const Url = z.extend(UrlAnswer, { ...HISTORY, ...DATES });
const Page = z.extend(PageAnswer, {
  urls: described("By domain, port, scheme and path; invalid ones last.", z.array(Url)),
});
const Pages = z.array(Page).check(z.maxLength(PAGES_MAX));

const PageDocument = z.object({
  version: z.literal(1),
  generated: DaySchema,
  pages: Pages,
  cursor: z.exactOptional(
    described(
      "Of whole namespaces and trees: where it goes on; null: that was the end.",
      z.nullable(z.string()),
    ),
  ),
});
export type PageDocument = Shape<typeof PageDocument>;
export type UrlDocument = Shape<typeof Url>;
export type RunDocument = Shape<typeof Run>;

const Problem = described(
  "A URL that is presumed unreachable, as gadgets get it.",
  z.object({
    url: z.string(),
    status: statusByte("Status byte."),
    http: z.exactOptional(whole()),
    since: z.exactOptional(DaySchema),
    last: z.exactOptional(DaySchema),
    checks: whole(),
    mixed: z.exactOptional(
      flag("The failures began under another status: since is not claimed for this one."),
    ),
    deadEnd: z.exactOptional(flag("The server answers, but not with the page.")),
    archive: z.exactOptional(z.string()),
    replacement: z.exactOptional(text("Proposed by a reader: to be judged before use.")),
    movedTo: z.exactOptional(text("The address to which its site moved it, seen working.")),
    reports: z.exactOptional(count("So many people say that it works for them.")),
    total: z.exactOptional(
      count(
        "So many external links its page has, the working ones included; /externalLinkProblem, asked by pageid, counts those that are checked.",
      ),
    ),
  }),
);
export type Problem = Shape<typeof Problem>;

const GadgetDocument = described(
  "The presumed unreachable URLs of a page, for gadgets; false: there is none.",
  z.object({ problems: z.union([z.literal(false), z.array(Problem).check(z.minLength(1))]) }),
);

const ProblemsDocument = described(
  "The argument of a callback: a page answer, and problems beside it.",
  z.object({
    ...GadgetDocument.shape,
    version: z.literal(1),
    generated: DaySchema,
    pages: Pages,
  }),
);

const ErrorDocument = z.object({ error: AnswerError });
export type ErrorDocument = Shape<typeof ErrorDocument>;

const ListEntry = z.object({
  ...z.omit(ListedUse, { cursor: true }).shape,
  move: z.exactOptional(z.extend(ListedMove, { checkedDate: DateSchema })),
  page: text("Address of the page in its wiki."),
  ...HISTORY,
  ...DATES,
});
export type ListEntry = Shape<typeof ListEntry>;
const ListDocument = z.extend(WikiList, { entries: z.array(ListEntry).check(z.maxLength(LIST_ENTRIES)) });
export type ListDocument = Shape<typeof ListDocument>;

const DomainDocument = z.extend(DomainPage, {
  known: z
    .array(z.extend(KnownOfHost, { firstDate: DateSchema, lastDate: DateSchema }))
    .check(z.maxLength(DOMAIN_LIMITS.known)),
});
export type DomainDocument = Shape<typeof DomainDocument>;

const Relaunch = z.extend(ListedRelaunch, {
  fromDate: DateSchema,
  toDate: DateSchema,
  foundDate: DateSchema,
});
export type RelaunchDocument = Shape<typeof Relaunch>;
const OrganisationDocument = z.extend(OrganisationPage, {
  relaunches: described(
    "The newest first.",
    z.array(Relaunch).check(z.maxLength(ORGANISATION_LIMITS.relaunches)),
  ),
});
export type OrganisationDocument = Shape<typeof OrganisationDocument>;
const RelaunchesDocument = z.extend(RelaunchList, {
  entries: z.array(Relaunch).check(z.maxLength(LIST_ENTRIES)),
});
export type RelaunchesDocument = Shape<typeof RelaunchesDocument>;
const ArchivingDocument = z.object({
  ...z.omit(OrganisationPage, { list: true, domains: true, days: true, relaunches: true, archiving: true })
    .shape,
  list: z.literal("archiving"),
  entries: OrganisationPage.shape.archiving,
});
export type ArchivingDocument = Shape<typeof ArchivingDocument>;

const Event = z.object({
  ...z.omit(FeedEvent, { atMs: true }).shape,
  at: described("When it was written, UTC.", z.iso.datetime()),
  morePages: described(
    "The address of all others; null: there are none, or they are not kept (site-relaunched).",
    z.nullable(z.string()),
  ),
});
export type EventEntry = Shape<typeof Event>;
const FeedDocument = z.object({
  version: z.literal(1),
  wiki: text("dewiki@WMF"),
  watched: z.exactOptional(
    described(
      "Of a watchlist: how many pages it has now, and titles under which no page is watched.",
      z.object({ pages: whole(), unknown: z.array(z.string()) }),
    ),
  ),
  events: described("Oldest first.", z.array(Event)),
  cursor: text("Where to go on."),
  more: flag("There is more already."),
  retentionDays: count("Events are kept for so long."),
});
export type FeedDocument = Shape<typeof FeedDocument>;
const EventDocument = z.object({
  version: z.literal(1),
  wiki: text("dewiki@WMF"),
  event: Event,
  pages: described("On which the URL is now.", z.array(EventPage)),
  next: described("The address of the following pages; null: that was all.", z.nullable(z.string())),
});
export type EventDocument = Shape<typeof EventDocument>;

const NormalisedDocument = z.object({
  input: text("As given. Hostile text."),
  url: described("Normalised; null: invalid, or of a scheme that is not read.", z.nullable(z.string())),
  host: NullableText,
  valid: flag("False: can never work."),
  reason: described("Why it is invalid or ignored.", z.nullable(z.string())),
  ignored: flag("It may well be valid, but is not watched."),
  flags: z.array(z.string()),
  message: described("What reason means, in English.", z.nullable(z.string())),
});
export type NormalisedDocument = Shape<typeof NormalisedDocument>;

export const WIKIS_MAX = 10;
const WikisDocument = z.object({
  version: z.literal(1),
  wikis: z
    .array(
      z.object({
        wiki: text("dewiki@WMF"),
        siteName: z.exactOptional(z.string()),
        lang: z.exactOptional(z.string()),
        api: z.exactOptional(z.string()),
      }),
    )
    .check(z.maxLength(WIKIS_MAX)),
});
export type WikisDocument = Shape<typeof WikisDocument>;

const SaidEdit = z.extend(PlacedEdit, {
  said: z.exactOptional(
    text("The reason in the language of lang, where lang was given. Unicode marks keep its parts apart."),
  ),
});

const RepairDocument = z.object({
  version: z.literal(1),
  generated: DaySchema,
  wiki: text("dewiki@WMF"),
  pageid: whole(),
  title: NullableText,
  watched: flag("Weboid checks the links of this page. Of others it knows little or nothing."),
  revision: described("The newest of the page, to which all this belongs.", whole()),
  timestamp: described("When it was saved, UTC.", z.iso.datetime()),
  readAt: described("The wiki's clock when it was read, UTC.", z.iso.datetime()),
  conventions: z.object({
    source: described(
      "wiki: a page of the wiki; built-in: Weboid's own; none: not known, so nothing is changed.",
      z.enum(["wiki", "built-in", "none"]),
    ),
    error: z.exactOptional(text("What is wrong with the page of the wiki.")),
  }),
  ...z.omit(RepairResult, { id: true, edits: true }).shape,
  edits: described("In the order of the page.", z.array(SaidEdit)),
});
export type RepairDocument = Shape<typeof RepairDocument>;

const QueuedDocument = z.object({
  version: z.literal(1),
  queued: count("Pages that are looked at again."),
  cursor: described("Where it goes on; null: that was the end.", z.nullable(z.string())),
});
export type QueuedDocument = Shape<typeof QueuedDocument>;

const LogDocument = z.object({
  version: z.literal(1),
  wiki: described("dewiki@WMF; null: of all wikis, where the chain is whole.", z.nullable(z.string())),
  ...LogResponse.shape,
});
export type LogDocument = Shape<typeof LogDocument>;

const SourceDocument = z.object({
  name: z.string(),
  licence: z.string(),
  version: NullableText,
  repository: NullableText,
  commit: NullableText,
  sha256: described("Of the Worker's bundle.", z.nullable(z.string())),
  reproduce: text("How to make that bundle."),
  note: NullableText,
});
export type SourceDocument = Shape<typeof SourceDocument>;

const Fill = z.object({
  used: count("Now."),
  max: count("At most: the oldest are forgotten, or no more are taken."),
});

const HealthDocument = z.object({
  ok: flag("The edge and its store work."),
  ready: z.exactOptional(flag("It knows which wikis there are.")),
  reason: z.exactOptional(z.string()),
  wikis: z.exactOptional(
    z.object({
      running: count("Requests to wikis under way."),
      busy: count("Not sent since the start: a wiki's budget was used up, or it asked for time."),
      down: count("Not sent since the start: the wiki answered nobody."),
    }),
  ),
  streams: z.exactOptional(
    z.object({ open: count("Streams now."), refused: count("Since the start: there were enough.") }),
  ),
  /** Each is a line of docs/run/bounds.md. */
  caches: z.exactOptional(
    z.object({
      answers: z
        .exactOptional(Fill)
        .check(z.describe("Characters of answers; absent where the runtime keeps them.")),
      changedPages: Fill,
      callers: Fill,
      friends: Fill,
      feedAnswers: Fill,
      watchlists: Fill,
      touched: Fill,
      touchesWaiting: Fill,
    }),
  ),
  questions: z.exactOptional(z.object({ refused: count("Since the start, with 429.") })),
  origin: z.exactOptional(
    z
      .enum(["answers", "away", "none"])
      .check(z.describe("Without it snapshots answer; none: there is none.")),
  ),
  database: z.exactOptional(
    z.enum(["answers", "away", "unknown"]).check(z.describe("PostgreSQL, as its origin sees it.")),
  ),
});
export type HealthDocument = Shape<typeof HealthDocument>;

/** Answers as a whole, by the name of their file: `/api/schema/page.json`. */
export const DOCUMENTS = {
  page: PageDocument,
  gadget: GadgetDocument,
  problems: ProblemsDocument,
  list: ListDocument,
  domains: DomainList,
  paths: PathList,
  domain: DomainDocument,
  organisation: OrganisationDocument,
  organisations: OrganisationList,
  archiving: ArchivingDocument,
  relaunches: RelaunchesDocument,
  overview: Overview,
  feed: FeedDocument,
  event: EventDocument,
  repair: RepairDocument,
  normalise: NormalisedDocument,
  wikis: WikisDocument,
  queued: QueuedDocument,
  log: LogDocument,
  source: SourceDocument,
  healthz: HealthDocument,
  error: ErrorDocument,
} as const;

/** Schemas that have a name in JSON Schema and OpenAPI, where others refer to them. */
export const NAMED = {
  Day: DaySchema,
  Date: DateSchema,
  Verdict: VerdictSchema,
  Spam: SpamSchema,
  Run,
  Note: NoteSchema,
  Archive: ArchiveLink,
  OnTheSpot: OnTheSpotSchema,
  Url,
  Page,
  PageAnswer: PageDocument,
  Problem,
  GadgetAnswer: GadgetDocument,
  Problems: ProblemsDocument,
  Error: AnswerError,
  ErrorAnswer: ErrorDocument,
  ListEntry,
  ListAnswer: ListDocument,
  DomainCount,
  DomainsAnswer: DomainList,
  PathCount,
  PathsAnswer: PathList,
  RuleOfHost,
  DomainAnswer: DomainDocument,
  OrganisationDomain,
  LinkAtRisk,
  Relaunch,
  OrganisationAnswer: OrganisationDocument,
  OrganisationCount,
  OrganisationsAnswer: OrganisationList,
  ArchivingAnswer: ArchivingDocument,
  RelaunchesAnswer: RelaunchesDocument,
  Turned,
  Turns,
  Counts: VerdictCounts,
  Overview,
  EventPage,
  Event,
  Feed: FeedDocument,
  EventAnswer: EventDocument,
  RepairEdit: SaidEdit,
  Repair: RepairDocument,
  Normalised: NormalisedDocument,
  Wikis: WikisDocument,
  Queued: QueuedDocument,
  Log: LogDocument,
  Source: SourceDocument,
  Health: HealthDocument,
} as const;
