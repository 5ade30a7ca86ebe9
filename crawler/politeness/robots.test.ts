import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseRobots, printRobots, robotsAllow } from "./robots.ts";

const ours = (...rules: string[]) => parseRobots(["User-agent: Weboid", ...rules].join("\n"));

describe("which groups are ours (RFC 9309, 2.2.1)", () => {
  const cases: readonly (readonly [what: string, text: string, allowed: boolean])[] = [
    ["nobody is named", "", true],
    ["all robots are no browsers", "User-agent: *\nDisallow: /", true],
    ["our name", "User-agent: Weboid\nDisallow: /", false],
    ["in any case, with a version", "USER-AGENT: weBOID/2.0\ndisallow: /", false],
    ["another name that begins like ours", "User-agent: WeboidNews\nDisallow: /", true],
    ["another name that ends like ours", "User-agent: NotWeboid\nDisallow: /", true],
    [
      "one of several names of a group",
      "User-agent: a\nUser-agent: Weboid\nUser-agent: b\nDisallow: /",
      false,
    ],
    ["the group before ours", "User-agent: a\nDisallow: /\nUser-agent: Weboid\nAllow: /", true],
    ["the group after ours", "User-agent: Weboid\nAllow: /\nUser-agent: a\nDisallow: /", true],
    [
      "our groups are one",
      "User-agent: Weboid\nAllow: /x\nUser-agent: a\nAllow: /\nUser-agent: weboid\nDisallow: /",
      false,
    ],
    [
      "comments, blanks, a byte order mark",
      "\uFEFF# hello\n  user-agent :  Weboid # us\n\n Disallow : /  # all",
      false,
    ],
    ["old line ends", "User-agent: Weboid\rDisallow: /", false],
    ["other records between", "User-agent: Weboid\nSitemap: https://a.zz/s.xml\nDisallow: /", false],
    ["an empty rule forbids nothing", "User-agent: Weboid\nDisallow:", true],
    ["rules before any name", "Disallow: /\nUser-agent: Weboid", true],
    ["a page in place of it", "<!doctype html><title>User-agent: Weboid</title>\n<p>Disallow: /", true],
  ];
  test.each(cases)("%s", (_what, text, allowed) => {
    expect(robotsAllow(parseRobots(text), "/page")).toBe(allowed);
  });
});

describe("which rule decides (RFC 9309, 2.2.2, 2.2.3 and 5)", () => {
  const cases: readonly (readonly [rules: readonly string[], path: string, allowed: boolean])[] = [
    [["Disallow: /"], "/robots.txt", true],
    [["Allow: /example/page/", "Disallow: /example/page/disallowed.gif"], "/example/page/", true],
    [
      ["Allow: /example/page/", "Disallow: /example/page/disallowed.gif"],
      "/example/page/disallowed.gif",
      false,
    ],
    [["Disallow: *.gif$", "Allow: /publications/", "Disallow: /example/"], "/image.gif", false],
    [["Disallow: *.gif$", "Disallow: /example/", "Allow: /publications/"], "/image.gif?x", true],
    [["Disallow: *.gif$", "Disallow: /example/", "Allow: /publications/"], "/example/x", false],
    [["Allow: /p", "Disallow: /"], "/page", true],
    [["Allow: /folder", "Disallow: /folder"], "/folder/page", true],
    [["Disallow: /folder", "Allow: /folder"], "/folder/page", true],
    [["Allow: /page", "Disallow: /*.htm"], "/page.htm", false],
    [["Allow: /$", "Disallow: /"], "/", true],
    [["Allow: /$", "Disallow: /"], "/page.htm", false],
    [["Disallow: /fish"], "/Fish.asp", true],
    [["Disallow: /fish*"], "/fishheads/yummy.html", false],
    [["Disallow: /fish/"], "/fish", true],
    [["Disallow: /*.php$"], "/filename.php?parameters", true],
    [["Disallow: /*.php$"], "/folder/a.php.php", false],
    [["Disallow: /fish*.php"], "/fishheads/catfish.php?id=1", false],
    [["Disallow: /a*b$"], "/ab", false],
    [["Disallow: /ab*b$"], "/ab", true],
    // Escapes: of ASCII decoded where unreserved, others as they are; beyond ASCII as UTF-8.
    [["Disallow: /foo/bar?baz=https://foo.bar"], "/foo/bar?baz=https://foo.bar", false],
    [["Disallow: /foo/bar/ツ"], "/foo/bar/%E3%83%84", false],
    [["Disallow: /foo/bar/%E3%83%84"], "/foo/bar/%e3%83%84", false],
    [["Disallow: /foo/bar/%62%61%7A"], "/foo/bar/baz", false],
    [["Disallow: /a%2fb"], "/a%2Fb", false],
    [["Disallow: /a%2fb"], "/a/b", true],
    [["Disallow: /path/file-with-a-%2A.html"], "/path/file-with-a-*.html", false],
    [["Disallow: /path/file-with-a-%2A.html"], "/path/file-with-a-x.html", true],
    [["Disallow: /path/foo-%24"], "/path/foo-$", false],
    [["Disallow: private"], "/private", true],
  ];
  test.each(cases)("%j %s: %s", (rules, path, allowed) => {
    expect(robotsAllow(ours(...rules), path)).toBe(allowed);
    expect(robotsAllow(parseRobots(printRobots(ours(...rules))), path)).toBe(allowed);
  });
});

