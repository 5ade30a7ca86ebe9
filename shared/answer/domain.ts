import * as z from "zod/mini";
import { count, described, flag, listOf, type Shape, text, whole } from "../json/shape.ts";
import { LIST_HEAD } from "./lists.ts";
import { VerdictCounts } from "./overview.ts";
import { DaySchema } from "./parts.ts";

/** As many of each kind as a page about a domain has at most. */
export const DOMAIN_LIMITS = { wikis: 20, known: 50, rules: 20, days: 27 } as const;

const SEEN = {
  host: text("The host."),
  first: described("When it was first seen.", DaySchema),
  last: described("When it was last seen.", DaySchema),
};

/** What holds for a host: a trait (M9), or what its links agree upon (M10). */
export const KnownOfHost = z.object({
  ...SEEN,
  kind: text("Such as https-needed or certificate-expired."),
  path: text("The start of the paths for which it holds; empty: all."),
  value: text("Text from outside: escape it. Empty: none."),
});
export type KnownOfHost = Shape<typeof KnownOfHost>;

export const RuleOfHost = z.object({
  from: text("What stands behind this address …"),
  to: text("… stands behind this one now."),
  support: count("Verified moves that the rule says right."),
  counter: count("And wrong."),
});
export type RuleOfHost = Shape<typeof RuleOfHost>;

/** A domain with all below it, as the wikis of a farm link to it (Q5). */
export const DomainPage = z.object({
  ...LIST_HEAD,
  list: z.literal("domain"),
  domain: text("It and all below it."),
  wikis: described(
    "Different URLs by verdict: of the wiki that was asked, then of the others of its farm, those with most first.",
    listOf(z.object({ wiki: text("dewiki@WMF"), ...VerdictCounts.shape }), DOMAIN_LIMITS.wikis),
  ),
  complete: flag("Of a very large domain only the first URLs are counted: false."),
  days: described(
    "Verdicts of earlier days, oldest first, by the histories of today's links: of the wiki that was asked.",
    listOf(z.object({ day: DaySchema, ...VerdictCounts.shape }), DOMAIN_LIMITS.days),
  ),
  moved: whole(),
  known: listOf(KnownOfHost, DOMAIN_LIMITS.known),
  rules: listOf(RuleOfHost, DOMAIN_LIMITS.rules),
});
export type DomainPage = Shape<typeof DomainPage>;
