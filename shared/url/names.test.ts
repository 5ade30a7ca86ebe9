import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hostChain, isWithin, registrableDomain } from "./domain.ts";
import { urlKey } from "./key.ts";
import { splitUrl } from "./parts.ts";
import { sortByUrl } from "./sort.ts";
import type { HostName, NormalisedUrl } from "./types.ts";

const url = (text: string) => text as NormalisedUrl;
const host = (text: string) => text as HostName;

test.each([
  // By sha256sum.
  ["https://a.zz/", "32bcfdbe9fc8a43c3c50df9762b4c0f5"],
  ["http://xn--mller-kva.zz/Stra%C3%9Fe?q=%C3%A4", "b4e24b3c7889d9b1d63ab9e6944da55b"],
])("urlKey(%s) = %s", (text, key) => {
  expect(urlKey(url(text))).toBe(key);
});

test("splitUrl refuses what classify never made", () => {
  for (const text of ["", "a.zz", "mailto:x", "http://a.zz", "gopher://a.zz/", "http:///x"])
    expect(() => splitUrl(url(text)), text).toThrow(RangeError);
});

describe("order of answers (Q2)", () => {
  const ORDERED = [
    "http://8.8.8.8/",
    "http://100.0.0.1/",
    "http://[2003::1]/",
    "http://[2a00::1]/",
    "http://a.com/",
    "http://z.com/",
    "http://a.co.uk/",
    "http://a.zz/",
    "https://a.zz/",
    "https://a.zz/A",
    "https://a.zz/a",
    "https://a.zz/a?b",
    "http://a.zz:81/",
    "http://a.zz:8080/",
    "http://a.zz:10081/",
    "http://b.a.zz/",
    "http://a.b.a.zz/",
    "http://c.a.zz/",
    "http://a-b.zz/",
    "http://ab.zz/",
  ].map(url);

  test("is TLD, second level, third …, port, scheme, path", () => {
    expect(sortByUrl(ORDERED, splitUrl)).toEqual(ORDERED);
    expect(sortByUrl(ORDERED.toReversed(), splitUrl)).toEqual(ORDERED);
  });

  test("does not depend on where it begins, and keeps equal ones as they were", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(ORDERED), (some) => {
        const expected = ORDERED.filter((each) => some.includes(each));
        expect(sortByUrl(some, splitUrl)).toEqual(expected);
      }),
    );
    const twins = [1, 2, 3].map((id) => ({ id, url: url("http://a.zz/") }));
    expect(sortByUrl(twins, (each) => splitUrl(each.url))).toEqual(twins);
  });
});

describe("domains", () => {
  test.each([
    ["a.zz", "a.zz", ["a.zz"]],
    ["www.b.a.zz", "a.zz", ["www.b.a.zz", "b.a.zz", "a.zz"]],
    ["www.a.co.uk", "a.co.uk", ["www.a.co.uk", "a.co.uk"]],
    ["co.uk", "co.uk", ["co.uk"]],
    // The private part of the list: neighbours there are strangers.
    ["www.someone.github.io", "someone.github.io", ["www.someone.github.io", "someone.github.io"]],
    ["github.io", "github.io", ["github.io"]],
    ["my_blog.a.zz", "a.zz", ["my_blog.a.zz", "a.zz"]],
    ["www.xn--mller-kva.zz", "xn--mller-kva.zz", ["www.xn--mller-kva.zz", "xn--mller-kva.zz"]],
    ["8.8.8.8", "8.8.8.8", ["8.8.8.8"]],
    ["[2003::1]", "[2003::1]", ["[2003::1]"]],
    ["localhost", "localhost", ["localhost"]],
  ])("%s belongs to %s", (name, domain, chain) => {
    expect(registrableDomain(host(name))).toBe(domain);
    expect(hostChain(host(name))).toEqual(chain);
  });

  test.each([
    ["a.zz", "a.zz", true],
    ["www.a.zz", "a.zz", true],
    ["x.www.a.zz", "a.zz", true],
    ["a.zz", "www.a.zz", false],
    ["evil-a.zz", "a.zz", false],
    ["a.zz.evil.zz", "a.zz", false],
    ["8.8.8.8", "8.8.8.8", true],
    ["8.8.8.8", "8.8", false],
    ["[2003::1]", "[2003::1]", true],
  ])("%s within %s: %s", (name, domain, within) => {
    expect(isWithin(host(name), host(domain))).toBe(within);
  });
});
