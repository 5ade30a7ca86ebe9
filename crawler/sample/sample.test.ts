import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays, type Day, instantOfDay } from "../../shared/calendar/day.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { allPages, readList, readPages } from "../feed/api/pages.ts";
import { readSiteInfo } from "../feed/api/site-info.ts";
import { openWikiApi } from "../feed/api/wiki.ts";
import { allOf } from "../feed/testing/recording.ts";
import { steppedClock, systemClock } from "../runtime/clock.ts";
import { createHttpClient } from "../runtime/http.ts";
import { type Sample, startSample } from "./sample.ts";

const folder = mkdtempSync(join(tmpdir(), "weboid-sample-"));
const clock = steppedClock(systemClock.now());
const http = createHttpClient({ userAgent: "Weboid-test" });
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
    expect(listed.value).toHaveLength(9);
    const pages = await readPages(wiki(), [...listed.value.map(({ pageid }) => pageid), 4711]);
    if (!pages.ok) throw new Error(pages.error.message);
    expect(pages.value.map((page) => (page.kind === "page" ? page.links.length : page.kind))).toEqual([
      4,
      4,
      5,
      4,
      6,
      2,
      4,
      5,
      5,
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
  const port = /sample\.zz:(\d+)\//.exec(sample.articles[0]?.sources[0]?.url ?? "")?.[1];
  try {
    const response = await fetch(`http://127.0.0.1:${port}/x`, {
      method: "HEAD",
      redirect: "manual",
      headers: { host: `${host}.sample.zz:${port}` },
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
    ["tern-keepers", -38, 200],
    ["tern-keepers", -37, 404],
    ["thornbury-maps", -40, 404],
    ["thornbury-maps", -31, 200],
    ["railway-timetable", 0, 301],
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
      "http://kite-news.sample.zz:5432/",
      "http://kite-news.sample.zz/",
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
