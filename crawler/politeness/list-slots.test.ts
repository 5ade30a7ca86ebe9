import { expect, test } from "vitest";
import { ListSlots } from "./list-slots.ts";

function full(max: number) {
  const slots = new ListSlots(max);
  const woken: string[] = [];
  slots.onFree(() => woken.push("free"));
  for (let taken = 0; taken < max; taken++) slots.take();
  return { slots, woken };
}

test("there are so many, and it is told when one is free after there was none", () => {
  const { slots, woken } = full(2);
  expect(slots.free).toBe(false);
  slots.give(1);
  slots.give(1);
  expect(slots.free).toBe(true);
  expect(woken).toEqual(["free"]);
});

test("who steps aside leaves its slot to others, three for each slot at most", () => {
  const { slots, woken } = full(1);
  for (let aside = 0; aside < 3; aside++) {
    expect(slots.stepAside()).toBe(true);
    expect(slots.free).toBe(true);
    slots.take();
  }
  expect(slots.stepAside()).toBe(false);
  expect(slots.free).toBe(false);
  expect(woken).toHaveLength(3);
});

test("not more than 1,024, however many slots there are", () => {
  const { slots } = full(1_025);
  let aside = 0;
  while (slots.stepAside()) aside++;
  expect(aside).toBe(1_024);
});

test("who comes back has a free slot at once, else the next one, before any that is not begun", async () => {
  const { slots, woken } = full(2);
  slots.stepAside();
  expect(slots.comeBack()).toBeNull();
  expect(slots.free).toBe(false);
  slots.stepAside();
  slots.stepAside();
  slots.take();
  slots.take();
  const order: string[] = [];
  const back = ["first", "second"].map((name) => slots.comeBack()?.then(() => order.push(name)));
  expect(woken).toHaveLength(2);
  slots.give(2);
  await Promise.all(back);
  expect(order).toEqual(["first", "second"]);
  expect(slots.free).toBe(false);
  expect(woken).toHaveLength(2);
});

test("who ends aside has a slot until its answer is taken, so that a slow reader of answers slows the checks", () => {
  const { slots } = full(1);
  slots.stepAside();
  slots.take();
  slots.comeToEnd();
  slots.give(1);
  expect(slots.free).toBe(false);
  slots.give(1);
  expect(slots.free).toBe(true);
});

test("a slot that was lent is for those that go on, not for any that is not begun", async () => {
  const { slots, woken } = full(1);
  slots.stepAside();
  slots.take();
  slots.lend();
  expect([slots.free, woken]).toEqual([false, ["free"]]);
  expect(slots.comeBack()).toBeNull();
  const order: string[] = [];
  const back = slots.takeBack()?.then(() => order.push("back"));
  await Promise.resolve();
  expect(order).toEqual([]);
  // Of the other, whose answer is taken.
  slots.give(1);
  await back;
  expect(order).toEqual(["back"]);
  expect(slots.free).toBe(false);
  slots.give(1);
  expect([slots.free, woken]).toEqual([true, ["free", "free"]]);
});

test("who waits for a slot has one as soon as it is lent", async () => {
  const { slots } = full(2);
  slots.stepAside();
  slots.take();
  const back = slots.comeBack();
  expect(back).not.toBeNull();
  slots.lend();
  await back;
  slots.endLent();
  slots.give(2);
  expect(slots.free).toBe(true);
});
