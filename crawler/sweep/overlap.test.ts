import { expect, test } from "vitest";
import { overlapTurns } from "./overlap.ts";
import { runPaced } from "./pace.ts";
import { Slots } from "./slots.ts";

const signal = new AbortController().signal;
const once = true;
const mayCome = async () => false;

test("what waits for a few hosts does not hold up the next turn", async () => {
  const second = Promise.withResolvers<void>();
  let turns = 0;
  await overlapTurns(
    { signal },
    {
      once,
      mayCome,
      atOnceMax: 2,
      async turn(_, onThin) {
        turns += 1;
        if (turns === 1) {
          onThin();
          // Never resolved if the second began only after this one.
          await second.promise;
          return true;
        }
        second.resolve();
        return false;
      },
    },
  );
  expect(turns).toBe(3);
});

test.each([1, 3])("never more than %i turns at once, and each is awaited", async (atOnceMax) => {
  let [open, most, begun] = [0, 0, 0];
  await overlapTurns(
    { signal },
    {
      once,
      mayCome,
      atOnceMax,
      async turn(_, onThin) {
        if (++begun > 10) return false;
        most = Math.max(most, ++open);
        onThin();
        await new Promise((resolve) => setTimeout(resolve, 5));
        open -= 1;
        return true;
      },
    },
  );
  expect([open, most]).toEqual([0, atOnceMax]);
});

test("a turn that fails ends the others, and the whole", async () => {
  const ended: string[] = [];
  let turns = 0;
  const running = overlapTurns(
    { signal },
    {
      once,
      mayCome,
      atOnceMax: 3,
      async turn(either, onThin) {
        if (++turns === 2) throw new Error("a bug");
        onThin();
        await new Promise((resolve) => either.addEventListener("abort", resolve));
        ended.push("first");
        return true;
      },
    },
  );
  await expect(running).rejects.toThrow("a bug");
  expect(ended).toEqual(["first"]);
});

test("turns share the slots: what one gives back wakes the other", async () => {
  const slots = new Slots(2);
  let [underWay, most] = [0, 0];
  const run = (name: string) =>
    runPaced(
      Array.from({ length: 6 }, (_, n) => `${name}${n}`),
      {
        policy: { concurrency: 2, gapMsMin: 0, gapPerLatency: 0, gapMsMax: 0 },
        slots,
        hostOf: (item) => item,
        async work() {
          most = Math.max(most, ++underWay);
          await new Promise((resolve) => setTimeout(resolve, 2));
          underWay -= 1;
        },
        signal,
        beginMsMax: 60_000,
      },
    );
  const runs = await Promise.all([run("a"), run("b")]);
  expect(runs.map(({ done }) => done)).toEqual([6, 6]);
  expect([most, slots.free]).toEqual([2, true]);
});
