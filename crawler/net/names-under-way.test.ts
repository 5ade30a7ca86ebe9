import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RESOLVER_LIMITS } from "../check/limits.ts";
import type { Ask } from "./lookup.ts";
import { NamesUnderWay, type Resolution } from "./names-under-way.ts";

const { queryMs, lullMsMin } = RESOLVER_LIMITS;
const SILENT: Resolution = { kind: "failed", failure: "dns-timeout" };

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance"],
  });
});
afterEach(() => {
  vi.useRealTimers();
});

/** How often silent.net is asked about, where after one answer there is none for `lullMs`, and then to all others. */
async function askedAbout(lullMs: number): Promise<number> {
  let asked = 0;
  let backAt = 0;
  const ask: Ask = (host, _, onSilence) =>
    new Promise((resolve) => {
      if (host === "silent.net") asked++;
      if (host !== "silent.net" && performance.now() >= backAt) resolve({ kind: "none" });
      else
        setTimeout(() => {
          onSilence?.();
          resolve({ kind: "timeout" });
        }, queryMs);
    });
  const names = new NamesUnderWay([ask], { ...RESOLVER_LIMITS, lullNamesMin: 1 }, () => SILENT);
  await names.resolve("first.net", undefined);
  backAt = performance.now() + lullMs;
  const silent = names.resolve("silent.net", undefined);
  await vi.advanceTimersByTimeAsync(10 * queryMs);
  expect(await silent).toEqual(SILENT);
  names.close();
  return asked;
}

test("a lull that was over before the last questions is no reason to ask again, a later one is", async () => {
  // Both families, each once more after silence.
  expect(await askedAbout(lullMsMin)).toBe(4);
  expect(await askedAbout(queryMs + lullMsMin / 2)).toBe(8);
});
