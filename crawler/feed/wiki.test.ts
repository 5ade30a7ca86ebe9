import { describe, expect, test } from "vitest";
import { pseudoLinks } from "../../shared/interwiki/map.ts";
import type { HttpAnswer, HttpClient } from "../runtime/http.ts";
import { parseInterwikiMap } from "./interwiki.ts";
import { allPages, categoryMembers, type ListedPage, readList, readPages } from "./pages.ts";
import { parseSiteInfo } from "./siteinfo.ts";
import { recorded, recordedAnswer, replay } from "./testing/recording.ts";
import { openWiki } from "./wiki.ts";

const API = "http://127.0.0.1:1/w/api.php";
const signal = new AbortController().signal;

/** Answers in the order given. */
function script(...answers: HttpAnswer[]): HttpClient & { readonly asked: URL[] } {
  const asked: URL[] = [];
  return {
    asked,
    close: async () => {},
    async send({ url }) {
      asked.push(new URL(url));
      const answer = answers[asked.length - 1];
      if (answer === undefined) throw new Error("asked too often");
      return answer;
    },
  };
}

const json = (value: unknown, headers = {}): HttpAnswer => ({ kind: "json", http: 200, headers, value });
const lag = json({ error: { code: "maxlag", info: "Waiting" } }, { "retry-after": "7" });

describe("lists", () => {
  test("all pages of a namespace, over three answers", async () => {
    const exchanges = recorded("allpages-ns0");
    const http = replay(exchanges, (parameters) => parameters.set("aplimit", "100"));
    const pages: ListedPage[] = [];
    const error = await readList(openWiki(API, { http, signal }), allPages(0), null, async (batch) => {
      pages.push(...batch);
      return true;
    });
    expect(error).toBeNull();
    expect(http.asked).toHaveLength(3);
    expect(pages[0]).toEqual({ pageid: 196, namespace: 0, title: "Article 01" });
    expect(new Set(pages.map(({ pageid }) => pageid)).size).toBe(pages.length);
    expect(pages.length).toBeGreaterThan(200);
  });

  test("members of a category, without its subcategories", async () => {
    const exchanges = recorded("categorymembers-mixed");
    const http = replay(exchanges, (parameters) => {
      parameters.set("cmtype", "page|subcat");
      parameters.set("cmlimit", "3");
      parameters.set("cmprop", "ids|title|type");
    });
    const titles: string[] = [];
    const error = await readList(
      openWiki(API, { http, signal }),
      categoryMembers("Category:Testbed A"),
      null,
      async (batch) => {
        titles.push(...batch.map(({ title }) => title));
        return true;
      },
    );
    expect(error).toBeNull();
    expect(http.asked).toHaveLength(3);
    expect(titles).toContain("In category A1");
  });

  test("a wiki that repeats itself ends", async () => {
    const again = json({ query: { allpages: [] }, continue: { apcontinue: "A" } });
    const http = script(again, again, again);
    expect(
      await readList(openWiki(API, { http, signal }), allPages(0), null, async () => true),
    ).toMatchObject({
      kind: "not-mediawiki",
    });
  });
});

describe("pages", () => {
  test("links of several pages come in pieces and are put together", async () => {
    // The recording asks by title and without info: title and namespace come all the same.
    const http = replay(recorded("extlinks-continue-7"), (parameters) => {
      parameters.delete("pageids");
      parameters.set("titles", "Links ports and addresses|Links IDN|Links duplicate");
      parameters.set("prop", "extlinks");
      parameters.delete("iwlimit");
      parameters.set("ellimit", "7");
    });
    const answer = await readPages(openWiki(API, { http, signal }), [18, 13, 12]);
    if (!answer.ok) throw new Error(answer.error.message);
    const counts = answer.value.map((page) => [page.pageid, page.kind === "page" ? page.links.length : -1]);
    expect(counts).toEqual([
      [18, 5],
      [13, 17],
      [12, 9],
    ]);
    expect(http.asked).toHaveLength(5);
    expect(answer.value[0]).toMatchObject({
      title: "Links duplicate",
      links: [
        "http://dup.zz/same",
        "http://dup.zz/same#a",
        "http://dup.zz/same#b",
        "http://dup.zz/same/",
        "https://dup.zz/same",
      ],
    });
  });

  test("missing pages, and pages of other content models", async () => {
    const missing = replay(recorded("info-pageids-missing"), (parameters) => {
      parameters.set("prop", "info|extlinks");
      parameters.delete("iwlimit");
    });
    expect(await readPages(openWiki(API, { http: missing, signal }), [1, 999_999, 10])).toMatchObject({
      ok: true,
      value: [
        { kind: "page", pageid: 1, title: "Main Page", namespace: 0, links: ["https://example.org/"] },
        { kind: "missing", pageid: 999_999 },
        { kind: "page", pageid: 10, title: "Links schemes" },
      ],
    });
    const models = recorded("extlinks-models");
    const http = script(...models.map(({ answer }) => answer));
    const answer = await readPages(openWiki(API, { http, signal }), [6, 191]);
    expect(answer).toMatchObject({
      ok: true,
      value: [
        { kind: "other-model", pageid: 6, model: "javascript" },
        { kind: "other-model", pageid: 191, model: "css" },
      ],
    });
  });

  test("interwiki links lead where the wiki itself says, by its map (U7)", async () => {
    const http = script(...recorded("iwlinks").map(({ answer }) => answer));
    const answer = await readPages(openWiki(API, { http, signal }), [26]);
    const [page] = answer.ok ? answer.value : [];
    if (page?.kind !== "page") throw new Error("no page");
    const { value } = recordedAnswer("siteinfo-interwikimap") as {
      value: { query: Record<string, unknown> };
    };
    const { urls, sisters } = pseudoLinks(parseInterwikiMap(value.query) ?? new Map(), page.interwikis);
    const told = [...JSON.stringify(recordedAnswer("iwlinks")).matchAll(/"url":"([^"]*)"/g)]
      .map(([, url = ""]) => url)
      // The wiki was asked over http, which is what it then takes for an open scheme.
      .map((url) => url.replace("http://protorel", "https://protorel"));
    expect([...urls, ...sisters].sort()).toEqual([...new Set(told)].sort());
    expect(sisters).toEqual([
      "http://de.testbed.zz/wiki/Seite",
      "http://sister.zz/wiki/Sister_page",
      "http://sister.zz/wiki/Talk:Sister_page",
    ]);
  });

  test("pages of another shape are no answer about pages", async () => {
    const http = script(json({ query: { pages: { 1: { pageid: 1 } } } }));
    expect(await readPages(openWiki(API, { http, signal }), [1])).toMatchObject({
      ok: false,
      error: { kind: "not-mediawiki" },
    });
  });
});

