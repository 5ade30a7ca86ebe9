import { expect, test } from "vitest";
import type { SweepTally } from "./passes.ts";
import { createTally } from "./tally.ts";

test("what a beat could not store is stored with the next one, once", async () => {
  let counts = { checked: 0, inferred: 0 };
  const tally = createTally(() => counts);
  const stored: SweepTally[] = [];
  const store = async (more: SweepTally) => void stored.push(more);
  const fail = () => Promise.reject(new Error("away"));
  await tally(store);
  counts = { checked: 7, inferred: 1 };
  await expect(tally(fail)).rejects.toThrow("away");
  counts = { checked: 9, inferred: 1 };
  await tally(store);
  await tally(store);
  counts = { checked: 9, inferred: 2 };
  await tally(store);
  expect(stored).toEqual([
    { checked: 9, inferred: 1 },
    { checked: 0, inferred: 1 },
  ]);
});
