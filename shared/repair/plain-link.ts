import { type ArchivedCopy, addressInTemplate, inText, inWikitext, withFragmentOf } from "./address.ts";
import { copyReason } from "./citation.ts";
import { writeDate } from "./dates.ts";
import type { Obstacle } from "./places.ts";
import {
  type Desk,
  done,
  filled,
  left,
  leftFor,
  type Occurrence,
  type Plan,
  type Splice,
  textBeside,
  todaysValues,
  withoutDeadMarks,
} from "./plan.ts";
import { reasonOf } from "./reasons.ts";
import { addressEnd, withoutPunctuation } from "./wikitext/free-link.ts";
import { OPAQUE_TAG } from "./wikitext/scan.ts";
import type { WikiLink, WikiNode } from "./wikitext/types.ts";

const LABEL_CHARS_MAX = 1_000;

/** What the repair of a link in the text is, with brackets or without. */
export function planLink(desk: Desk, occurrence: Occurrence, link: WikiLink): Plan {
  const obstacle = obstacleOf(desk, link);
  if (obstacle !== null) return leftFor(occurrence, obstacle);
  const { text } = desk.page;
  const marks = desk.neighbours.marksAfter(link, occurrence);
  if (desk.neighbours.isArchived(link, occurrence, marks)) return left(occurrence, "already-archived");
  const spare = withoutDeadMarks(text, marks);
  const movedTo = newAddress(desk, occurrence);
  if (movedTo !== null) {
    const written = link.bracketed ? inWikitext(movedTo) : inText(movedTo);
    if (!link.bracketed && isJoined(text, link.urlEnd, spare)) return left(occurrence, "continued");
    const address = textBeside(desk, link, written);
    const splice = { start: link.urlStart, end: link.urlEnd, text: address };
    return done(occurrence, "move", reasonOf("moved"), [splice, ...spare]);
  }
  const label = link.bracketed ? labelOf(text, link) : (desk.places.labelIn(link.parent) ?? "");
  const isBare = !link.bracketed && label === "";
  const form = formFor(desk, occurrence.archived);
  if (form !== null) {
    const pattern = isBare ? form.pattern.bare : form.pattern.link;
    const splices = write(desk, occurrence, link, pattern, label, form.copy);
    // A mark in the text can be taken away where the link stays, not in what takes its place.
    const isMarkedInside = marks.some(({ start }) => start < link.end);
    if (splices === null || (isMarkedInside && !pattern.startsWith("$link")))
      return left(occurrence, "link-text");
    return done(occurrence, "archive", copyReason(form.copy), [...splices, ...spare]);
  }
  if (occurrence.archived.length > 0) return left(occurrence, "no-form");
  if (spare.length > 0) return left(occurrence, "already-marked");
  const { dead } = desk.conventions;
  const splices = write(desk, occurrence, link, isBare ? dead.bare : dead.link, label, null);
  if (splices === null) return left(occurrence, "link-text");
  return done(occurrence, "tag", reasonOf("marked"), splices);
}

/** A template that marks a link as dead and has its address: an archived copy or new address takes its place. */
export function planDeadTemplate(desk: Desk, occurrence: Occurrence, node: WikiNode, given: string): Plan {
  const { page, places, neighbours } = desk;
  const obstacle = places.obstacleAt(node);
  if (obstacle !== null) return leftFor(occurrence, obstacle);
  const marks = neighbours.marksAfter(node, occurrence);
  if (neighbours.isArchived(node, occurrence, marks)) return left(occurrence, "already-archived");
  const { start, end, text: label } = withBrackets(page.text, node, given);
  if (label === null) return left(occurrence, "link-text");
  const movedTo = newAddress(desk, occurrence);
  if (movedTo !== null) {
    const text = textBeside(desk, node, `[${inWikitext(movedTo)}${label === "" ? "" : ` ${label}`}]`);
    return done(occurrence, "move", reasonOf("moved"), [{ start, end, text }]);
  }
  const form = formFor(desk, occurrence.archived);
  if (form === null || form.pattern.link.includes("$link"))
    return left(occurrence, occurrence.archived.length > 0 ? "no-form" : "already-marked");
  const { copy, pattern } = form;
  const address = page.text.slice(occurrence.start, occurrence.end);
  const values = valuesFor(desk, address, occurrence, label, copy);
  const text = textBeside(desk, node, filled(pattern.link, values));
  return done(occurrence, "archive", copyReason(copy), [{ start, end, text }]);
}

const newAddress = ({ page }: Desk, { movedTo, start, end }: Occurrence): string | null =>
  movedTo === null ? null : withFragmentOf(page.text.slice(start, end), movedTo);

/** `[{{…}} text]`: the brackets belong to the template, and what stands in them is its text. null: it is none. */
function withBrackets(
  page: string,
  { start, end }: WikiNode,
  given: string,
): { start: number; end: number; text: string | null } {
  if (page.charAt(start - 1) !== "[") return { start, end, text: fitForParameter(given) };
  const rest = /^([^[\]{}\n]*)\]/.exec(page.slice(end, end + LABEL_CHARS_MAX));
  if (rest === null || given !== "" || page.charAt(start - 2) === "[") return { start, end, text: null };
  const [whole, text = ""] = rest;
  return { start: start - 1, end: end + whole.length, text: fitForParameter(text.trim()) };
}

