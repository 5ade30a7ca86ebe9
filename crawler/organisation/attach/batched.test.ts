import { expect, test } from "vitest";
import { batched } from "./batched.ts";

test("keys that are asked for in one turn are read by one statement, each once", async () => {
  const read: (readonly string[])[] = [];
  const ask = batched(async (keys) => {
    read.push(keys);
    return new Map(keys.filter((key) => key !== "c").map((key) => [key, `of ${key}`]));
  });
  expect(await Promise.all(["a", "b", "a", "c"].map(ask))).toEqual(["of a", "of b", "of a", undefined]);
  expect(await ask("a")).toBe("of a");
  expect(read).toEqual([["a", "b", "c"], ["a"]]);
});

test("an error is each asker's, and the next ones are read again", async () => {
  let isDown = true;
  const ask = batched(async (keys) => {
    if (isDown) throw new Error("down");
    return new Map(keys.map((key) => [key, key]));
  });
  const asked = await Promise.allSettled([ask("a"), ask("b")]);
  expect(asked.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  isDown = false;
  expect(await ask("a")).toBe("a");
});
