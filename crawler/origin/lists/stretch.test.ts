import { expect, test } from "vitest";
import type { UrlId } from "../../../db/types.ts";
import { folderUnit, upToBorder } from "./stretch.ts";

test.each([
  ["/", "", null],
  ["/a.html", "", null],
  ["/a?b/c/d/e/f/g/h", "", null],
  ["/news/1", "", "a.zz/news/"],
  ["/veranstaltunge", "", null],
  ["/veranstaltungen", "", "a.zz/veranstaltungen"],
  ["/abcdefghijklmn/", "", "a.zz/abcdefghijklmn/"],
  ["/news/2008/1", "/news/", "a.zz/news/2008/"],
  ["/news/2008/1", "/news/20", "a.zz/news/2008/"],
  ["/news/1", "/news/", null],
  ["/newsletter/1", "/news", "a.zz/newsletter/"],
  ["/archive/2008/01", "/archive/2008/01/", "a.zz"],
])("%s, of folders in %j: %j", (start, path, unit) =>
  expect(folderUnit({ host: "a.zz", start, url: 1 as UrlId }, path)).toBe(unit),
);

/** So many places of each. */
const placesOf = (...runs: readonly (readonly [string, number])[]) =>
  runs.flatMap(([address, count]) => Array.from({ length: count }, () => placeOf(address)));
function placeOf(address: string) {
  const [, host = "", start = ""] = /^([^/]*)(.*)$/.exec(address) ?? [];
  return { host, start, url: 1 as UrlId };
}

test.each([
  [
    "all behind the last folder that is whole",
    [
      ["a.zz/b/", 3_000],
      ["a.zz/c/", 4_000],
    ],
    "a.zz/c/",
    3_000,
  ],
  [
    "a folder of more, to its end",
    [
      ["a.zz/b/", 7_000],
      ["a.zz/c/", 1],
    ],
    "a.zz/c/",
    7_000,
  ],
  ["a folder of more, whose end is not in sight", [["a.zz/b/", 7_000]], "a.zz/b/", 0],
  ["a folder of more, which has just ended", [["a.zz/b/", 7_000]], "b.zz/b/", 7_000],
  ["a folder of far more, in parts", [["a.zz/b/", 12_000]], "a.zz/b/", 10_000],
  [
    "a small folder that goes on where it is late",
    [
      ["a.zz/b/", 2],
      ["a.zz/c/", 1],
    ],
    "a.zz/c/",
    2,
  ],
  ["a small folder that has ended where it is late", [["a.zz/b/", 2]], "z.zz0", 2],
  [
    "files, anywhere",
    [
      ["a.zz/b/", 4_000],
      ["a.zz/c", 3_000],
    ],
    "a.zz/c",
    5_000,
  ],
  [
    "nothing but files of a host, as one",
    [
      ["a.zz/c", 6_000],
      ["b.zz/c", 1],
    ],
    "b.zz/c",
    6_000,
  ],
  ["few files where it is late", [["a.zz/c", 3]], "a.zz/c", 3],
] as const)("counted together: %s", (_, runs, next, count) =>
  expect(upToBorder(placesOf(...runs), placeOf(next), "")).toBe(count),
);
