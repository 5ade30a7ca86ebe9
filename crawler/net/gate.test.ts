import { expect, test } from "vitest";
import { createGate } from "./gate.ts";

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
  expect(gate.enter()).toBeNull();
});
