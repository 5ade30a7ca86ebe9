import { classify } from "../url/classify.ts";
import { readLine } from "./pattern.ts";
import { charOfByte, type Node } from "./syntax.ts";

/**
 * Texts of which every match of a line contains at least one, in the alphabet of `matchable`; null: no texts that are
 * worth searching for.
 */
type Required = readonly string[] | null;

/** Shortest text to search for: shorter ones are in too many URLs and have no trigram. */
export const LITERAL_CHARS_MIN = 3;
const ALTERNATIVES_MAX = 32;

/** Texts that are in so many URLs that searching for them selects little. */
const COMMON =
  /https?|www|\.(?:com|org|net|info|html?|php|aspx?|co|ru|de|cn|uk|in)(?![a-z])|index|blog(?:spot)?|wordpress/g;

const worth = (literal: string): number => literal.replace(COMMON, "").length * 16 + literal.length;
const worthOf = (required: readonly string[]): number => Math.min(...required.map(worth));

/** The rarest texts that a match of `node` must contain. */
export function requiredOf(node: Node): Required {
  const found = best(node);
  return found?.every((literal) => literal.length >= LITERAL_CHARS_MIN) ? found : null;
}

function best(node: Node): Required {
  switch (node.kind) {
    case "byte":
      return [charOfByte(node.byte)];
    case "set":
    case "assert":
      return null;
    case "sequence":
      return bestOfSequence(node.items);
    case "either": {
      const branches = node.branches.map(best);
      if (branches.some((branch) => branch === null)) return null;
      const all = branches.flatMap((branch) => branch ?? []);
      return all.length > ALTERNATIVES_MAX ? null : all;
    }
    case "repeat":
      return node.min > 0 ? best(node.item) : null;
  }
}

function bestOfSequence(items: readonly Node[]): Required {
  const candidates: Required[] = [];
  let run = "";
  for (const item of items) {
    if (item.kind === "assert") continue;
    if (item.kind === "byte") {
      run += charOfByte(item.byte);
      continue;
    }
    candidates.push(run === "" ? null : [run], best(item));
    run = "";
  }
  candidates.push(run === "" ? null : [run]);
  return candidates
    .filter((candidate) => candidate !== null)
    .reduce<Required>((one, other) => (one === null || worthOf(other) > worthOf(one) ? other : one), null);
}

const HOST_CHAR = /^[a-z0-9_.-]$/;
const WORD_CHAR = /^[a-z0-9_]$/;

/**
 * The name of a line that is only a name between word boundaries, `\bexample\.com\b`, as nearly all are; null:
 * another line. Every match of such a line is inside one run of host characters behind `//`, from a word's start to a word's end.
 */
export function wholeName(node: Node): string | null {
  if (node.kind !== "sequence") return null;
  const { items } = node;
  const [first] = items;
  const last = items.at(-1);
  const bounded = [first, last].every((item) => item?.kind === "assert" && item.what === "boundary");
  if (!bounded || items.length < 3) return null;
  let name = "";
  for (const item of items.slice(1, -1)) {
    if (item.kind !== "byte") return null;
    const char = charOfByte(item.byte);
    if (!HOST_CHAR.test(char)) return null;
    name += char;
  }
  return WORD_CHAR.test(name.at(0) ?? "") && WORD_CHAR.test(name.at(-1) ?? "") ? name : null;
}

/** How to find the known URLs that an entry may match, without trying all of them. */
export type Candidates =
  /**
   * Every matching URL has one of these texts in a run of host characters behind `//`: in the host, as it is or
   * `inPunycode`, or (`nested`) in the path, as in `//archive.example/http://spam.example/`.
   */
  | { readonly kind: "literals"; readonly literals: readonly string[]; readonly nested: boolean }
  /** No such text. `words`: every matching URL contains one of these words of letters and digits; null: any URL may match. */
  | { readonly kind: "all"; readonly words: readonly string[] | null };

