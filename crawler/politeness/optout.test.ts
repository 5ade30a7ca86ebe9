import { expect, test } from "vitest";
import { splitUrl } from "../../shared/url/parts.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { optoutTest } from "./optout.ts";

const left = optoutTest([
  { host: "a.zz", path: "" },
  { host: "b.zz", path: "/private" },
  { host: "b.zz", path: "/dir/" },
]);
const cases: readonly (readonly [url: string, left: boolean])[] = [
  ["http://a.zz/", true],
  ["https://www.a.zz:8443/x?y", true],
  ["http://notaa.zz/", false],
  ["http://zz/", false],
  ["http://b.zz/", false],
  ["http://b.zz/private", true],
  ["http://b.zz/private?x", true],
  ["http://sub.b.zz/private/x", true],
  ["http://b.zz/privateer", false],
  ["http://b.zz/dir", false],
  ["http://b.zz/dir/x", true],
];
test.each(cases)("who opted out: %s: %s", (url, expected) => {
  expect(left(splitUrl(url as NormalisedUrl))).toBe(expected);
});
