import * as z from "zod/mini";
import { count, described, flag, listOf, type Shape, text, whole } from "../json/shape.ts";
import { RISKS } from "../relaunch/risk.ts";
import { LIST_CURSOR, LIST_ENTRIES, LIST_HEAD } from "./lists.ts";
import { DomainList, VerdictCounts } from "./overview.ts";
import { DaySchema } from "./parts.ts";

/** As many of each kind as a page about an organisation has at most. */
export const ORGANISATION_LIMITS = {
  domains: 50,
  relaunches: 20,
  archiving: 200,
  days: 27,
  examples: 5,
  moves: 5,
} as const;

/** A part of a site that moved. */
const MovedPart = z.object({
  from: text("What stands behind this address …"),
  to: text("… stands behind this one now."),
  count: count("Lost links of the site that agree."),
});

/** A relaunch of a site, as far as it concerns a wiki (O5). */
export const ListedRelaunch = z.object({
  site: text("Its host name, without www."),
  domain: text("The registrable domain that it is within."),
  kind: described("shutdown: the site's name is gone.", z.enum(["relaunch", "shutdown"])),
  from: described("The first day on which it can have been.", DaySchema),
  to: described("The last one.", DaySchema),
  found: described("When it was found.", DaySchema),
  lost: count("Links on the wiki's pages that were lost."),
  moved: count("Of these: their new address is known and works."),
  pages: count("Pages of the wiki that had them."),
  moves: listOf(MovedPart, ORGANISATION_LIMITS.moves),
  examples: described(
    "The first lost links of the site; empty where some of its lost links are on other wikis only.",
    listOf(z.string(), ORGANISATION_LIMITS.examples),
  ),
});
export type ListedRelaunch = Shape<typeof ListedRelaunch>;

/** The relaunches of sites to which a wiki links, the newest first (O5). */
export const RelaunchList = z.object({
  ...LIST_HEAD,
  list: z.literal("relaunches"),
  entries: listOf(ListedRelaunch, LIST_ENTRIES),
  cursor: LIST_CURSOR,
});
export type RelaunchList = Shape<typeof RelaunchList>;

/** An organisation with the broken links of the wiki that was asked. */
export const OrganisationCount = z.object({
  domain: text("From which the organisation is known; its page takes it."),
  name: described("As registered; null: withheld. From outside: escape it.", z.nullable(z.string())),
  domains: count("Domains of the organisation that have them."),
  unreachable: whole(),
  doubtful: whole(),
});
export type OrganisationCount = Shape<typeof OrganisationCount>;

/** The organisations to whose sites a wiki has most broken links (O5). */
export const OrganisationList = z.object({
  ...LIST_HEAD,
  list: z.literal("organisations"),
  countedAtMs: DomainList.shape.countedAtMs,
  entries: listOf(OrganisationCount, LIST_ENTRIES),
  cursor: LIST_CURSOR,
});
export type OrganisationList = Shape<typeof OrganisationList>;

/** A domain of an organisation, with the links of the wiki that was asked. */
export const OrganisationDomain = z.object({
  domain: text("A registrable domain."),
  rule: text("By which it belongs (docs/api.md)."),
  evidence: text("What was compared; nothing about persons. From outside: escape it."),
  score: described("How sure that is, 0 to 1.", z.number()),
  ...VerdictCounts.shape,
});
export type OrganisationDomain = Shape<typeof OrganisationDomain>;

/** A link worth archiving now: cited, working, at risk, without a known archived copy. */
export const LinkAtRisk = z.object({
  url: text("Normalised."),
  risks: described("The greatest first.", listOf(z.enum(RISKS))),
});
export type LinkAtRisk = Shape<typeof LinkAtRisk>;

/** What the pages of a wiki have of an organisation's sites (O5). Nothing in it is about persons. */
export const OrganisationPage = z.object({
  ...LIST_HEAD,
  list: z.literal("organisation"),
  domain: text("The registrable domain that was asked for."),
  organisation: described(
    "Null: its domain is known to belong to none but itself.",
    z.nullable(
      z.object({
        domain: text("From which it is known."),
        name: described("As registered; null: withheld. From outside: escape it.", z.nullable(z.string())),
      }),
    ),
  ),
  domains: listOf(OrganisationDomain, ORGANISATION_LIMITS.domains),
  complete: flag("Of a very large organisation only the first links are counted: false."),
  days: described(
    "Verdicts of earlier days, oldest first, by the histories of today's links.",
    listOf(z.object({ day: DaySchema, ...VerdictCounts.shape }), ORGANISATION_LIMITS.days),
  ),
  relaunches: described("The newest first.", listOf(ListedRelaunch, ORGANISATION_LIMITS.relaunches)),
  archiving: described(
    "Those at the greatest risk first.",
    listOf(LinkAtRisk, ORGANISATION_LIMITS.archiving),
  ),
});
export type OrganisationPage = Shape<typeof OrganisationPage>;
