import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { asDay } from "../calendar/day.ts";
import { decodeSites, encodeSites, NO_FACTS, type SiteFacts } from "./site.ts";
import { folderKey, randomSibling } from "./site-probe.ts";
import { asUrl } from "./testing/outcomes.ts";

const day = fc.option(fc.nat(65_535).map(asDay));
const hash = fc.nat(0xffffff);
const print = fc.record({
  template: fc.array(hash, { maxLength: 400 }).map((all) => new Set(all)),
  own: fc
    .array(fc.tuple(hash, fc.integer({ min: 1, max: 5_000 })), { maxLength: 100 })
    .map((all) => new Map(all)),
  titleHash: hash,
  chars: fc.nat(262_144),
  saysNotFound: fc.boolean(),
});
const facts: fc.Arbitrary<SiteFacts> = fc.oneof(
  fc.constant(NO_FACTS),
  fc.record({
    kind: fc.constantFrom("proper" as const, "plain" as const, "elsewhere" as const, "soft" as const),
    asked: day,
    folder: fc.oneof(hash, fc.constant(-1)),
    print,
    sinks: fc.array(hash, { maxLength: 8 }),
    looked: day,
    parkedSince: day,
    clean: day,
    confirmed: fc.boolean(),
  }),
);

describe("what is stored of a host's sites", () => {
  test("comes back as it was, within some kilobytes", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(fc.nat(65_535), facts), { maxLength: 3, selector: ([port]) => port }),
        (all) => {
          const sites = new Map(all);
          const text = encodeSites(sites);
          expect(text.length).toBeLessThan(12_000);
          expect(decodeSites(text)).toEqual(sites);
        },
      ),
      { numRuns: 200 },
    );
  });

  test.each([
    "",
    "{",
    "null",
    "[]",
    '"x"',
    '{"0":5}',
    '{"0":{"k":99,"a":-5,"t":[1,2,3]}}',
    '{"0":{"k":4,"s":17}}',
  ])("damage is as if nothing were known: %s", (text) => {
    for (const { kind, asked, print: read } of decodeSites(text).values())
      expect([kind, asked, read]).toEqual([
        "unknown",
        null,
        expect.toSatisfy((value: unknown) => value === null || typeof value === "object"),
      ]);
  });

  test("sites of more ports than are kept: the latest stay", () => {
    const many = new Map([1, 2, 3, 4, 5].map((port) => [port, { ...NO_FACTS, asked: asDay(port) }]));
    expect([...decodeSites(encodeSites(many)).keys()].sort()).toEqual([3, 4, 5]);
  });
});

describe("an address that cannot exist", () => {
  test.each([
    ["http://a.zz/x", "http://a.zz/weboid-T"],
    ["http://a.zz/?p=1", "http://a.zz/weboid-T"],
    ["http://a.zz/news/story.html?x=1", "http://a.zz/news/weboid-T.html"],
    ["http://a.zz/news/story/", "http://a.zz/news/weboid-T/"],
    ["http://a.zz:8080/index.PHP", "http://a.zz:8080/weboid-T.PHP"],
    ["http://a.zz/docs/report.pdf", "http://a.zz/docs/weboid-T"],
    ["http://a.zz/questions/17/any-title", "http://a.zz/questions/T/weboid-T"],
    ["http://a.zz/2009/05/story.html", "http://a.zz/2009/T/weboid-T.html"],
  ])("beside %s: %s", (url, expected) => {
    expect(randomSibling(asUrl(url), "T")).toBe(expected);
  });

  test("stands in the folder of its model", () => {
    expect(folderKey(asUrl("http://a.zz/news/a.html"))).toBe(folderKey(asUrl("https://b.zz/news/b?x=1")));
    expect(folderKey(asUrl("http://a.zz/news/a"))).not.toBe(folderKey(asUrl("http://a.zz/sport/a")));
  });
});
