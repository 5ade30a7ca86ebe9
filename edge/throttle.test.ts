import { describe, expect, test } from "vitest";
import { callerOf, isThrottled, throttleKey } from "./throttle.ts";

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::1", "2001:db8:1:2::/64"],
  ["127.0.0.1", null],
  ["::1", null],
  ["::ffff:127.0.0.1", null],
  ["somebody", "unknown"],
  ["", "unknown"],
  [undefined, "unknown"],
])("%s is counted as %s", (address, key) => expect(throttleKey(address)).toBe(key));

test.each<[string, Record<string, string>, string | undefined, string | null]>([
  ["by default Cloudflare's header", { "cf-connecting-ip": "192.0.2.1" }, undefined, "192.0.2.1"],
  ["unset as empty", { "cf-connecting-ip": "192.0.2.1" }, "", "192.0.2.1"],
  [
    "the operator's, and no other",
    { "cf-connecting-ip": "127.0.0.1", "x-real-ip": "192.0.2.2" },
    "x-real-ip",
    "192.0.2.2",
  ],
  ["the operator's is missing", { "cf-connecting-ip": "192.0.2.1" }, "x-real-ip", "unknown"],
  [
    "of a list, what the nearest proxy added",
    { "x-forwarded-for": "127.0.0.1, 192.0.2.3" },
    "x-forwarded-for",
    "192.0.2.3",
  ],
  ["none is believed", { "cf-connecting-ip": "127.0.0.1", none: "127.0.0.1" }, "none", "unknown"],
  ["no header at all", {}, undefined, "unknown"],
])("caller: %s", (_name, headers, trusted, key) =>
  expect(callerOf((name) => headers[name], trusted)).toBe(key),
);

describe("throttling", () => {
  const limiter = (success: boolean) => {
    const keys: string[] = [];
    return {
      keys,
      limit: async ({ key }: { key: string }) => {
        keys.push(key);
        return { success };
      },
    };
  };

  test("asks the binding with the caller's name", async () => {
    const full = limiter(false);
    expect(await isThrottled(full, "2001:db8::/64")).toBe(true);
    expect(full.keys).toEqual(["2001:db8::/64"]);
    expect(await isThrottled(limiter(true), "192.0.2.1")).toBe(false);
  });

  test("is off without a binding, and for this machine", async () => {
    expect(await isThrottled(undefined, "192.0.2.1")).toBe(false);
    const full = limiter(false);
    expect(await isThrottled(full, null)).toBe(false);
    expect(full.keys).toEqual([]);
  });
});
