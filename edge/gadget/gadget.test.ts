import { describe, expect, test } from "vitest";
import { LANGUAGES } from "../../shared/i18n/messages.ts";
import { classify } from "../../shared/url/classify.ts";
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
  new Function("window", "document", script)({ mediaWiki, Intl }, {});
  if (libraries.weboid === undefined) throw new Error("the gadget lends nothing");
  return libraries.weboid;
}

const SERVED = gadgetScript({ base: "https://weboid.example", wiki: null, lang: null });

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

  // The answer names a link as shared/url spells it; its key must be that of the link as the page has it.
  test.each([
    "https://a.zz/x?q={b}",
    "https://a.zz/x?q=a|b",
    "https://a.zz/x?q=`b",
    "https://a.zz/x?a=[1]&b[]=2",
    "https://a.zz/x?a=b^c",
    "https://a.zz/x?a=b\\c",
    "https://a.zz/x?q=it's",
    'https://a.zz/x?q="b"',
    "https://a.zz/x?q=<b> c",
    "https://a.zz/x|y",
    "https://a.zz/x^y",
    "https://a.zz/a[1]",
    "https://a.zz/{a}`b`",
    "https://a.zz/it's",
    "https://a.zz/a\\b",
    "https://a.zz/a;b,c=d@e:f!g$h(i)*+j",
    "https://a.zz/%zz",
    "https://a.zz/%%41%42",
    "https://a.zz/100%",
    "https://a.zz/a%2e%2e/b",
    "https://a.zz/a/%2E%2e/b",
    "https://a.zz/é?x=é",
    "https://a.zz/\ud83d\ude00?\ud83d",
    "https://a.zz/a%20b?c%20d+e",
    "https://a.zz?",
    "https://a.zz//x/../y",
    "https://a.zz/x/.",
    "https://u:p@a.zz:443/",
    "http://a.zz:0080/",
    "https://faß.de/",
    "https://BÜCHER.example.zz/",
    "https://xn--bcher-kva.zz/",
    "//a.zz/x",
    "  https://a.zz/x\n",
    "https:\\\\a.zz\\x",
    "ftp://a.zz:21/x|y",
    "ftps://a.zz:990/x|y?{}",
    "sftp://u@a.zz:22/x",
    "sftp://a.zz:2222/x",
  ])("%s has the key of its answer", (href) => {
    const answer = classify(href);
    if (answer.kind !== "resource") throw new Error(answer.reason);
    expect(linkKeys(href)).toContain(urlKey(answer.url));
  });

  test("links to different resources have different keys", () => {
    const hrefs = [
      "https://a.zz/{",
      "https://a.zz/}",
      "https://a.zz/%257B",
      "https://a.zz/?{",
      "https://a.zz/[",
    ];
    expect(new Set(hrefs.map(urlKey)).size).toBe(hrefs.length);
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
      "is",
      { verdict: "doubtful", status: 40, http: 503, since: since + 72 },
      "Doubtful: 503 service unavailable since today",
    ],
    [
      "pl",
      { status: 18, http: 404, since, checks: 22 },
      "Nieosiągalny: 404 nie znaleziono od 10 tygodni, 22 sprawdzenia",
    ],
    ["pl", { checks: 12 }, "Nieosiągalny: 12 sprawdzeń"],
    ["cs", { checks: 5 }, "Nedostupný: 5 ověření"],
    ["fr", { checks: 0, since: since + 71 }, "Inaccessible: depuis 1 jour"],
    ["pt-br", { checks: 2 }, "Inacessível: 2 verificações"],
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
    const script = gadgetScript({ base: "https://x</script>\u2028$&", wiki: '"+alert(1)+"@x', lang: null });
    expect(script).not.toMatch(/<\/script|\u2028/);
    expect(script).toContain('"base":"https://x\\u003c/script\\u003e\\u2028$\\u0026"');
    expect(script).toContain('"wiki":"\\"+alert(1)+\\"@x"');
    expect(() => load(script)).not.toThrow();
  });

  test.each([
    ["pl", "pl", "Nieosiągalny: 404 nie znaleziono, 5 sprawdzeń"],
    ["szl", "pl", "Nieosiągalny: 404 nie znaleziono, 5 sprawdzeń"],
    ["DE_at", "de", "Nicht erreichbar: 404 nicht gefunden, 5 Prüfungen"],
    ["is", "en", "Unreachable: 404 not found, 5 checks"],
    ["constructor", "en", "Unreachable: 404 not found, 5 checks"],
    ['"}; alert(1)//', "en", "Unreachable: 404 not found, 5 checks"],
  ])("for readers of %s it has the words of %s and no others", (lang, spoken, words) => {
    const script = gadgetScript({ base: "https://weboid.example", wiki: null, lang });
    expect(script).toContain(`"lang":"${spoken}","messages":{"${spoken}":{`);
    expect(
      load(script, { wgUserLanguage: "fr" }).describe({
        url: "https://example.org/",
        status: 18,
        http: 404,
        checks: 5,
      }),
    ).toBe(words);
  });

  test("stays small: for one reader, and with the words of every language", () => {
    for (const lang of LANGUAGES)
      expect(gadgetScript({ base: "https://weboid.example", wiki: null, lang }).length, lang).toBeLessThan(
        18_000,
      );
    expect(SERVED.length).toBeLessThan(90_000);
  });
});
