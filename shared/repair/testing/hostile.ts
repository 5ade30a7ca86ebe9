const DEAD = "http://dead.zz/a";

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
