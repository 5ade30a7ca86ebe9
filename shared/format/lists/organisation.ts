import type { LinkAtRisk, ListedRelaunch, OrganisationDomain } from "../../answer/organisation.ts";
import { COUNTED_VERDICTS } from "../../answer/overview.ts";
import type { Data } from "../json.ts";
import { relaunchData } from "./data.ts";

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

/** Columns of a relaunch, as its members in JSON are called; those of lists hold all of them, with blanks between. */
const RELAUNCH_COLUMNS = [
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
  "found",
  "foundDate",
  "moves",
  "examples",
] as const;

/** Relaunches as a table; `movedFrom` and `movedTo` are of the rule with most links, `moves` has all rules, each with how many links it has. */
export const relaunchRows = (relaunches: readonly ListedRelaunch[]): Rows => [
  RELAUNCH_COLUMNS,
  ...relaunches.map((relaunch) => {
    const { moves, examples, ...data } = relaunchData(relaunch);
    const [most] = moves;
    const cells = {
      ...data,
      movedFrom: most?.from,
      movedTo: most?.to,
      moves: moves.map(({ from, to, count }) => `${from} ${to} ${count}`).join(" "),
      examples: examples.join(" "),
    };
    return RELAUNCH_COLUMNS.map((column) => cells[column]);
  }),
];

export const archivingRows = (links: readonly LinkAtRisk[]): Rows => [
  ["url", "risks"],
  ...links.map(({ url, risks }) => [url, risks.join(" ")]),
];