describe("patience", () => {
  const waits: number[] = [];
  const wait = async (ms: number) => {
    waits.push(ms);
    return true;
  };

  test("lag is waited for as long as the wiki asks, and is told when it does not end", async () => {
    waits.length = 0;
    const http = script(lag, json({ batchcomplete: true }), lag, lag, lag);
    const wiki = openWiki(API, { http, signal, attempts: 3, wait });
    expect(await wiki.query({ meta: "siteinfo" })).toMatchObject({ ok: true });
    expect(await wiki.query({ meta: "siteinfo" })).toMatchObject({ ok: false, error: { kind: "lagged" } });
    expect(waits).toEqual([7_000, 7_000, 7_000]);
    expect(http.asked[0]?.searchParams.get("maxlag")).toBe("5");
  });

  test("no wiki makes us wait an hour", async () => {
    waits.length = 0;
    const busy: HttpAnswer = { kind: "text", http: 503, headers: { "retry-after": "3600" }, start: "" };
    const wiki = openWiki(API, { http: script(busy, busy), signal, attempts: 2, wait });
    expect(await wiki.query({})).toMatchObject({ ok: false, error: { kind: "down" } });
    expect(waits).toEqual([120_000]);
  });

  test("requests to one wiki are made one after the other", async () => {
    let open = 0;
    let most = 0;
    const http: HttpClient = {
      close: async () => {},
      async send() {
        open += 1;
        most = Math.max(most, open);
        await new Promise((resolve) => setImmediate(resolve));
        open -= 1;
        return json({ batchcomplete: true });
      },
    };
    const wiki = openWiki(API, { http, signal });
    await Promise.all([wiki.query({}), wiki.query({}), wiki.query({})]);
    expect(most).toBe(1);
  });
});

describe("site information", () => {
  const general = {
    generator: "MediaWiki 1.39.17",
    sitename: "Testbed",
    lang: "en",
    server: "http://127.0.0.1:18077",
    articlepath: "/wiki/$1",
    wikiid: "testbed",
  };
  const namespaces = {
    "-1": { id: -1, name: "Special" },
    "4": { id: 4, name: "Testbed" },
    "0": { id: 0, name: "" },
  };

  test("as recorded", () => {
    const query = Object.assign(
      {},
      ...["siteinfo-general", "siteinfo-namespaces"]
        .map(recordedAnswer)
        .map((answer) => answer.kind === "json" && (answer.value as { query: object }).query),
    );
    expect(parseSiteInfo(query, API)).toMatchObject({
      ok: true,
      value: {
        dbname: "testbed",
        siteName: "Testbed",
        lang: "en",
        server: "http://127.0.0.1:18077",
        articleUrl: "http://127.0.0.1:18077/wiki/$1",
        version: "1.39.17",
      },
    });
  });

  test.each([
    [
      { server: "//de.wikipedia.org" },
      { server: "https://de.wikipedia.org", articleUrl: "https://de.wikipedia.org/wiki/$1" },
    ],
    [{ articlepath: "/w/index.php?title=$1" }, { articleUrl: "http://127.0.0.1:18077/w/index.php?title=$1" }],
    [{ generator: "MediaWiki 1.45.0-wmf.3" }, { version: "1.45.0-wmf.3" }],
    [
      {},
      {
        namespaces: [
          { id: 0, name: "", canonical: null },
          { id: 4, name: "Testbed", canonical: null },
        ],
      },
    ],
  ])("%j", (change, expected) => {
    const query = { general: { ...general, ...change }, namespaces };
    expect(parseSiteInfo(query, "https://de.wikipedia.org/w/api.php")).toMatchObject({
      ok: true,
      value: expected,
    });
  });

  test.each([
    [{ generator: "DokuWiki 7" }, "not a MediaWiki"],
    [{ generator: "MediaWiki 1.19.2" }, "1.25 and later"],
    [{ server: "javascript:alert(1)" }, "$wgServer"],
    [{ articlepath: "/wiki/" }, "no $1"],
    [{ wikiid: 7 }, "another shape"],
  ])("%j is refused with the reason", (change, reason) => {
    const query = { general: { ...general, ...change }, namespaces };
    expect(parseSiteInfo(query, API)).toMatchObject({
      ok: false,
      error: { kind: "refused", message: expect.stringContaining(reason) },
    });
  });
});
