import type { WikiList } from "../../answer/lists.ts";
import type { OrganisationList, OrganisationPage, RelaunchList } from "../../answer/organisation.ts";
import { COUNTED_VERDICTS, type DomainList, type PathList } from "../../answer/overview.ts";
import type { AnswerError } from "../../answer/types.ts";
import type { WikiProfile } from "../../protocol/types.ts";
import type { ListEntry } from "../documents.ts";
import type { Data } from "../json.ts";
import { listData } from "./data.ts";
import { archivingRows, organisationRows, relaunchRows } from "./organisation.ts";

export const CSV_CONTENT_TYPE = "text/csv; charset=utf-8; header=present";

/** What spreadsheets take for the start of a formula, in their usual and their full-width forms. */
const FORMULA = /^[=+\-@\t\r\uff0b\uff0d\uff1d\uff20]/;

/** A field after RFC 4180. A text that a spreadsheet would compute is marked as text, by the apostrophe that it understands. */
function field(value: Data): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return String(value);
  const text = String(value).toWellFormed().replaceAll("\0", "");
  return `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}

/** Rows as CSV by RFC 4180, safe to open in a spreadsheet. */
export const csvLines = (rows: readonly (readonly Data[])[]): string =>
  rows.map((row) => `${row.map(field).join(",")}\r\n`).join("");

const COLUMNS = [
  "pageid",
  "title",
  "page",
  "url",
  "verdict",
  "status",
  "http",
  "since",
  "last",
  "checks",
  "spam",
  "line",
  "sinceDate",
  "lastDate",
] as const;

const MOVE_COLUMNS = ["movedTo", "days", "checked", "from", "to", "support", "counter"] as const;

/** The list of links that moved has more columns, those of the rule empty where a link's own redirect led there. */
function moveCells({ movedTo, move }: ListEntry): readonly Data[] {
  const cells = { movedTo, ...move, ...move?.rule };
  return MOVE_COLUMNS.map((column) => cells[column]);
}

/** A list as a table: names as in JSON, without what does not fit into a cell. */
export function printListCsv(list: WikiList, profile: WikiProfile): string {
  const rows = listData(list, profile).entries;
  const isMoved = list.list === "moved";
  const columns = list.list === "invalid" ? ([...COLUMNS, "rule"] as const) : COLUMNS;
  return csvLines([
    [...columns, ...(isMoved ? MOVE_COLUMNS : [])],
    ...rows.map((row) => [...columns.map((column) => row[column]), ...(isMoved ? moveCells(row) : [])]),
  ]);
}

export const printErrorCsv = ({ code, message }: AnswerError): string =>
  csvLines([
    ["code", "message"],
    [code, message],
  ]);

export const printDomainsCsv = ({ entries }: DomainList): string =>
  csvLines([
    ["domain", "unreachable", "doubtful"],
    ...entries.map(({ domain, unreachable, doubtful }) => [domain, unreachable, doubtful]),
  ]);

export const printOrganisationCsv = ({ domains }: OrganisationPage): string =>
  csvLines(organisationRows(domains));

export const printArchivingCsv = ({ archiving }: OrganisationPage): string =>
  csvLines(archivingRows(archiving));

export const printOrganisationsCsv = ({ entries }: OrganisationList): string =>
  csvLines([
    ["domain", "name", "domains", "unreachable", "doubtful"],
    ...entries.map((each) => [each.domain, each.name, each.domains, each.unreachable, each.doubtful]),
  ]);

export const printRelaunchesCsv = ({ entries }: RelaunchList): string => csvLines(relaunchRows(entries));

export const printPathsCsv = ({ entries }: PathList): string =>
  csvLines([
    ["host", "path", ...COUNTED_VERDICTS],
    ...entries.map((entry) => [entry.host, entry.path, ...COUNTED_VERDICTS.map((verdict) => entry[verdict])]),
  ]);
