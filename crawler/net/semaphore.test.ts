import { expect, test } from "vitest";
import { type Permit, Semaphore } from "./semaphore.ts";

test("so many at once, the others in the order of coming", async () => {
  const semaphore = new Semaphore(2);
  const begun: number[] = [];
  const permits: Permit[] = [];
  for (const number of [0, 1, 2, 3])
    void semaphore.acquire().then((permit) => {
      begun.push(number);
      permits[number] = permit;
    });
  await Promise.resolve();
  expect(begun).toEqual([0, 1]);
  permits[1]?.release();
  // A permit is given back once.
  permits[1]?.release();
  await Promise.resolve();
  expect(begun).toEqual([0, 1, 2]);
  expect(semaphore.tryAcquire()).toBeNull();
  for (const permit of permits) permit.release();
  await Promise.resolve();
  expect(begun).toEqual([0, 1, 2, 3]);
  expect(semaphore.tryAcquire()).not.toBeNull();
});

test("who goes on with something begun is let in before all who have not begun", async () => {
  const semaphore = new Semaphore(1);
  const order: string[] = [];
  const first = await semaphore.acquire();
  const all = (["new 1", "new 2", "begun 1", "begun 2"] as const).map(async (name) => {
    const permit = await semaphore.acquire(name.startsWith("begun"));
    order.push(name);
    permit.release();
  });
  first.release();
  await Promise.all(all);
  expect(order).toEqual(["begun 1", "begun 2", "new 1", "new 2"]);
});

test("a hundred thousand wait without delay for each other", async () => {
  const semaphore = new Semaphore(1);
  const began = performance.now();
  const all = Array.from({ length: 100_000 }, async () => (await semaphore.acquire()).release());
  await Promise.all(all);
  expect(performance.now() - began).toBeLessThan(5_000);
});
