import { describe, expect, test } from "vitest";
import { shown } from "./shown.ts";
import { wallOfContent } from "./walls.ts";

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
