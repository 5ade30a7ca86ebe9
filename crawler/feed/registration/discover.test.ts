import { expect, test } from "vitest";
import type { HttpAnswer, HttpClient } from "../../net/egress/http-client.ts";
import { discoverApi, editUri } from "./ask-wiki.ts";

const PAGE = "https://de.wikipedia.org/wiki/X";
test.each([
  [
    '<link rel="EditURI" type="application/rsd+xml" href="//de.wikipedia.org/w/api.php?action=rsd">',
    "https://de.wikipedia.org/w/api.php",
  ],
  ["<LINK href='/api.php?action=rsd' rel=EditURI />", "https://de.wikipedia.org/api.php"],
  ['<link rel="EditURI" href="https://evil.zz/w/api.php?action=rsd">', null],
  ['<link rel="EditURI" href="/w/rsd.php">', null],
  ['<link rel="stylesheet" href="/w/api.php">', null],
  ["<html>EditURI", null],
])("%s: %s", (html, api) => {
  expect(editUri(html, PAGE)).toBe(api);
});

const signal = new AbortController().signal;
function pages(answers: Record<string, HttpAnswer>): HttpClient {
  return {
    close: async () => {},
    send: async ({ url }) => answers[url] ?? { kind: "failure", failure: "dns", detail: "" },
  };
}
const redirect = (location: string): HttpAnswer => ({ kind: "redirect", http: 301, headers: {}, location });
const html: HttpAnswer = {
  kind: "text",
  http: 200,
  headers: {},
  start: '<link rel="EditURI" href="//w.zz/w/api.php?action=rsd">',
};

test.each<[string, string, Record<string, HttpAnswer>, string]>([
  ["api.php is asked nothing", "http://w.zz/w/api.php", {}, "http://w.zz/w/api.php"],
  ["a front page", "https://w.zz/", { "https://w.zz/": html }, "https://w.zz/w/api.php"],
  [
    "by way of redirects",
    "http://w.zz/",
    {
      "http://w.zz/": redirect("https://w.zz/"),
      "https://w.zz/": redirect("/wiki/Main"),
      "https://w.zz/wiki/Main": html,
    },
    "https://w.zz/w/api.php",
  ],
  ["redirects without end", "http://w.zz/", { "http://w.zz/": redirect("/") }, "http://w.zz/"],
  ["no page", "http://w.zz/", {}, "http://w.zz/"],
])("%s", async (_, address, answers, api) => {
  expect(await discoverApi(pages(answers), address, signal)).toBe(api);
});
