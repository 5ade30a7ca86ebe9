import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { splitUrl } from "../../shared/url/parts.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { addressKey } from "../politeness/etiquette.ts";
import { optoutTest } from "../politeness/optout.ts";
import { HOST_GAP, nextPaceMs, PACE_MS_MAX, restMs, restWithinMs } from "../politeness/pacing.ts";

describe("who opted out", () => {
  const left = optoutTest([
    { host: "a.zz", path: "" },
    { host: "b.zz", path: "/private" },
    { host: "b.zz", path: "/dir/" },
  ]);
  const cases: readonly (readonly [url: string, left: boolean])[] = [
    ["http://a.zz/", true],
    ["https://www.a.zz:8443/x?y", true],
    ["http://notaa.zz/", false],
    ["http://zz/", false],
    ["http://b.zz/", false],
    ["http://b.zz/private", true],
    ["http://b.zz/private?x", true],
    ["http://sub.b.zz/private/x", true],
    ["http://b.zz/privateer", false],
    ["http://b.zz/dir", false],
    ["http://b.zz/dir/x", true],
  ];
  test.each(cases)("%s: %s", (url, expected) => {
    expect(left(splitUrl(url as NormalisedUrl))).toBe(expected);
  });
});

describe("rests", () => {
  test("429 doubles the rest up to a bound, every other answer halves it until it is the standard one", () => {
    const busy = [0];
    for (let look = 0; look < 9; look++) busy.push(nextPaceMs(busy.at(-1) ?? 0, true));
    expect(busy).toEqual([0, 5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000, 300_000]);
    const calm = [10_000];
    while ((calm.at(-1) ?? 0) > 0) calm.push(nextPaceMs(calm.at(-1) ?? 0, false));
    expect(calm).toEqual([10_000, 5_000, 2_500, 1_250, 0]);
  });

  test.each([
    [0, 500],
    [499.7, 500],
    [1_234.4, 1_234],
    [60_000, 2_000],
  ])("within a visit, after %i ms of requests: %i ms", (tookMs, expected) => {
    expect(restWithinMs({ tookMs })).toBe(expected);
  });

  test("never shorter than the shortest, than what was learnt, or than what the host asked for", () => {
    const times = fc.nat(700_000);
    fc.assert(
      fc.property(times, times, fc.option(times), (tookMs, paceMs, retryAfterMs) => {
        const rest = restMs({ tookMs, busy: false, retryAfterMs }, paceMs, HOST_GAP);
        expect(rest).toBeGreaterThanOrEqual(Math.max(HOST_GAP.gapMsMin, paceMs, retryAfterMs ?? 0));
        expect(rest).toBeLessThanOrEqual(Math.max(HOST_GAP.gapMsMax, paceMs, retryAfterMs ?? 0));
        expect(nextPaceMs(paceMs, true)).toBeLessThanOrEqual(PACE_MS_MAX);
      }),
    );
  });
});

test("an IPv6 network counts as one address", () => {
  expect(addressKey("192.0.2.1")).toBe("192.0.2.1");
  expect(addressKey("2001:db8:1:2:3::1")).toBe("2001:db8:1:2::/64");
  expect(addressKey("2001:db8:1:2::ffff")).toBe(addressKey("2001:db8:1:2:3::1"));
  expect(addressKey("2001:db8:1:3::1")).not.toBe(addressKey("2001:db8:1:2::1"));
});