test.each(["\uFEFF", "\u00EF\u00BB\u00BF"])("a byte order mark hides no group: %j", (mark) => {
  expect(parseRobots(`${mark}User-agent: Weboid\nDisallow: /`).rules).toHaveLength(1);
});

test("Crawl-delay is ours within reason", () => {
  expect(ours("Crawl-delay: 2.5").delayMs).toBe(2_500);
  expect(ours("Crawl-delay: 86400").delayMs).toBe(30_000);
  expect(ours("Crawl-delay: soon").delayMs).toBe(0);
  expect(parseRobots("User-agent: *\nCrawl-delay: 9").delayMs).toBe(0);
  expect(parseRobots(printRobots(ours("Crawl-delay: 2.5"))).delayMs).toBe(2_500);
});

/** RFC 9309 word for word: a star is any characters, a final dollar the end. */
function slowly(pattern: string, path: string): boolean {
  const anchored = pattern.endsWith("$");
  const source = (anchored ? pattern.slice(0, -1) : pattern)
    .split("*")
    .map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join("[^]*");
  return new RegExp(`^${source}${anchored ? "$" : ""}`).test(path);
}

describe("any file", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "/", "*", "."), maxLength: 8 });
  test("one pattern decides as the RFC's words do", () => {
    fc.assert(
      fc.property(
        word,
        fc.boolean(),
        fc.string({ unit: fc.constantFrom("a", "b", "/", "."), maxLength: 12 }),
        (rest, end, path) => {
          const pattern = `/${rest}${end ? "$" : ""}`;
          expect(robotsAllow(ours(`Disallow: ${pattern}`), `/${path}`)).toBe(!slowly(pattern, `/${path}`));
        },
      ),
      { numRuns: 3_000 },
    );
  });

  test("the longest decides, and of two as long the one that allows", () => {
    const rule = fc.tuple(fc.boolean(), word);
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 6 }), (given) => {
        const path = "/aab/ab.ab";
        const rules = given.map(([allow, rest]) => ({ allow, pattern: `/${rest}` }));
        const hits = rules.filter(({ pattern }) => slowly(pattern, path));
        const most = Math.max(...hits.map(({ pattern }) => pattern.length));
        const best = hits.filter(({ pattern }) => pattern.length === most);
        const text = rules.map(({ allow, pattern }) => `${allow ? "Allow" : "Disallow"}: ${pattern}`);
        expect(robotsAllow(ours(...text), path)).toBe(best.length === 0 || best.some(({ allow }) => allow));
      }),
    );
  });

  test("hostile text neither throws nor takes long", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        const rules = ours(...text.split(","));
        expect(typeof robotsAllow(rules, "/x")).toBe("boolean");
        expect(parseRobots(printRobots(rules)).rules.length).toBe(rules.rules.length);
      }),
    );
    const stars = ours(...Array.from({ length: 2_000 }, () => `Disallow: /${"*a".repeat(900)}b$`));
    // Sixteen kilobytes of rules are kept.
    expect(stars.rules.length).toBe(9);
    expect(robotsAllow(stars, `/${"a".repeat(5_000)}`)).toBe(true);
    const line = `disallow${" ".repeat(64_000)}\u2028${" ".repeat(64_000)}x : ${"\t ".repeat(64_000)}\u2028/y\u2028z`;
    expect(ours(line).rules).toEqual([]);
    expect(ours(`allow:${" ".repeat(64_000)}/a\u2028b`).rules.length).toBe(1);
  });
});
