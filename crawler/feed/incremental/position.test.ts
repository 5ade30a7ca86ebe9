import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  advance,
  type Change,
  type ChangePosition,
  isAnchored,
  OVERLAP_MS,
  parsePosition,
  placeOf,
  SETTLING_MS,
  startOf,
} from "./changes.ts";

const S = 1_000;
const T = Date.UTC(2026, 0, 1);
const change = (rcid: number, seconds: number): Change => ({
  rcid,
  atMs: T + seconds * S,
  kind: "edit",
  pageid: rcid,
  namespace: 0,
  title: "T",
  target: null,
  leavesPage: false,
});
const at = (seconds: number, known: [number, number][] = [], early: number[] = []): ChangePosition => ({
  atMs: T + seconds * S,
  known: known.map(([rcid, second]) => ({ rcid, atMs: T + second * S })),
  early,
});
const ids = (changes: readonly Change[]) => changes.map(({ rcid }) => rcid);

describe("what is known of a wiki's changes", () => {
  test("the position follows the wiki's clock at a distance; what is younger is fresh at once, and again later", () => {
    const first = advance(at(0), [change(1, 100), change(2, 195)], { nowMs: T + 200 * S, complete: true });
    expect(ids(first.fresh)).toEqual([1, 2]);
    expect(first.position).toEqual(at(170, [[1, 100]], [2]));
    const second = advance(first.position, [change(1, 100), change(2, 195)], {
      nowMs: T + 210 * S,
      complete: true,
    });
    expect(ids(second.fresh)).toEqual([]);
    const third = advance(second.position, [change(1, 100), change(2, 195)], {
      nowMs: T + 230 * S,
      complete: true,
    });
    expect(ids(third.fresh)).toEqual([2]);
    expect(third.position).toEqual(at(200, [[2, 195]]));
  });

  test("of an interrupted reading the position is the last change that was read", () => {
    const { position } = advance(at(0), [change(1, 50), change(2, 60)], {
      nowMs: T + 900 * S,
      complete: false,
    });
    expect(position.atMs).toBe(T + 60 * S);
  });

  test("a wiki on which nothing happens keeps its last change as an anchor", () => {
    const { position } = advance(at(50, [[7, 40]]), [change(7, 40)], {
      nowMs: T + 9_000 * S,
      complete: true,
    });
    expect(position).toEqual(at(8_970, [[7, 40]]));
    expect(startOf(position)).toBe(T + 40 * S);
  });

  test.each<[string, ChangePosition, Change[], boolean, boolean]>([
    ["the anchor is there", at(99, [[5, 90]]), [change(5, 90), change(6, 95)], true, true],
    [
      "a later one is there",
      at(99, [
        [5, 90],
        [6, 95],
      ]),
      [change(6, 95)],
      true,
      true,
    ],
    ["it is not", at(99, [[5, 90]]), [change(6, 95)], true, false],
    ["nothing is there", at(99, [[5, 90]]), [], true, false],
    ["no anchor is known, for an hour", at(3_000 - 3_600), [], true, true],
    [
      "no anchor is known, for the longest time between two readings",
      at(3_000 - 4 * 86_400 - 90),
      [],
      true,
      true,
    ],
    ["no anchor is known, for eight days", at(3_000 - 8 * 86_400), [change(6, 2_000)], true, false],
    ["a batch full of its second", at(99, [[5, 90]]), [change(3, 90), change(4, 90)], false, true],
    ["the last batch", at(99, [[5, 90]]), [change(3, 90), change(4, 90)], true, false],
  ])("reaching back: %s", (_name, position, batch, complete, expected) => {
    expect(isAnchored(position, batch, { nowMs: T + 3_000 * S, complete })).toBe(expected);
  });

  test("is kept in the wiki's row; what is none there is forgotten", () => {
    const position = at(9, [[1, 2]], [3]);
    expect(parsePosition(position.atMs, JSON.parse(JSON.stringify(placeOf(position))))).toEqual(position);
    for (const broken of [null, {}, "x", { known: [1], early: [] }, { known: [["a", 1]], early: [] }])
      expect(parsePosition(5, broken)).toEqual({ atMs: 5, known: [], early: [] });
  });

  test("property: whatever shows late by less than the overlap is fresh after it settled, once, in batches of any size", () => {
    const events = fc.array(
      fc.record({ at: fc.nat(2_000), late: fc.nat((OVERLAP_MS - SETTLING_MS) / S - 1) }),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(
        events,
        fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 20 }),
        fc.integer({ min: 1, max: 9 }),
        (given, polls, size) => {
          const all = given.map((one, index) => ({
            ...change(index + 1, one.at),
            shownMs: T + (one.at + one.late) * S,
          }));
          const settledTold = new Map<number, number>();
          let position: ChangePosition = at(0);
          let nowMs = T;
          for (const step of [...polls, 5_000]) {
            nowMs += step * S;
            const shown = all
              .filter((one) => one.shownMs <= nowMs && one.atMs >= startOf(position))
              .sort((one, other) => one.atMs - other.atMs || one.rcid - other.rcid);
            for (let from = 0; from <= shown.length; from += size) {
              const complete = from + size > shown.length;
              const before = position.atMs;
              const taken = advance(position, shown.slice(from, from + size), { nowMs, complete });
              position = taken.position;
              expect(position.atMs).toBeGreaterThanOrEqual(before);
              expect(position.atMs).toBeLessThanOrEqual(Math.max(nowMs - SETTLING_MS, before));
              for (const { rcid, atMs } of taken.fresh)
                if (atMs <= nowMs - SETTLING_MS) settledTold.set(rcid, (settledTold.get(rcid) ?? 0) + 1);
            }
          }
          expect([...settledTold].sort((one, other) => one[0] - other[0])).toEqual(
            all.map(({ rcid }) => [rcid, 1]),
          );
        },
      ),
      { numRuns: 300 },
    );
  });
});
