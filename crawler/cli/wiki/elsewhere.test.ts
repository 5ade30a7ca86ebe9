import { expect, test } from "vitest";
import { encodeInterwikis, type InterwikiMap } from "../../../shared/interwiki/map.ts";
import { unaskedPrefixes } from "./elsewhere.ts";

const OWN = {
  server: "https://de.osm.zz",
  api: "https://de.osm.zz/w/api.php",
  articleUrl: "https://de.osm.zz/wiki/$1",
  internalHosts: "\\.osm\\.zz$",
  wikis: [{ api: "https://friend.zz/w/api.php", articleUrl: "https://friend.zz/wiki/$1" }],
};
const MAP: InterwikiMap = new Map([
  ["self", { url: "https://de.osm.zz/wiki/$1", local: true }],
  ["fr", { url: "//fr.osm.zz/wiki/$1", local: true }],
  ["friend", { url: "https://friend.zz/wiki/$1", local: true }],
  ["imdb", { url: "https://www.imdb.zz/$1", local: false }],
  ["shared", { url: "https://shared.zz/wiki/$1", local: true }],
  ["intranet", { url: "http://wiki/$1", local: true }],
]);

test("prefixes that the map calls local, where no wiki of the farm is known", () => {
  expect(unaskedPrefixes(OWN, encodeInterwikis(MAP))).toEqual({
    count: 2,
    prefixes: [
      { prefix: "shared", url: "https://shared.zz/wiki/$1" },
      { prefix: "intranet", url: "http://wiki/$1" },
    ],
  });
});

test("of many the first are named", () => {
  const many = new Map(
    Array.from({ length: 50 }, (_, at) => [`p${at}`, { url: `https://h${at}.zz/$1`, local: true }]),
  );
  expect(unaskedPrefixes(OWN, encodeInterwikis(many))).toMatchObject({ count: 50, prefixes: { length: 20 } });
  expect(unaskedPrefixes(OWN, "")).toEqual({ count: 0, prefixes: [] });
});
