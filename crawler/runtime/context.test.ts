import { expect, test } from "vitest";
import { allEnded } from "./context.ts";

test("the first part that fails ends the others, and is thrown once they have ended", async () => {
  const failing = new AbortController();
  let ended = false;
  const other = new Promise<void>((_, reject) =>
    failing.signal.addEventListener("abort", () =>
      setTimeout(() => {
        ended = true;
        reject(new Error("of the end"));
      }, 20),
    ),
  );
  await expect(allEnded([other, Promise.reject(new Error("the first"))], failing)).rejects.toThrow(
    "the first",
  );
  expect(ended).toBe(true);
});

test("parts that end answer in their order", async () => {
  const failing = new AbortController();
  expect(await allEnded([Promise.resolve(1), Promise.resolve("two")], failing)).toEqual([1, "two"]);
  expect(failing.signal.aborted).toBe(false);
});