const HOST_BYTE = /^[a-zA-Z0-9_.-]$/;
const NOTHING: Node = { kind: "sequence", items: [] };

interface Start {
  /** The part of the pattern that matches inside the run of host characters. */
  readonly node: Node;
  /** Whether that is the whole pattern. */
  readonly whole: boolean;
}

/** The part of a pattern that matches inside the run of host characters in which every match begins (MediaWiki's `//+[a-z0-9_\-.]*`). */
function startOf(node: Node): Start {
  switch (node.kind) {
    case "byte":
      return HOST_BYTE.test(charOfByte(node.byte)) ? { node, whole: true } : { node: NOTHING, whole: false };
    case "set":
      return node.bytes.every((has, byte) => has === 0 || HOST_BYTE.test(charOfByte(byte)))
        ? { node, whole: true }
        : { node: NOTHING, whole: false };
    case "assert":
      return { node, whole: true };
    case "sequence": {
      const items: Node[] = [];
      for (const item of node.items) {
        const start = startOf(item);
        items.push(start.node);
        if (!start.whole) return { node: { kind: "sequence", items }, whole: false };
      }
      return { node, whole: true };
    }
    case "either": {
      const starts = node.branches.map(startOf);
      const branches = starts.map((start) => start.node);
      return { node: { kind: "either", branches }, whole: starts.every(({ whole }) => whole) };
    }
    case "repeat": {
      const start = startOf(node.item);
      if (start.whole) return { node, whole: true };
      return { node: node.min > 0 ? start.node : NOTHING, whole: false };
    }
  }
}

/** Words that are schemes, so that every URL may contain them. */
const SCHEME = /^(?:https?|s?ftps?)$/;
const WORD_CHARS_MIN = 3;

/** The longest word of a text. Percent-encoding and punycode change only what is between words. */
function wordOf(literal: string): string | null {
  const words = literal.match(/[a-z0-9]+/g) ?? [];
  const longest = words.reduce((one, other) => (other.length > one.length ? other : one), "");
  return longest.length < WORD_CHARS_MIN || SCHEME.test(longest) ? null : longest;
}

/** The candidates for an entry; null: the entry is not applied, so nothing matches. */
export function candidatesOf({
  kind,
  text,
}: {
  readonly kind: "line" | "domain";
  readonly text: string;
}): Candidates | null {
  if (kind === "domain") {
    const found = classify(text.includes("//") ? text : `https://${text}/`, { allowPrivate: true });
    return found.kind === "resource"
      ? { kind: "literals", literals: [found.parts.host], nested: false }
      : { kind: "all", words: null };
  }
  const read = readLine(text);
  if (read.kind !== "pattern") return null;
  const literals = requiredOf(startOf(read.node).node);
  if (literals !== null) return { kind: "literals", literals, nested: true };
  const words = requiredOf(read.node)?.map(wordOf) ?? [null];
  return { kind: "all", words: words.every((word) => word !== null) ? words : null };
}

/**
 * A text as it appears in the punycode of hosts that continue its last label with non-ASCII characters: `w.spam` of `w.spamü.zz`
 * is `w.xn--spam`. Only the last label can continue so, as a match begins in a run of host characters. Null: the text
 * has the same spelling in every host.
 */
export function inPunycode(literal: string): string | null {
  const label = literal.lastIndexOf(".") + 1;
  return label === 0 || label === literal.length
    ? null
    : `${literal.slice(0, label)}xn--${literal.slice(label)}`;
}

/** Trigrams as numbers, as the database's function `weboid_trigrams` computes them. */
export function trigramsOf(literal: string): number[] {
  const numbers = new Set<number>();
  for (let at = 0; at + 2 < literal.length; at++)
    numbers.add(
      (literal.charCodeAt(at) << 14) | (literal.charCodeAt(at + 1) << 7) | literal.charCodeAt(at + 2),
    );
  return [...numbers];
}
