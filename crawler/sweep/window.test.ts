import { describe, expect, test } from "vitest";
import { runWindow } from "./window.ts";

const BROKEN = "broken";

/** Pieces that end when they are called by their name. */
function pieces(names: readonly string[]) {
  const waiting = [...names];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const stop = new AbortController();
  const done = runWindow<string>(stop.signal, {
    atOnce: 2,
    underWay: new Set(),
    async take(limit) {
      if (waiting[0] === BROKEN) throw new Error("nothing can be taken");
      return waiting.splice(0, limit);
    },
    work(name) {
      const end = Promise.withResolvers<void>();
      ends.set(name, end);
      return end.promise.finally(() => ends.delete(name));
    },
    isOver: async () => waiting.length === 0,
    wait: (signal) => new Promise((resolve) => signal.addEventListener("abort", resolve)),
  });
  const isAtWork = (...expected: readonly string[]) => expect.poll(() => [...ends.keys()]).toEqual(expected);
  const end = (name: string) => ends.get(name)?.resolve();
  const fail = (name: string) => ends.get(name)?.reject(new Error(name));
  return { done, stop, isAtWork, end, fail };
}

describe("a window over work", () => {
  test("a piece that lasts holds one place, and the others go on", async () => {
    const { done, isAtWork, end } = pieces(["slow", "b", "c", "d"]);
    for (const name of ["b", "c", "d"]) {
      await isAtWork("slow", name);
      end(name);
    }
    await isAtWork("slow");
    end("slow");
    await done;
  });

  test.each([
    ["a piece", ["slow", "b", "c"], "fail", "b"],
    ["taking more", ["slow", "b", BROKEN], "end", "nothing can be taken"],
  ] as const)("the first error, of %s, ends it, when what is under way has ended", async (...row) => {
    const [, names, next, message] = row;
    const window = pieces(names);
    const failed = expect(window.done).rejects.toThrow(message);
    await window.isAtWork("slow", "b");
    window[next]("b");
    await window.isAtWork("slow");
    window.end("slow");
    await failed;
    await window.isAtWork();
  });

  test("a signal has it take nothing more", async () => {
    const { done, stop, isAtWork, end } = pieces(["a", "b", "c"]);
    await isAtWork("a", "b");
    stop.abort();
    end("a");
    await isAtWork("b");
    end("b");
    await done;
  });
});
