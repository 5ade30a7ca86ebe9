import { classify } from "../url/classify.ts";
import { requiredOf } from "./literal.ts";
import { readLine } from "./pattern.ts";
import type { Node } from "./syntax.ts";
import { charOfByte } from "./text.ts";

/** By what known URLs that an entry may concern are found without looking at all of them. */
export type Candidates =
  /**
   * One of these texts stands in a run of host characters behind `//` of every URL that matches: in the host, as it is or
   * `inPunycode`, or (`nested`) in the path, as in `//archive.example/http://spam.example/`.
   */
  | { readonly kind: "literals"; readonly literals: readonly string[]; readonly nested: boolean }
  /** No such text. `words`: letters and digits of which one stands somewhere in each of them; null: none either. */
  | { readonly kind: "all"; readonly words: readonly string[] | null };

const HOST_CHAR = /^[a-zA-Z0-9_.-]$/;
const NOTHING: Node = { kind: "sequence", items: [] };

interface Start {
  /** What a match needs within the run of host characters in which it begins. */
  readonly node: Node;
  /** All of the pattern lies there. */
  readonly whole: boolean;
}

/** A match begins in a run of host characters (MediaWiki's `//+[a-z0-9_\-.]*`): the part of it that cannot leave that run. */
function startOf(node: Node): Start {
  switch (node.kind) {
    case "byte":
      return HOST_CHAR.test(charOfByte(node.byte)) ? { node, whole: true } : { node: NOTHING, whole: false };
    case "set":
      return node.bytes.every((has, byte) => has === 0 || HOST_CHAR.test(charOfByte(byte)))
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

/** Stands in the scheme of every URL. */
const SCHEME = /^(?:https?|s?ftps?)$/;
const WORD_CHARS_MIN = 3;

/** Letters and digits stay together in every spelling: percent-encoding and punycode change what is between them. */
function wordOf(literal: string): string | null {
  const words = literal.match(/[a-z0-9]+/g) ?? [];
  const longest = words.reduce((one, other) => (other.length > one.length ? other : one), "");
  return longest.length < WORD_CHARS_MIN || SCHEME.test(longest) ? null : longest;
}

/** Null: the entry concerns nothing, as it is not applied. */
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
 * A text as the ASCII form of a host has it whose label goes on beyond ASCII where the text ends: `w.spam` of `w.spamü.zz`
 * is `w.xn--spam` there. Labels before the last one are ASCII, as a match begins in a run of host characters. Null: it is
 * spelt alike in every host.
 */
export function inPunycode(literal: string): string | null {
  const label = literal.lastIndexOf(".") + 1;
  return label === 0 || label === literal.length
    ? null
    : `${literal.slice(0, label)}xn--${literal.slice(label)}`;
}

/** The numbers by which the database's `weboid_trigrams` knows three characters. */
export function trigramsOf(literal: string): number[] {
  const numbers = new Set<number>();
  for (let at = 0; at + 2 < literal.length; at++)
    numbers.add(
      (literal.charCodeAt(at) << 14) | (literal.charCodeAt(at + 1) << 7) | literal.charCodeAt(at + 2),
    );
  return [...numbers];
}
