import { expect, test } from "vitest";
import { batched } from "./batching.ts";

test("questions that arrive meanwhile are asked together; an error is that of all of a batch, and of none afterwards", async () => {
  const asked: (readonly number[])[] = [];
  const ask = batched(async (items: readonly number[]) => {
    asked.push(items);
    await new Promise((resolve) => setImmediate(resolve));
    if (items.includes(0)) throw new Error("none");
    return new Set(items);
  });
  const first = [ask([1]), ask([2, 3])];
  await new Promise((resolve) => setImmediate(resolve));
  const second = [ask([0]), ask([4])];
  expect(await Promise.all(first)).toEqual([new Set([1, 2, 3]), new Set([1, 2, 3])]);
  expect((await Promise.allSettled(second)).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await ask([5])).toEqual(new Set([5]));
  expect(asked).toEqual([[1, 2, 3], [0, 4], [5]]);
});
