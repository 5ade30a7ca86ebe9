import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { addDays, type Day, instantOfDay } from "../../shared/calendar/day.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { allPages, readList, readPages } from "../feed/api/pages.ts";
import { readSiteInfo } from "../feed/api/site-info.ts";
import { openWikiApi } from "../feed/api/wiki.ts";
import { allOf } from "../feed/testing/recording.ts";
import { createHttpClient } from "../net/egress/http-client.ts";
import { LOOPBACK } from "../net/testing/loopback-guard.ts";
import { steppedClock, systemClock } from "../runtime/clock.ts";
import type { SampleArticle } from "./articles.ts";
import { SAMPLE_CATEGORIES } from "./categories.ts";
import { type Sample, startSample } from "./sample.ts";
import { wikitextOf } from "./wikitext.ts";

const folder = mkdtempSync(join(tmpdir(), "weboid-sample-"));
const clock = steppedClock(systemClock.now());
const http = createHttpClient({ userAgent: "Weboid-test", guard: LOOPBACK });
const { signal } = new AbortController();
const start = () => startSample({ dataDir: folder, clock, gadgetUrl: "http://127.0.0.1:1/gadget.js" });
let sample: Sample;

beforeAll(async () => {
  sample = await start();
});
afterAll(async () => {
  await sample.close();
  await http.close();
  rmSync(folder, { recursive: true, force: true });
});

const revision = z.object({ slots: z.object({ main: z.object({ content: z.string() }) }) });
const wiki = () => openWikiApi(sample.wiki.api, { http, signal, retry: "none" });

describe("the sample wiki, as the feeder sees it", () => {
  test("is a MediaWiki", async () => {
    expect(await readSiteInfo(wiki())).toMatchObject({
      ok: true,
      value: { dbname: "samplewiki", lang: "en" },
    });
  });

  test("lists its pages and tells their links", async () => {
    const listed = await allOf(readList(wiki(), allPages(0), null));
    if (!listed.ok) throw new Error(listed.error.message);
    expect(listed.value).toHaveLength(13);
    const pages = await readPages(wiki(), [...listed.value.map(({ pageid }) => pageid), 4711]);
    if (!pages.ok) throw new Error(pages.error.message);
    const links = new Map(sample.articles.map(({ pageid, sources }) => [pageid, sources.length]));
    expect(pages.value.map((page) => (page.kind === "page" ? page.links.length : page.kind))).toEqual([
      ...listed.value.map(({ pageid }) => links.get(pageid)),
      "missing",
    ]);
  });

  test.each([
    ["an unknown action", { action: "edit" }, "badvalue"],
    ["a bad pageid", { pageids: "1|x" }, "badinteger"],
    ["too many pages", { pageids: Array.from({ length: 51 }, (_, i) => i + 1).join("|") }, "toomanyvalues"],
  ])("answers %s as MediaWiki does, with HTTP 200", async (_, params, code) => {
    const query = new URLSearchParams({ action: "query", format: "json", formatversion: "2", ...params });
    const response = await fetch(`${sample.wiki.api}?${query}`);
    expect(response.status).toBe(200);
    expect(response.headers.get("mediawiki-api-error")).toBe(code);
    expect(await response.json()).toMatchObject({ error: { code } });
  });

  test("has a tree of categories, as its articles and their wikitext say", async () => {
    const ask = async (params: string) => {
      const response = await fetch(`${sample.wiki.api}?action=query&format=json&formatversion=2&${params}`);
      return ((await response.json()) as { query: unknown }).query;
    };
    expect(await ask("titles=category:_harrowmere|Category:None&prop=info")).toMatchObject({
      pages: [
        { pageid: 101, ns: 14, title: "Category:Harrowmere" },
        { ns: 14, title: "Category:None", missing: true },
      ],
    });
    const members = (type: string, title: string) =>
      ask(`list=categorymembers&cmtype=${type}&cmtitle=Category:${title}`);
    expect(await members("subcat", "Harrowmere")).toEqual({
      categorymembers: [{ pageid: 102, ns: 14, title: "Category:Islands of Harrowmere" }],
    });
    expect(await members("page|file", "Islands of Harrowmere")).toMatchObject({
      categorymembers: [{ title: "Saltmarsh orchid" }, { title: "Tern Island Light" }],
    });
    const shown = await fetch(new URL("/wiki/Category:Harrowmere", sample.wiki.api));
    expect(await shown.text()).toContain(">Category:Islands of Harrowmere</a>");
    for (const { title, articles } of SAMPLE_CATEGORIES)
      for (const article of articles)
        expect(wikitextOf(sample.articles.find((one) => one.title === article) as SampleArticle)).toContain(
          `[[${title}]]`,
        );
  });

  test("has wikitext, an editor, and shows what a text would change", async () => {
    const [article] = sample.articles.filter(({ title }) => title === "Osmere Chronicle");
    const [source] = article?.sources ?? [];
    const query = new URLSearchParams({
      action: "query",
      format: "json",
      formatversion: "2",
      titles: "Osmere Chronicle",
      prop: "revisions",
    });
    const answer = z
      .object({ query: z.object({ pages: z.tuple([z.object({ revisions: z.tuple([revision]) })]) }) })
      .parse(await (await fetch(`${sample.wiki.api}?${query}`)).json());
    const { content } = answer.query.pages[0].revisions[0].slots.main;
    expect(content).toContain(`<ref>{{cite web |url=${source?.url} |title=${source?.label}}}</ref>`);
    const editor = `${sample.wiki.api.replace("api.php", "index.php")}?title=Osmere_Chronicle&action=`;
    expect(await (await fetch(`${editor}edit`)).text()).toContain(Bun.escapeHTML(String(source?.label)));
    const body = new URLSearchParams({
      wpTextbox1: content.replace("weekly", "<daily>"),
      wpSummary: "no week",
    });
    const changes = await (await fetch(`${editor}submit`, { method: "POST", body })).text();
    expect(changes.match(/<(?:del|ins)>/g)).toEqual(["<del>", "<ins>"]);
    expect(changes).toContain("&#60;daily&#62; newspaper");
  });

  test("answers a search by its pages, where no title is meant", async () => {
    const search = `${sample.wiki.api.replace("api.php", "index.php")}?title=Special%3ASearch&search=`;
    const [found, others] = await Promise.all(
      ["Osmere Chronicle", "osmere"].map((words) => fetch(search + words)),
    );
    expect([found?.status, others?.status]).toEqual([200, 200]);
    expect(await found?.text()).not.toContain("All pages");
    expect(await others?.text()).toContain('<a href="/wiki/Osmere_Chronicle">Osmere Chronicle</a>');
  });

  test("shows an article with its references and the gadget", async () => {
    const html = await (await fetch(sample.wiki.articleUrl("Ada Thornbury"))).text();
    expect(html).toContain('<h1 id="firstHeading" class="firstHeading">Ada Thornbury</h1>');
    expect(html).toContain('<script src="http://127.0.0.1:1/gadget.js" async></script>');
    expect(html.match(/<a rel="nofollow" class="external text"/g)).toHaveLength(4);
  });
});

