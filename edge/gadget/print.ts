import { GADGET_HEAD, GADGET_TAIL, NO_PROBLEMS, quoted } from "../../shared/format/script.ts";
import type { Finding } from "../../shared/snapshot/findings.ts";

/** The gadget's script as `printScript` has it, byte for byte, without an answer in between. */
export function printFindings(findings: Iterable<Finding>, total: number): string {
  let list = "";
  for (const finding of findings) list += `${list === "" ? "[ " : ", "}${problemText(finding, total)}`;
  return `${GADGET_HEAD}${list === "" ? NO_PROBLEMS : `${list} ]`}${GADGET_TAIL}`;
}

function problemText(
  { url, status, http, since, last, checks, mixed, deadEnd, archive, replacement, reports }: Finding,
  total: number,
): string {
  let text = `{ url: ${quoted(url)}, status: ${status}`;
  if (http !== null) text += `, http: ${http}`;
  text += `, since: ${since}, last: ${last}, checks: ${checks}`;
  if (mixed) text += ", mixed: true";
  if (deadEnd) text += ", deadEnd: true";
  if (archive !== null) text += `, archive: ${quoted(archive)}`;
  if (replacement !== null) text += `, replacement: ${quoted(replacement)}`;
  if (reports > 0) text += `, reports: ${reports}`;
  return `${text}, total: ${total} }`;
}
