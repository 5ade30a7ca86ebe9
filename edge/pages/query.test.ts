import { describe, expect, test } from "vitest";
import { parseReply, quote, type Reply } from "../request.ts";
import { cacheName, type PageQuery, parsePageQuery } from "./query.ts";

const parameters = (query: string) => {
  const search = new URLSearchParams(query);
  return (name: string) => search.get(name) || undefined;
};

const PAGE: PageQuery = {
  wiki: "dewiki@WMF",
  pages: { by: "pageid", pageids: [9301140] },
  show: "findings",
  status: null,
  sort: null,
  ping: false,
};
const PLAIN: Reply = { format: "json", callback: null, lang: "en" };

describe("a question about pages", () => {
  test.each<[string, PageQuery]>([
    ["dbname=dewiki@WMF&pageid=9301140", PAGE],
    ["dbname=dewiki&curid=9301140", PAGE],
    ["dbname=DEwiki@WMF&curid=9301140", { ...PAGE, wiki: "DEwiki@WMF" }],
    ["dbname=dewiki&pageid=&curid=9301140&show=&status=&title=", PAGE],
    ["dbname=dewiki&pageid=9301140&title=Other", PAGE],
    ["dbname=dewiki&pageid=9301140&title=Other&asked=7", PAGE],
    ["dbname=dewiki&pageid=9301140&title=&asked=9301140", PAGE],
    [
      "dbname=dewiki&pageid=9301140&title=Other&asked=9301140",
      { ...PAGE, pages: { by: "title", titles: ["Other"], asked: [{ text: "Other", title: "Other" }] } },
    ],
    ["dbname=dewiki&pageid=3|1|3", { ...PAGE, pages: { by: "pageid", pageids: [3, 1] } }],
    ["dbname=dewiki&pageid=4294967295", { ...PAGE, pages: { by: "pageid", pageids: [4294967295] } }],
    ["dbname=test-wiki_2@local&pageid=9301140&show=all", { ...PAGE, wiki: "test-wiki_2@local", show: "all" }],
    ["dbname=dewiki&pageid=9301140&status=doubtful&ping=1", { ...PAGE, status: "doubtful", ping: true }],
    [
      "dbname=dewiki&title=K%C3%A4se_und_Brot%23Rinde|B",
      {
        ...PAGE,
        pages: {
          by: "title",
          titles: ["Käse und Brot", "B"],
          asked: [
            { text: "Käse_und_Brot#Rinde", title: "Käse und Brot" },
            { text: "B", title: "B" },
          ],
        },
      },
    ],
    [
      "dbname=dewiki&title=Ka%CC%88se",
      {
        ...PAGE,
        pages: {
          by: "title",
          titles: ["K\u00e4se"],
          asked: [{ text: "Ka\u0308se", title: "K\u00e4se" }],
        },
      },
    ],
    [
      `dbname=dewiki&title=B|a%3Cb%3E||B|${"x".repeat(513)}|B_`,
      {
        ...PAGE,
        pages: {
          by: "title",
          titles: ["B"],
          asked: [
            { text: "B", title: "B" },
            { text: "a<b>", title: null },
            { text: "", title: null },
            { text: "x".repeat(513), title: null },
            { text: "B_", title: "B" },
          ],
        },
      },
    ],
  ])("%s", (query, expected) => {
    expect(parsePageQuery(parameters(query))).toEqual({ kind: "query", query: expected });
  });

  const long = "x".repeat(10_000_000);
  const many = Array.from({ length: 51 }, (_, at) => at + 1).join("|");
  test.each([
    ["pageid=1", "missing-dbname"],
    ["dbname=de%20wiki&pageid=1", "bad-dbname"],
    ["dbname=dewiki@&pageid=1", "bad-dbname"],
    ["dbname=@WMF&pageid=1", "bad-dbname"],
    ["dbname=s1:dewiki&pageid=1", "bad-dbname"],
    ["dbname=../x&pageid=1", "bad-dbname"],
    ["dbname=dewiki", "missing-page"],
    ["dbname=dewiki&pageid=0", "bad-pageid"],
    ["dbname=dewiki&pageid=-5", "bad-pageid"],
    ["dbname=dewiki&pageid=abc", "bad-pageid"],
    ["dbname=dewiki&pageid=1.5", "bad-pageid"],
    ["dbname=dewiki&pageid=1e3", "bad-pageid"],
    ["dbname=dewiki&pageid=0x10", "bad-pageid"],
    ["dbname=dewiki&pageid=1||2", "bad-pageid"],
    ["dbname=dewiki&pageid=%201", "bad-pageid"],
    ["dbname=dewiki&pageid=%D9%A1", "bad-pageid"],
    ["dbname=dewiki&pageid=4294967296", "bad-pageid"],
    ["dbname=dewiki&pageid=99999999999999999999", "bad-pageid"],
    [`dbname=dewiki&pageid=${long}`, "bad-pageid"],
    [`dbname=dewiki&pageid=${many}`, "too-many-pages"],
    [`dbname=dewiki&title=${long}`, "bad-title"],
    [`dbname=dewiki&title=${"x".repeat(513)}`, "bad-title"],
    [`dbname=dewiki&title=${many}`, "too-many-pages"],
    ["dbname=dewiki&title=a%3Cb", "bad-title"],
    ["dbname=dewiki&title=a%3Cb|", "bad-title"],
    ["dbname=dewiki&title=a%00b", "bad-title"],
    ["dbname=dewiki&title=%23x", "bad-title"],
    ["dbname=dewiki&pageid=1&show=some", "bad-show"],
    ["dbname=dewiki&pageid=1&status=dead", "bad-status"],
    ["dbname=dewiki&pageid=1&ping=yes", "bad-ping"],
    ["dbname=dewiki&pageid=1&sort=size", "bad-sort"],
  ])("%.60s is %s", (query, code) => {
    const parsed = parsePageQuery(parameters(query));
    expect(parsed).toMatchObject({ kind: "bad", error: { code } });
    if (parsed.kind === "bad") expect(parsed.error.message.length).toBeLessThan(200);
  });

  test.each([
    ["<script>alert(1)</script>", '"\\u{003c}script\\u{003e}alert(1)\\u{003c}/s…"'],
    ["<", '"\\u{003c}"'],
    ["script@x<b", '"script@x\\u{003c}b"'],
    ["K\u00e4se & \u{1f9c0}", '"K\u00e4se & \u{1f9c0}"'],
    ["a\u00a0b\u202e\u{e0001}", '"a\\u{00a0}b\\u{202e}\\u{e0001}"'],
    ["\ud800", '"\\u{d800}"'],
    ["x".repeat(40), `"${"x".repeat(40)}"`],
    ["x".repeat(41), `"${"x".repeat(40)}…"`],
  ])("a message quotes no markup, and leaves out nothing: %j", (text, expected) => {
    expect(quote(text)).toBe(expected);
  });

  test("a message quotes hostile text without its controls", () => {
    const parsed = parsePageQuery(parameters("dbname=dewiki&pageid=%E2%80%AE1%0A%1B[2J"));
    expect(parsed).toMatchObject({
      error: { message: expect.stringContaining('not "\\u{202e}1\\u{000a}\\u{001b}[2J"') },
    });
  });
});

