import { describe, expect, test } from "vitest";
import { statusInWords } from "../../shared/format/html/words.ts";
import { LANGUAGES } from "../../shared/i18n/catalogues.ts";
import { messages } from "../../shared/i18n/messages.ts";
import { STATUS_TABLE } from "../../shared/status/table.ts";
import { classify } from "../../shared/url/classify.ts";
import { gadgetScript, marksScript, repairScript } from "./script.ts";
import { GADGET_SOURCE, REPAIR_SOURCE, REST_SOURCES, WORDS_SOURCE } from "./source.ts";

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
  const hook = { add: () => {} };
  const mediaWiki = {
    libs: libraries,
    hook: () => hook,
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

const BASE = { base: "https://weboid.example", wiki: null } as const;

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

describe("the words", () => {
  const today = Math.floor(Date.now() / 86_400_000) - 17_167;
  const since = today - 72;
  test.each([
    ["en", { status: 18, http: 404, since, checks: 9 }, "Dead for 10 weeks · 404 not found · 9 checks"],
    [
      "de",
      { status: 18, http: 404, since, checks: 1 },
      "Nicht erreichbar seit 10 Wochen · 404 nicht gefunden · eine Prüfung",
    ],
    [
      "de-ch",
      { status: 66, since: since + 71, checks: 255 },
      "Nicht erreichbar seit einem Tag · unbekannte Domain · 255 Prüfungen oder mehr",
    ],
    [
      "is",
      { verdict: "doubtful", status: 40, http: 503, since: since + 72 },
      "Doubtful since today · 503 service unavailable",
    ],
    [
      "pl",
      { status: 18, http: 404, since, checks: 22 },
      "Nieosiągalny od 10 tygodni · 404 nie znaleziono · 22 sprawdzenia",
    ],
    ["pl", { checks: 12 }, "Nieosiągalny · 12 sprawdzeń"],
    ["cs", { checks: 5 }, "Nedostupný · 5 ověření"],
    ["fr", { checks: 0, since: since + 71 }, "Inaccessible depuis 1 jour"],
    ["pt-br", { checks: 2 }, "Inacessível · 2 verificações"],
    ["ja", { status: 18, http: 404, since, checks: 9 }, "到達不能（10週間） · 404 見つかりません · 確認 9回"],
    // Numbers and separators are the language's; those of HTTP are the server's.
    ["fa", { status: 18, http: 404, checks: 12 }, "خارج از دسترس · 404 یافت نشد · ۱۲ بررسی"],
    ["en", { status: 18, http: 404, since: since - 300 }, "Dead for 12 months · 404 not found"],
    ["en", { status: 18, http: 404, since: since - 1000 }, "Dead for 2 years · 404 not found"],
    ["en", { http: 404 }, "Dead · 404"],
    // A redirect has its own number, and where it leads to nothing, that is said (C6); so with pages that are none (C7).
    [
      "en",
      { status: 8, http: 404, deadEnd: true, since },
      "Dead for 10 weeks · redirects (301), but not to the page",
    ],
    [
      "en",
      { status: 1, http: 200, deadEnd: true },
      "Dead · 200 OK, but probably not the page that was meant",
    ],
    ["en", { status: 13, http: 308, deadEnd: true }, "Dead · redirects (308), but not to the page"],
    ["en", { status: 13, http: 404, deadEnd: true }, "Dead · redirects (307/308), but not to the page"],
    // A snapshot is as of the last news: there were other checks since.
    [
      "en",
      { status: 18, http: 404, since, checks: 9, last: today - 36 },
      "Dead for 10 weeks · 404 not found · 9 checks or more",
    ],
    [
      "en",
      { status: 18, http: 404, since, checks: 9, last: today - 35 },
      "Dead for 10 weeks · 404 not found · 9 checks",
    ],
    // What began under another status is not claimed for the youngest (C11).
    [
      "en",
      { status: 18, http: 404, since, mixed: true },
      "Dead · failing for 10 weeks, last result 404 not found",
    ],
    ["en", { status: 26, http: 522 }, "Dead · 522 no usable answer from the site’s server to its proxy"],
    ["en", { status: 9999, verdict: "constructor" }, "Dead"],
    ["en", { status: "<b>", http: "<b>", checks: "<b>", since: "<b>" }, "Dead"],
    ["en", {}, "Dead"],
    ["constructor", {}, "Dead"],
  ])("%s %j", (lang, evidence, words) => {
    const { describe: answered } = load(gadgetScript({ ...BASE, lang }));
    expect(answered({ url: "https://example.org/", ...evidence })).toBe(words);
  });

  test("of every status, as its page says it", () => {
    const { describe: answered } = load(gadgetScript({ ...BASE, lang: "en" }));
    const say = messages("en");
    const seen = STATUS_TABLE.filter(({ class: means }) => means === "moved" || means === "fine").flatMap(
      ({ type: status, http }) =>
        [null, 200, 404, ...http].flatMap((http) => [
          { status, http },
          { status, http, deadEnd: true as const },
        ]),
    );
    for (const each of seen)
      expect(answered({ url: "https://example.org/", ...each })).toBe(`Dead · ${statusInWords(say, each)}`);
  });

  // The chain of fallbacks is the edge's: what is loaded in the page's language is right for all that MediaWiki knows.
  test.each([
    ["zh-tw", "zh-hant", "ltr", "無法存取"],
    ["zh", "zh-hans", "ltr", "无法访问"],
    ["gsw", "de", "ltr", "Nicht erreichbar"],
    ["bar", "de", "ltr", "Nicht erreichbar"],
    ["nds", "de", "ltr", "Nicht erreichbar"],
    ["arz", "ar", "rtl", "غير قابلة للوصول"],
    ["szl", "pl", "ltr", "Nieosiągalny"],
    ["DE_at", "de", "ltr", "Nicht erreichbar"],
    ["is", "en", "ltr", "Dead"],
    ["constructor", "en", "ltr", "Dead"],
    ['"}; alert(1)//', "en", "ltr", "Dead"],
  ])("readers of %s get those of %s (%s)", (lang, spoken, dir, verdict) => {
    const script = marksScript(lang);
    expect(script).toContain(`var served = {"lang":"${spoken}","dir":"${dir}","messages":{`);
    expect(load(script).describe({ url: "https://example.org/" })).toBe(verdict);
  });
});

describe("serving", () => {
  const served = (lang: string | null) => gadgetScript({ ...BASE, lang });

  test("changes nothing of the disclosed sources but one line each (G1)", () => {
    const core = GADGET_SOURCE.split("\n");
    const whole = [GADGET_SOURCE, WORDS_SOURCE, ...REST_SOURCES, REPAIR_SOURCE].join("").split("\n");
    for (const [script, source, lines] of [
      [served(null), core, [/^\tvar served = \{"base":"https:\/\/weboid\.example"\};$/]],
      [
        served("de"),
        whole,
        [
          /^\tvar served = \{"base":.*,"whole":true\};$/,
          /^\tvar served = \{"lang":"de",/,
          /^\tvar served = \{"messages":/,
        ],
      ],
    ] as const) {
      const changed = script.split("\n").filter((line, at) => line !== source[at]);
      expect(script.split("\n")).toHaveLength(source.length);
      expect(changed).toHaveLength(lines.length);
      for (const [at, line] of lines.entries()) expect(changed[at]).toMatch(line);
    }
  });

  test("what is filled in stays data", () => {
    const script = gadgetScript({ base: "https://x</script>\u2028$&", wiki: '"+alert(1)+"@x', lang: null });
    expect(script).not.toMatch(/<\/script|\u2028/);
    expect(script).toContain('"base":"https://x\\u003c/script\\u003e\\u2028$\\u0026"');
    expect(script).toContain('"wiki":"\\"+alert(1)+\\"@x"');
    expect(() => load(`${script}window.mediaWiki.libs.weboid = {};`)).not.toThrow();
  });

  test("stays small: what all readers load, and what those of an article with findings do", () => {
    expect(served(null).length).toBeLessThan(7_500);
    for (const lang of LANGUAGES) expect(marksScript(lang).length, lang).toBeLessThan(32_250);
    for (const lang of LANGUAGES) expect(repairScript(lang).length, lang).toBeLessThan(9_000);
  });
});
