import * as z from "zod/mini";
import { count, described, listOf, type Shape, text } from "../json/shape.ts";
import { DaySchema } from "./parts.ts";
import { UrlAnswer } from "./types.ts";

/** Lists of a wiki's pages with a link each (Q5): by page, each use of a URL is an entry. */
export const LIST_NAMES = ["unreachable", "doubtful", "broken", "moved", "invalid", "spam"] as const;
export type ListName = (typeof LIST_NAMES)[number];

/** Lists that may be narrowed to a domain with its subdomains, and to the start of a path. */
export const LISTS_BY_DOMAIN: readonly ListName[] = ["unreachable", "doubtful", "broken", "moved"];

/** As many entries as a list has at most in one answer. */
export const LIST_ENTRIES = 50;

/** With what lists of a wiki begin and end. */
export const LIST_HEAD = {
  version: z.literal(1),
  /** Day on which it was made. */
  generated: DaySchema,
  wiki: text("dewiki@WMF"),
};
export const LIST_CURSOR = described(
  "Where it goes on; null: that was the end. With a cursor there may be fewer entries, or none.",
  z.nullable(z.string()),
);
export const LIST_PATH = text("Start of the path; empty: any.");

/** Why a link is thought to have moved (C6). */
export const ListedMove = z.object({
  rule: described(
    "The rule of its site: what stands behind from stands behind to now; null: its own redirect led there.",
    z.nullable(
      z.object({
        from: z.string(),
        to: z.string(),
        support: count("Verified moves of the site that the rule says right."),
        counter: count("And wrong."),
      }),
    ),
  ),
  days: count("On how many days its own redirect was seen; of a rule 0."),
  checked: described("When the new address was last seen working.", DaySchema),
});

/** A page and one of its links. */
export const ListedUse = z.object({
  pageid: count("Of the page."),
  title: text("As the feeder last saw it."),
  namespace: z.int(),
  ...z.pick(UrlAnswer, {
    url: true,
    verdict: true,
    rule: true,
    status: true,
    http: true,
    since: true,
    last: true,
    checks: true,
    history: true,
    spam: true,
  }).shape,
  line: described(
    "The line of the spam list that matched. Of spam, since is the day on which it was first seen on the page.",
    z.nullable(z.string()),
  ),
  movedTo: z.exactOptional(text("Of the list moved: the new address, seen working.")),
  move: z.exactOptional(ListedMove),
  /** Where the list goes on behind it, for a page that shows less of it. No part of public answers. */
  cursor: z.nullable(z.string()),
});
export type ListedUse = Shape<typeof ListedUse>;

/** One page of a list. */
export const WikiList = z.object({
  ...LIST_HEAD,
  list: z.enum(LIST_NAMES),
  domain: described("It and all below it; null: every domain.", z.nullable(z.string())),
  path: LIST_PATH,
  entries: listOf(ListedUse, LIST_ENTRIES),
  cursor: LIST_CURSOR,
});
export type WikiList = Shape<typeof WikiList>;