describe("how a caller is answered", () => {
  test.each<[string, Reply]>([
    ["", PLAIN],
    ["format=xml&lang=de", { ...PLAIN, format: "xml", lang: "de" }],
    ["lang=de&uselang=zh-hant", { ...PLAIN, lang: "zh-hant" }],
    ["format=js&callback=f", { ...PLAIN, format: "js", callback: "f" }],
    ["format=json&callback=f", { ...PLAIN, format: "js", callback: "f" }],
  ])("%s", (query, reply) => {
    expect(parseReply(parameters(query), ["json"], undefined)).toEqual({ reply, error: null });
  });

  test("the browser's language stands in for a missing one", () => {
    expect(parseReply(parameters(""), ["html"], "de").reply.lang).toBe("de");
    expect(parseReply(parameters("lang=fr"), ["html"], "de").reply.lang).toBe("fr");
  });

  test.each([
    ["format=php", "bad-format"],
    ["format=JSON", "bad-format"],
    ["callback=a.b", "bad-callback"],
    ["callback=alert(1)//", "bad-callback"],
    ["callback=f%0Ag", "bad-callback"],
    ["callback=class", "bad-callback"],
    ["format=js&callback=eval", "bad-callback"],
    ["callback=%3C/script%3E", "bad-callback"],
    [`callback=${"f".repeat(100_000)}`, "bad-callback"],
    ["format=xml&callback=f", "bad-callback"],
    ["format=html&callback=f", "bad-callback"],
    ["lang=%22onload=", "bad-lang"],
    ["uselang=../../etc", "bad-lang"],
  ])("%.60s is %s, and no hostile name is printed back", (query, code) => {
    const { reply, error } = parseReply(parameters(query), ["json"], undefined);
    expect(error).toMatchObject({ code });
    expect(reply.callback).toBe(null);
  });
});

test("one question has one name in the cache", () => {
  const name = (pageids: number[], reply: Partial<Reply> = {}) =>
    cacheName({ ...PAGE, pages: { by: "pageid", pageids } }, { ...PLAIN, ...reply });
  // Two questions: their answers differ in the order of the pages.
  expect(name([2, 1])).not.toBe(name([1, 2]));
  expect(name([1])).toBe(name([1], { lang: "de" }));
  const titled = (text: string) =>
    cacheName(
      { ...PAGE, pages: { by: "title", titles: ["A b"], asked: [{ text, title: "A b" }] } },
      { ...PLAIN },
    );
  // The answer says which spelling it answers.
  expect(titled("A b")).not.toBe(titled("A_b"));
  expect(name([1], { format: "html" })).not.toBe(name([1], { format: "html", lang: "de" }));
  expect(name([1])).not.toBe(name([1], { format: "js", callback: "f" }));
});
