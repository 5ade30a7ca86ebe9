import {
  type ArchivedCopy,
  addressInTemplate,
  addressKey,
  archiveIn,
  inWikitext,
  isAddress,
  isSamePage,
  timestampIn,
  withFragmentOf,
} from "./address.ts";
import type { Citation } from "./conventions/schema.ts";
import { dateOfTimestamp, isoDate, writeDate } from "./dates.ts";
import { isCopy } from "./dead-links.ts";
import type { Item } from "./neighbours.ts";
import {
  type Desk,
  done,
  filled,
  left,
  type Occurrence,
  type Plan,
  textBeside,
  todaysValues,
  withoutDeadMarks,
} from "./plan.ts";
import { type Reason, reasonOf } from "./reasons.ts";
import { TemplateEditor } from "./template-editor.ts";
import type { Parameter } from "./wikitext/argument.ts";
import type { WikiNode } from "./wikitext/types.ts";

/** A citation template with a dead link in one of its parameters for addresses. */
interface Case {
  readonly desk: Desk;
  readonly occurrence: Occurrence;
  readonly node: WikiNode;
  readonly form: Citation;
  readonly parameters: readonly Parameter[];
  /** The parameter with the dead link. */
  readonly at: Parameter;
  readonly archiveUrl: Parameter | null;
  readonly archiveDate: Parameter | null;
  readonly dead: Parameter | null;
  readonly marks: readonly Item[];
  readonly dateForm: string;
}

/** What the repair of a dead link in a citation is: archived copy, new address or a mark, in the template's own style. */
export function planCitation(
  desk: Desk,
  occurrence: Occurrence,
  node: WikiNode,
  form: Citation,
  parameters: readonly Parameter[],
  at: Parameter,
): Plan {
  const groups = [form.archiveUrl, form.archiveDate, form.dead?.names ?? []];
  if (
    isRepeated(parameters, [...form.url, ...groups.flat()]) ||
    groups.some((names) => clash(parameters, names))
  )
    return left(occurrence, "given-twice");
  const addresses = form.url.filter((name) => textOf(find(parameters, [name])) !== "");
  if (addresses.length > 1) return left(occurrence, "two-addresses");
  const one: Case = {
    desk,
    occurrence,
    node,
    form,
    parameters,
    at,
    archiveUrl: find(parameters, form.archiveUrl),
    archiveDate: find(parameters, form.archiveDate),
    dead: find(parameters, form.dead?.names ?? []),
    marks: desk.neighbours.marksAfter(node, occurrence),
    dateForm: desk.dates.forCitation(parameters, form.dates),
  };
  return textOf(one.archiveUrl) === "" ? planUnarchived(one) : planArchived(one);
}

/** Of one name given twice MediaWiki takes the last. */
function isRepeated(parameters: readonly Parameter[], names: readonly string[]): boolean {
  const given = parameters.filter(({ name }) => names.includes(name)).map(({ name }) => name);
  return new Set(given).size < given.length;
}

/** Two names of one thing, and both have a value. */
const clash = (parameters: readonly Parameter[], names: readonly string[]): boolean =>
  parameters.filter(({ name, value }) => names.includes(name) && value !== "").length > 1;

/** The parameter with one of the names: one with a value rather than an empty one. */
function find(parameters: readonly Parameter[], names: readonly string[]): Parameter | null {
  const given = parameters.filter(({ name }) => names.includes(name));
  return given.find(({ value }) => value !== "") ?? given[0] ?? null;
}

const textOf = (parameter: Parameter | null): string => parameter?.value ?? "";

/** An archived copy is named: at most its date or the state of the address has to be put right. */
function planArchived(one: Case): Plan {
  const { occurrence, desk, archiveUrl, archiveDate, form } = one;
  if (isOfOther(textOf(archiveUrl), occurrence)) return left(occurrence, "other-copy");
  const editor = editorOf(one);
  if (archiveUrl !== null && textOf(archiveDate) === "") {
    const isKnown = archiveIn(archiveUrl.value) !== null || isCopy(archiveUrl.value, occurrence) === true;
    const date = isKnown ? dateOfTimestamp(timestampIn(archiveUrl.value) ?? "") : null;
    if (date !== null)
      editor.set(archiveDate, dateName(one), writeDate(date, one.dateForm, desk.conventions.dates));
  }
  const isAlive = form.dead?.alive.includes(textOf(one.dead).toLowerCase()) === true;
  if (isAlive) declareDead(one, editor);
  if (editor.isEmpty) return left(occurrence, "already-archived");
  // A mark beside a copy that was shown may be about the copy.
  const spare = isAlive ? withoutDeadMarks(desk.page.text, one.marks) : [];
  return done(occurrence, "archive", reasonOf("completed"), [...editor.splices(), ...spare]);
}

