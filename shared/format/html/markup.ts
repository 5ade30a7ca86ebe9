/**
 * HTML that is safe by construction: the only ways to an Html value are this tag, whose parameters are escaped,
 * and the links of link.ts. Everything that comes from outside is hostile text.
 */
export class Html {
  readonly #text: string;
  /** For this folder only; literals of our own, never anything that was read. */
  constructor(text: string) {
    this.#text = text;
  }
  toString(): string {
    return this.#text;
  }
}

/** An address that may stand in href or action; made by link.ts only. */
export class Address {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Fragment = Html | Address | string | number | null | undefined | false | readonly Fragment[];

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * Characters that no text of ours may carry out: control characters, line separators, bidirectional embeddings,
 * overrides and isolates, deprecated format characters, interlinear annotation, tags, noncharacters, lone surrogates.
 */
const UNSHOWABLE =
  /(?![\t\n])\p{Cc}|[\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u206f\ufff9-\ufffb\ufffe\uffff\u{e0000}-\u{e0fff}]/u;
const UNSHOWABLE_ALL = new RegExp(UNSHOWABLE.source, "gu");

/** `U+202E` for a character, or for a surrogate that stands alone. */
export function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

export function hasUnshowable(text: string): boolean {
  return UNSHOWABLE.test(text);
}

/** Plain text in which every unshowable character is spelt out in brackets. */
export function showable(text: string): string {
  return text.replace(UNSHOWABLE_ALL, (character) => `[${codePointName(character)}]`);
}

/** Escapes for element content and for quoted attributes alike. */
export function escapeHtml(text: string): string {
  return showable(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}

function printed(value: Fragment): string {
  if (value === null || value === undefined || value === false) return "";
  if (value instanceof Html) return value.toString();
  if (value instanceof Address) return escapeHtml(value.text);
  if (typeof value === "string") return escapeHtml(value);
  if (typeof value === "number") return String(value);
  return value.map(printed).join("");
}

/**
 * The template tag. Strings are escaped, lists joined, null and false left out. An address attribute takes only an
 * Address, and an attribute must be quoted: a template that breaks this is a bug and throws at its first use.
 */
export function html(parts: TemplateStringsArray, ...values: readonly Fragment[]): Html {
  let text = parts[0] ?? "";
  for (const [i, value] of values.entries()) {
    const before = parts[i] ?? "";
    if (/(?:^|[\s"'])[a-z-]+=$/i.test(before)) throw new Error("a parameter in an attribute without quotes");
    if (/(?:href|src|action)="$/.test(before) && !(value instanceof Address))
      throw new Error("an address attribute needs an Address");
    text += printed(value) + (parts[i + 1] ?? "");
  }
  return new Html(text);
}

/** Joins fragments with a separator of ours. */
export function joined(items: readonly Fragment[], separator: string): Html {
  return new Html(items.map(printed).join(escapeHtml(separator)));
}

/** "X, X and X": the items with what stands between them in a language (`Messages.between`). */
export function interspersed(items: readonly Fragment[], between: readonly string[]): Html {
  return html`${between[0]}${items.map((item, at) => html`${item}${between[at + 1]}`)}`;
}

/** Stands in a message for a parameter that is markup; no message has line breaks of its own. */
export const SLOT = "\n";
/** Of a message with two such parameters, the other one. */
export const SECOND_SLOT = "\t";

/** A message with its slots filled: the words keep their order and punctuation around, say, a link. */
export function slotted(text: string, value: Fragment, second: Fragment = null): Html {
  const parts = text.split(/([\n\t])/);
  return html`${parts.map((part) => (part === SLOT ? value : part === SECOND_SLOT ? second : part))}`;
}
