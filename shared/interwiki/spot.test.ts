import { describe, expect, test } from "vitest";
import type { Sister } from "./sister.ts";
import { lookUp, readExistence, SPOT_LIMITS, titleBatches } from "./spot.ts";

const page = (api: string, title: string): Sister => ({ kind: "page", api, title });

describe("what a wiki says of titles", () => {
  // As MediaWiki 1.39 answers, formatversion=2.
  const query = {
    normalized: [
      { fromencoded: false, from: "article 03", to: "Article 03" },
      { fromencoded: false, from: "a#b", to: "A" },
    ],
    converted: [{ from: "Article 03", to: "Article three" }],
    interwiki: [{ title: "de:Seite", iw: "de" }],
    pages: [
      { pageid: 198, ns: 0, title: "Article three" },
      { ns: 0, title: "A", missing: true },
      { ns: 6, title: "File:Shared.png", missing: true, known: true },
      { ns: -1, title: "Special:Search", special: true },
      { ns: -1, title: "Special:Nonsense", special: true, missing: true },
      { title: "A:::b", invalidreason: "…", invalid: true },
      "junk",
      { title: 5 },
    ],
  };
  test.each([
    ["article 03", "exists"],
    ["a#b", "missing"],
    ["A", "missing"],
    ["File:Shared.png", "exists"],
    ["Special:Search", "exists"],
    ["Special:Nonsense", "missing"],
    ["A:::b", "bad-title"],
    ["de:Seite", "not-checked"],
    ["Never mentioned", undefined],
  ])("%s: %s", (title, result) => expect(readExistence(query, [title]).get(title)).toBe(result));

  test.each([null, undefined, 5, [], { pages: "x" }, { normalized: [{ from: "A", to: "A" }] }])(
    "%j says nothing",
    (answer) => expect(readExistence(answer, ["A"]).size).toBe(0),
  );
});

test("titles are asked in requests of bounded length and number", () => {
  const short = Array.from({ length: 120 }, (_, at) => `T${at}`);
  expect(titleBatches(short).map((batch) => batch.length)).toEqual([50, 50, 20]);
  const wide = Array.from({ length: 90 }, (_, at) => `${"東".repeat(60)}${at}`);
  const batches = titleBatches(wide);
  expect(batches).toHaveLength(SPOT_LIMITS.requests);
  for (const batch of batches)
    expect(encodeURIComponent(batch.join("|")).length).toBeLessThanOrEqual(SPOT_LIMITS.queryUnits);
  expect(titleBatches([])).toEqual([]);
});

test("each link is answered, each wiki fails alone, and what is beyond the bounds is not checked", async () => {
  const asked: string[] = [];
  const links = new Map<string, Sister>([
    ["good", page("a", "Good")],
    ["again", page("a", "Good")],
    ["bad", page("a", "Bad")],
    ["down", page("b", "X")],
    ["title", { kind: "bad-title", title: "A|B" }],
    ["form", { kind: "no-page" }],
    ["stranger", { kind: "unknown-wiki" }],
    ...Array.from({ length: 4 }, (_, at) => [`w${at}`, page(`w${at}`, "Good")] as const),
  ]);
  const spots = await lookUp(links, async (api, titles) => {
    asked.push(`${api} ${titles.join(", ")}`);
    if (api === "b") return null;
    return { pages: titles.map((title) => ({ title, ...(title === "Bad" && { missing: true }) })) };
  });
  expect(asked).toEqual(["a Good, Bad", "b X", "w0 Good", "w1 Good", "w2 Good"]);
  expect([...spots].map(([url, { result, reason }]) => [url, result, reason])).toEqual([
    ["good", "exists", null],
    ["again", "exists", null],
    ["bad", "missing", null],
    ["down", "unknown", null],
    ["title", "bad-title", null],
    ["form", "not-checked", "no-page"],
    ["stranger", "not-checked", "unknown-wiki"],
    ["w0", "exists", null],
    ["w1", "exists", null],
    ["w2", "exists", null],
    ["w3", "not-checked", "too-many"],
  ]);
});

test("a wiki that does not answer is not asked again", async () => {
  let requests = 0;
  const links = new Map(Array.from({ length: 150 }, (_, at) => [`u${at}`, page("a", `T${at}`)] as const));
  const spots = await lookUp(links, async () => {
    requests += 1;
    return null;
  });
  expect(requests).toBe(1);
  expect(new Set([...spots.values()].map(({ result }) => result))).toEqual(new Set(["unknown"]));
});
