import { describe, expect, test } from "vitest";
import { parseSiteMatrix } from "./site-matrix.ts";

/** The shape of Meta's answer: `set` is how a flag is given, an empty string in formatversion 1 and true in 2. */
const matrix = (set: "" | true, unset: Record<string, false> = {}) => ({
  count: 8,
  "0": {
    code: "de",
    name: "Deutsch",
    site: [
      { url: "https://de.wikipedia.org", dbname: "dewiki", code: "wiki", sitename: "Wikipedia", ...unset },
      {
        url: "https://de.wikiversity.org",
        dbname: "dewikiversity",
        code: "wikiversity",
        sitename: "W",
        ...unset,
      },
    ],
    dir: "ltr",
  },
  "1": {
    code: "aa",
    site: [{ url: "https://aa.wikipedia.org", dbname: "aawiki", code: "wiki", sitename: "W", closed: set }],
  },
  "2": { code: "xx", site: [] },
  specials: [
    {
      url: "https://commons.wikimedia.org",
      dbname: "commonswiki",
      code: "commons",
      lang: "commons",
      sitename: "C",
    },
    { url: "https://board.wikimedia.org", dbname: "boardwiki", code: "board", private: set, fishbowl: set },
    { url: "https://vote.wikimedia.org", dbname: "votewiki", code: "vote", nonglobal: set },
    { url: "https://be.wikimedia.org", dbname: "bewikimedia", code: "be", fishbowl: set },
    { url: "javascript:alert(1)", dbname: "badwiki", code: "bad" },
    { url: "https://x.zz", dbname: "a b", code: "bad" },
  ],
});

describe("a site matrix (M2)", () => {
  test("of somebody who is not to be trusted: names and texts are bounded", () => {
    const hostile = { url: "https://u:p@x.zz:99/y?z", dbname: "xwiki", sitename: "S".repeat(9_000) };
    const nameless = { ...hostile, dbname: "\u001b[31m".repeat(999) };
    const parsed = parseSiteMatrix({ count: 2, "0": { code: "<script>", site: [hostile, nameless] } });
    expect(parsed?.wikis).toMatchObject([{ api: "https://x.zz:99/w/api.php", lang: "en" }]);
    expect(parsed?.wikis[0]?.siteName).toHaveLength(500);
    expect(parsed?.skipped[0]?.dbname).toHaveLength(64);
  });

  test.each([
    ["formatversion 1", matrix("")],
    ["formatversion 2", matrix(true, { closed: false })],
  ])("%s", (_, given) => {
    const parsed = parseSiteMatrix(given);
    expect(parsed?.wikis.map(({ dbname }) => dbname)).toEqual([
      "dewiki",
      "dewikiversity",
      "commonswiki",
      "bewikimedia",
    ]);
    expect(parsed?.wikis[0]).toEqual({
      dbname: "dewiki",
      api: "https://de.wikipedia.org/w/api.php",
      server: "https://de.wikipedia.org",
      articleUrl: "https://de.wikipedia.org/wiki/$1",
      lang: "de",
      siteName: "Wikipedia",
    });
    expect(parsed?.skipped).toEqual([
      { dbname: "aawiki", why: "closed" },
      { dbname: "boardwiki", why: "private" },
      { dbname: "votewiki", why: "not global" },
      { dbname: "badwiki", why: "without an address" },
      { dbname: "a b", why: "without a usable name" },
    ]);
  });

  test("one entry that is none is named, and spoils no other", () => {
    const good = { url: "https://de.wikipedia.org", dbname: "dewiki" };
    const parsed = parseSiteMatrix({ count: 4, "0": { code: "de", site: [null, good, { dbname: "x" }] } });
    expect(parsed?.wikis.map(({ dbname }) => dbname)).toEqual(["dewiki"]);
    expect(parsed?.skipped).toEqual([
      { dbname: "de[0]", why: "without address or dbname" },
      { dbname: "de[2]", why: "without address or dbname" },
    ]);
  });

  test.each([
    [undefined],
    [null],
    [[]],
    [{}],
    [{ count: 1, "0": { code: "de", site: "all" } }],
    [{ count: 1, specials: {} }],
  ])("%j is none", (given) => {
    expect(parseSiteMatrix(given)).toBeNull();
  });
});
