import { URL_CHARS_MAX } from "../../url/classify.ts";
import type { Argument, OpaqueRange, WikiNode, WikiPage } from "./types.ts";

/** An argument of a template with where its parts stand. */
export interface Parameter {
  /** Index in the node's arguments. */
  readonly index: number;
  /** Without comments, unless it is longer than any address, and outer white space; "" of one without a name. */
  readonly name: string;
  readonly nameStart: number;
  readonly nameEnd: number;
  /** Where the equals sign stands; -1 of one without a name. */
  readonly equals: number;
  /** The value as it is written, without white space around it; both the same where there is none. */
  readonly valueStart: number;
  readonly valueEnd: number;
  /** The value without comments, unless it is longer than any address, and outer white space. */
  readonly value: string;
  /** The end of the argument, before the next bar or the end of the template. */
  readonly end: number;
  /** After the bar before it. */
  readonly start: number;
}

const SPACE = /\s/;

/**
 * Text of a range without comments. What is longer than an address can be is no name, address or date, and stays as it is:
 * of templates within each other, each would be read again for all of those around it.
 */
function uncommented(page: WikiPage, start: number, end: number): string {
  return end - start > URL_CHARS_MAX ? page.text.slice(start, end) : withoutComments(page, start, end);
}

/** Text of a range without comments, also those that go on behind it. */
export function withoutComments(page: WikiPage, start: number, end: number): string {
  let text = "";
  let from = start;
  for (let at = firstFrom(page.opaque, start); at < page.opaque.length; at++) {
    const range = page.opaque[at];
    if (range === undefined || range.start >= end) break;
    if (range.what !== "comment") continue;
    text += page.text.slice(from, range.start);
    from = range.end;
  }
  return text + page.text.slice(from, Math.max(from, end));
}

/** Index of the first range that begins at a position or after it. */
function firstFrom(ranges: readonly OpaqueRange[], position: number): number {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.start ?? 0) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The name of a template or the target of an internal link, as it is written, without comments. */
export function nameOf(page: WikiPage, node: WikiNode): string {
  const [first] = node.arguments;
  return first === undefined ? "" : uncommented(page, first.start, first.end).trim();
}

/** All arguments after the name. */
export function parametersOf(page: WikiPage, node: WikiNode): Parameter[] {
  return node.arguments.slice(1).map((argument, at) => parameterOf(page, argument, at + 1));
}

function parameterOf(page: WikiPage, { start, end, equals }: Argument, index: number): Parameter {
  const { text } = page;
  const [nameStart, nameEnd] = equals < 0 ? [start, start] : trimmed(text, start, equals);
  const [valueStart, valueEnd] = trimmed(text, equals < 0 ? start : equals + 1, end);
  return {
    index,
    name: uncommented(page, nameStart, nameEnd).trim(),
    nameStart,
    nameEnd,
    equals,
    valueStart,
    valueEnd,
    value: uncommented(page, valueStart, valueEnd).trim(),
    start,
    end,
  };
}

/** A range without the white space at its ends; empty at its beginning where there is nothing else. */
function trimmed(text: string, from: number, to: number): [start: number, end: number] {
  let start = from;
  let end = to;
  while (start < end && SPACE.test(text.charAt(start))) start++;
  while (end > start && SPACE.test(text.charAt(end - 1))) end--;
  return start === end ? [from, from] : [start, end];
}
