import { expect, test } from "vitest";
import { createLineMatcher } from "./matcher.ts";
import { matchable } from "./syntax.ts";

/** As PHP 8.2 with PCRE2 10.42 judges `(?:https?:)?\/\/+[a-z0-9_\-.]*(LINE)` with the flags Sim; recorded from there. */
const TABLE: readonly (readonly [line: string, matches: readonly string[], passes: readonly string[]])[] = [
  [
    "spam\\.zz",
    ["http://spam.zz/", "//www.spam.zz", "HTTPS://X-SPAM.ZZ:80/"],
    ["http://spamxzz/", "spam.zz"],
  ],
  [
    "\\bcheap\\.zz\\b",
    ["http://cheap.zz", "http://a.cheap.zz.b/"],
    ["http://a-cheapx.zz/", "http://xcheap.zz/"],
  ],
  ["evil\\.zz/path", ["http://evil.zz/pathology"], ["http://evil.zz/", "http://evil.zz//path"]],
  ["evil\\.zz\\/a\\/b", ["http://evil.zz/a/b"], ["http://evil.zz/a"]],
  ["casino[0-9]*\\.zz", ["http://casino.zz/", "http://my-casino77.zz/"], ["http://casinos.zz/"]],
  ["x$", ["http://a.zz/x".replace("/x", "x")], ["http://a.zz/x/", "http://a.zz/ x"]],
  ["^x", [], ["http://x.zz/"]],
  ["archive\\.zz/http", ["//archive.zz/http://a"], ["http://archive.zz"]],
  ["target\\.zz", ["http://web.zz/http://target.zz/"], ["http://web.zz/http:/target.zz/"]],
  ["müller\\.zz", ["http://müller.zz/"], ["http://MÜLLER.zz/", "http://xn--mller-kva.zz/"]],
  ["m.ller\\.zz", ["http://mxller.zz/"], ["http://müller.zz/"]],
  ["m..ller\\.zz", ["http://müller.zz/"], []],
  ["dot\\.zz", ["http://dot．zz/"], []],
  ["[^a-z.]zz", ["http://7zz/", "http://a/zz"], ["http://azz/"]],
  ["a{2,3}\\.zz", ["http://aa.zz"], ["http://a.zz"]],
  ["(?:foo|ba[rz])\\.zz", ["http://foo.zz", "http://baz.zz"], ["http://bat.zz"]],
  ["(?i)FOO\\.zz", ["http://foo.zz"], []],
  ["foo.zz", ["http://foo.zz", "http://fooézz".replace("é", "x")], ["http://foozz"]],
  ["[[:alpha:]]1\\.zz", ["http://b1.zz"], ["http://11.zz"]],
  ["[]x]\\.zz", ["http://x.zz", "http://].zz"], ["http://y.zz"]],
  ["\\x41bc", ["http://abc/"], []],
  ["q{x}\\.zz", ["http://q{x}.zz"], ["http://qx.zz"]],
  ["\\.(?:cn|tk)\\b", ["http://a.cn/", "http://a.tk"], ["http://a.cnx/"]],
  [
    "\\bwordend\\.zz\\B",
    ["http://wordend.zzz", "http://wordend.zz_"],
    ["http://wordend.zz", "http://wordend.zz/x"],
  ],
  ["\\Bkkk\\.zz\\b", ["http://akkk.zz"], ["http://kkk.zz"]],
  ["\\Bxx\\B", ["http://axxb.zz"], ["http://xx.zz"]],
  ["\\bupper\\.ZZ\\b", ["http://UPPER.zz/"], ["http://uppers.zz/"]],
  ["q\\D7\\.zz", ["http://qx7.zz"], ["http://q77.zz"]],
  ["q\\W7\\.zz", ["http://q-7.zz"], ["http://qx7.zz"]],
  ["q[\\S]\\S7\\.zz", ["http://qxy7.zz"], ["http://qx 7.zz"]],
  ["(?|bcb|dcd)\\.zz", ["http://bcb.zz", "http://dcd.zz"], ["http://bcd.zz"]],
];

test.each(TABLE)("%s", (line, matches, passes) => {
  const { first, unusable } = createLineMatcher([{ line: 1, text: line }]);
  expect(unusable).toEqual([]);
  expect(matches.filter((url) => first(matchable(url)) === null)).toEqual([]);
  expect(passes.filter((url) => first(matchable(url)) !== null)).toEqual([]);
});

test.each([
  ["(unbalanced\\.zz", "broken", "opens a group"],
  ["a)b", "broken", "closes a group"],
  ["[a-unclosed", "broken", "class with ["],
  ["a**", "broken", "behind a quantifier"],
  ["*a", "broken", "nothing before it"],
  ["\\b+", "broken", "repeats a position"],
  ["[z-a]", "broken", "wrong order"],
  ["[\\w-.]", "broken", "hyphen behind"],
  ["\\yx", "broken", "\\y"],
  ["[[:foo:]]", "broken", "unknown class"],
  ["[:alpha:]", "broken", "outside brackets"],
  ["a{3,2}", "broken", "wrong order"],
  ["\\x{100}", "broken", "matches bytes"],
  ["ends\\", "broken", "backslash"],
  ["a(?!b)", "beyond", "looks around"],
  ["(?<=a)b", "beyond", "looks around"],
  ["(a)\\1", "beyond", "refers back"],
  ["a++b", "beyond", "possessive"],
  ["(?>a)", "beyond", "atomic"],
  ["(?R)", "beyond", "calls itself"],
  ["(?x)a b", "beyond", "how it is read"],
  ["(?*a)b", "beyond", "looks around"],
  ["(?<n>a)(?P=n)", "beyond", "names a group"],
  ["(?P=n)a", "beyond", "refers back"],
  ["(?C1)a", "beyond", "calls out"],
  ["a{2000}", "beyond", "more than 1000"],
  ["(?:a{500}){500}", "beyond", "too large"],
  [`${"(".repeat(60)}a${")".repeat(60)}`, "beyond", "deep"],
  ["x".repeat(1_001), "beyond", "longer than"],
])("%s is set aside as %s", (line, kind, reason) => {
  const { unusable } = createLineMatcher([{ line: 3, text: line }]);
  expect(unusable).toEqual([{ line: 3, text: line, kind, reason: expect.stringContaining(reason) }]);
});

test("a broken line spoils only itself", () => {
  const lines = ["(a", "good\\.zz", "[b", "\\bfine\\.zz\\b"].map((text, at) => ({ line: at + 1, text }));
  const { first, usable } = createLineMatcher(lines);
  expect([usable, first("http://good.zz")?.line, first("http://fine.zz")?.line]).toEqual([2, 2, 4]);
});