function obstacleOf({ page, places, neighbours }: Desk, link: WikiLink): Obstacle | null {
  // Between single braces, a template would become a parameter.
  const isInBraces = page.text.charAt(link.start - 1) === "{" && page.text.charAt(link.end) === "}";
  if (!link.closed || isInBraces) return { code: "unclosed" };
  const obstacle = places.obstacleAt(link);
  if (obstacle !== null) return obstacle;
  // Bars end an address in tables only: of a cell's first one what stands before it is attributes, another one is part of the address.
  const bar = link.bracketed ? /^\|/ : /^\|(?!\|)/;
  if (link.parent.kind === "page" && bar.test(page.text.slice(link.urlEnd, link.urlEnd + 2)))
    return { code: "cell" };
  return isContinued(page.text, link, neighbours) ? { code: "continued" } : null;
}

/** The address ends at a template, and not at one that marks it as dead; or goes on behind a comment. */
function isContinued(text: string, link: WikiLink, neighbours: Desk["neighbours"]): boolean {
  const { urlEnd, bracketed } = link;
  if (text.startsWith("<!--", urlEnd)) {
    const end = text.indexOf("-->", urlEnd + 4) + 3;
    return end > 3 && addressEnd(text, end, false) > end;
  }
  return text.startsWith("{{", urlEnd) && (bracketed || !neighbours.isMarkAt(link, urlEnd));
}

/** Whether what stands behind the marks of an address would become a part of it without them. */
function isJoined(text: string, urlEnd: number, marks: readonly Splice[]): boolean {
  const mark = marks.find(({ start }) => start === urlEnd);
  if (mark === undefined || mark.text !== "") return false;
  const end = withoutPunctuation(text, mark.end, addressEnd(text, mark.end, false));
  return end > mark.end || text.startsWith("{{", mark.end);
}

/** The first copy for which the wiki has a form. */
function formFor(
  { conventions }: Desk,
  copies: readonly ArchivedCopy[],
): { readonly copy: ArchivedCopy; readonly pattern: Desk["conventions"]["archive"][number] } | null {
  for (const copy of copies) {
    const pattern = conventions.archive.find(
      ({ services, link, bare }) =>
        (services.includes(copy.service) || services.includes("*")) && isComplete(copy, link + bare),
    );
    if (pattern !== undefined) return { copy, pattern };
  }
  return null;
}

/** Whether everything is known of a copy that a pattern wants to say. */
const isComplete = ({ date, timestamp, id }: ArchivedCopy, pattern: string): boolean =>
  (date !== null || !pattern.includes("$date")) &&
  (timestamp !== "" || !pattern.includes("$timestamp")) &&
  (id !== "" || !pattern.includes("$id"));

/** Fills a pattern and puts it behind the link or in its place. null: the link's text cannot stand there. */
function write(
  desk: Desk,
  occurrence: Occurrence,
  link: WikiLink,
  pattern: string,
  label: string | null,
  copy: ArchivedCopy | null,
): Plan["splices"] | null {
  if (label === null && pattern.includes("$text")) return null;
  const { text } = desk.page;
  const url = text.slice(link.urlStart, link.urlEnd);
  const values = valuesFor(desk, url, occurrence, label ?? "", copy);
  if (pattern.startsWith("$link")) {
    const added = filled(pattern.slice("$link".length), { ...values, link: "" });
    return [{ start: link.end, end: link.end, text: textBeside(desk, link, added) }];
  }
  const whole = filled(pattern, { ...values, link: text.slice(link.start, link.end) });
  return [{ start: link.start, end: link.end, text: textBeside(desk, link, whole) }];
}

function valuesFor(
  desk: Desk,
  address: string,
  { link }: Occurrence,
  label: string,
  copy: ArchivedCopy | null,
): Record<string, string> {
  const form = desk.dates.forLinks();
  // Templates need an address with its scheme; that of a link is the one that was checked.
  const scheme = /^[a-z]+:/i.exec(link.url)?.[0] ?? "https:";
  const url = addressInTemplate(address.startsWith("//") ? scheme + address : address);
  const values = { ...todaysValues(desk, form), url, text: label === "" ? hostOf(url) : label };
  if (copy === null) return values;
  const { timestamp, id, date } = copy;
  const written = date === null ? "" : writeDate(date, form, desk.conventions.dates);
  return { ...values, archive: copy.url, timestamp, id, date: written };
}

/** What is shown for an address without text: its host. */
const hostOf = (url: string): string => /^[a-z]+:\/\/([^/?#]+)/i.exec(url)?.[1] ?? url;

/** The text of a link, fit for a parameter; "" without one, null if it cannot stand there. */
function labelOf(text: string, { urlEnd, end }: WikiLink): string | null {
  return fitForParameter(text.slice(urlEnd, end - 1).trim());
}

/** Text fit for a template's parameter: bars outside of templates are written `{{!}}`. */
function fitForParameter(text: string): string | null {
  if (/\[\[|\]\]|<ref|<nowiki|<!--|\n/i.test(text)) return null;
  // A template in it may have a dead link of its own.
  if (text.includes("{{") && text.includes("//")) return null;
  let depth = 0;
  let out = "";
  for (const part of text.split(/(\{\{|\}\}|\|)/)) {
    if (part === "{{") depth += 1;
    if (part === "}}") depth -= 1;
    if (depth < 0) return null;
    out += part === "|" && depth === 0 ? "{{!}}" : part;
  }
  // What is no wikitext has no `{{!}}`.
  if (out !== text && OPAQUE_TAG.test(text)) return null;
  return depth === 0 && !/[{}]$|^[{}]/.test(text.replaceAll("{{", "").replaceAll("}}", "")) ? out : null;
}
