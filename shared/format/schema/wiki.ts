import { USE_LISTS } from "../../answer/lists.ts";
import { COUNTED_VERDICTS, OVERVIEW_LIMITS, TURNS_MAX } from "../../answer/overview.ts";
import { EVENT_KINDS, EVENT_PAGES_MAX } from "../../protocol/feed.ts";
import { choice, count, flag, list, object, orNull, ref, text } from "./types.ts";

const COUNTS = Object.fromEntries(COUNTED_VERDICTS.map((verdict) => [verdict, count()]));

/** What is told about a wiki as a whole: lists, overview, feed. */
export const WIKI_DEFINITIONS = {
  ListEntry: object({
    pageid: count(),
    title: text("As the feeder last saw it."),
    namespace: { type: "integer" },
    page: text("Address of the page in its wiki."),
    url: text("Normalised."),
    verdict: ref("Verdict"),
    rule: text("Name of the rule that decided."),
    status: count(undefined, { maximum: 255 }),
    http: orNull(count()),
    since: orNull(ref("Day")),
    last: orNull(ref("Day")),
    checks: count(),
    history: list(ref("Run"), { maxItems: 5 }),
    spam: orNull(ref("Spam")),
    line: orNull(text("The line of the spam list that matched.")),
  }),
  ListAnswer: object({
    version: { const: 1 },
    generated: ref("Day"),
    wiki: text("dewiki@WMF"),
    list: choice(USE_LISTS),
    domain: orNull(text("It and all below it; null: every domain.")),
    path: text("Start of the path; empty: any."),
    entries: list(ref("ListEntry"), { maxItems: 50 }),
    cursor: orNull(text("Where it goes on; null: that was the end.")),
  }),
  Turned: object({
    day: ref("Day"),
    url: text("Normalised."),
    pageCount: count("How many pages have it."),
    pages: list(object({ pageid: count(), title: text() }), { description: "The first of them." }),
  }),
  Turns: object({
    count: count("Of a week; the greatest number stands for that or more.", { maximum: TURNS_MAX }),
    latest: list(ref("Turned"), { maxItems: OVERVIEW_LIMITS.latest }),
  }),
  Counts: object(COUNTS, "Different URLs on the watched pages, by verdict."),
  Overview: object({
    version: { const: 1 },
    generated: ref("Day"),
    wiki: text("dewiki@WMF"),
    countedAtMs: orNull(count("Milliseconds since 1970; null: not counted yet.")),
    counts: orNull(ref("Counts")),
    days: list(object({ ...COUNTS, day: ref("Day") }), {
      maxItems: OVERVIEW_LIMITS.days,
      description: "The last count of each day, oldest first.",
    }),
    domains: list(object({ domain: text(), unreachable: count(), doubtful: count() }), {
      maxItems: OVERVIEW_LIMITS.domains,
      description: "Those with most unreachable and doubtful URLs.",
    }),
    newlyBroken: ref("Turns"),
    workingAgain: ref("Turns"),
  }),
  EventPage: object({ pageid: count(), title: text(), namespace: { type: "integer" } }),
  Event: object({
    id: text("Its place; good as since."),
    at: text("When it was written, UTC.", { format: "date-time" }),
    day: ref("Day"),
    kind: choice(EVENT_KINDS),
    url: orNull(text("Normalised; null where it is about a page.")),
    "before?": ref("Verdict"),
    "verdict?": ref("Verdict"),
    "rule?": text(),
    "status?": count(undefined, { maximum: 255 }),
    "http?": orNull(count()),
    "since?": orNull(ref("Day")),
    "last?": orNull(ref("Day")),
    "checks?": count(),
    "archives?": list(ref("Archive")),
    "replacement?": orNull(text()),
    "target?": text("Of moved: the new address."),
    "spam?": orNull(ref("Spam")),
    "reason?": text("Of report and page-gone."),
    pages: list(ref("EventPage"), { maxItems: EVENT_PAGES_MAX }),
    pageCount: count("How many there are in all."),
    morePages: orNull(text("The address of all others; null: there are none.")),
  }),
  Feed: object({
    version: { const: 1 },
    wiki: text("dewiki@WMF"),
    events: list(ref("Event"), { description: "Oldest first." }),
    cursor: text("Where to go on."),
    more: flag("There is more already."),
    retentionDays: count("Events are kept for so long."),
  }),
  EventAnswer: object({
    version: { const: 1 },
    wiki: text("dewiki@WMF"),
    event: ref("Event"),
    pages: list(ref("EventPage"), { description: "On which the URL is now." }),
    next: orNull(text("The address of the following pages; null: that was all.")),
  }),
};
