import type { Node } from "./syntax.ts";
import { charOfByte } from "./text.ts";

/**
 * Texts of which at least one stands in everything that a line matches; null: there are none worth looking for.
 * In the alphabet of `matchable`.
 */
export type Required = readonly string[] | null;

/** Shorter ones stand in too many URLs, and are not indexed (matcher.ts). */
export const LITERAL_CHARS_MIN = 3;
const ALTERNATIVES_MAX = 32;

/** What stands in so many URLs that looking for it tells little. */
const COMMON =
  /https?|www|\.(?:com|org|net|info|html?|php|aspx?|co|ru|de|cn|uk|in)(?![a-z])|index|blog(?:spot)?|wordpress/g;

const worth = (literal: string): number => literal.replace(COMMON, "").length * 16 + literal.length;
const worthOf = (required: readonly string[]): number => Math.min(...required.map(worth));

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
 * The text of a line that is nothing but a name between word boundaries, `\bexample\.com\b`, as nearly all are; null:
 * another. Every match of such a line lies in one run of host characters behind `//`, from a word's start to a word's end.
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
