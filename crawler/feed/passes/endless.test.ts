import { expect, test } from "vitest";
import type { HttpClient } from "../../net/egress/http-client.ts";
import { allPages, readList, readPages } from "../api/pages.ts";
import { openWikiApi } from "../api/wiki.ts";
import { allOf } from "../testing/recording.ts";

const API = "http://127.0.0.1:1/w/api.php";
const signal = new AbortController().signal;

/** A wiki that always goes on: `answer` by the number of the request. */
function goingOn(answer: (request: number) => { readonly place: string; readonly query: object }) {
  let asked = 0;
  const http: HttpClient = {
    close: async () => {},
    async send() {
      const { place, query } = answer(asked);
      asked += 1;
      return { kind: "json", http: 200, headers: {}, value: { query, continue: { on: place } } };
    },
  };
  return { wiki: openWikiApi(API, { http, signal }), asked: () => asked };
}

test.each([
  ["at once", 0, 1, 2],
  ["alternately", 0, 2, 4],
  ["after some time", 5, 7, 20],
  ["in a long round", 100, 300, 900],
])("a list that comes back to places it had passed is not read on: %s", async (_, before, round, most) => {
  const { wiki, asked } = goingOn((no) => ({
    place: `P${no < before ? no : before + ((no - before) % round)}`,
    query: { allpages: [] },
  }));
  expect(await allOf(readList(wiki, allPages(0), null))).toMatchObject({ error: { kind: "not-mediawiki" } });
  expect(asked()).toBeGreaterThan(before + round);
  expect(asked()).toBeLessThanOrEqual(most);
});

test.each([
  [1, 480],
  [10, 1_200],
  [50, 4_000],
])(
  "links of %i pages that never end are given up after %i answers: fewer are to be read at once",
  async (pages, most) => {
    const { wiki, asked } = goingOn((no) => ({
      place: `P${no}`,
      query: { pages: [{ pageid: 1, ns: 0, title: "A", extlinks: [{ url: `https://e${no}.zz/` }] }] },
    }));
    const ids = Array.from({ length: pages }, (_, at) => at + 1);
    expect(await readPages(wiki, ids)).toMatchObject({ ok: false, error: { kind: "refused" } });
    expect(asked()).toBe(most);
  },
);

test("more links than memory is for are no answer: fewer pages are to be read at once", async () => {
  const { wiki, asked } = goingOn((no) => ({
    place: `P${no}`,
    query: {
      pages: [{ pageid: 1, ns: 0, title: "A", extlinks: [{ url: `https://${"e".repeat(1e7)}${no}` }] }],
    },
  }));
  expect(await readPages(wiki, [1])).toMatchObject({ ok: false, error: { kind: "refused" } });
  expect(asked()).toBe(7);
});
