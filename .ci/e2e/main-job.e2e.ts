import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PageAnswer, UrlAnswer } from "../../shared/answer/types.ts";
import { classify } from "../../shared/url/classify.ts";
import { launchBrowser } from "../testing/browser.ts";
import { lookAsEditor } from "./testing/editor.ts";
import { type MediaWiki, openMediaWiki, type Page } from "./testing/mediawiki.ts";
import { addressOf, type Running, run, start } from "./testing/process.ts";
import { KIND_NAMES, openWeb, type TestWeb, truthOf } from "./testing/web.ts";

/**
 * The main job on real input: a real MediaWiki, a web of some hundred hosts on loopback, `weboid up`, a real browser.
 * Everything is compared with what the wiki itself says of its links, for every page of the main namespace.
 */

const ROOT = resolve(import.meta.dirname, "../..");
const WIKI = "testbed@local";
/** Long enough for every verdict of the test web: two sweeps, and the repeats of what fails. */
const WEEKS = "7";
const UP_MS_MAX = 300_000;
const HOSTS_PER_KIND = 40;
const DEAD_AND_ALIVE = "Dead and alive";

const data = mkdtempSync(join(tmpdir(), "weboid-e2e-"));
let wiki: MediaWiki;
let web: TestWeb;
let weboid: Running;
let edge = "";
let pages: Page[] = [];
const answers = new Map<number, PageAnswer>();

const env = () => ({
  WEBOID_DATA: data,
  WEBOID_CONTACT: "e2e@weboid.zz",
  WEBOID_DNS: web.dns,
  WEBOID_ALLOW_PRIVATE: "1",
  DATABASE_URL: undefined,
});

/** Weeks are lived through once; a folder with history takes no more of them. */
const startWeboid = (age: readonly string[] = []) =>
  start(process.execPath, [join(ROOT, "crawler/cli/main.ts"), "up", "--wiki", wiki.api, ...age], {
    cwd: data,
    env: env(),
    until: /Ctrl-C stops everything/,
    msMax: UP_MS_MAX,
  });

/** An article with every kind of site that the test web has. */
function deadAndAlive(): string {
  const lines = KIND_NAMES.flatMap((kind) =>
    Array.from({ length: HOSTS_PER_KIND }, (_, i) => `* [http://${kind}-${i}.zz/page?n=${i} ${kind} ${i}]`),
  );
  return `${lines.join("\n")}\n`;
}

/** Nothing of this test leaves the machine: the seed's links to addresses elsewhere are taken out. */
async function prepareWiki(): Promise<void> {
  await wiki.edit(
    "Links ports and addresses",
    "[http://ports.zz:80/ a] [https://ports.zz:443/x b] [http://ports.zz:/empty-port c] [http://ports.zz:99999/too-big d] [http://user:secret@userinfo.zz/x e] [http://127.0.0.1:1/closed f]",
  );
  await wiki.edit(
    "Links interwiki",
    "[[bookdb:0-306-40615-2]] [[doi:10.1000/182]] [[partner:Ünïcode & more?]] [[sister:Sister page]] [[:de:Seite]]",
  );
  await wiki.edit(DEAD_AND_ALIVE, deadAndAlive());
}

/** As docs/gadget.md says. */
async function installGadget(): Promise<void> {
  await wiki.edit("MediaWiki:Gadget-weboid.js", `mw.loader.load( '${edge}/gadget.js?dbname=${WIKI}' );`);
  await wiki.edit(
    "MediaWiki:Gadgets-definition",
    "* weboid[ResourceLoader|default|dependencies=mediawiki.util]|weboid.js",
  );
}

/** What Debian's MediaWiki comes with; one of them turned around. */
const SKINS = ["vector", "vector-2022", "timeless", "monobook", "minerva&uselang=he"];
/** Pages in one question each, so that no throttle is met. */
const BATCH = 25;
function batches(): Page[][] {
  return Array.from({ length: Math.ceil(pages.length / BATCH) }, (_, i) =>
    pages.slice(i * BATCH, (i + 1) * BATCH),
  );
}

async function ask(path: string, batch: readonly Page[], more = ""): Promise<string> {
  const ids = batch.map(({ pageid }) => pageid).join("|");
  const response = await fetch(`${edge}${path}?dbname=${WIKI}&pageid=${ids}${more}`);
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.text();
}

async function readAnswers(): Promise<void> {
  answers.clear();
  for (const batch of batches()) {
    const { pages: answered } = JSON.parse(await ask("/api/v1/page", batch, "&show=all")) as {
      pages: PageAnswer[];
    };
    for (const page of answered) answers.set(page.pageid, page);
  }
}

beforeAll(async () => {
  [wiki, web] = await Promise.all([openMediaWiki(), openWeb()]);
  await prepareWiki();
  pages = await wiki.pages();
  weboid = await startWeboid(["--age", WEEKS]);
  edge = addressOf(weboid, "front page").replace(/\/$/, "");
  await installGadget();
  await readAnswers();
});

