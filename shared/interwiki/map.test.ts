import { expect, test } from "vitest";
import {
  decodeInterwikis,
  encodeInterwikis,
  INTERWIKI_LIMITS,
  type InterwikiMap,
  interwikiUrl,
  pseudoLinks,
  resolveInterwiki,
} from "./map.ts";

const map: InterwikiMap = new Map([
  ["imdb", { url: "//www.imdb.zz/$1", local: false }],
  ["fr", { url: "https://fr.zz/wiki/$1", local: true, api: "https://fr.zz/w/api.php" }],
]);

// The last five are what a MediaWiki 1.39 answered with iwprop=url; its protorel one with the scheme of the request.
test.each([
  ["//www.imdb.com/$1", "title/tt1", "https://www.imdb.com/title/tt1"],
  ["http://a.zz/?q=$1&l=$1", "ä b", "http://a.zz/?q=%C3%A4_b&l=%C3%A4_b"],
  ["https://a.zz/$1", "it's$&(1);@:,~!*", "https://a.zz/it%27s$%26(1);@:,~!*"],
  ["https://a.zz/$1", "\u202e\0\ud800#?%41", "https://a.zz/%E2%80%AE%00%EF%BF%BD%23%3F%2541"],
  ["https://a.zz/", "x", "https://a.zz/"],
  ["https://books.zz/isbn?q=$1&x=1", "0-306-40615-2", "https://books.zz/isbn?q=0-306-40615-2&x=1"],
  ["https://partner.zz/wiki/$1", "", "https://partner.zz/wiki/"],
  ["https://partner.zz/wiki/$1", "Ünïcode_&_more?", "https://partner.zz/wiki/%C3%9Cn%C3%AFcode_%26_more%3F"],
  ["https://partner.zz/wiki/$1", "sister:Chained", "https://partner.zz/wiki/sister:Chained"],
  ["//protorel.zz/wiki/$1", "Thing", "https://protorel.zz/wiki/Thing"],
])("%s with %s", (url, title, link) => expect(interwikiUrl({ url }, title)).toBe(link));

test.each([
  ["IMDB", "title/tt1", { kind: "link", url: "https://www.imdb.zz/title/tt1" }],
  ["fr", "Accueil", { kind: "sister", url: "https://fr.zz/wiki/Accueil" }],
  ["gone", "x", { kind: "unknown-prefix" }],
  ["imdb", "x".repeat(601), { kind: "unknown-prefix" }],
])("%s:%s", (prefix, title, use) => expect(resolveInterwiki(map, { prefix, title })).toEqual(use));

test.each([
  ["a changed target", "imdb", "https://new.zz/title/tt1", { kind: "link", url: "https://new.zz/title/tt1" }],
  ["a changed sister", "fr", "//fr.new.zz/title/tt1", { kind: "sister", url: "https://fr.new.zz/title/tt1" }],
  ["a new prefix", "new", "https://new.zz/title/tt1", { kind: "link", url: "https://new.zz/title/tt1" }],
  [
    "the same",
    "imdb",
    "http://www.imdb.zz/title/tt1",
    { kind: "link", url: "https://www.imdb.zz/title/tt1" },
  ],
  ["an overlong URL", "imdb", `https://new.zz/${"x".repeat(8_192)}`, { kind: "unknown-prefix" }],
])("the URL that the wiki gives now counts, as the map may be old: %s", (_, prefix, url, use) =>
  expect(resolveInterwiki(map, { prefix, title: "title/tt1", url })).toEqual(use),
);

test("the links of a page, each once", () => {
  const links = [
    { prefix: "imdb", title: "a" },
    { prefix: "IMDb", title: "a" },
    { prefix: "fr", title: "b" },
    { prefix: "gone", title: "c" },
  ];
  expect(pseudoLinks(map, links)).toEqual({
    urls: ["https://www.imdb.zz/a"],
    sisters: ["https://fr.zz/wiki/b"],
    cut: false,
  });
});

test("a map is no amplifier: neither many places for a title nor overlong addresses count, and all are bounded", () => {
  const wide: InterwikiMap = new Map([
    ["many", { url: `https://h.zz/${"$1".repeat(480)}`, local: false }],
    ["two", { url: "https://h.zz/$1?q=$1", local: false }],
    ["one", { url: "https://h.zz/$1", local: true }],
  ]);
  expect(resolveInterwiki(wide, { prefix: "many", title: "a" })).toEqual({ kind: "unknown-prefix" });
  expect([...decodeInterwikis(encodeInterwikis(wide)).keys()]).toEqual(["two", "one"]);
  // 600 units, each nine characters when escaped, twice: no URL is so long.
  const title = "€".repeat(600);
  expect(resolveInterwiki(wide, { prefix: "two", title })).toEqual({ kind: "unknown-prefix" });
  expect(resolveInterwiki(wide, { prefix: "one", title }).kind).toBe("sister");
  const links = Array.from({ length: 20_000 }, (_, at) => ({ prefix: "two", title: "a".repeat(240) + at }));
  const { urls, cut } = pseudoLinks(wide, links);
  expect(cut).toBe(true);
  expect(urls.join("").length).toBeLessThanOrEqual(4 * 1024 * 1024);
  expect(pseudoLinks(wide, links.slice(0, 2), 600)).toMatchObject({ urls: { length: 1 }, cut: true });
});

test("a map comes back from its text as it was", () => {
  expect([...decodeInterwikis(encodeInterwikis(map))]).toEqual([...map]);
});

test("what does not fit is left out, and a text of another version is an empty map", () => {
  const hostile: InterwikiMap = new Map([
    ["a\nb", { url: "https://a.zz/$1", local: false }],
    ["tab", { url: "https://a.zz/\tl", local: false }],
    ["long", { url: `https://a.zz/${"x".repeat(INTERWIKI_LIMITS.fieldUnits)}`, local: false }],
    ["", { url: "https://a.zz/$1", local: true }],
    ["ok", { url: "https://ok.zz/$1", local: true }],
  ]);
  expect([...decodeInterwikis(encodeInterwikis(hostile)).keys()]).toEqual(["ok"]);
  const many = new Map(Array.from({ length: 10_005 }, (_, at) => [`p${at}`, { url: "u", local: false }]));
  expect(decodeInterwikis(encodeInterwikis(many)).size).toBe(INTERWIKI_LIMITS.prefixes);
  const wide = new Map(
    Array.from({ length: 2_000 }, (_, at) => [`p${at}`, { url: "u".repeat(900), local: false }]),
  );
  expect(encodeInterwikis(wide).length).toBeLessThanOrEqual(INTERWIKI_LIMITS.textUnits);
  for (const text of ["", "2\nfr\tl\thttps://fr.zz/$1", "{}"]) expect(decodeInterwikis(text).size).toBe(0);
});
