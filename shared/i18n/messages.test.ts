import { describe, expect, test } from "vitest";
import { asDay } from "../calendar/day.ts";
import { hasUnshowable } from "../format/html/markup.ts";
import { causeKey } from "../format/html/words.ts";
import { CHANGES, REASONS } from "../repair/reasons.ts";
import { NOTE_KEYS } from "../status/note.ts";
import { STATUS_TABLE } from "../status/table.ts";
import { VERDICTS } from "../verdict/types.ts";
import { CATALOGUES, LANGUAGES } from "./catalogues.ts";
import de from "./de.json" with { type: "json" };
import en from "./en.json" with { type: "json" };
import { isRightToLeft, languageCode } from "./languages.ts";
import { messages } from "./messages.ts";
import qqq from "./qqq.json" with { type: "json" };

const keysOf = (catalogue: object) => Object.keys(catalogue).filter((key) => key !== "@metadata");
const parametersOf = (text: string) => [...new Set(text.match(/\$\d/g) ?? [])].sort();
const PLURAL = /\{\{PLURAL:\$\d\|([^{}]*)\}\}/g;
const entries = (catalogue: object) =>
  Object.entries(catalogue).filter((entry): entry is [string, string] => entry[0] !== "@metadata");

describe("the message files (Q8)", () => {
  test("English, German and the documentation have the same messages in the same order", () => {
    expect(keysOf(de)).toEqual(keysOf(en));
    expect(keysOf(qqq)).toEqual(keysOf(en));
  });

  test("the documentation names every parameter", () => {
    const documented: Record<string, unknown> = qqq;
    for (const [key, text] of entries(en))
      for (const parameter of parametersOf(text)) expect(documented[key], key).toContain(`* ${parameter} -`);
  });

  test("German quotation marks are not English ones", () => {
    for (const [key, text] of entries(de)) expect(text, key).not.toMatch(/”/);
  });

  test("what the tables of the other rooms name has its message", () => {
    const wanted = [
      ...VERDICTS.flatMap((verdict) => [`verdict-${verdict}`, `count-${verdict}`, `explain-${verdict}`]),
      ...STATUS_TABLE.map(({ key }) => `status-${key}`),
      ...STATUS_TABLE.map(({ type }) => causeKey(type)).filter((key) => key !== null),
      "status-proxy-error",
      "status-server-error",
      "cause-proxy-error",
      ...NOTE_KEYS.map((key) => `note-${key}`),
    ];
    expect(wanted.filter((key) => !Object.hasOwn(en, key))).toEqual([]);
    const named = keysOf(en).filter((key) => /^(verdict|count|explain|status|cause|note)-/.test(key));
    expect(named.filter((key) => !wanted.includes(key))).toEqual([]);
  });
});

test("English says of repairs what the answers for programs say", () => {
  const said = Object.entries({ ...REASONS, ...CHANGES }).map(([code, text]) => [
    `repair-reason-${code}`,
    text,
  ]);
  expect(entries(en).filter(([key]) => key.startsWith("repair-reason-"))).toEqual(said);
});

test.each(["ar", "fa", "he"])(
  "in %s, names and signs of wikitext stand between left-to-right marks",
  (lang) => {
    const { "repair-reason-unknown-wiki": page, "repair-reason-caption": signs } = CATALOGUES[lang] ?? {};
    expect(page).toContain("\u200eMediaWiki:Weboid-repair.json\u200e");
    expect(signs).toContain("\u200e]]]\u200e");
  },
);

/** Languages whose messages a native speaker wrote or read. */
const READ = ["en", "de"];

/** Counts that tell the plural forms of all languages apart. */
const COUNTS = [0, 1, 2, 3, 4, 5, 6, 7, 10, 11, 12, 13, 14, 20, 21, 22, 25, 100, 101, 102, 103, 111, 112];