afterAll(async () => {
  await weboid?.stop();
  await web?.close();
  await wiki?.close();
  rmSync(data, { recursive: true, force: true });
});

/** What an answer has to list for a page: each resource once in its normalised spelling, and what is invalid as it stands. */
function expectedUrls(links: readonly string[]): string[] {
  const urls = links.flatMap((link) => {
    const classified = classify(link, { allowPrivate: true });
    if (classified.kind === "ignored") return [];
    return [classified.kind === "invalid" ? link : classified.url];
  });
  return [...new Set(urls)].sort();
}

const urlsOf = (page: PageAnswer | undefined): readonly UrlAnswer[] => page?.urls ?? [];
const allUrls = () => [...answers.values()].flatMap(({ urls }) => urls);

describe("answers about every page of the main namespace", () => {
  test("there is something to compare", () => {
    expect(pages.length).toBeGreaterThan(200);
    expect(pages.flatMap(({ links }) => links).length).toBeGreaterThan(3_000);
    expect(answers.size).toBe(pages.length);
  });

  test("list the links that the wiki itself lists, now", () => {
    const shown = pages.map(({ pageid, title }) => ({
      title,
      watched: answers.get(pageid)?.watched,
      live: answers.get(pageid)?.live,
      urls: urlsOf(answers.get(pageid))
        .map(({ url }) => url)
        .sort(),
    }));
    expect(shown).toEqual(
      pages.map(({ title, wikitext, links }) => ({
        title,
        watched: wikitext,
        live: true,
        urls: expectedUrls(links),
      })),
    );
  });

  test("have interwiki links among them, those to sister wikis as the own farm's (U7)", () => {
    const page = pages.find(({ title }) => title === "Links interwiki");
    const told = urlsOf(answers.get(page?.pageid ?? 0)).map(({ url, verdict, onTheSpot }) => [
      url,
      verdict === "internal",
      onTheSpot?.reason,
    ]);
    // No wiki of the farm is known at the last two, so nobody is asked there.
    expect(told).toEqual([
      ["https://books.zz/isbn?q=0-306-40615-2&x=1", false, undefined],
      ["https://doi.zz/10.1000/182", false, undefined],
      ["https://partner.zz/wiki/%C3%9Cn%C3%AFcode_%26_more%3F", false, undefined],
      ["http://sister.zz/wiki/Sister_page", true, "unknown-wiki"],
      ["http://de.testbed.zz/wiki/Seite", true, "unknown-wiki"],
    ]);
  });

  test("tell of every link on the test web what its site does", () => {
    const watched = pages
      .filter(({ wikitext }) => wikitext)
      .flatMap(({ pageid }) => urlsOf(answers.get(pageid)));
    // What is invalid or of the own farm is never checked.
    const checked = watched.filter(({ verdict }) => verdict !== "invalid" && verdict !== "internal");
    const judged = checked.filter(({ url }) => truthOf(url) !== null);
    expect(judged.length).toBeGreaterThan(2_500);
    const wrong = judged.filter(({ url, verdict }) => verdict !== truthOf(url));
    expect(
      wrong.map(({ url, verdict, rule, http }) => ({ url, verdict, rule, http, truth: truthOf(url) })),
    ).toEqual([]);
  });

  test("rest on several checks wherever something is called unreachable", () => {
    const dead = allUrls().filter(({ verdict }) => verdict === "unreachable");
    expect(dead.length).toBeGreaterThan(5 * HOSTS_PER_KIND);
    expect(dead.filter(({ checks }) => checks < 3)).toEqual([]);
  });

  test("know every link of the web: only schemes without a checker stay unknown", () => {
    const unknown = pages
      .filter(({ wikitext }) => wikitext)
      .flatMap(({ pageid }) => urlsOf(answers.get(pageid)))
      .filter(({ verdict }) => verdict === "unknown")
      .map(({ url }) => url);
    expect(unknown.filter((url) => /^https?:/.test(url))).toEqual([]);
  });
});

