import type { RepairEdit } from "./types.ts";

/** Why a dead link is left as it is, in plain words for the person who reads the edit. */
export const REASONS = {
  "unknown-wiki":
    "The conventions of this wiki are not known. Its administrators can write them on MediaWiki:Weboid-repair.json.",
  redirect: "The page is a redirect; what follows is not shown.",
  "no-wikitext": "It stands where wikitext is not read, such as a comment or nowiki.",
  unclosed: "Something before it is opened and not closed, so that it is not certain what belongs together.",
  "unknown-template": "It stands in a template that is not known: $1.",
  "parser-function": "It stands in a parser function or a parameter of a template.",
  "other-parameter": "It stands in a parameter of a citation that has no archived copy of its own.",
  "not-plain": "Beside the address, its parameter has something else.",
  "two-addresses": "It has two addresses; it is not certain to which of them an archived copy belongs.",
  "given-twice": "The citation has the same parameter twice.",
  "internal-link": "It stands in an internal link.",
  option: "It is an option of a picture, where no template may stand.",
  caption:
    "It stands in a text of a picture that ends in ]]]; with a template in it, MediaWiki would not read that rightly.",
  cell: "It stands where a table, or a row or cell of it, has its attributes.",
  heading: "It stands in a heading, where no template should stand.",
  continued: "A template goes on where the address ends.",
  "link-text": "The text of the link has something that does not go into a template.",
  "already-archived": "An archived copy is there.",
  "other-copy":
    "It has a parameter for an archived copy, with an address that is none of this link. Please judge it.",
  "already-marked": "It is marked as dead already, and no archived copy is known.",
  "no-mark": "No archived copy is known, and how this template is marked as dead is not known.",
  "no-form":
    "It is archived, but the wiki has no usual form for this copy, or the date of the copy is not known.",
  "no-date": "It is archived, but the date of the copy is not known.",
  replacement:
    "Somebody suggested another address. It was not used, because nobody verified it: please judge it.",
  lookalike: "The same text, but not this link.",
} as const;

/** What was done about a dead link, likewise. */
export const CHANGES = {
  archived: "Its archived copy of $1 at $2 was added.",
  "archived-undated": "Its archived copy at $1 was added.",
  completed: "The archived copy that it names was completed.",
  marked: "It is marked as dead: no archived copy is known.",
  moved: "Its verified new address was put in.",
} as const;

const TEXTS = { ...REASONS, ...CHANGES };
export type ReasonCode = keyof typeof REASONS;

/** A sentence about an edit: in English, and what says it in another language (`repair-reason-CODE`). */
export type Reason = Pick<RepairEdit, "reason" | "code" | "details" | "also">;

/** @param details what stands for `$1`, `$2` */
export const reasonOf = (code: keyof typeof TEXTS, ...details: readonly string[]): Reason => ({
  reason: TEXTS[code].replace(/\$(\d)/g, (_, at: string) => details[Number(at) - 1] ?? ""),
  code,
  ...(details.length > 0 && { details }),
});

/** The same, followed by that of another code. */
export const withAlso = (reason: Reason, also: ReasonCode): Reason => ({
  ...reason,
  reason: `${reason.reason} ${REASONS[also]}`,
  also,
});
