import { expect, test } from "vitest";
import { BYTES_PER_CALL_MAX, batches, PAIRS_PER_CALL_MAX } from "./store.ts";

const pair = (key: string, bytes: number) => ({ key, value: "x".repeat(bytes) });

test("no pairs, no calls", () => {
  expect(batches([])).toEqual([]);
});

test("calls hold the limit of pairs, in order", () => {
  const pairs = Array.from({ length: PAIRS_PER_CALL_MAX * 2 + 1 }, (_, n) => pair(String(n), 1));
  const calls = batches(pairs);
  expect(calls.map((call) => call.length)).toEqual([PAIRS_PER_CALL_MAX, PAIRS_PER_CALL_MAX, 1]);
  expect(calls.flat()).toEqual(pairs);
});

test("calls hold the limit of bytes; what is larger travels alone", () => {
  const half = Math.floor(BYTES_PER_CALL_MAX / 2);
  const calls = batches([
    pair("a", half),
    pair("b", half - 10),
    pair("c", half),
    pair("d", BYTES_PER_CALL_MAX * 2),
    pair("e", 1),
  ]);
  expect(calls.map((call) => call.map(({ key }) => key).join(""))).toEqual(["ab", "c", "d", "e"]);
});
