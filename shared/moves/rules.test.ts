import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { deriveMoveRules, MOVE_LIMITS, type Move, movedBy } from "./rules.ts";

const moves = (pairs: readonly (readonly [from: string, to: string])[]): Move[] =>
  pairs.map(([from, to]) => ({ from, to }));
const alike = (from: string, to: string, tails: readonly string[]): Move[] =>
  tails.map((tail) => ({ from: from + tail, to: to + tail }));
const TAILS = ["one.html", "x/two.html", "three?id=3"];

describe("rules about sites that moved (M10)", () => {
  test.each<[string, readonly Move[], readonly (readonly [from: string, to: string])[]]>([
    [
      "another host",
      alike("http://old.zz/", "https://new.zz/", TAILS),
      [["http://old.zz/", "https://new.zz/"]],
    ],
    [
      "another host and folder",
      alike("http://old.zz/a/", "https://new.zz/b/c/", TAILS),
      [["http://old.zz/a/", "https://new.zz/b/c/"]],
    ],
    [
      "another folder",
      alike("https://a.zz/x/", "https://a.zz/y/", TAILS),
      [["https://a.zz/x/", "https://a.zz/y/"]],
    ],
    [
      "a folder more",
      alike("http://a.zz/", "https://a.zz/en/", TAILS),
      [["http://a.zz/", "https://a.zz/en/"]],
    ],
    ["too few", alike("http://old.zz/", "https://new.zz/", TAILS.slice(1)), []],
    ["one address three times", alike("http://old.zz/", "https://new.zz/", ["a", "a", "a"]), []],
    ["a mere change", alike("http://a.zz/", "https://www.a.zz/", TAILS), []],
    [
      "all to one address",
      moves(TAILS.map((tail) => [`http://old.zz/${tail}`, "https://new.zz/archive"])),
      [],
    ],
    [
      "other names for pages",
      moves([1, 2, 3].map((n) => [`http://old.zz/p${n}.html`, `https://new.zz/posts/${n}`])),
      [],
    ],
    [
      "a slash in a query is no folder",
      moves([1, 2, 3].map((n) => [`http://a.zz/go?to=x/${n}`, `https://b.zz/leave?at=y/${n}`])),
      [],
    ],
  ])("%s", (_, given, rules) =>
    expect(deriveMoveRules(given).map(({ from, to }) => [from, to])).toEqual(rules),
  );

  test("a rule may be wrong once in ten", () => {
    const right = alike(
      "http://old.zz/",
      "https://new.zz/",
      Array.from({ length: 10 }, (_, n) => `p${n}`),
    );
    const wrong = moves([
      ["http://old.zz/shop", "https://shop.zz/start"],
      ["http://old.zz/map", "https://maps.zz/start"],
    ]);
    expect(deriveMoveRules([...right, ...wrong.slice(1)])).toEqual([
      { from: "http://old.zz/", to: "https://new.zz/", support: 10, counter: 1 },
    ]);
    expect(deriveMoveRules([...right, ...wrong])).toEqual([]);
  });

  test("a folder with a rule of its own is no error of the site's", () => {
    const rules = deriveMoveRules([
      ...alike("http://old.zz/", "https://new.zz/", ["a", "b", "c", "d"]),
      ...alike("http://old.zz/shop/", "https://shop.zz/", ["1", "2", "3"]),
    ]);
    expect(rules.map(({ support, counter }) => [support, counter])).toEqual([
      [4, 0],
      [3, 0],
    ]);
    expect(movedBy(rules, "http://old.zz/shop/9")?.to).toBe("https://shop.zz/9");
    expect(movedBy(rules, "http://old.zz/shops/9")?.to).toBe("https://new.zz/shops/9");
    expect(movedBy(rules, "http://old.zz/")).toBeNull();
    expect(movedBy(rules, "http://old.zz.evil.zz/a")).toBeNull();
  });

  const segment = fc.constantFrom("a", "b", "c", "a/b", "x?y=1/2", "", "ä", "%2F");
  const start = fc.tuple(
    fc.constantFrom("http://o.zz/", "https://n.zz/", "http://o.zz:81/"),
    segment,
    segment,
  );
  const address = start.map(([origin, ...path]) => origin + path.filter((part) => part !== "").join("/"));
  const anyMoves = fc.array(fc.record({ from: address, to: address }), { maxLength: 40 });

  test("a rule says its support right, and no more is counted than there is", () => {
    fc.assert(
      fc.property(anyMoves, (given) => {
        const known = [...new Map(given.map((move) => [move.from, move])).values()];
        for (const rule of deriveMoveRules(given)) {
          const concerned = known.filter(({ from }) => movedBy([rule], from) !== null);
          const right = concerned.filter(({ from, to }) => movedBy([rule], from)?.to === to);
          expect(right).toHaveLength(rule.support);
          expect(rule.support + rule.counter).toBeLessThanOrEqual(concerned.length);
          expect(rule.support).toBeGreaterThanOrEqual(Math.max(3, rule.counter * 10));
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test("whatever moved by one rewrite alone is found by it", () => {
    const tails = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,4}(\/[a-z]{1,4}){0,2}(\?[a-z]=[0-9])?$/), {
      minLength: 3,
      maxLength: 20,
    });
    fc.assert(
      fc.property(tails, (given) => {
        const all = alike("http://old.zz/1/", "https://new.zz/2/", given);
        const rules = deriveMoveRules(all);
        for (const { from, to } of all) expect(movedBy(rules, from)?.to).toBe(to);
      }),
    );
  });

  test("a hostile site makes few rules, and long addresses none", () => {
    const folders = Array.from({ length: 2_000 }, (_, n) => `http://old.zz/${n}/`);
    const many = folders.flatMap((from, n) => alike(from, `https://new.zz/${n * 2}x/`, ["a", "b", "c"]));
    expect(deriveMoveRules(many)).toHaveLength(MOVE_LIMITS.rulesPerHost);
    const long = alike("http://old.zz/", `https://new.zz/${"x".repeat(MOVE_LIMITS.addressUnits)}/`, TAILS);
    expect(deriveMoveRules(long)).toEqual([]);
  });
});
