import { expect, test } from "vitest";
import { createGate } from "./gate.ts";

const settle = () => new Promise((resolve) => setTimeout(resolve, 1));

/** Work that ends when it is told to. */
function pieces(gate: ReturnType<typeof createGate>) {
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const all = [0, 1, 2, 3].map((number) =>
    gate.run(() => {
      begun.push(number);
      return new Promise<void>((resolve) => {
        ends[number] = resolve;
      });
    }),
  );
  return { begun, end: (number: number) => ends[number]?.(), all: Promise.all(all) };
}

test("lets so many in at once, the others in their order", async () => {
  const work = pieces(createGate(2));
  expect(work.begun).toEqual([0, 1]);
  work.end(1);
  await settle();
  expect(work.begun).toEqual([0, 1, 2]);
  work.end(0);
  await settle();
  expect(work.begun).toEqual([0, 1, 2, 3]);
  work.end(2);
  work.end(3);
  await work.all;
});

test("what outlives its work keeps others out, also beyond the bound, until it is over", async () => {
  const gate = createGate(2);
  const work = pieces(gate);
  const left = gate.oblige();
  const more = gate.oblige();
  work.end(0);
  work.end(1);
  await settle();
  expect(work.begun).toEqual([0, 1]);
  left();
  left();
  await settle();
  expect(work.begun).toEqual([0, 1, 2]);
  more();
  await settle();
  expect(work.begun).toEqual([0, 1, 2, 3]);
  work.end(2);
  work.end(3);
  await work.all;
});

test("one thing more is only for who finds room", () => {
  const gate = createGate(2);
  const first = gate.claim();
  expect(first).not.toBeNull();
  expect(gate.claim()).not.toBeNull();
  expect(gate.claim()).toBeNull();
  first?.();
  expect(gate.claim()).not.toBeNull();
});

test("a failure of the work makes room too", async () => {
  const gate = createGate(1);
  await expect(gate.run(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  await expect(gate.run(async () => "in")).resolves.toBe("in");
});

test("who goes on with something begun is let in before all who have not begun", async () => {
  const gate = createGate(1);
  const order: string[] = [];
  gate.enter();
  const all = [
    ["new 1", false],
    ["new 2", false],
    ["begun 1", true],
    ["begun 2", true],
  ] as const;
  const waiting = all.map(([name, ahead]) =>
    gate.enter(ahead)?.then(() => {
      order.push(name);
      gate.leave();
    }),
  );
  gate.leave();
  await Promise.all(waiting);
  expect(order).toEqual(["begun 1", "begun 2", "new 1", "new 2"]);
  expect(gate.claim()).not.toBeNull();
});
