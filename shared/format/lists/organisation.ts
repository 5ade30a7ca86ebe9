import type { LinkAtRisk, ListedRelaunch, OrganisationDomain } from "../../answer/organisation.ts";
import { COUNTED_VERDICTS } from "../../answer/overview.ts";
import { isoOfDay } from "../../calendar/day.ts";
import type { Data } from "../json.ts";

type Rows = readonly (readonly Data[])[];

/** Domains of an organisation as a table, its head first. */
export const organisationRows = (domains: readonly OrganisationDomain[]): Rows => [
  ["domain", "rule", "evidence", "score", ...COUNTED_VERDICTS],
  ...domains.map((each) => [
    each.domain,
    each.rule,
    each.evidence,
    each.score,
    ...COUNTED_VERDICTS.map((verdict) => each[verdict]),
  ]),
];

/** Relaunches as a table: where a site moved by the rule with most links. */
export const relaunchRows = (relaunches: readonly ListedRelaunch[]): Rows => [
  [
    "site",
    "domain",
    "kind",
    "from",
    "to",
    "lost",
    "moved",
    "pages",
    "fromDate",
    "toDate",
    "movedFrom",
    "movedTo",
  ],
  ...relaunches.map(({ site, domain, kind, from, to, lost, moved, pages, moves: [move] }) => [
    ...[site, domain, kind, from, to, lost, moved, pages, isoOfDay(from), isoOfDay(to)],
    ...[move?.from ?? null, move?.to ?? null],
  ]),
];

export const archivingRows = (links: readonly LinkAtRisk[]): Rows => [
  ["url", "risks"],
  ...links.map(({ url, risks }) => [url, risks.join(" ")]),
];
