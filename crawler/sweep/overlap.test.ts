import { afterEach, expect, test, vi } from "vitest";
import { overlapTurns, type Place } from "./overlap.ts";
import { runPaced } from "./pace.ts";
import { Slots } from "./slots.ts";

const signal = new AbortController().signal;
const once = true;
const mayCome = async () => false;
const isPressing = async () => false;
afterEach(() => void vi.useRealTimers());

test("what waits for a few hosts does not hold up the next turn", async () => {
  const second = Promise.withResolvers<void>();
  let turns = 0;
  await overlapTurns(
    { signal },
    {
      once,
      mayCome,
      isPressing,
      atOnceMax: 2,
      async turn(_, { onThin }) {
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
      isPressing,
      atOnceMax,
      async turn(_, { onThin }) {
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

/** Two places and five turns that wait for one host, which answers when the fifth has begun, or in the end. */
async function crowded(pressing: boolean): Promise<{ gaveUp: boolean; most: number }> {
  const host = Promise.withResolvers<boolean>();
  const late = setTimeout(() => host.resolve(false), pressing ? 30_000 : 500);
  let [begun, most, placed] = [0, 0, 0];
  await overlapTurns(
    { signal },
    {
      once,
      mayCome,
      isPressing: async () => pressing,
      atOnceMax: 2,
      async turn(_, { onThin, onEnding, wanted }) {
        if (++begun === 5) host.resolve(true);
        if (begun > 5) return false;
        most = Math.max(most, ++placed);
        onThin();
        await Promise.race([
          new Promise((resolve) => wanted.addEventListener("abort", resolve)),
          host.promise,
        ]);
        placed -= 1;
        onEnding();
        await host.promise;
        return true;
      },
    },
  );
  clearTimeout(late);
  return { gaveUp: await host.promise, most };
}

test("turns that only wait give up their places where other slices are due, before they are over", async () => {
  expect(await crowded(true)).toEqual({ gaveUp: true, most: 2 });
});

test("they keep them where nothing else is due", async () => {
  expect(await crowded(false)).toEqual({ gaveUp: false, most: 2 });
});

/** Turns that only wait, two placed at most, until they are told to go; `leaves`: whether they can; `alone`: untold. */
function waiting(leaves: (turn: number) => boolean, alone = false) {
  vi.useFakeTimers();
  const stop = new AbortController();
  const told: number[] = [];
  let begun = 0;
  const running = overlapTurns(
    { signal: stop.signal },
    {
      once: false,
      mayCome,
      isPressing: async () => true,
      atOnceMax: 2,
      async turn(either, { onThin, onEnding, wanted }) {
        const number = ++begun;
        wanted.addEventListener("abort", () => {
          told.push(number);
          if (leaves(number)) setTimeout(onEnding, 3_000);
        });
        onThin();
        if (alone) setTimeout(onEnding, 100);
        await new Promise((resolve) => either.addEventListener("abort", resolve));
        return true;
      },
    },
  );
  const end = async () => {
    stop.abort();
    await running;
  };
  return { told, begun: () => begun, end };
}

test("only the oldest is told to give up its place, and the next when it has left", async () => {
  const { told, begun, end } = waiting(() => true);
  await vi.advanceTimersByTimeAsync(2_900);
  expect([told, begun()]).toEqual([[1], 2]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([told, begun()]).toEqual([[1, 2], 3]);
  await end();
});

test("where the oldest cannot leave, the next is told after a while", async () => {
  const { told, begun, end } = waiting((turn) => turn === 2);
  await vi.advanceTimersByTimeAsync(3_900);
  expect([told, begun()]).toEqual([[1], 2]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect([told.slice(0, 2), begun()]).toEqual([[1, 2], 3]);
  await end();
});

test("no more than four turns for each place are open, and none is told to leave in vain", async () => {
  const { told, begun, end } = waiting((turn) => turn < 7);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([told, begun()]).toEqual([[1, 2, 3, 4, 5, 6], 8]);
  await end();
});

test("nor are more open where turns leave by themselves", async () => {
  const { told, begun, end } = waiting(() => true, true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([told.includes(8), begun()]).toEqual([false, 8]);
  await end();
});

/** A turn that only waits until it is told to end. */
const untilAborted =
  (ended: string[]) =>
  async (either: AbortSignal, { onThin }: Place) => {
    onThin();
    await new Promise((resolve) => either.addEventListener("abort", resolve));
    ended.push("first");
    return true;
  };

test("where it cannot be learnt whether more is due, all turns are ended, and awaited", async () => {
  const ended: string[] = [];
  const running = overlapTurns(
    { signal },
    {
      once,
      mayCome,
      isPressing: async () => {
        throw new Error("statement timeout");
      },
      atOnceMax: 1,
      turn: untilAborted(ended),
    },
  );
  await expect(running).rejects.toThrow("statement timeout");
  expect(ended).toEqual(["first"]);
});

test("a turn that fails ends the others, and the whole", async () => {
  const ended: string[] = [];
  const waiting = untilAborted(ended);
  let turns = 0;
  const running = overlapTurns(
    { signal },
    {
      once,
      mayCome,
      isPressing,
      atOnceMax: 3,
      async turn(either, place) {
        if (++turns === 2) throw new Error("a bug");
        return waiting(either, place);
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
