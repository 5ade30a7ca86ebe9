import { afterEach, describe, expect, test, vi } from "vitest";
import { type PacePolicy, runPaced } from "./pace.ts";

const policy: PacePolicy = { concurrency: 10, gapMsMin: 0, gapPerLatency: 0, gapMsMax: 0 };
const never = new AbortController().signal;
const hostOf = (item: string) => item.split("/")[0] ?? "";
const tick = () => new Promise<void>((resolve) => setTimeout(resolve, 1));

afterEach(() => void vi.useRealTimers());

describe("runPaced", () => {
  test("nothing to do ends at once", async () => {
    const run = await runPaced([], { policy, hostOf, work: tick, signal: never, beginMsMax: 10_000 });
    expect(run).toEqual({ done: 0, left: [], refused: [], lull: false });
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
    expect(run).toEqual({ done: 300, left: [], refused: [], lull: false });
    expect([...seen].sort()).toEqual([...items].sort());
    expect(hostMost).toBe(1);
    expect(totalMost).toBe(5);
    for (let host = 0; host < 7; host++) {
      const own = seen.filter((item) => hostOf(item) === String(host));
      expect(own).toEqual(items.filter((item) => hostOf(item) === String(host)));
    }
  });

  test("a host that rests lets the others pass", async () => {
    vi.useFakeTimers();
    const seen: string[] = [];
    const running = runPaced(["slow/1", "slow/2", "a/1", "b/1", "c/1"], {
      policy: { concurrency: 1, gapMsMin: 30, gapPerLatency: 0, gapMsMax: 30 },
      hostOf,
      signal: never,
      beginMsMax: 10_000,
      work: async (item) => void seen.push(item),
    });
    await vi.advanceTimersByTimeAsync(29);
    expect(seen).toEqual(["slow/1", "a/1", "b/1", "c/1"]);
    await vi.advanceTimersByTimeAsync(1);
    await running;
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
    vi.useFakeTimers();
    const running = runPaced(["a/1", "a/2"], {
      policy: { ...policy, gapMsMin: 60_000, gapMsMax: 60_000 },
      hostOf,
      signal: never,
      beginMsMax: 20,
      work: tick,
    });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await running).toEqual({ done: 1, left: ["a/2"], refused: [], lull: false });
  });

  test("a host that asks for a long rest during the run is asked no more, and its items are handed back", async () => {
    const seen: string[] = [];
    const quiet = new Set<string>();
    const run = await runPaced(["busy/1", "busy/2", "busy/3", "a/1", "a/2"], {
      policy: { ...policy, concurrency: 1 },
      hostOf,
      waitMs: (host) => (quiet.has(host) ? 3_600_000 : 0),
      signal: never,
      beginMsMax: 10_000,
      work: async (item) => {
        seen.push(item);
        if (hostOf(item) === "busy") quiet.add("busy");
      },
    });
    expect(seen.sort()).toEqual(["a/1", "a/2", "busy/1"]);
    expect(run).toEqual({ done: 3, left: [], refused: ["busy/2", "busy/3"], lull: false });
  });

  test("a host that asks for a short rest is waited for", async () => {
    vi.useFakeTimers();
    const seen: string[] = [];
    let asked = 0;
    const running = runPaced(["busy/1", "a/1", "b/1"], {
      policy: { ...policy, concurrency: 1 },
      hostOf,
      waitMs: (host) => (host === "busy" && asked++ === 0 ? 30 : 0),
      signal: never,
      beginMsMax: 10_000,
      work: async (item) => void seen.push(item),
    });
    await vi.advanceTimersByTimeAsync(30);
    expect((await running).refused).toEqual([]);
    expect(seen).toEqual(["a/1", "b/1", "busy/1"]);
  });

  test("when all but a few hosts are done and those rest, the run ends with a lull", async () => {
    const run = await runPaced(["big/1", "big/2", "big/3", "a/1"], {
      policy: { ...policy, gapMsMin: 60_000, gapMsMax: 60_000 },
      hostOf,
      signal: never,
      beginMsMax: 120_000,
      lullMs: 10,
      work: tick,
    });
    expect(run).toEqual({ done: 2, left: ["big/2", "big/3"], refused: [], lull: true });
  });

  test("a run that gave up its place goes on with hosts that are ready again, before a slow check ends", async () => {
    vi.useFakeTimers();
    const slow = Promise.withResolvers<void>();
    const begun: string[] = [];
    let hasLeft = false;
    const place = {
      onThin: () => {},
      onEnding: () => {
        hasLeft = true;
      },
      wanted: AbortSignal.abort(),
    };
    const running = runPaced(["slow/1", "fine/1", "fine/2"], {
      policy: { ...policy, gapMsMin: 4_000, gapMsMax: 4_000 },
      hostOf,
      signal: never,
      beginMsMax: 120_000,
      place,
      work: (item) => {
        begun.push(item);
        return item === "slow/1" ? slow.promise : Promise.resolve();
      },
    });
    await vi.advanceTimersByTimeAsync(3_500);
    expect([hasLeft, begun]).toEqual([true, ["slow/1", "fine/1"]]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(begun).toEqual(["slow/1", "fine/1", "fine/2"]);
    slow.resolve();
    expect(await running).toEqual({ done: 3, left: [], refused: [], lull: false });
  });

  test("it is no lull while hosts wait for their turn, however long that takes", async () => {
    const run = await runPaced(["a/1", "b/1", "c/1", "d/1"], {
      policy: { ...policy, concurrency: 1 },
      hostOf,
      signal: never,
      beginMsMax: 120_000,
      lullMs: 1,
      work: () => new Promise((resolve) => setTimeout(resolve, 5)),
    });
    expect(run).toEqual({ done: 4, left: [], refused: [], lull: false });
  });

  test("a bug in the work ends the run with its error, after what is under way, and nothing more is begun", async () => {
    const begun: string[] = [];
    const ended: string[] = [];
    const work = async (item: string) => {
      begun.push(item);
      if (item === "a/1") throw new TypeError("bug");
      await tick();
      ended.push(item);
    };
    const items = ["a/1", "b/1", "c/1", "d/1", "a/2", "b/2"];
    const run = runPaced(items, {
      policy: { ...policy, concurrency: 3 },
      hostOf,
      work,
      signal: never,
      beginMsMax: 60_000,
    });
    await expect(run).rejects.toThrow("bug");
    expect(ended).toEqual(["b/1", "c/1"]);
    await tick();
    expect(begun).toEqual(["a/1", "b/1", "c/1"]);
  });
});
