import { describe, expect, test } from "vitest";
import {
  addressIn,
  createThrottle,
  inSeconds,
  type Limiters,
  rangesOf,
  type ThrottleClass,
  throttleKey,
} from "./throttle.ts";

test.each([
  [1, "in 1 second"],
  [2, "in 2 seconds"],
  [60, "in 60 seconds"],
])("%i: %s", (seconds, words) => expect(inSeconds(seconds)).toBe(words));

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
  ["with a port", { "x-real-ip": "192.0.2.4:51234" }, "x-real-ip", "192.0.2.4"],
  ["IPv6 in brackets", { "x-real-ip": "[2001:db8::7]" }, "x-real-ip", "2001:db8::/64"],
  ["IPv6 with a port", { "x-real-ip": "[2001:db8::7]:443" }, "x-real-ip", "2001:db8::/64"],
  ["none is believed", { "cf-connecting-ip": "127.0.0.1", none: "127.0.0.1" }, "none", "unknown"],
  ["no header at all", {}, undefined, "unknown"],
])("caller: %s", (_name, headers, trusted, key) =>
  expect(throttleKey(addressIn((name) => headers[name], trusted))).toBe(key),
);

describe("ranges", () => {
  test.each([
    ["192.0.2.7", ["address 192.0.2.7", "site 192.0.2.0/24", "provider 192.0.0.0/16"]],
    [
      "2001:db8:1:ff2::/64",
      [
        "address 2001:db8:1:ff2::/64",
        "subscriber 2001:db8:1:f00::/56",
        "site 2001:db8:1::/48",
        "provider 2001:db8::/32",
      ],
    ],
    ["unknown", ["address unknown"]],
  ])("%s", (key, expected) =>
    expect(rangesOf(key).map(({ policy, key: range }) => `${policy} ${range}`)).toEqual(expected),
  );
});

/** A clock that a test sets, and one throttle by it. */
function throttle(limiters: Limiters = {}) {
  const clock = { ms: 1_000_000 };
  const made = createThrottle(() => clock.ms);
  return {
    clock,
    take: async (caller: string, purpose: ThrottleClass = "question") => made.take(limiters, caller, purpose),
    /** A question that is taken for so many; its `settle` says what it came to. */
    async takeFor(questions: number, caller = "192.0.2.7") {
      const counted = { caller, purpose: "question", questions, window: made.window() } as const;
      const { refused } = await made.take(limiters, caller, "question", questions);
      return { refused, settle: (came: number) => made.settle(counted, came) };
    },
    /** How many of so many questions are answered, each from the next of these callers. */
    async flood(
      questions: number,
      caller: (at: number) => string,
      purpose: ThrottleClass = "question",
    ): Promise<number> {
      let answered = 0;
      for (let at = 0; at < questions; at++)
        if (!(await made.take(limiters, caller(at), purpose)).refused) answered++;
      return answered;
    },
  };
}

