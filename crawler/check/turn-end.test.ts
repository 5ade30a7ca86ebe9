import { expect, test } from "vitest";
import { TurnEnd } from "./turn-end.ts";

const due = (act: () => unknown) => ({ act: () => void act() });
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

test("what is put off comes in its order, when the turn is over; what comes of it in the next", async () => {
  const turnEnd = new TurnEnd();
  const done: string[] = [];
  const read = () => {
    done.push("read");
    turnEnd.add(due(() => done.push("closed")));
  };
  turnEnd.add(due(read));
  turnEnd.add(due(() => done.push("read another")));
  expect(done).toEqual([]);
  await turn();
  expect(done).toEqual(["read", "read another"]);
  await turn();
  expect(done).toEqual(["read", "read another", "closed"]);
});

test("who cannot wait for the end has all of it at once, and once only", async () => {
  const turnEnd = new TurnEnd();
  const done: number[] = [];
  turnEnd.add(due(() => done.push(1)));
  turnEnd.run();
  expect(done).toEqual([1]);
  turnEnd.add(due(() => done.push(2)));
  await turn();
  expect(done).toEqual([1, 2]);
});

test("no more than a mebibyte is held", () => {
  const turnEnd = new TurnEnd();
  let done = 0;
  for (let chunk = 0; chunk < 16; chunk++)
    turnEnd.add(
      due(() => done++),
      64 * 1024,
    );
  expect(done).toBe(0);
  turnEnd.add(
    due(() => done++),
    1,
  );
  expect(done).toBe(17);
});