/** An address that is no copy of the link: the link itself, or a copy of another one. */
const isOfOther = (written: string, occurrence: Occurrence): boolean =>
  isAddress(written) &&
  (isCopy(written, occurrence) === false || isSamePage(addressKey(written), occurrence.key));

function planUnarchived(one: Case): Plan {
  const { occurrence, desk, marks, node } = one;
  if (desk.neighbours.isArchived(node, occurrence, marks)) return left(occurrence, "already-archived");
  const { movedTo } = occurrence;
  const spare = withoutDeadMarks(desk.page.text, marks);
  if (movedTo !== null) return planMove(one, inWikitext(withFragmentOf(one.at.value, movedTo)));
  const copy = occurrence.archived.find(({ date }) => date !== null);
  if (copy !== undefined) {
    const editor = editorOf(one);
    nameCopy(one, editor, copy);
    return done(occurrence, "archive", copyReason(copy), [...editor.splices(), ...spare]);
  }
  if (occurrence.archived.length > 0) return left(occurrence, "no-date");
  const isMarked = spare.length > 0 || desk.neighbours.isMarkedInside(node, occurrence);
  if (isMarked || isDeclaredDead(one)) return left(occurrence, "already-marked");
  if (one.form.mark === "none") return left(occurrence, "no-mark");
  const reason = reasonOf("marked");
  if (one.form.mark === "parameter") {
    const editor = editorOf(one);
    declareDead(one, editor);
    return done(occurrence, "tag", reason, editor.splices());
  }
  const values = { ...todaysValues(desk, one.dateForm), url: addressInTemplate(one.at.value) };
  const text = textBeside(desk, node, filled(desk.conventions.dead.citation, values));
  return done(occurrence, "tag", reason, [{ start: node.end, end: node.end, text }]);
}

export const copyReason = ({ date, service }: ArchivedCopy): Reason => {
  const name = service.replace(/[^\w.-]+/g, " ").slice(0, 60);
  return date === null ? reasonOf("archived-undated", name) : reasonOf("archived", isoDate(date), name);
};

function isDeclaredDead({ form, dead }: Case): boolean {
  if (form.mark === "template") return false;
  const value = textOf(dead);
  return form.mark === "always" || (value !== "" && !form.dead?.alive.includes(value.toLowerCase()));
}

function editorOf({ desk, node, parameters, archiveUrl, archiveDate, dead }: Case): TemplateEditor {
  const group = [archiveUrl, archiveDate, dead].filter((parameter) => parameter !== null);
  return new TemplateEditor(desk.page, node, parameters, group);
}

function nameCopy(one: Case, editor: TemplateEditor, { url, date }: ArchivedCopy): void {
  const { form, archiveUrl, archiveDate, desk } = one;
  const [, unhyphenated] = form.archiveUrl;
  const likeDate = archiveDate !== null && form.archiveDate.indexOf(archiveDate.name) === 1;
  const name = (likeDate ? unhyphenated : undefined) ?? form.archiveUrl[0] ?? "";
  editor.set(archiveUrl, archiveUrl?.name ?? name, url);
  if (date !== null)
    editor.set(archiveDate, dateName(one), writeDate(date, one.dateForm, desk.conventions.dates));
  declareDead(one, editor);
  if (form.becomes !== undefined) editor.rename(form.becomes);
}

/** `archivedate` beside `archiveurl`: the aliases of both are listed in one order. */
function dateName({ form, archiveUrl, archiveDate }: Case): string {
  const like = archiveUrl === null ? 0 : form.archiveUrl.indexOf(archiveUrl.name);
  return archiveDate?.name ?? form.archiveDate[like] ?? form.archiveDate[0] ?? "";
}

/** Says that the address is dead, unless that is said. An outdated name of the parameter is replaced with it. */
function declareDead(one: Case, editor: TemplateEditor): void {
  const { form, dead, desk } = one;
  if (form.dead === undefined) return;
  const [usual = ""] = form.dead.names;
  const isSaid = textOf(dead) !== "" && !form.dead.alive.includes(textOf(dead).toLowerCase());
  if (isSaid) return;
  editor.set(dead, usual, filled(form.dead.value, todaysValues(desk, one.dateForm)));
}

function planMove(one: Case, movedTo: string): Plan {
  const { occurrence, at, marks, desk, form, dead } = one;
  const { start, end } = occurrence;
  // With a comment inside, it is not one piece.
  if (desk.page.text.slice(start, end) !== at.value) return left(occurrence, "not-plain");
  const editor = editorOf(one);
  if (dead !== null && textOf(dead) !== "") editor.remove(dead);
  if (form.becomes !== undefined) editor.rename(form.becomes);
  const address = { start, end, text: movedTo };
  const spare = withoutDeadMarks(desk.page.text, marks);
  return done(occurrence, "move", reasonOf("moved"), [address, ...editor.splices(), ...spare]);
}