describe("counting", () => {
  test("what remains, until when, and when to come again", async () => {
    const { take, flood, clock } = throttle();
    const policy = '"address";q=60;w=10, "site";q=600;w=10, "provider";q=6000;w=10';
    expect(await take("192.0.2.7")).toEqual({
      refused: false,
      retrySeconds: 10,
      headers: { "ratelimit-policy": policy, ratelimit: '"address";r=59;t=10' },
    });
    clock.ms += 3_000;
    expect(await flood(100, () => "192.0.2.7")).toBe(59);
    expect(await take("192.0.2.7")).toEqual({
      refused: true,
      retrySeconds: 7,
      headers: { "ratelimit-policy": policy, ratelimit: '"address";r=0;t=7', "retry-after": "7" },
    });
    expect((await take("192.0.2.8")).headers.ratelimit).toBe('"address";r=59;t=7');
    clock.ms += 7_000;
    expect((await take("192.0.2.7")).headers.ratelimit).toBe('"address";r=59;t=10');
  });

  const hex = (at: number) => at.toString(16);
  test.each<[string, number, (at: number) => string, number]>([
    ["10,000 addresses of one /64", 10_000, (at) => `2001:db8:1:2::${hex(at)}`, 60],
    ["256 networks of one subscriber's /56", 1_000, (at) => `2001:db8:1:${hex(at % 256)}::1`, 120],
    ["a site's /48", 3_000, (at) => `2001:db8:1:${hex((at % 256) * 256)}::1`, 600],
    ["a provider's /32", 10_000, (at) => `2001:db8:${hex(at)}::1`, 6_000],
    ["a /24 of IPv4", 2_560, (at) => `192.0.2.${at % 256}`, 600],
    ["a /16 of IPv4", 10_000, (at) => `192.0.${at >> 8}.${at % 256}`, 6_000],
  ])("%s: %i questions", async (_name, questions, address, answered) =>
    expect(await throttle().flood(questions, (at) => throttleKey(address(at)) ?? "")).toBe(answered),
  );

  test.each<[ThrottleClass, number, number]>([
    ["gadget", 2_000, 600],
    ["token", 2_000, 120],
    ["unsigned", 2_000, 120],
  ])(
    "%s: %i from the networks of one /56, by itself and in the wider ranges",
    async (purpose, questions, answered) => {
      const { take, flood } = throttle();
      const network = (at: number) => throttleKey(`2001:db8:1:${hex(at % 256)}::1`) ?? "";
      expect(await flood(questions, network, purpose)).toBe(answered);
      expect((await take(network(0))).refused).toBe(false);
    },
  );

  test("a gadget's questions are counted by themselves, with five times the allowance", async () => {
    expect((await throttle().take("192.0.2.7", "gadget")).headers).toEqual({
      "ratelimit-policy":
        '"gadget-address";q=300;w=10, "gadget-site";q=3000;w=10, "gadget-provider";q=30000;w=10',
      ratelimit: '"gadget-address";r=299;t=10',
    });
  });

  test("who floods takes nothing from the neighbours", async () => {
    const { take, flood } = throttle();
    await flood(10_000, () => "192.0.2.7");
    expect((await take("192.0.2.8")).refused).toBe(false);
  });

  test("a question counts as what it came to, once that is known", async () => {
    const { take, takeFor, clock } = throttle();
    const small = await takeFor(25);
    const large = await takeFor(1);
    expect((await take("192.0.2.7")).headers.ratelimit).toBe('"address";r=33;t=10');
    expect(small.settle(4)).toBe('"address";r=54;t=10');
    expect(large.settle(40)).toBe('"address";r=15;t=10');
    // Nothing is given back of a window that is over.
    const late = await takeFor(25);
    clock.ms += 10_000;
    expect(late.settle(1)).toBe('"address";r=60;t=10');
    expect((await take("192.0.2.8")).headers.ratelimit).toBe('"address";r=59;t=10');
  });

  test("several at once are no more than they may come to, and take from the neighbours what their caller had", async () => {
    const { take, takeFor } = throttle();
    const questions = await Promise.all(Array.from({ length: 9 }, () => takeFor(25)));
    expect(questions.filter(({ refused }) => !refused)).toHaveLength(3);
    for (const { settle } of questions.slice(0, 3)) settle(40);
    expect((await take("192.0.2.7")).refused).toBe(true);
    expect((await take("192.0.2.8")).headers.ratelimit).toBe('"address";r=59;t=10');
  });

  test("what one came to beyond its caller's allowance ends with the window", async () => {
    const { takeFor, take, clock } = throttle();
    const last = Array.from({ length: 60 }, () => takeFor(1));
    for (const { settle } of await Promise.all(last)) settle(40);
    expect((await take("192.0.2.7")).refused).toBe(true);
    expect((await take("192.0.2.8")).headers.ratelimit).toBe('"address";r=59;t=10');
    clock.ms += 10_000;
    expect((await take("192.0.2.7")).headers.ratelimit).toBe('"address";r=59;t=10');
  });

  test("a wider range that has less left is the one that answers name", async () => {
    const { take, flood } = throttle();
    await flood(590, (at) => `192.0.2.${at % 250}`);
    expect((await take("192.0.2.255")).headers.ratelimit).toBe('"site";r=9;t=10');
  });
});

describe("the bindings of Workers, which know of other isolates", () => {
  const limiter = (success: (key: string) => boolean) => {
    const keys: string[] = [];
    return {
      keys,
      limit: async ({ key }: { key: string }) => {
        keys.push(key);
        return { success: success(key) };
      },
    };
  };

  test("are asked from the narrowest range on; one that is full is not asked again in the window", async () => {
    const [narrow, site] = [limiter((key) => key !== "192.0.2.7"), limiter(() => true)];
    const { take, clock } = throttle({ LIMIT: narrow, LIMIT_SITE: site });
    expect((await take("192.0.2.7")).headers).toMatchObject({ ratelimit: '"address";r=0;t=10' });
    expect((await take("192.0.2.7")).refused).toBe(true);
    expect([narrow.keys, site.keys]).toEqual([["192.0.2.7"], []]);
    expect((await take("192.0.2.8")).refused).toBe(false);
    expect(site.keys).toEqual(["192.0.2.0/24"]);
    clock.ms += 10_000;
    await take("192.0.2.7");
    expect(narrow.keys).toEqual(["192.0.2.7", "192.0.2.8", "192.0.2.7"]);
  });

  test("a full range refuses all within it", async () => {
    const { take } = throttle({ LIMIT_PROVIDER: limiter((key) => key !== "2001:db8::/32") });
    expect((await take("2001:db8:1:2::/64")).headers.ratelimit).toBe('"provider";r=0;t=10');
    expect((await take("2001:db8:7::/64")).refused).toBe(true);
    expect((await take("2001:db9::/64")).refused).toBe(false);
  });
});
