import { COPY } from "./cases.ts";

const DEAD = "http://dead.zz/a";

export const LINKS = [{ url: DEAD, verdict: "unreachable", archives: [{ type: "archive.org", url: COPY }] }];

/** Pieces of wikitext of which a page is made that wants to take time, or the stack: nested, unclosed, repeated. */
export const HOSTILE: Readonly<Record<string, string>> = {
  "open braces": "{",
  "open templates": "{{a|",
  "open templates in paragraphs": "{{a|\n\n",
  "open parameters": "{{{",
  "open internal links": "[[a|",
  "braces and brackets": "{{[[",
  "open brackets": "[",
  "open links": `[${DEAD} `,
  addresses: `${DEAD} `,
  "addresses without space": DEAD,
  "addresses and braces": "http://a{{",
  "addresses and quotes": `${DEAD}''`,
  punctuation: ",.;:",
  references: `<ref>${DEAD}</ref>`,
  "open references": "<ref>",
  "open tags": "<b ",
  "open comments": "<!--",
  comments: `<!--a-->${DEAD} `,
  "open nowiki": "<nowiki>",
  citations: `{{cite web|url=${DEAD}|title=T}} `,
  "citations in citations": `{{cite web|url=${DEAD}|quote=`,
  "parameters of addresses": `|url=${DEAD}`,
  marks: "{{dead link}} ",
  "marks with addresses": `{{Toter Link|url=${DEAD}}}`,
  tables: `{|\n|${DEAD}||\n`,
  headings: `== ${DEAD} ==\n`,
  "blank lines": "\n   \n{{",
  "equals signs": "=",
};

/** A page of about so many characters, in a citation that is closed, so that each piece is inside something. */
export const hostilePage = (piece: string, size: number): string =>
  `{{cite web|url=${DEAD}|x=${piece.repeat(Math.ceil(size / piece.length))}}} ${DEAD}`;

/** Of pages in which two things are repeated as often: before them, the first, between, the second, after them. */
type Pair = readonly [before: string, one: string, between: string, other: string, after: string];

/** Pages in which one long thing is looked at for each of many others, unless somebody takes care. */
export const HOSTILE_PAIRS: Readonly<Record<string, Pair>> = {
  "addresses in a comment": ["<!--", "http://", "", "", "-->"],
  "addresses in a tag": ["<b ", "http://", "", "", ">"],
  "addresses and bars in a comment": ["<!--", "http://a|", "", "", "-->"],
  "links in a heading with blanks": ["=", ` ${DEAD}`, "", " ".repeat(20), "\nx"],
  "names with comments": ["", "{{<!---->", "x", "}}", ""],
  "values with comments": ["", "{{cite web|quote=<!---->", "", "}}", ` ${DEAD}`],
  "names of parameters with comments": ["", "{{cite web|<!---->", "", "=1}}", ` ${DEAD}`],
  "values of addresses": ["", "{{cite web|url=http://x", "", "}}", ` ${DEAD}`],
  "links behind a name with comments": ["{{x", "<!---->".repeat(4), "|", `${DEAD} `, "}}"],
  "links behind a target with comments": ["[[File:", "<!---->".repeat(4), "|", `${DEAD} `, "]]"],
  "links in a parameter with blanks": ["{{efn|", " ".repeat(400), "1=", `${DEAD} `, "}}"],
  "cells of a line": ["{|\n!", ` ${DEAD}|`, "", "!!", "\n|}"],
  "addresses in a cell with attributes": ["{|\n|", ` ${DEAD}`, "|", "a|", "\n|}"],
  "links in a line of a gallery": ["<gallery>\nFile:A.jpg", ` [${DEAD} T]`, "|", " a", "</gallery>"],
  "links in a text of a picture": ["[[File:A.jpg|", ` [${DEAD} T]`, "|alt=", `[${DEAD} T]`, "]]"],
  "references and marks in the text of a link": [`[${DEAD} T`, "<ref>r</ref>", "", "{{dead link}}", "]"],
  "links and templates that are not known": ["", `[${DEAD} T]{{x}}`, "", "{{dead link}}{{y}}", ""],
  "comments in a heading": ["=", `<!----> ${DEAD}`, "", "<!---->", "="],
  "a line of what is alike": ["", "{{{", "\n", `{{!}}[${DEAD}`, ""],
  "addresses before a long mark": ["{{cite web", `|url=${DEAD}`, "}}{{dead link", "|a".repeat(10), "}}"],
  "addresses in a mark before a long one": [
    "{{Toter Link",
    `|url=${DEAD}`,
    "}}{{dead link",
    "|a".repeat(10),
    "}}",
  ],
};

export function hostilePair([before, one, between, other, after]: Pair, size: number): string {
  const times = Math.ceil(size / (one.length + other.length));
  return before + one.repeat(times) + between + other.repeat(times) + after;
}
