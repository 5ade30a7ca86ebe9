import { describe, expect, test } from "vitest";
import { shown, wallOfContent } from "./walls.ts";

const WORDS = "The council met on Tuesday and spoke about the bridge and the school. ".repeat(40);

describe("an ordinary page stays one, whatever stands before its text", () => {
  const QRATOR = '<script src="/__qrator/qauth_utm_v2d.js"></script>';
  test.each([
    ['<svg class="icon"/>'],
    ['<svg class="icon" />'],
    ["<svg><path d='M0 0'/></SVG>"],
    ["<svg class=icon>"],
    ['<script src="/a.js"/>'],
    ["<noscript/>"],
    ["<SCRIPT>var a=1</script>"],
    ["<script>var a=1</SCRIPT >"],
    ["<STYLE>p{}</style\n>"],
    ["<NoScript>no</noscript>"],
    ["<svg-icon></svg-icon>"],
    ["<scripture>"],
    ["<!-->"],
    ["<!--->"],
    ["<!-- x --!>"],
    ["<!-- x -->"],
    ["1 < 2"],
    ["<title/>"],
  ])("%s", (before) => {
    const html = `<html><head>${QRATOR}</head><body>${before}<p>${WORDS}</p></body></html>`;
    expect(shown(html).seen).toBe("much");
    const page = { http: 200, mime: "text/html", server: null };
    expect(wallOfContent(page, Buffer.from(html), true)).toBeNull();
  });
});

/** Each sentence as often as it takes for a short article, in bytes as they were sent. */
const NOTICE = "The library lists its holdings, opening hours and new books for readers of all ages. ";
const HOURS = "これは市立図書館の蔵書目録のページであり、利用案内と開館時間をお知らせします。";
const BOOKS = "本文介绍了城市图书馆的馆藏目录、开放时间以及新书推荐，供读者查阅。";
const LISTS = "หน้านี้แสดงรายการหนังสือของห้องสมุดประชาชนเวลาเปิดทำการ";
const OPEN = "Библиотека сообщает о часах работы и новых книгах для всех читателей. ";
const gbk = (times: number) =>
  Buffer.from("b1becfcbbde9c9dcc1cbb3c7cad0cdbccae9b9ddb5c4b9ddb2d8".repeat(times), "hex").toString("latin1");

describe("letters count, whether blanks stand between words or not", () => {
  test.each([
    ["English", NOTICE, 12, 4],
    ["Japanese", HOURS, 8, 2],
    ["Chinese", BOOKS, 8, 2],
    ["Thai", LISTS, 13, 6],
    ["Russian", OPEN, 12, 6],
  ])("%s", (_, text, much, little) => {
    const sent = (times: number) => Buffer.from(`<p>${text.repeat(times)}`).toString("latin1");
    expect(shown(sent(much)).seen).toBe("much");
    expect(shown(sent(little)).seen).toBe("little");
  });

  test("Chinese in bytes of its own", () => {
    expect([shown(gbk(25)).seen, shown(gbk(8)).seen]).toEqual(["much", "little"]);
  });
});

test.each([
  ["a script", `<SCRIPT>${WORDS}</script>`],
  ["a script that is a long one's beginning", `<script>${WORDS}`],
  ["a style", `<style>${WORDS}</STYLE>`],
  ["a comment", `<!-- ${WORDS} -->`],
  ["a comment without an end", `<!-- ${WORDS}`],
  ["a picture", `<svg><text>${WORDS}</text></svg>`],
  ["what is for browsers without scripts", `<noscript>${WORDS}</noscript>`],
])("no reader sees %s", (_, html) => {
  expect(shown(`<p>Please wait</p>${html}`)).toEqual({ seen: "little", machinery: `<p></p>${html}` });
});

test("titles are read, and searched for signs of guards", () => {
  expect(shown("<title>Please wait</title><p>a moment")).toEqual({
    seen: "little",
    machinery: "<title>Please wait</title><p>",
  });
});
