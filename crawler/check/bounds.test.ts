import { describe, expect, test } from "vitest";
import type { Resolution } from "../net/names.ts";
import { createChecker } from "./checker.ts";
import type { CheckLimits } from "./limits.ts";
import { checkUrls } from "./run.ts";
import { slowWeb } from "./testing/slow-web.ts";

const FOUND: Resolution = { kind: "found", addresses: ["192.0.2.1"] };
const UNKNOWN: Resolution = { kind: "failed", failure: "dns-unknown" };

interface Late {
  readonly answer: (said: Resolution) => void;
}

/** A checker to which all names are known but those that begin with "late". */
function checkerOf(
  onLate: (late: Late) => unknown,
  options: { readonly socketsMax: number; readonly limits?: Partial<CheckLimits> },
) {
  const web = slowWeb(() => ({}));
  const checker = createChecker({
    contact: null,
    allowPrivate: true,
    transport: web.transport,
    ...options,
    resolver: {
      cached: (host) => (host.startsWith("late") ? null : FOUND),
      resolve: () => new Promise((answer) => onLate({ answer })),
      close() {},
    },
  });
  const check = (urls: readonly string[], concurrency: number) =>
    checkUrls(urls, { contact: null, concurrency, checker });
  return { check, most: () => web.most.get("*") };
}

const mixed = (count: number, lateOf: (n: number) => boolean) =>
  Array.from({ length: count }, (_, n) => `http://${lateOf(n) ? "late" : "h"}${n}.net/`);

describe("names that are late leave their places to others", () => {
  test("sockets too, and wait for one before anybody is asked", async () => {
    const late: Late[] = [];
    const { check, most } = checkerOf((each) => late.push(each), { socketsMax: 2 });
    const urls = mixed(20, (n) => n % 4 === 0);
    const told: string[] = [];
    for await (const line of check(urls, 2)) {
      expect(line.http).toBe(200);
      told.push(line.url);
      if (told.length === 15) for (const { answer } of late) answer(FOUND);
    }
    expect(told.slice(0, 15)).toEqual(urls.filter((each) => each.includes("/h")));
    expect([...told].sort()).toEqual([...urls].sort());
    expect(most()).toBe(2);
  });

  test("those that are never found give none twice, nor keep one", async () => {
    const { check, most } = checkerOf(({ answer }) => setTimeout(() => answer(UNKNOWN), 3), {
      socketsMax: 9,
    });
    const urls = mixed(20, (n) => n < 8);
    const lines = await Array.fromAsync(check(urls, 1));
    expect(lines.map(({ url, status }) => [url, status === 1]).sort()).toEqual(
      urls.map((url) => [url, url.includes("/h")]).sort(),
    );
    expect(most()).toBe(1);
  });

  test("those of checks that are over have none to leave", async () => {
    const limits = { totalMs: 100, connectMs: 50, headSilenceMs: 50, bodyMs: 50 };
    const { check, most } = checkerOf(() => {}, { socketsMax: 9, limits });
    for await (const line of check(
      mixed(9, (n) => n === 0),
      1,
    ))
      if (line.url.includes("late")) expect(line.rule).toBe("dns-timeout");
    expect(most()).toBe(1);
  });
});
