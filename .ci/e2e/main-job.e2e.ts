import { runInNewContext } from "node:vm";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PageAnswer, UrlAnswer } from "../../shared/answer/types.ts";
import { classify } from "../../shared/url/classify.ts";
import { launchBrowser } from "../testing/browser.ts";
import { lookAsEditor } from "./testing/editor.ts";
import { DEAD_AND_ALIVE, HOSTS_PER_KIND, openMainJob } from "./testing/main-job.ts";
import { newest, Person, repairOf, TO_REPAIR, TO_REPAIR_TEXT } from "./testing/repairing.ts";
import { KIND_NAMES, truthOf } from "./testing/web.ts";

/**
 * The main job on real input: a real MediaWiki, a web of some hundred hosts on loopback, `weboid up`, a real browser.
 * Everything is compared with what the wiki itself says of its links, for every page of the main namespace.
 */
const job = openMainJob();

/** What Debian's MediaWiki comes with; one of them turned around. */
const SKINS = ["vector", "vector-2022", "timeless", "monobook", "minerva&uselang=he"];
const PHONE = { viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true };
/** What an answer has to list for a page: each resource once in its normalised spelling, and what is invalid as it stands. */
function expectedUrls(links: readonly string[]): string[] {
  const urls = links.flatMap((link) => {
    const classified = classify(link, { allowPrivate: true });
    // Nobody may ask at such a port: it is shown nevertheless.
    if (classified.kind === "ignored") return classified.reason === "port" ? [classified.url ?? link] : [];
    return [classified.kind === "invalid" ? link : classified.url];
  });
  return [...new Set(urls)].sort();
}

const urlsOf = (page: PageAnswer | undefined): readonly UrlAnswer[] => page?.urls ?? [];
const allUrls = () => [...job.answers.values()].flatMap(({ urls }) => urls);

describe("answers about every page of the main namespace", () => {
  test("there is something to compare", () => {
    expect(job.pages.length).toBeGreaterThan(200);
    expect(job.pages.flatMap(({ links }) => links).length).toBeGreaterThan(3_000);
    expect(job.answers.size).toBe(job.pages.length);
  });

  test("list the links that the wiki itself lists, now", () => {
    const shown = job.pages.map(({ pageid, title }) => ({
      title,
      watched: job.answers.get(pageid)?.watched,
      live: job.answers.get(pageid)?.live,
      urls: urlsOf(job.answers.get(pageid))
        .map(({ url }) => url)
        .sort(),
    }));
    expect(shown).toEqual(
      job.pages.map(({ title, wikitext, links }) => ({
        title,
        watched: wikitext,
        live: true,
        urls: expectedUrls(links),
      })),
    );
  });

  test("have interwiki links among them, those to sister wikis as the own farm's (U7)", () => {
    const page = job.pages.find(({ title }) => title === "Links interwiki");
    const verdictsOf = urlsOf(job.answers.get(page?.pageid ?? 0)).map(({ url, verdict, onTheSpot }) => [
      url,
      verdict === "internal",
      onTheSpot?.reason,
    ]);
    // No wiki of the farm is known at the last two, so nobody is asked there.
    expect(verdictsOf).toEqual([
      ["https://books.zz/isbn?q=0-306-40615-2&x=1", false, undefined],
      ["https://doi.zz/10.1000/182", false, undefined],
      ["https://partner.zz/wiki/%C3%9Cn%C3%AFcode_%26_more%3F", false, undefined],
      ["http://sister.zz/wiki/Sister_page", true, "unknown-wiki"],
      ["http://de.testbed.zz/wiki/Seite", true, "unknown-wiki"],
    ]);
  });

  test("say of every link on the test web what its site does", () => {
    const watched = job.pages
      .filter(({ wikitext }) => wikitext)
      .flatMap(({ pageid }) => urlsOf(job.answers.get(pageid)));
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
    const unknown = job.pages
      .filter(({ wikitext }) => wikitext)
      .flatMap(({ pageid }) => urlsOf(job.answers.get(pageid)))
      .filter(({ verdict }) => verdict === "unknown")
      .map(({ url }) => url);
    expect(unknown.filter((url) => /^https?:/.test(url))).toEqual([]);
  });
});

