import { describe, expect, test } from "vitest";
import { patternCovers, patternText, readPattern, type UrlQuestion } from "./pattern.ts";

const read = (text: string) => readPattern(text, { allowPrivate: false });
type Pattern = Extract<UrlQuestion, { kind: "pattern" }>;
const ANY = { kind: "pattern", scheme: null, port: null, path: "" } as const;
const host = (name: string): Pattern["host"] => ({ kind: "host", name });
const within = (domain: string): Pattern["host"] => ({ kind: "within", domain });
const like = (pattern: string): Pattern["host"] => ({ kind: "like", pattern });

describe("what people ask for (Q4)", () => {
  test.each<[string, UrlQuestion]>([
    [
      "HTTP://www.A.zz/x/../y#z",
      { kind: "url", url: "http://www.a.zz/y" as never, host: "www.a.zz" as never },
    ],
    ["a.zz", { ...ANY, host: host("a.zz") }],
    ["  a.zz/ ", { ...ANY, host: host("a.zz") }],
    ["//a.zz/news/", { ...ANY, host: host("a.zz"), path: "/news/" }],
    ["a.zz:8080/x", { ...ANY, host: host("a.zz"), port: 8080, path: "/x" }],
    ["https://*.a.zz:443/", { ...ANY, scheme: "https", host: within("a.zz"), port: 443 }],
    ["a.zz:65535", { ...ANY, host: host("a.zz"), port: 65_535 }],
    ["a.zz?id=7", { ...ANY, host: host("a.zz"), path: "/?id=7" }],
    ["*.a.zz", { ...ANY, host: within("a.zz") }],
    ["*.co.zz/*", { ...ANY, host: within("co.zz") }],
    ["*.zz/news*", { ...ANY, host: within("zz"), path: "/news" }],
    ["example.*", { ...ANY, host: like("example.*") }],
    ["www.*.zz/a**b*", { ...ANY, host: like("www.*.zz"), path: "/a*b" }],
    ["*news*.zz", { ...ANY, host: like("*news*.zz") }],
    ["https://*.a.zz/ä", { ...ANY, scheme: "https", host: within("a.zz"), path: "/%C3%A4" }],
    ["http*://a.zz/", { ...ANY, host: host("a.zz") }],
    ["käse.*", { ...ANY, host: like("xn--kse-qla.*") }],
    ["*.käse.zz", { ...ANY, host: within("xn--kse-qla.zz") }],
  ])("%s", (text, expected) => expect(read(text)).toEqual(expected));

  test.each([
    ["", "syntax"],
    ["*", "broad"],
    ["*.*", "broad"],
    ["https://*/", "broad"],
    ["a*.z*", "broad"],
    ["no host", "syntax"],
    ["localhost", "syntax"],
    ["a.zz:port", "syntax"],
    ["a.zz:0", "syntax"],
    ["a.zz:65536", "syntax"],
    ["https://*.a.zz:99999/", "syntax"],
    ["mailto:me@a.zz", "syntax"],
    ["javascript:alert(1)", "syntax"],
    ["%_*.zzz'", "syntax"],
    ["http://a", "syntax"],
    [`${"x".repeat(3_000)}.zz`, "syntax"],
  ])("%s is refused: %s", (text, reason) => expect(read(text)).toEqual({ kind: "bad", reason }));
});

describe("which URLs a pattern covers (M10)", () => {
  test.each([
    ["a.zz", true, "a.zz", "/x"],
    ["a.zz", false, "www.a.zz", "/x"],
    ["*.a.zz", true, "a.zz", "/"],
    ["*.a.zz", true, "w.w.a.zz", "/"],
    ["*.a.zz", false, "ba.zz", "/"],
    ["a.zz/dir/", true, "a.zz", "/dir/x?y"],
    ["a.zz/dir/", false, "a.zz", "/dirt"],
    ["a.zz/dir/*/img", true, "a.zz", "/dir/1/2/img.png"],
    ["a.zz/dir/*/img", false, "a.zz", "/dir/img"],
    ["example.*", true, "example.co.zz", "/"],
    ["www.*.zz", false, "www.zz", "/"],
    ["www.*.zz", true, "www.a.b.zz", "/"],
    ["*aba*aba*.zz", false, "xababa.zz", "/"],
    ["*aba*aba*.zz", true, "xabaaba.zz", "/"],
  ])("%s: %s of %s%s", (text, covers, host, path) => {
    const pattern = read(text) as Pattern;
    expect(patternCovers(pattern, { host, path })).toBe(covers);
    expect(patternText(pattern)).toBe(text);
  });

  test("in the time of its length, whatever the pattern", () => {
    const pattern = { host: host("a.zz"), path: `/${"a*".repeat(1_000)}b` };
    expect(patternCovers(pattern, { host: "a.zz", path: `/${"a".repeat(100_000)}` })).toBe(false);
  });
});
