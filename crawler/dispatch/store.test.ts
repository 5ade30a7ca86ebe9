import { expect, test } from "vitest";
import { batches, keyBatches } from "./store.ts";

const LIMITS = { pairs: 100, bytes: 10_000 };
const pair = (key: string, bytes: number) => ({ key, value: "x".repeat(bytes) });

test("no pairs, no calls", () => {
  expect(batches([], LIMITS)).toEqual([]);
  expect(keyBatches([], 3)).toEqual([]);
});

test("calls hold the limit of pairs, in order", () => {
  const pairs = Array.from({ length: LIMITS.pairs * 2 + 1 }, (_, n) => pair(String(n), 1));
  const calls = batches(pairs, LIMITS);
  expect(calls.map((call) => call.length)).toEqual([LIMITS.pairs, LIMITS.pairs, 1]);
  expect(calls.flat()).toEqual(pairs);
  expect(keyBatches(["a", "b", "c", "d"], 3)).toEqual([["a", "b", "c"], ["d"]]);
});

test("calls hold the limit of bytes; what is larger travels alone", () => {
  const half = LIMITS.bytes / 2;
  const calls = batches(
    [pair("a", half), pair("b", half - 10), pair("c", half), pair("d", LIMITS.bytes * 2), pair("e", 1)],
    LIMITS,
  );
  expect(calls.map((call) => call.map(({ key }) => key).join(""))).toEqual(["ab", "c", "d", "e"]);
});

test("text counts as it is sent: escaped, and as UTF-8", () => {
  const text = (key: string, value: string) => ({ key, value });
  const third = LIMITS.bytes / 3;
  const calls = batches(
    [text("a", "字".repeat(third / 3)), text("b", '"'.repeat(third / 2)), text("c", '"'.repeat(third / 2))],
    LIMITS,
  );
  expect(calls.map((call) => call.length)).toEqual([2, 1]);
});
