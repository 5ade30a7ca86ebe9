import { describe, expect, test } from "vitest";
import { type PacePolicy, runPaced } from "./pace.ts";

const policy: PacePolicy = { concurrency: 10, gapMsMin: 0, gapPerLatency: 0, gapMsMax: 0 };
const never = new AbortController().signal;
const hostOf = (item: string) => item.split("/")[0] ?? "";
const tick = () => new Promise<void>((resolve) => setTimeout(resolve, 1));

describe("runPaced", () => {
  test("nothing to do ends at once", async () => {
    const run = await runPaced([], { policy, hostOf, work: tick, signal: never, beginMsMax: 10_000 });
    expect(run).toEqual({ done: 0, left: [] });
  });

  test("every item once, in order within a host, one at a time per host, bounded over all", async () => {
    const items = Array.from({ length: 300 }, (_, i) => `${i % 7}/${i}`);
    const seen: string[] = [];
    const open = new Map<string, number>();
    let total = 0;
    let totalMost = 0;
    let hostMost = 0;
    const run = await runPaced(items, {
      policy: { ...policy, concurrency: 5 },
      hostOf,
      signal: never,
      beginMsMax: 10_000,
      work: async (item) => {
        const host = hostOf(item);
        open.set(host, (open.get(host) ?? 0) + 1);
        hostMost = Math.max(hostMost, open.get(host) ?? 0);
        totalMost = Math.max(totalMost, ++total);
        await tick();
        seen.push(item);
        total -= 1;
        open.set(host, (open.get(host) ?? 0) - 1);
      },
    });
    expect(run).toEqual({ done: 300, left: [] });
    expect([...seen].sort()).toEqual([...items].sort());
    expect(hostMost).toBe(1);
    expect(totalMost).toBe(5);
    for (let host = 0; host < 7; host++) {
      const own = seen.filter((item) => hostOf(item) === String(host));
      expect(own).toEqual(items.filter((item) => hostOf(item) === String(host)));
    }
  });

  test("a host that rests lets the others pass", async () => {
    const seen: string[] = [];
    await runPaced(["slow/1", "slow/2", "a/1", "b/1", "c/1"], {
      policy: { concurrency: 1, gapMsMin: 30, gapPerLatency: 0, gapMsMax: 30 },
      hostOf,
      signal: never,
      beginMsMax: 10_000,
      work: async (item) => void seen.push(item),
    });
    expect(seen).toEqual(["slow/1", "a/1", "b/1", "c/1", "slow/2"]);
  });

  test("after the signal nothing is begun, what is under way is awaited, the rest is handed back", async () => {
    const controller = new AbortController();
    const finished: string[] = [];
    const run = await runPaced(["a/1", "a/2", "b/1", "b/2", "c/1"], {
      policy: { ...policy, concurrency: 2 },
      hostOf,
      signal: controller.signal,
      beginMsMax: 10_000,
      work: async (item) => {
        await tick();
        controller.abort();
        finished.push(item);
      },
    });
    expect(finished).toEqual(["a/1", "b/1"]);
    expect(run.done).toBe(2);
    expect([...run.left].sort()).toEqual(["a/2", "b/2", "c/1"]);
  });

  test("what does not end soon after the signal is handed back, too", async () => {
    const controller = new AbortController();
    const run = await runPaced(["slow/1", "a/1", "b/1"], {
      policy: { ...policy, concurrency: 2 },
      hostOf,
      signal: controller.signal,
      graceMs: 20,
      beginMsMax: 10_000,
      work: (item) => {
        if (item === "slow/1") return new Promise(() => {});
        controller.abort();
        return tick();
      },
    });
    expect(run.done).toBe(1);
    expect([...run.left].sort()).toEqual(["b/1", "slow/1"]);
  });

  test("nothing is begun after the time given", async () => {
    const run = await runPaced(["a/1", "a/2"], {
      policy: { ...policy, gapMsMin: 60_000, gapMsMax: 60_000 },
      hostOf,
      signal: never,
      beginMsMax: 20,
      work: tick,
    });
    expect(run).toEqual({ done: 1, left: ["a/2"] });
  });

  test("a bug in the work ends the run with its error", async () => {
    const work = async () => {
      throw new TypeError("bug");
    };
    await expect(
      runPaced(["a/1"], { policy, hostOf, work, signal: never, beginMsMax: 1_000 }),
    ).rejects.toThrow("bug");
  });
});
