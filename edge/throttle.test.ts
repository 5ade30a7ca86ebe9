import { describe, expect, test } from "vitest";
import { isThrottled, throttleKey } from "./throttle.ts";

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::1", "2001:db8:1:2::/64"],
  ["127.0.0.1", null],
  ["::1", null],
  ["::ffff:127.0.0.1", null],
  ["somebody", null],
  ["", null],
  [undefined, null],
])("%s is counted as %s", (address, key) => expect(throttleKey(address)).toBe(key));

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

  test("asks the binding with the key of the range", async () => {
    const full = limiter(false);
    expect(await isThrottled(full, "2001:db8::1")).toBe(true);
    expect(full.keys).toEqual(["2001:db8::/64"]);
    expect(await isThrottled(limiter(true), "192.0.2.1")).toBe(false);
  });

  test("is off without a binding, and for this machine", async () => {
    expect(await isThrottled(undefined, "192.0.2.1")).toBe(false);
    const full = limiter(false);
    expect(await isThrottled(full, "127.0.0.1")).toBe(false);
    expect(full.keys).toEqual([]);
  });
});
