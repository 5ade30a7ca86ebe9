import * as z from "zod/mini";
import { count, described, listOf, type Shape, text, whole } from "../json/shape.ts";
import { LIST_CURSOR, LIST_ENTRIES, LIST_HEAD, LIST_PATH } from "./lists.ts";
import { DaySchema } from "./parts.ts";

/** The verdicts that observations have; the others are made where a page's links are known. */
export const COUNTED_VERDICTS = ["unreachable", "doubtful", "refused", "unknown", "working"] as const;

export const VerdictCounts = described(
  "Different URLs on the watched pages, by verdict.",
  z.object({
    unreachable: whole(),
    doubtful: whole(),
    refused: whole(),
    unknown: whole(),
    working: whole(),
  } satisfies Record<(typeof COUNTED_VERDICTS)[number], z.ZodMiniType<number>>),
);
export type VerdictCounts = Shape<typeof VerdictCounts>;

export const DomainCount = z.object({
  domain: text("A registrable domain."),
  unreachable: whole(),
  doubtful: whole(),
});
export type DomainCount = Shape<typeof DomainCount>;

const COUNTED_AT = described("Milliseconds since 1970; null: not counted yet.", z.nullable(whole()));

/** The domains of a wiki with most broken URLs, in parts. */
export const DomainList = z.object({
  ...LIST_HEAD,
  list: z.literal("domains"),
  countedAtMs: COUNTED_AT,
  entries: listOf(DomainCount, LIST_ENTRIES),
  cursor: LIST_CURSOR,
});
export type DomainList = Shape<typeof DomainList>;

export const PathCount = described(
  "Different URLs there, by verdict; in / and other folders those that lie in none of their folders.",
  z.object({ host: z.string(), path: text("A folder, such as /news/."), ...VerdictCounts.shape }),
);
export type PathCount = Shape<typeof PathCount>;

/**
 * What a domain with all below it has, by host and folder, the worst first, as of now (Q5). The entries are of some thousand URLs in
 * the order of their hosts and paths; where a domain has more, further folders come after the cursor.
 */
export const PathList = z.object({
  ...LIST_HEAD,
  list: z.literal("paths"),
  domain: text("It and all below it."),
  path: LIST_PATH,
  entries: listOf(PathCount, LIST_ENTRIES),
  cursor: LIST_CURSOR,
});
export type PathList = Shape<typeof PathList>;

/** Days of the plot, and domains of an overview; URLs of `latest`; days of which `newlyBroken` and `workingAgain` are. */
export const OVERVIEW_LIMITS = { days: 366, domains: 50, latest: 10, turnDays: 7, categories: 20 } as const;
export const TURNS_MAX = 10_000;

/** A URL whose verdict changed, with the first pages that have it. */
export const Turned = z.object({
  day: DaySchema,
  url: text("Normalised."),
  pageCount: count("How many pages have it."),
  pages: described("The first of them.", listOf(z.object({ pageid: whole(), title: z.string() }))),
});
export type Turned = Shape<typeof Turned>;

export const Turns = z.object({
  count: described("Of a week; the greatest number stands for that or more.", whole(TURNS_MAX)),
  latest: listOf(Turned, OVERVIEW_LIMITS.latest),
});
export type Turns = Shape<typeof Turns>;

/** A wiki at a glance (Q5). */
export const Overview = z.object({
  ...LIST_HEAD,
  categories: z.exactOptional(
    described(
      "Some of the categories whose pages it has watched, and how many levels of subcategories belong to each.",
      listOf(z.object({ title: z.string(), depth: whole() }), OVERVIEW_LIMITS.categories),
    ),
  ),
  countedAtMs: COUNTED_AT,
  counts: z.nullable(VerdictCounts),
  invalid: z.exactOptional(count("Links on its pages that can never work, of the first 10,000 such pages.")),
  days: described(
    "The last count of each day, oldest first.",
    listOf(z.object({ day: DaySchema, ...VerdictCounts.shape }), OVERVIEW_LIMITS.days),
  ),
  domains: described(
    "Those with most unreachable and doubtful URLs.",
    listOf(DomainCount, OVERVIEW_LIMITS.domains),
  ),
  /** Presumed unreachable since this week. */
  newlyBroken: Turns,
  /** Unreachable or doubtful before, and working again since this week. */
  workingAgain: Turns,
});
export type Overview = Shape<typeof Overview>;
