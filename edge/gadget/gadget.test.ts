import { describe, expect, test } from "vitest";
import { gadgetScript } from "./script.ts";
import { GADGET_SOURCE } from "./source.ts";

interface Problem {
  readonly url: string;
  readonly [key: string]: unknown;
}
interface Library {
  urlKey(href: string): string | null;
  linkKeys(href: string): string[];
  describe(problem: Problem): string;
}

/** Runs the gadget on a page on which it has nothing to do, and hands out what it lends to others. */
function load(script: string, config: Readonly<Record<string, unknown>> = {}): Library {
  const libraries: { weboid?: Library } = {};
  const mediaWiki = {
    libs: libraries,
    config: { get: (name: string) => config[name] ?? null },
    log: { warn: () => {} },
    loader: {
      using: () => {
        throw new Error("the gadget works where it has nothing to do");
      },
    },
  };
  new Function("window", "document", script)({ mediaWiki }, {});
  if (libraries.weboid === undefined) throw new Error("the gadget lends nothing");
  return libraries.weboid;
}

const SERVED = gadgetScript({ base: "https://weboid.example", wiki: null });

describe("matching of links", () => {
  const { urlKey, linkKeys } = load(GADGET_SOURCE);

  test.each([
    ["https://example.org/", "https://example.org/"],
    ["https://example.org", "https://example.org/"],
    ["HTTPS://EXAMPLE.org./", "https://example.org/"],
    ["https://user:secret@example.org:443/a", "https://example.org/a"],
    ["http://example.org:80/a#part", "http://example.org/a"],
    ["http://example.org:8080/a?b#c", "http://example.org:8080/a?b"],
    ["//example.org/a", "https://example.org/a"],
    ["https://bücher.example/ä?ö", "https://xn--bcher-kva.example/%C3%A4?%C3%B6"],
    ["https://example.org/%7euser/%c3%a4%2f", "https://example.org/~user/%C3%A4%2F"],
    ["https://example.org/a/../b/./c", "https://example.org/b/c"],
    ["https://example.org/a+b?c=d+e", "https://example.org/a+b?c=d+e"],
    ["ftp://Example.org:21/pub", "ftp://example.org/pub"],
    ["https://[2001:DB8::0:1]/", "https://[2001:db8::1]/"],
    ["/wiki/Page", null],
    ["#section", null],
    ["", null],
    ["javascript:alert(1)", null],
    ["mailto:a@example.org", null],
    ["https://", null],
    ["http://[", null],
  ])("%s", (href, key) => {
    expect(urlKey(href)).toBe(key);
  });

  test("a key is its own key", () => {
    for (const href of ["https://example.org/%7E%41?a=%2f", "//B.example", "ftp://a.example/%25"])
      expect(urlKey(urlKey(href) ?? "")).toBe(urlKey(href));
  });

  test("a protocol-relative link is known by either scheme, others only by their own", () => {
    expect(linkKeys("//example.org/a")).toEqual(["https://example.org/a", "http://example.org/a"]);
    expect(linkKeys("http://example.org/a")).toEqual(["http://example.org/a"]);
    expect(linkKeys("/wiki/Page")).toEqual([]);
  });
});

describe("the tooltip", () => {
  const since = Math.floor(Date.now() / 86_400_000) - 17_167 - 72;
  test.each([
    ["en", { status: 18, http: 404, since, checks: 9 }, "Unreachable: 404 not found for 10 weeks, 9 checks"],
    [
      "de",
      { status: 18, http: 404, since, checks: 1 },
      "Nicht erreichbar: 404 nicht gefunden seit 10 Wochen, eine Prüfung",
    ],
    [
      "de-ch",
      { status: 66, since: since + 71, checks: 255 },
      "Nicht erreichbar: unbekannte Domain seit einem Tag, 255 Prüfungen oder mehr",
    ],
    [
      "fr",
      { verdict: "doubtful", status: 40, http: 503, since: since + 72 },
      "Doubtful: 503 service unavailable since today",
    ],
    ["en", { status: 18, http: 404, since: since - 300 }, "Unreachable: 404 not found for 12 months"],
    ["en", { status: 18, http: 404, since: since - 1000 }, "Unreachable: 404 not found for 2 years"],
    ["en", { http: 404 }, "Unreachable: 404"],
    ["en", { status: 9999, verdict: "constructor" }, "Unreachable"],
    ["en", {}, "Unreachable"],
    ["constructor", {}, "Unreachable"],
  ])("%s %j", (lang, evidence, words) => {
    const { describe: told } = load(SERVED, { wgUserLanguage: lang });
    expect(told({ url: "https://example.org/", ...evidence })).toBe(words);
  });
});

describe("serving", () => {
  test("changes nothing of the disclosed source but one line (G1)", () => {
    const source = GADGET_SOURCE.split("\n");
    const changed = SERVED.split("\n").filter((line, at) => line !== source[at]);
    expect(SERVED.split("\n")).toHaveLength(source.length);
    expect(changed).toHaveLength(1);
    expect(changed[0]).toMatch(/^\tvar served = \{"base":"https:\/\/weboid\.example","messages":\{/);
  });

  test("what is filled in stays data", () => {
    const script = gadgetScript({ base: "https://x</script>\u2028$&", wiki: '"+alert(1)+"@x' });
    expect(script).not.toMatch(/<\/script|\u2028/);
    expect(script).toContain('"base":"https://x\\u003c/script\\u003e\\u2028$\\u0026"');
    expect(script).toContain('"wiki":"\\"+alert(1)+\\"@x"');
    expect(() => load(script)).not.toThrow();
  });

  test("stays small", () => {
    expect(SERVED.length).toBeLessThan(20_000);
  });
});
