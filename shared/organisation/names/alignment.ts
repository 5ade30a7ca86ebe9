import { isContraction } from "./acronym.ts";
import { type Edits, editsBetween } from "./edits.ts";
import { isOneSpelling } from "./fold.ts";
import type { Token } from "./name.ts";

export interface Typo extends Edits {
  readonly a: string;
  readonly b: string;
}

/** Which words of two names are one. */
export interface Alignment {
  readonly pairs: readonly (readonly [Token, Token])[];
  readonly typos: readonly Typo[];
  readonly onlyA: readonly Token[];
  readonly onlyB: readonly Token[];
}

/** Pairs of tokens that mean the same: equal ones first, then abbreviations, then words with typos, the nearest first. */
export function align(a: readonly Token[], b: readonly Token[]): Alignment {
  const pairs: [Token, Token][] = [];
  const typos: Typo[] = [];
  let restA = [...a];
  const restB = [...b];
  const pair = (fits: (x: Token, y: Token) => boolean, note?: (x: Token, y: Token) => void) => {
    restA = restA.filter((x) => {
      const at = restB.findIndex((y) => fits(x, y));
      const y = restB[at];
      if (y === undefined) return true;
      pairs.push([x, y]);
      note?.(x, y);
      restB.splice(at, 1);
      return false;
    });
  };
  pair(
    (x, y) => x.key === y.key,
    (x, y) => {
      if (x.role === "core" && x.surface === y.surface && !isOneSpelling(x.spelling, y.spelling))
        typos.push({ count: 1, kind: "length", a: x.surface, b: y.surface });
    },
  );
  pair((x, y) => abbreviates(x, y) || abbreviates(y, x));
  const near: { readonly x: Token; readonly y: Token; readonly edits: Edits }[] = [];
  for (const x of restA)
    for (const y of restB) {
      const edits = mayBeTypo(x, y) ? editsBetween(x.surface, y.surface) : null;
      if (edits !== null && edits.count > 0) near.push({ x, y, edits });
    }
  for (const { x, y, edits } of near.sort((one, other) => one.edits.count - other.edits.count)) {
    if (!restA.includes(x) || !restB.includes(y)) continue;
    pairs.push([x, y]);
    typos.push({ ...edits, a: x.surface, b: y.surface });
    restA.splice(restA.indexOf(x), 1);
    restB.splice(restB.indexOf(y), 1);
  }
  return { pairs, typos, onlyA: restA, onlyB: restB };
}

const abbreviates = (short: Token, long: Token): boolean =>
  short.dotted &&
  long.surface.length > short.surface.length &&
  (long.surface.startsWith(short.surface) || isContraction(short.surface, long.surface));

/** Words that are known are no typos of each other; a generic word with a typo was understood before. */
const mayBeTypo = (x: Token, y: Token): boolean =>
  [x, y].some(({ role }) => role === "core") &&
  ([x, y].every(({ role }) => role === "core" || role === "place") || isMistyped(x.surface, y.surface));

/** Shorter words, and words with one other letter ("Health", "Wealth"), are too often words as well. */
const MISTYPED_CHARS_MIN = 5;
const isMistyped = (a: string, b: string): boolean => {
  if (a[0] !== b[0] || Math.min(a.length, b.length) < MISTYPED_CHARS_MIN) return false;
  const edits = editsBetween(a, b);
  return edits?.count === 1 && edits.kind !== "letters";
};
