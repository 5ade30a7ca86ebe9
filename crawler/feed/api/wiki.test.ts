import { describe, expect, test } from "vitest";
import { pseudoLinks } from "../../../shared/interwiki/map.ts";
import type { HttpAnswer, HttpClient, HttpRequest } from "../../net/egress/http-client.ts";
import { allOf, recorded, recordedAnswer, replay } from "../testing/recording.ts";
import type { WikiError } from "./answer.ts";
import { allPages, categoryMembers, readList, readPages } from "./pages.ts";
import { parseInterwikiMap, parseSiteInfo } from "./site-info.ts";
import { openWikiApi, type WikiOptions } from "./wiki.ts";

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
    const listed = await allOf(readList(openWikiApi(API, { http, signal }), allPages(0), null));
    const pages = listed.ok ? listed.value : [];
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
    const wiki = openWikiApi(API, { http, signal });
    expect(await allOf(readList(wiki, categoryMembers("Category:Testbed A"), null))).toMatchObject({
      value: expect.arrayContaining([expect.objectContaining({ title: "In category A1" })]),
    });
    expect(http.asked).toHaveLength(3);
  });

  test("a wiki that repeats itself ends", async () => {
    const again = json({ query: { allpages: [] }, continue: { apcontinue: "A" } });
    const http = script(again, again, again);
    expect(await allOf(readList(openWikiApi(API, { http, signal }), allPages(0), null))).toMatchObject({
      error: { kind: "not-mediawiki" },
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
    const answer = await readPages(openWikiApi(API, { http, signal }), [18, 13, 12]);
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
    expect(await readPages(openWikiApi(API, { http: missing, signal }), [1, 999_999, 10])).toMatchObject({
      ok: true,
      value: [
        { kind: "page", pageid: 1, title: "Main Page", namespace: 0, links: ["https://example.org/"] },
        { kind: "missing", pageid: 999_999 },
        { kind: "page", pageid: 10, title: "Links schemes" },
      ],
    });
    const models = recorded("extlinks-models");
    const http = script(...models.map(({ answer }) => answer));
    const answer = await readPages(openWikiApi(API, { http, signal }), [6, 191]);
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
    const answer = await readPages(openWikiApi(API, { http, signal }), [26]);
    const [page] = answer.ok ? answer.value : [];
    if (page?.kind !== "page") throw new Error("no page");
    const { value } = recordedAnswer("siteinfo-interwikimap") as {
      value: { query: Record<string, unknown> };
    };
    const { urls, sisters } = pseudoLinks(parseInterwikiMap(value.query) ?? new Map(), page.interwikis);
    const given = [...JSON.stringify(recordedAnswer("iwlinks")).matchAll(/"url":"([^"]*)"/g)]
      .map(([, url = ""]) => url)
      // The wiki was asked over http, which is what it then takes for an open scheme.
      .map((url) => url.replace("http://protorel", "https://protorel"));
    expect([...urls, ...sisters].sort()).toEqual([...new Set(given)].sort());
    expect(sisters).toEqual([
      "http://de.testbed.zz/wiki/Seite",
      "http://sister.zz/wiki/Sister_page",
      "http://sister.zz/wiki/Talk:Sister_page",
    ]);
  });

  test("pages of another shape are no answer about pages", async () => {
    const http = script(json({ query: { pages: { 1: { pageid: 1 } } } }));
    expect(await readPages(openWikiApi(API, { http, signal }), [1])).toMatchObject({
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

  const open = (http: HttpClient, more: Partial<WikiOptions> = {}) =>
    openWikiApi(API, { http, signal, wait, random: () => 0, ...more });
  const ok = json({ batchcomplete: true });
  const busy = (seconds: number): HttpAnswer => ({
    kind: "text",
    http: 503,
    headers: { "retry-after": String(seconds) },
    start: "",
  });
  const failure = (name: "timeout" | "reset" | "dns" | "too-large"): HttpAnswer => ({
    kind: "failure",
    failure: name,
    detail: "WHY",
  });
  const html: HttpAnswer = { kind: "text", http: 200, headers: {}, start: "<html>" };

  test.each<[string, HttpAnswer[], number[]]>([
    ["lag, as long as the wiki asks, then longer", [lag, lag, lag, ok], [7_000, 14_000, 28_000]],
    ["lag without a time", [json({ error: { code: "maxlag" } }), ok], [5_000]],
    ["server trouble", [busy(30), busy(30), ok], [30_000, 60_000]],
    [
      "trouble of all kinds",
      [failure("timeout"), failure("reset"), failure("dns"), ok],
      [1_000, 2_000, 4_000],
    ],
    ["garbage", [html, failure("too-large"), json(["?"]), ok], [1_000, 2_000, 4_000]],
    ["a wish for two minutes, not doubled", [busy(120), busy(120), ok], [120_000, 120_000]],
  ])("waits for %s", async (_, answers, expected) => {
    waits.length = 0;
    const http = script(...answers);
    expect(await open(http).query({ meta: "siteinfo" })).toMatchObject({ ok: true });
    expect(waits).toEqual(expected);
    expect(http.asked[0]?.searchParams.get("maxlag")).toBe("5");
  });

  test.each<[string, HttpAnswer[], object, number]>([
    ["four failures", [html, html, html, html], { kind: "not-mediawiki" }, 3],
    ["lag without end", [lag, lag, lag, lag], { kind: "lagged", quietSeconds: 7 }, 3],
    ["Retry-After of an hour", [busy(3_600)], { kind: "down", quietSeconds: 3_600 }, 0],
  ])("gives up on %s", async (_, answers, error, waited) => {
    waits.length = 0;
    expect(await open(script(...answers)).query({})).toMatchObject({ ok: false, error });
    expect(waits).toHaveLength(waited);
  });

  test.each<[string, HttpAnswer[], number[]]>([
    ["garbage is believed at once", [html], []],
    ["trouble is tried once more", [failure("reset"), failure("reset")], [1_000]],
    ["nor is half a minute waited for", [busy(30)], []],
  ])("for a person %s", async (_, answers, expected) => {
    waits.length = 0;
    expect(await open(script(...answers), { retry: "person" }).query({})).toMatchObject({ ok: false });
    expect(waits).toEqual(expected);
  });

  test("waits differ from feeder to feeder, and are never shorter than asked for", async () => {
    waits.length = 0;
    await open(script(lag, html, ok), { random: () => 0.5 }).query({});
    expect(waits).toEqual([8_050, 2_300]);
  });

  test("failures are counted by the budget, lag is none, and too many end the request", async () => {
    const counted: string[] = [];
    const failing = async (error: WikiError) => {
      counted.push(error.kind);
      return counted.length < 2 ? null : { ...error, message: "enough" };
    };
    const http = script(lag, html, failure("reset"));
    expect(await open(http, { failing }).query({})).toMatchObject({ error: { message: "enough" } });
    expect(counted).toEqual(["not-mediawiki", "down"]);
  });

  test("what was thrown at one request does not stop the next", async () => {
    let asked = 0;
    const http: HttpClient = {
      close: async () => {},
      async send() {
        asked += 1;
        if (asked === 1) throw new Error("the database is away");
        return ok;
      },
    };
    const wiki = open(http);
    await expect(wiki.query({})).rejects.toThrow("away");
    expect(await wiki.query({})).toMatchObject({ ok: true });
  });

  test("a long question is posted, whole", async () => {
    const sent: HttpRequest[] = [];
    const http: HttpClient = {
      close: async () => {},
      async send(request) {
        sent.push(request);
        return ok;
      },
    };
    const pageids = Array.from({ length: 500 }, (_, at) => 10_000_000 + at).join("|");
    await open(http).query({ prop: "info", pageids });
    await open(http).query({ prop: "info", pageids: "1|2" });
    expect(sent[0]).toMatchObject({ url: API, method: "POST" });
    expect(new URLSearchParams(String(sent[0]?.body)).get("pageids")).toBe(pageids);
    expect(new URLSearchParams(String(sent[0]?.body)).get("maxlag")).toBe("5");
    expect(sent[1]?.method).toBeUndefined();
  });

  test("where to go on does not say what is asked", async () => {
    const goOn = json({
      query: {},
      continue: { action: "logout", format: "php", maxlag: "-1", apfrom: "B" },
    });
    const http = script(goOn, ok);
    for await (const answer of open(http).walk({ list: "allpages" })) expect(answer.ok).toBe(true);
    expect(Object.fromEntries(http.asked[1]?.searchParams ?? [])).toEqual({
      action: "query",
      format: "json",
      formatversion: "2",
      maxlag: "5",
      list: "allpages",
      apfrom: "B",
    });
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
    const wiki = openWikiApi(API, { http, signal });
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
    "0": { id: 0, name: "", case: "case-sensitive" },
  };
  const namespacealiases = [
    { id: 4, alias: "TB" },
    { id: -1, alias: "S" },
  ];

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
          { id: 0, name: "", canonical: null, aliases: [], caseSensitive: true },
          { id: 4, name: "Testbed", canonical: null, aliases: ["TB"], caseSensitive: false },
        ],
      },
    ],
  ])("%j", (change, expected) => {
    const query = { general: { ...general, ...change }, namespaces, namespacealiases };
    expect(parseSiteInfo(query, "https://de.wikipedia.org/w/api.php")).toMatchObject({
      ok: true,
      value: expected,
    });
  });

  test.each([
    [{ generator: "DokuWiki 7" }, "not a MediaWiki"],
    [{ generator: "MediaWiki 1.19.2" }, "1.26 and later, so update it"],
    // Versions so old answer in another shape, too.
    [{ generator: "MediaWiki 1.25.6", wikiid: undefined, lang: undefined }, "1.26 and later"],
    [{ generator: `MediaWiki ${"x".repeat(5_000)}` }, "another shape"],
    [{ lang: "" }, "content language is empty; set $wgLanguageCode"],
    [{ lang: "en<script>" }, "set $wgLanguageCode"],
    [{ articlepath: "javascript:$1" }, "leads to no web page"],
    [{ server: "javascript:alert(1)" }, "$wgServer"],
    [{ articlepath: "/wiki/" }, "no $1"],
    [{ wikiid: 7 }, "another shape"],
    [{ articlepath: "/wiki/$1\0" }, "another shape"],
  ])("%j is refused with the reason", (change, reason) => {
    const query = { general: { ...general, ...change }, namespaces };
    expect(parseSiteInfo(query, API)).toMatchObject({
      ok: false,
      error: { kind: "refused", message: expect.stringContaining(reason) },
    });
  });
});