describe("the other forms of the same answer", () => {
  test("the gadget gets exactly the unreachable ones", async () => {
    for (const batch of batches()) {
      const fired: unknown[] = [];
      const mw = { hook: (name: string) => ({ fire: (problems: unknown) => fired.push([name, problems]) }) };
      runInNewContext(
        await ask("/externalLinkProblem", batch),
        { window: { mediaWiki: mw } },
        { timeout: 5_000 },
      );
      const urls = batch
        .flatMap(({ pageid }) => urlsOf(answers.get(pageid)))
        .filter(({ verdict }) => verdict === "unreachable")
        .map(({ url }) => url);
      const told = fired.map((one) => {
        const [name, problems] = one as [string, false | { url: string }[]];
        return [name, problems === false ? [] : problems.map(({ url }) => url).sort()];
      });
      expect(told).toEqual([["externalLinkProblem/query.answer", [...new Set(urls)].sort()]]);
    }
  });

  test("HTML has one entry for each", async () => {
    const escaped = (text: string) =>
      text
        .replaceAll("&", "&amp;")
        .replaceAll("<", "&lt;")
        .replaceAll(">", "&gt;")
        .replaceAll('"', "&quot;")
        .replaceAll("'", "&#39;");
    for (const batch of batches()) {
      const html = await ask("/externalLinkInfo", batch, "&show=all&lang=en");
      const urls = batch.flatMap(({ pageid }) => urlsOf(answers.get(pageid)));
      expect(html.match(/<li><span class="v /g) ?? []).toHaveLength(urls.length);
      const missing = urls.filter(({ url }) => !html.includes(escaped(url)));
      expect(missing.map(({ url }) => url)).toEqual([]);
    }
  });

  test("the database says the same as the edge", async () => {
    const chosen = pages.filter(({ title }) =>
      [DEAD_AND_ALIVE, "Article 05", "Transclusion 007"].includes(title),
    );
    expect(chosen).toHaveLength(3);
    for (const { pageid } of chosen) {
      const output = await run(
        process.execPath,
        [join(ROOT, "crawler/cli/main.ts"), "page", WIKI, String(pageid), "--format", "json"],
        { cwd: data, env: { ...env(), WEBOID_LOG: "error" }, msMax: 30_000 },
      );
      const { pages: [page] = [] } = JSON.parse(output) as { pages: PageAnswer[] };
      const told = (page: PageAnswer | undefined) =>
        urlsOf(page).map(({ url, verdict, status, since, last, checks }) => ({
          url,
          verdict,
          status,
          since,
          last,
          checks,
        }));
      expect(told(page)).toEqual(told(answers.get(pageid)));
    }
  });
});

describe("a reader's browser", () => {
  test("shows the dead links of an article marked, and no others", async () => {
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(wiki.articleUrl(DEAD_AND_ALIVE));
      await page.locator(".weboid-mark").first().waitFor({ timeout: 30_000, state: "attached" });
      const marked = await page
        .locator("#mw-content-text a.external:has(+ .weboid-mark)")
        .evaluateAll((links) => links.map((link) => (link as unknown as { href: string }).href));
      const [first] = marked;
      const links = pages.find(({ title }) => title === DEAD_AND_ALIVE)?.links ?? [];
      expect(marked.sort()).toEqual(links.filter((link) => truthOf(link) === "unreachable").sort());
      expect(marked).toHaveLength(5 * HOSTS_PER_KIND);
      expect(await page.locator(".weboid-text").first().textContent()).toMatch(/^Unreachable: .*\d checks$/);
      // Readers have nothing of what is for editors.
      expect(await page.locator("#weboid-summary").count()).toBe(0);
      await page.locator(".weboid-icon").first().click();
      await page.locator(".weboid-report").click();
      await page.getByRole("button", { name: "It works for me" }).waitFor();
      expect(await page.locator("input[name=url]").first().inputValue()).toBe(first);
    } finally {
      await browser.close();
    }
  });

  test("shows them to editors in every skin, from right to left as well, accessibly, and nothing moves", async () => {
    const browser = await launchBrowser();
    try {
      for (const skin of SKINS) {
        const context = await browser.newContext();
        await context.addCookies(wiki.cookies());
        expect(
          await lookAsEditor(await context.newPage(), `${wiki.articleUrl(DEAD_AND_ALIVE)}?useskin=${skin}`),
          skin,
        ).toEqual({
          marks: 5 * HOSTS_PER_KIND,
          moved: [],
          counted: [5 * HOSTS_PER_KIND, KIND_NAMES.length * HOSTS_PER_KIND],
          complaints: [],
        });
        await context.close();
      }
    } finally {
      await browser.close();
    }
  });
});

describe("stop and start", () => {
  test("a second start is refused and says what runs where", async () => {
    await expect(startWeboid()).rejects.toThrow(`Weboid runs already at ${edge}/`);
  });

  test("ends within ten seconds, and goes on where it ended", async () => {
    // What takes longer than ten seconds to end is ended by force, with another code (crawler/runtime/shutdown.ts).
    expect(await weboid.stop("SIGTERM")).toBe(0);
    await expect(fetch(`${edge}/healthz`)).rejects.toThrow();
    const before = new Map(answers);
    weboid = await startWeboid();
    expect(weboid.everything()).not.toContain("simulated");
    edge = addressOf(weboid, "front page").replace(/\/$/, "");
    await readAnswers();
    const told = (map: ReadonlyMap<number, PageAnswer>) =>
      [...map].map(([pageid, { urls }]) => [pageid, urls.map(({ url, verdict }) => `${verdict} ${url}`)]);
    expect(told(answers)).toEqual(told(before));
  });
});