describe("the other forms of the same answer", () => {
  test("the gadget gets exactly the unreachable ones", async () => {
    for (const batch of job.batches()) {
      const fired: unknown[] = [];
      const mw = { hook: (name: string) => ({ fire: (problems: unknown) => fired.push([name, problems]) }) };
      runInNewContext(
        await job.ask("/externalLinkProblem", batch),
        { window: { mediaWiki: mw } },
        { timeout: 60_000 },
      );
      const urls = batch
        .flatMap(({ pageid }) => urlsOf(job.answers.get(pageid)))
        .filter(({ verdict }) => verdict === "unreachable")
        .map(({ url }) => url);
      const verdictsOf = fired.map((one) => {
        const [name, problems] = one as [string, false | { url: string }[]];
        return [name, problems === false ? [] : problems.map(({ url }) => url).sort()];
      });
      expect(verdictsOf).toEqual([["externalLinkProblem/query.answer", [...new Set(urls)].sort()]]);
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
    for (const batch of job.batches()) {
      const html = await job.ask("/externalLinkInfo", batch, "&show=all&lang=en");
      const urls = batch.flatMap(({ pageid }) => urlsOf(job.answers.get(pageid)));
      expect(html.match(/<li><span class="v /g) ?? []).toHaveLength(urls.length);
      const missing = urls.filter(({ url }) => !html.includes(escaped(url)));
      expect(missing.map(({ url }) => url)).toEqual([]);
    }
  });

  test("the database says the same as the edge", async () => {
    const chosen = job.pages.filter(({ title }) =>
      [DEAD_AND_ALIVE, "Article 05", "Transclusion 007"].includes(title),
    );
    expect(chosen).toHaveLength(3);
    for (const { pageid } of chosen) {
      const output = await job.command("page", "testbed@local", String(pageid), "--format", "json");
      const { pages: [page] = [] } = JSON.parse(output) as { pages: PageAnswer[] };
      // The edge has `last` and `checks` as of the last news of a link (docs/api.md).
      const verdictsOf = (page: PageAnswer | undefined) =>
        urlsOf(page).map(({ url, verdict, status, since }) => ({ url, verdict, status, since }));
      expect(verdictsOf(page)).toEqual(verdictsOf(job.answers.get(pageid)));
    }
  });
});

describe("a reader's browser", () => {
  test("shows the dead links of an article marked, and no others", async () => {
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(job.wiki.articleUrl(DEAD_AND_ALIVE));
      await page.locator(".weboid-mark").first().waitFor({ timeout: 30_000, state: "attached" });
      const marked = await page
        .locator("#mw-content-text a.external:has(+ .weboid-mark)")
        .evaluateAll((links) => links.map((link) => (link as unknown as { href: string }).href));
      const [first] = marked;
      const links = job.pages.find(({ title }) => title === DEAD_AND_ALIVE)?.links ?? [];
      expect(marked.sort()).toEqual(links.filter((link) => truthOf(link) === "unreachable").sort());
      expect(marked).toHaveLength(5 * HOSTS_PER_KIND);
      expect(await page.locator(".weboid-text").first().textContent()).toMatch(/^Dead for .*\d checks$/);
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
        await context.addCookies(job.wiki.cookies());
        expect(
          await lookAsEditor(
            await context.newPage(),
            `${job.wiki.articleUrl(DEAD_AND_ALIVE)}?useskin=${skin}`,
          ),
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

const ARCHIVIST_MS_MAX = 400_000;

describe("a person repairs an article", () => {
  const address = () => job.wiki.articleUrl(TO_REPAIR);
  const pageid = () => job.pages.find(({ title }) => title === TO_REPAIR)?.pageid ?? 0;
  const repair = () => repairOf(job.edge, pageid());
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await job.wiki.edit(TO_REPAIR, TO_REPAIR_TEXT);
  });
  /** With an account: a skin is its choice, in the editor as well. */
  async function editor(skin: string): Promise<Person> {
    await job.wiki.act({ action: "options", change: `skin=${skin}|watchdefault=0` });
    const context = await browser.newContext(skin === "minerva" ? PHONE : {});
    await context.addCookies(job.wiki.cookies());
    return new Person(await context.newPage());
  }

  test("Vector 2022: two clicks lead to the changes, a third saves them, as they were shown", async () => {
    // The archivist comes by all that is broken. Each look of ours costs the wiki a question.
    const copies = async () => (await repair()).wikitext.split("/web/20200102030405/").length - 1;
    await expect.poll(copies, { interval: 1_000, timeout: ARCHIVIST_MS_MAX }).toBe(2);
    await job.wiki.act({ action: "edit", title: TO_REPAIR, text: `${TO_REPAIR_TEXT} `, watchlist: "watch" });
    const person = await editor("vector-2022");
    await person.read(address());
    const before = await newest(job.wiki, TO_REPAIR);
    const expected = await repair();
    await person.askForRepair();
    const shown = await person.changes();
    expect(shown).toEqual({
      skin: "vector-2022",
      title: "Links_to_repair",
      clicks: 2,
      text: `${expected.wikitext}\n`,
      summary: "Dead links: added 2 archived copies, marked 1 as dead",
      added: expected.wikitext
        .split("\n")
        .filter((line) => line !== "" && !TO_REPAIR_TEXT.split("\n").includes(line)),
    });
    // Nothing is saved before the person does it.
    expect(await newest(job.wiki, TO_REPAIR)).toEqual(before);
    await person.save();
    expect(person.clicks).toBe(3);
    expect((await newest(job.wiki, TO_REPAIR)).text).toBe(expected.wikitext);
    expect(await person.isWatched(pageid())).toBe(true);
  });

  test("a second repair changes nothing, and says why", async () => {
    const { text, revid } = await newest(job.wiki, TO_REPAIR);
    const again = await repair();
    expect([again.revision, again.wikitext]).toEqual([revid, text]);
    expect(again.edits.filter(({ before, after }) => before !== after)).toEqual([]);
    const person = await editor("vector-2022");
    await person.read(address());
    await person.askForRepair();
    await expect.poll(() => person.shownBelow()).toBe("Not repaired: An archived copy is there.");
    expect(person.clicks).toBe(2);
  });

  test("Minerva, on a phone: what was edited meanwhile is refused, and lost at no time", async () => {
    await job.wiki.edit(TO_REPAIR, TO_REPAIR_TEXT);
    const person = await editor("minerva");
    await person.read(address());
    await job.wiki.edit(TO_REPAIR, `Edited first.\n\n${TO_REPAIR_TEXT}`);
    await person.askForRepair();
    await expect
      .poll(() => person.shownBelow())
      .toBe("The page has been edited since you opened it. Reload it, then try again.");
    expect(new URL(person.page.url()).pathname).toBe(new URL(address()).pathname);

    // MediaWiki dates pages by the second: to the browser's cache, what was edited twice in one is the same.
    await person.read(`${address()}?reloaded`);
    await person.askForRepair();
    const shown = await person.changes();
    expect([shown.skin, shown.clicks]).toEqual(["minerva", 2]);
    // The same account's own edit, which MediaWiki would pass over by the time.
    const later = TO_REPAIR_TEXT.replace("missing link", "link that was renamed");
    await job.wiki.edit(TO_REPAIR, later);
    await person.save();
    expect(await person.page.locator("#wpTextbox2").count()).toBe(1);
    expect((await newest(job.wiki, TO_REPAIR)).text).toBe(later);
  });

  test("without an account, from a page of Weboid's: the changes come at once", async () => {
    await job.wiki.edit(TO_REPAIR, TO_REPAIR_TEXT);
    const person = new Person(await browser.newPage());
    await person.page.goto(`${address()}#weboid-repair`);
    const shown = await person.changes();
    expect([shown.clicks, shown.text]).toEqual([0, `${(await repair()).wikitext}\n`]);
    // Who goes back is not sent on again.
    await person.page.goBack();
    expect(new URL(person.page.url()).hash).toBe("");
    expect((await newest(job.wiki, TO_REPAIR)).text).toBe(TO_REPAIR_TEXT);
  });
});

describe("a first-time editor on pages of Weboid", () => {
  test("the front page leads to a saved repair by four clicks", async () => {
    await job.wiki.edit(TO_REPAIR, TO_REPAIR_TEXT);
    const browser = await launchBrowser();
    try {
      const context = await browser.newContext();
      await context.addCookies(job.wiki.cookies());
      const person = new Person(await context.newPage());
      await person.page.goto(`${job.edge}/?lang=en`);
      await person.page.locator("input[name=title]").fill(TO_REPAIR);
      await person.click("button:has-text('Show links')");
      await person.page.locator(".r q").nth(1).waitFor();
      const places = await person.page.locator(".r").allTextContents();
      expect(places.filter((place) => place !== "").toSorted()).toEqual([
        "In a heading · In a heading",
        "Missing · [1]",
        "gone one · [2]",
        "missing link",
      ]);
      await person.click("a:has-text('Repair…')");
      await person.click("a:has-text('Show changes in the wiki')");
      const { text } = await person.changes();
      await person.save();
      expect(person.clicks).toBe(4);
      expect(`${(await newest(job.wiki, TO_REPAIR)).text}\n`).toBe(text);
    } finally {
      await browser.close();
      await job.wiki.edit(TO_REPAIR, TO_REPAIR_TEXT);
    }
  });

  test("who may not edit the article gets the wiki's page that says why", async () => {
    const protect = (protections: string) =>
      job.wiki.act({ action: "protect", title: TO_REPAIR, protections });
    await protect("edit=sysop");
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(`${job.wiki.articleUrl(TO_REPAIR)}#weboid-repair`);
      await page.locator(".permissions-errors, #mw-content-text .mw-readonly-textarea").first().waitFor();
      expect(new URL(page.url()).searchParams.get("action")).toBe("edit");
    } finally {
      await browser.close();
      await protect("edit=all");
    }
  });
});

describe("stop and start", () => {
  test("a second start is refused and says what runs where", async () => {
    await expect(job.startAgain()).rejects.toThrow(`Weboid is already running at ${job.edge}/`);
  });

  test("ends within ten seconds, and goes on where it ended", async () => {
    // What takes longer than ten seconds to end is ended by force, with another code (crawler/runtime/shutdown.ts).
    expect(await job.weboid.stop("SIGTERM")).toBe(0);
    await expect(fetch(`${job.edge}/healthz`)).rejects.toThrow();
    const before = job.answers;
    await job.startAgain();
    expect(job.weboid.everything()).not.toContain("simulated");
    const verdictsOf = (map: ReadonlyMap<number, PageAnswer>) =>
      [...map].map(([pageid, { urls }]) => [pageid, urls.map(({ url, verdict }) => `${verdict} ${url}`)]);
    expect(verdictsOf(job.answers)).toEqual(verdictsOf(before));
  });
});
