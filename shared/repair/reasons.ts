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

export type ReasonCode = keyof typeof REASONS;

export const reasonText = (code: ReasonCode, detail = ""): string =>
  REASONS[code].replace("$1", () => detail);
