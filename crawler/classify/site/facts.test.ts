import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { asDay } from "../../../shared/calendar/day.ts";
import { asUrl } from "../testing/outcomes.ts";
import {
  decodeSites,
  encodeSites,
  isSink,
  mergeFacts,
  NO_FACTS,
  SITE_DAYS,
  type SiteFacts,
  withSink,
} from "./facts.ts";
import { folderKey, randomSibling } from "./probe.ts";

const day = fc.option(fc.nat(65_535).map(asDay));
const hash = fc.nat(0xffffff);
const print = fc.record({
  template: fc.array(hash, { maxLength: 400 }).map((all) => new Set(all)),
  own: fc
    .array(fc.tuple(hash, fc.integer({ min: 1, max: 5_000 })), { maxLength: 100 })
    .map((all) => new Map(all)),
  titleHash: hash,
  chars: fc.nat(262_144),
  notices: fc.array(hash, { maxLength: 100 }).map((all) => new Set(all)),
  titleSaysNotFound: fc.boolean(),
});
const facts: fc.Arbitrary<SiteFacts> = fc.oneof(
  fc.constant(NO_FACTS),
  fc.record({
    kind: fc.constantFrom(
      "proper" as const,
      "plain" as const,
      "elsewhere" as const,
      "soft" as const,
      "proper-to-head" as const,
      "proper-to-get" as const,
    ),
    asked: day,
    folder: fc.oneof(hash, fc.constant(-1)),
    print,
    sinks: fc.array(fc.tuple(hash, fc.nat(65_535).map(asDay)), { maxLength: 8 }).map((all) => new Map(all)),
    looked: day,
    parkedSince: day,
    clean: day,
    confirmed: fc.boolean(),
    bettingSince: day,
    ordinaryLooks: fc.nat(2),
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
    '{"0":{"kind":99,"asked":-5,"print":[1,2,3]}}',
    '{"0":{"kind":"soft","sinks":17}}',
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

describe("targets of lost pages", () => {
  const none = NO_FACTS.sinks;

  test("are believed for so long only", () => {
    const facts = { ...NO_FACTS, sinks: withSink(none, 7, asDay(100)) };
    expect(isSink(facts, 7, asDay(100 + SITE_DAYS - 1))).toBe(true);
    expect(isSink(facts, 7, asDay(100 + SITE_DAYS))).toBe(false);
    expect(isSink(facts, 8, asDay(100))).toBe(false);
    expect([...withSink(facts.sinks, 8, asDay(100 + SITE_DAYS)).keys()]).toEqual([8]);
  });

  test("are few: the latest stay, and a day adds no more than are kept", () => {
    let sinks = none;
    for (let sink = 0; sink < 8; sink++) sinks = withSink(sinks, sink, asDay(100));
    expect(withSink(sinks, 9, asDay(100))).toBe(sinks);
    expect([...withSink(sinks, 9, asDay(101)).keys()]).toEqual([1, 2, 3, 4, 5, 6, 7, 9]);
    expect([...withSink(sinks, 3, asDay(101)).keys()]).toEqual([0, 1, 2, 4, 5, 6, 7, 3]);
  });
});

describe("what two processes know of a site", () => {
  test.each<[string, Partial<SiteFacts>, Partial<SiteFacts>, Partial<SiteFacts>]>([
    [
      "the later answer to a random address",
      { kind: "plain", asked: asDay(5) },
      { kind: "proper", asked: asDay(9) },
      { kind: "proper", asked: asDay(9) },
    ],
    [
      "that of the row, if it is as late",
      { kind: "plain", asked: asDay(9) },
      { kind: "proper", asked: asDay(9) },
      { kind: "plain" },
    ],
    [
      "of two as late that which is more than half of it",
      { kind: "proper-to-head", asked: asDay(9) },
      { kind: "soft", asked: asDay(9) },
      { kind: "soft" },
    ],
    [
      "the later look at the owner",
      { looked: asDay(9), clean: asDay(9) },
      { looked: asDay(5), parkedSince: asDay(5) },
      { parkedSince: null, clean: asDay(9) },
    ],
    [
      "the targets of both, each with its latest day",
      {
        sinks: new Map([
          [1, asDay(3)],
          [2, asDay(5)],
        ]),
      },
      {
        sinks: new Map([
          [1, asDay(4)],
          [3, asDay(6)],
        ]),
      },
      {
        sinks: new Map([
          [1, asDay(4)],
          [2, asDay(5)],
          [3, asDay(6)],
        ]),
      },
    ],
  ])("%s", (_, stored, own, merged) => {
    expect(mergeFacts({ ...NO_FACTS, ...stored }, { ...NO_FACTS, ...own })).toMatchObject(merged);
  });

  test("comes to be the same, in whatever order they read each other's rows", () => {
    fc.assert(
      fc.property(facts, facts, (a, b) => {
        const merged = mergeFacts(a, b);
        expect(mergeFacts(merged, a)).toEqual(merged);
        expect(mergeFacts(merged, b)).toEqual(merged);
        expect(merged.sinks.size).toBeLessThanOrEqual(8);
      }),
    );
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