describe.each(LANGUAGES)("messages in %s (Q8)", (lang) => {
  const catalogue = CATALOGUES[lang] ?? {};
  const english: Readonly<Record<string, string>> = Object.fromEntries(entries(en));

  test("stand in the order of the English ones, and none is left over", () => {
    expect(keysOf(catalogue)).toEqual(keysOf(en).filter((key) => Object.hasOwn(catalogue, key)));
  });

  test("are texts without markup or blanks at their ends, with typographic quotation marks and apostrophes", () => {
    for (const [key, text] of entries(catalogue)) {
      expect(text, key).toMatch(/^\S([^<>&\n]*\S)?$/);
      expect(text, key).not.toMatch(/["']/);
      // Isolates of bidirectional text are spelt out in HTML; examples of addresses take left-to-right marks.
      expect(hasUnshowable(text), key).toBe(false);
    }
  });

  test("keep the order of addresses and patterns from right to left", () => {
    if (!isRightToLeft(lang)) return;
    for (const [key, text] of entries(catalogue))
      for (const [whole, word = ""] of text.matchAll(/\u200e?([!-~]*[a-z][!-~]*)\u200e?/gi))
        if (/[/*]/.test(word)) expect(whole, key).toBe(`\u200e${word}\u200e`);
  });

  test("use the parameters that English uses", () => {
    for (const [key, text] of entries(catalogue))
      expect(parametersOf(text), key).toEqual(parametersOf(english[key] ?? ""));
  });

  test("have the plural forms that the language has for whole numbers, and no other construct", () => {
    const rules = new Intl.PluralRules(lang);
    const forms = new Set(COUNTS.map((count) => rules.select(count))).size;
    for (const [key, text] of entries(catalogue)) {
      for (const [, inner = ""] of text.matchAll(PLURAL))
        expect(inner.split("|").length, `${key}: ${inner}`).toBe(forms);
      expect(text.replace(PLURAL, ""), key).not.toMatch(/[{}]|\[\[/);
    }
  });

  test("tell every count apart: a form without the number stands for one number only", () => {
    const say = messages(lang);
    for (const [key, text] of entries(en)) {
      const [, at] = /\{\{PLURAL:\$(\d)/.exec(text) ?? [];
      if (at === undefined) continue;
      const shown = COUNTS.map((count) =>
        say.maybe(
          key,
          ...Array.from({ length: Number(at) }, (_, index) => (index + 1 === Number(at) ? count : 7)),
        ),
      );
      expect(new Set(shown).size, `${key}: ${shown.slice(0, 3).join(" / ")}`).toBe(COUNTS.length);
    }
  });

  test("say that a native speaker should read them over, unless one did", () => {
    const { "@metadata": about } = catalogue;
    const comment = "Not written by a native speaker; needs a native reader.";
    const read = READ.includes(lang);
    expect(about).toEqual({
      authors: read ? expect.arrayContaining(["Weboid contributors"]) : ["Weboid contributors"],
      ...(!read && { comment }),
    });
    expect(messages(lang).unreviewed).toBe(!read);
  });
});

describe("languages", () => {
  test.each([
    ["de", "de", "de", "ltr"],
    ["de-AT", "de-at", "de", "ltr"],
    ["de_CH", "de-ch", "de", "ltr"],
    ["bar", "bar", "de", "ltr"],
    ["dsb", "dsb", "de", "ltr"],
    ["en-GB", "en-gb", "en", "ltr"],
    ["fr", "fr", "fr", "ltr"],
    ["frp", "frp", "fr", "ltr"],
    ["pt-BR", "pt-br", "pt", "ltr"],
    ["is", "is", "en", "ltr"],
    ["he", "he", "he", "rtl"],
    ["arz", "arz", "ar", "rtl"],
    ["ks-arab", "ks-arab", "en", "rtl"],
    ["fa-af", "fa-af", "fa", "rtl"],
    ["ar-Latn", "ar-latn", "ar", "rtl"],
    ["de-Hebr", "de-hebr", "de", "ltr"],
    ["en-Hebr", "en-hebr", "en", "ltr"],
    ["is-Hebr", "is-hebr", "en", "rtl"],
    ["zh", "zh", "zh-hans", "ltr"],
    ["zh-TW", "zh-tw", "zh-hant", "ltr"],
    ["zh-Hant-HK", "zh-hant-hk", "zh-hant", "ltr"],
    ["zh-min-nan", "nan", "zh-hant", "ltr"],
    ["", "en", "en", "ltr"],
    [null, "en", "en", "ltr"],
    ["constructor", "en", "en", "ltr"],
    ["__proto__", "en", "en", "ltr"],
    ['"><script>', "en", "en", "ltr"],
    ["qqq", "qqq", "en", "ltr"],
  ])("%s is %s, shown in %s, %s", (lang, requested, shown, dir) => {
    expect(languageCode(lang)).toBe(requested);
    expect(messages(lang)).toMatchObject({ requested, lang: shown, dir });
  });

  test("all offered languages speak", () => {
    expect(LANGUAGES.map((code) => messages(code).text("language-name")).join(", ")).toBe(
      "العربية, català, čeština, Deutsch, Ελληνικά, English, español, فارسی, suomi, français, עברית, हिन्दी, magyar, " +
        "Bahasa Indonesia, italiano, 日本語, 한국어, Nederlands, polski, português, русский, svenska, Türkçe, " +
        "українська, Tiếng Việt, 中文（简体）, 中文（繁體）",
    );
  });

  test("plural forms are counted as the language of the message does, not as the reader's", () => {
    // Icelandic says "one" of 21 too; the English text that its readers get does not.
    expect(messages("is").text("summary-all", 1)).toBe("One external link");
    expect(messages("is").text("summary-all", 21)).toBe("21 external links");
  });

  test("numbers are written as the language writes them, and counted all the same", () => {
    expect(messages("en").text("summary-all", 12_345)).toBe("12,345 external links");
    expect(messages("de").text("summary-of-total", 1, 2_000)).toBe("1 von 2.000 Weblinks");
    expect(messages("de").text("count-unreachable", 1_234)).toBe("1.234 nicht erreichbar");
  });

  test.each([
    ["en", "conjunction", 3, "X, X, and X"],
    ["de", "conjunction", 3, "X, X und X"],
    ["de", "disjunction", 2, "X oder X"],
    ["ar", "conjunction", 2, "X وX"],
    ["he", "conjunction", 2, "X ו-X"],
    ["ja", "conjunction", 3, "X、X、X"],
    ["zh-hant", "conjunction", 3, "X、X和X"],
    ["es", "disjunction", 2, "X o X"],
    ["en", "conjunction", 1, "X"],
    ["xx", "disjunction", 0, ""],
  ] as const)("%s lists by %s %i items as %s", (lang, type, items, expected) =>
    expect(messages(lang).between(items, type).join("X")).toBe(expected),
  );

  test("the sign of a share stands where the language has it", () => {
    expect(messages("en").percent(0.2162)).toBe("21.6%");
    expect(messages("de").percent(0.2162)).toBe("21,6\u00a0%");
    expect(messages("tr").percent(0.2162)).toBe("%21,6");
  });

  test("a parameter is never parsed", () => {
    const hostile = "{{PLURAL:$2|a|b}} $1 [[x]] <b>";
    expect(messages("en").text("last-checked", hostile)).toBe(`last checked ${hostile}`);
  });

  test("a name that is no message has none", () => {
    for (const key of ["error-nonsense", "constructor", "toString", "@metadata"])
      expect(messages("de").maybe(key)).toBeNull();
  });
});

describe("spans of time (M8)", () => {
  const today = asDay(3612);
  test.each([
    [0, "today", "since today", "heute", "seit heute"],
    [1, "yesterday", "for one day", "gestern", "seit einem Tag"],
    [13, "13 days ago", "for 13 days", "vor 13 Tagen", "seit 13 Tagen"],
    [14, "2 weeks ago", "for 2 weeks", "vor 2 Wochen", "seit 2 Wochen"],
    [72, "10 weeks ago", "for 10 weeks", "vor 10 Wochen", "seit 10 Wochen"],
    [91, "13 weeks ago", "for 13 weeks", "vor 13 Wochen", "seit 13 Wochen"],
    [92, "3 months ago", "for 3 months", "vor 3 Monaten", "seit 3 Monaten"],
    [183, "6 months ago", "for 6 months", "vor 6 Monaten", "seit 6 Monaten"],
    [730, "23 months ago", "for 23 months", "vor 23 Monaten", "seit 23 Monaten"],
    [731, "2 years ago", "for 2 years", "vor 2 Jahren", "seit 2 Jahren"],
    [3612, "9 years ago", "for 9 years", "vor 9 Jahren", "seit 9 Jahren"],
  ])("%i days", (days, ago, lasting, vor, seit) => {
    const day = asDay(today - days);
    expect(messages("en").ago(day, today)).toBe(ago);
    expect(messages("en").lasting(day, today)).toBe(lasting);
    expect(messages("de").ago(day, today)).toBe(vor);
    expect(messages("de").lasting(day, today)).toBe(seit);
  });

  test("a day ahead of today counts as today", () => {
    expect(messages("en").ago(asDay(3700), today)).toBe("today");
    expect(messages("en").lasting(asDay(3700), today)).toBe("since today");
  });
});
