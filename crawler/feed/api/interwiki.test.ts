import { expect, test } from "vitest";
import { parseInterwikiMap } from "./site-info.ts";

test("a map as siteinfo gives it; rows that are none are passed over", () => {
  const interwikimap = [
    { prefix: "IMDb", url: "http://www.imdb.zz/$1", protorel: true },
    { prefix: "fr", url: "https://fr.zz/wiki/$1", local: true, api: "https://fr.zz/w/api.php" },
    { prefix: 7, url: "https://a.zz/$1" },
    { prefix: "a\tb", url: "https://a.zz/$1" },
    "junk",
  ];
  expect([...(parseInterwikiMap({ interwikimap }) ?? [])]).toEqual([
    ["imdb", { url: "//www.imdb.zz/$1", local: false }],
    ["fr", { url: "https://fr.zz/wiki/$1", local: true, api: "https://fr.zz/w/api.php" }],
  ]);
});

test.each([{}, { interwikimap: "no list" }])("%j has no map", (query) =>
  expect(parseInterwikiMap(query)).toBe(null),
);