/** What a site of the sample web answers on a day: its number, or that it broke off. */
async function statusOf(host: string, day: Day): Promise<number | string> {
  clock.set(instantOfDay(day));
  const port = /sample\.localhost:(\d+)\//.exec(sample.articles[0]?.sources[0]?.url ?? "")?.[1];
  try {
    const response = await fetch(`http://127.0.0.1:${port}/x`, {
      method: "HEAD",
      redirect: "manual",
      headers: { host: `${host}.sample.localhost:${port}` },
    });
    return response.status;
  } catch {
    return "broken off";
  }
}

describe("the sample web", () => {
  test.each([
    ["lantern-museum", -84, 200],
    ["lamp-collectors", -84, 410],
    ["tern-keepers", -98, 200],
    ["tern-keepers", -97, 404],
    ["thornbury-maps", -40, 404],
    ["thornbury-maps", -6, 200],
    ["railway-timetable", 0, 301],
    ["osmere-chronicle", -151, 404],
    ["lighthouse-register", 0, 403],
    ["copper-railway", 0, 405],
    ["county-gazette", 0, "broken off"],
    ["no-such-site", 0, 404],
  ])("%s on day %i", async (host, age, answer) => {
    expect(await statusOf(host, addDays(sample.day, age))).toBe(answer);
  });

  test("knows its own links by name and port", () => {
    const own = sample.articles[0]?.sources[0]?.url ?? "";
    const elsewhere = [
      "http://a.example/",
      "http://kite-news.sample.localhost:5432/",
      "http://kite-news.sample.localhost/",
    ];
    expect([own, ...elsewhere].map((url) => sample.isOurs(url as NormalisedUrl))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  test("has the same ports in the same links after a new start", async () => {
    const before = sample.articles;
    await sample.close();
    clock.set(systemClock.now() + 40 * 86_400_000);
    const day = sample.day;
    sample = await start();
    expect(sample.articles).toEqual(before);
    expect(sample.day).toBe(day);
  });
});
