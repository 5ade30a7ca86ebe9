import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { DEAD, FINE, GONE, openArticles, type View } from "../../.ci/testing/article.ts";
import { EVERY_VERDICT } from "../../shared/format/html/testing/gallery.ts";

const world = openArticles();
const ANSWER = "/externalLinkProblem.json?dbname=dewiki%40WMF&pageid=9301140";
/** Ids of the links that have a mark right behind them. */
const marked = (tab: Page): Promise<string[]> =>
  tab.evaluate(`Array.from( document.querySelectorAll( ".weboid-mark" ), m => m.previousElementSibling.id )`);
const textOf = (tab: Page, selector: string) => tab.locator(selector).textContent();
const hrefOf = (tab: Page, selector: string) => tab.locator(selector).getAttribute("href");
const image = (className: string) =>
  `<a href="/elsewhere"><img class="${className}" src="data:," width="9" height="9"></a>`;
/** Opens the box at a link by keyboard. */
async function openCard(tab: Page, id: string) {
  const icon = tab.locator(`#${id} + .weboid-mark .weboid-icon`);
  await icon.focus();
  await tab.keyboard.press("Enter");
  return { icon, card: tab.locator(`#${id} + .weboid-mark .weboid-card`) };
}

describe("an article with dead links", () => {
  test("these are marked, in every spelling, and no others", async () => {
    world.urls = EVERY_VERDICT.map((url) =>
      url.url === GONE ? { ...url, url: GONE.replace("http:", "https:") } : url,
    );
    const tab = await world.open();
    expect(world.questions()).toEqual([ANSWER]);
    expect(await marked(tab)).toEqual(["dead", "plain", "fragment", "relative"]);
    // Also those at which the skin draws no icon of its own.
    const broken = `Array.from( document.querySelectorAll( "a.weboid-broken" ), a => a.id )`;
    expect(await tab.evaluate(broken)).toEqual(await marked(tab));
  });

  test("a protocol-relative link is found under http as well", async () => {
    expect(await marked(await world.open())).toContain("relative");
  });

  test("the icon says the evidence in words of its own, and opens by keyboard what is known", async () => {
    const tab = await world.open();
    const words = await textOf(tab, "#dead + .weboid-mark .weboid-text");
    expect(words).toMatch(/^Dead for .* · 404 not found · 9 checks$/);
    expect(await tab.getByRole("button", { name: words ?? "" }).count()).toBeGreaterThan(0);
    const { icon, card } = await openCard(tab, "dead");
    expect(await icon.getAttribute("aria-expanded")).toBe("true");
    expect(await card.getAttribute("id")).toBe(await icon.getAttribute("aria-controls"));
    expect(await card.locator(".weboid-line").first().textContent()).toMatch(/^Dead for \d+ weeks$/);
    expect(await card.textContent()).toMatch(/^Dead for .*404 not found.*9 checks · last checked /);
    expect(await hrefOf(tab, ".weboid-archive")).toBe(`https://web.archive.org/web/20240611120000/${DEAD}`);
    const here = `dbname=dewiki%40WMF&pageid=9301140`;
    expect(await hrefOf(tab, ".weboid-page")).toBe(`${world.weboid.base}/externalLinkInfo?${here}&lang=en`);
    const report = `${world.weboid.base}/report?${here}&url=${encodeURIComponent(DEAD)}&lang=en`;
    expect(await hrefOf(tab, ".weboid-report")).toBe(report);
    expect(await textOf(tab, ".weboid-report")).toBe("It works for me");
    await tab.keyboard.press("Tab");
    expect(await tab.evaluate("document.activeElement.className")).toBe("weboid-archive");
    await tab.keyboard.press("Escape");
    expect(await card.count()).toBe(0);
    expect(await icon.getAttribute("aria-expanded")).toBe("false");
    expect(await tab.evaluate("document.activeElement.className")).toBe("weboid-icon");
  });

  test("a replacement is shown with its reservation, and what others report", async () => {
    world.urls = EVERY_VERDICT.map((url) => (url.url === GONE ? { ...url, reports: 2 } : url));
    const tab = await world.open();
    const { card } = await openCard(tab, "relative");
    expect(await card.textContent()).toContain("2 people report that it works for them");
    expect(await card.textContent()).toContain(
      "Suggested replacement – check before using: https://www.oberdorf.de/verein/chronik",
    );
    expect(await hrefOf(tab, ".weboid-replacement")).toBe("https://www.oberdorf.de/verein/chronik");
  });

  test("the box names the archived copy with its date, and the new address of a page that moved", async () => {
    const movedTo = "https://archiv.musterhausen.zz/1352";
    world.urls = EVERY_VERDICT.map((url) => (url.url === DEAD ? { ...url, movedTo } : url));
    const tab = await world.open();
    const { card } = await openCard(tab, "dead");
    expect(await textOf(tab, ".weboid-archive")).toBe("Archived copy: June 11, 2024");
    expect(await card.textContent()).toContain(`New address of the page: ${movedTo}`);
    expect(await hrefOf(tab, ".weboid-moved")).toBe(movedTo);
  });

  test.each([13, 10, 0])("can be hit, beside words with room of %i px for the skin's icon", async (room) => {
    const none = room === 0 ? "background-image: none !important;" : "";
    world.view = { style: `#dead { padding-right: ${room}px !important; ${none} }` };
    const tab = await world.open();
    const box = await tab.locator("#dead + .weboid-mark .weboid-icon").boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24);
  });

  test("the box stays within a window that is too low for it", async () => {
    const article = `<div style="height: 3000px"></div><p>A <a id="dead" class="external text" href="${DEAD}">dead link</a></p>`;
    world.view = { article };
    const tab = await world.open();
    await tab.setViewportSize({ width: 320, height: 180 });
    const { card } = await openCard(tab, "dead");
    const box = await card.boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(180);
  });

  test("it opens under the pointer and closes behind it; a click keeps it, one elsewhere closes it", async () => {
    const tab = await world.open();
    const icon = tab.locator("#dead + .weboid-mark .weboid-icon");
    const card = tab.locator(".weboid-card");
    await icon.hover();
    await card.waitFor();
    await card.hover();
    await tab.mouse.move(600, 500);
    await card.waitFor({ state: "detached" });
    await icon.click();
    await tab.mouse.move(600, 500);
    expect(await card.count()).toBe(1);
    await tab.mouse.click(600, 500);
    expect(await card.count()).toBe(0);
  });

  test("nothing moves where the skin shows an icon of its own; elsewhere the words behind it, by one letter", async () => {
    world.view = { config: { wgUserName: "Ada", wgRelevantPageIsProbablyEditable: true } };
    const tab = await world.open();
    const layout = `JSON.stringify( [ ...document.querySelectorAll( "h1, p, a.external" ) ].map( e => {
      const box = e.getBoundingClientRect();
      return [ e.tagName, e.id, box.x, box.y, box.width, box.height ].join( " " );
    } ) )`;
    expect(await tab.locator("#weboid-summary a").isVisible()).toBe(true);
    const shown = await tab.evaluate(layout);
    const width = await tab.evaluate(
      "document.querySelector( '#plain + .weboid-mark' ).getBoundingClientRect().width",
    );
    expect(width).toBeGreaterThan(10);
    expect(width).toBeLessThan(20);
    await tab.evaluate(
      `document.querySelectorAll( ".weboid-mark, #weboid-summary" ).forEach( m => m.remove() )`,
    );
    expect(await tab.evaluate(layout)).toBe(shown);
  });

  test.each([
    ["a light page", "", "rgb(191, 60, 44)"],
    ["a skin with Codex's variables", ":root { --color-error: #fd7865; }", "rgb(253, 120, 101)"],
    ["a page made dark by whatever", "body { background: #101418; color: #eaecf0; }", "rgb(253, 120, 101)"],
  ])("the icon fits its page: %s", async (_name, style, colour) => {
    world.view = { style };
    const tab = await world.open();
    expect(
      await tab.evaluate(`getComputedStyle( document.querySelector( "#dead + .weboid-mark path" ) ).fill`),
    ).toBe(colour);
  });

  test("each icon fits where it stands, also beside one in a dark box", async () => {
    const dark = `<div style="background: #2a3a5a"><a class="external" id="dead" href="${DEAD}">dead</a></div>`;
    world.view = { article: `${dark}<p><a class="external" id="light" href="${GONE}">gone</a></p>` };
    const tab = await world.open();
    const colourOf = (id: string) =>
      tab.evaluate(`getComputedStyle( document.querySelector( "#${id} + .weboid-mark path" ) ).fill`);
    expect(await colourOf("dead")).toBe("rgb(253, 120, 101)");
    expect(await colourOf("light")).toBe("rgb(191, 60, 44)");
  });

  test.each(["ltr", "rtl"] as const)("the icon stands behind the words: %s", async (dir) => {
    world.view = { dir };
    const tab = await world.open();
    const icon = await tab.locator("#fragment + .weboid-mark svg").boundingBox();
    const link = await tab.locator("#fragment").boundingBox();
    const middle = (link?.x ?? 0) + (link?.width ?? 0) / 2;
    expect(Math.sign((icon?.x ?? 0) - middle)).toBe(dir === "rtl" ? -1 : 1);
    // In the room of the skin's own icon.
    expect(icon?.x).toBeGreaterThanOrEqual((link?.x ?? 0) - 1);
    expect((icon?.x ?? 0) + (icon?.width ?? 0)).toBeLessThanOrEqual((link?.x ?? 0) + (link?.width ?? 0) + 1);
  });

  test.each([
    ["gsw", "/gadget.js", "Nicht erreichbar seit ", "ltr"],
    ["arz", "/gadget.js", "غير قابلة للوصول منذ ", "rtl"],
    // Whole, in the language of its address.
    ["fr", "/gadget.js?lang=de", "Nicht erreichbar seit ", "ltr"],
  ])("speaks to readers of %s (%s)", async (wgUserLanguage, gadget, words, dir) => {
    world.view = { config: { wgUserLanguage }, gadget };
    const tab = await world.open();
    const text = tab.locator("#dead + .weboid-mark .weboid-text");
    expect(await text.textContent()).toContain(words);
    expect(await text.getAttribute("dir")).toBe(dir);
    expect(world.weboid.asked).toEqual(
      gadget === "/gadget.js"
        ? ["/gadget.js", ANSWER, `/gadget.js?part=marks&lang=${wgUserLanguage}`]
        : [gadget, ANSWER],
    );
  });

  test("what comes into the page later is marked too, and nothing twice", async () => {
    const tab = await world.open();
    await tab.evaluate(`
      const section = document.createElement( "div" );
      section.innerHTML = '<a id="late" class="external" href="${DEAD}">late</a>';
      document.getElementById( "mw-content-text" ).append( section );
      mw.hook( "wikipage.content" ).fire( [ section ] );
      mw.hook( "externalLinkProblem/query.answer" ).fire( [ { url: "${FINE}" } ] );
    `);
    expect(await marked(tab)).toEqual(["dead", "plain", "fragment", "relative", "fine", "late"]);
  });

  test("an answer of bare addresses marks as well, a hostile one is text and leads nowhere", async () => {
    world.urls = [];
    const hostile = '"><img src=x onerror=alert(1)>';
    const tab = await world.open();
    const dialogs: string[] = [];
    tab.on("dialog", (dialog) => dialogs.push(dialog.message()));
    await tab.evaluate(`mw.hook( "externalLinkProblem/query.answer" ).fire( [
      null, {}, { url: "http://[" },
      { url: "${DEAD}", archives: [ { type: "x", url: "javascript:alert(1)" } ], replacement: "javascript:alert(2)" },
      { url: "${FINE}", archive: "data:text/html,x", replacement: "https://example.org/\\u202e" + ${JSON.stringify(hostile)},
        status: ${JSON.stringify(hostile)}, http: ${JSON.stringify(hostile)}, checks: ${JSON.stringify(hostile)},
        since: ${JSON.stringify(hostile)}, last: ${JSON.stringify(hostile)}, reports: ${JSON.stringify(hostile)}, total: ${JSON.stringify(hostile)} }
    ] )`);
    await tab.locator(".weboid-mark").first().waitFor({ state: "attached" });
    expect(await marked(tab)).toEqual(["dead", "plain", "fragment", "fine"]);
    expect(await textOf(tab, "#fine + .weboid-mark .weboid-text")).toBe("Dead");
    await openCard(tab, "dead");
    const links = `Array.from( document.querySelectorAll( ".weboid-card a" ), a => a.className )`;
    expect(await tab.evaluate(links)).toEqual(["weboid-report", "weboid-page"]);
    await openCard(tab, "fine");
    expect(await tab.evaluate(links)).toEqual(["weboid-replacement", "weboid-report", "weboid-page"]);
    expect(await textOf(tab, ".weboid-replacement")).toMatch(
      /^https:\/\/example\.org\/%E2%80%AE[\x21-\x7e]*$/,
    );
    expect(await tab.locator(".weboid-mark img").count()).toBe(0);
    expect(dialogs).toEqual([]);
  });
});

describe("Repair…", () => {
  const EDITABLE = { wgRelevantPageIsProbablyEditable: true, wgCurRevisionId: 7 };
  const REPAIR = { pageid: 9301140, revision: 7, wikitext: "x", summary: "x", edits: [], absent: [] };
  const left = { url: DEAD, kind: "none", reason: "<img src=x onerror=alert(1)>" };

  test.each<[string, View, number]>([
    ["who may edit the page", { config: EDITABLE }, 1],
    ["who may not", {}, 0],
    [
      "nobody, where the wiki does not want it",
      { config: EDITABLE, before: "window.weboidConfig = { repair: false };" },
      0,
    ],
  ])("is offered to %s", async (_name, view, count) => {
    world.view = view;
    const { card } = await openCard(await world.open(), "dead");
    expect(await card.locator(".weboid-repair").count()).toBe(count);
  });

  test.each<[string, unknown, RegExp]>([
    ["a hostile reason", { ...REPAIR, edits: [left] }, /^Not repaired: <img src=x onerror=alert\(1\)>$/],
    [
      "a link that a template makes",
      { ...REPAIR, absent: [DEAD] },
      /^Not repaired: A template makes this link/,
    ],
    [
      "changes to others only",
      { ...REPAIR, edits: [left, { ...left, url: GONE, kind: "tag" }] },
      /Show another change$/,
    ],
    [
      "a mistake in the wiki's conventions",
      {
        ...REPAIR,
        conventions: { source: "none", error: "MediaWiki:Weboid-repair.json: <b>" },
        edits: [left],
      },
      /^Not repaired: MediaWiki:Weboid-repair\.json: <b>$/,
    ],
    [
      "a page that is not repaired",
      { error: { code: "too-long", message: "page 1 has more than 2 MiB; repair it by weboid repair -" } },
      /^Not repaired: This page is too long to be repaired here\.$/,
    ],
    ["another revision", { ...REPAIR, revision: 8 }, /^The page has been edited since you opened it/],
    ["another page", { ...REPAIR, pageid: 1 }, /^The repair could not be prepared/],
    ["no repair", { ...REPAIR, wikitext: { a: 1 } }, /^The repair could not be prepared/],
    ["no answer", null, /^The repair could not be prepared/],
  ])("%s: it says so, and stays in the article", async (_name, repair, said) => {
    world.view = { config: EDITABLE };
    world.repair = repair;
    const tab = await world.open();
    const { card } = await openCard(tab, "dead");
    await card.locator(".weboid-repair").click();
    const status = card.locator("[role=status]");
    await expect.poll(() => status.textContent()).not.toMatch(/^Preparing/);
    expect(await status.textContent()).toMatch(said);
    expect(await card.locator("img").count()).toBe(0);
    expect(world.questions().at(-1)).toBe(
      "/api/v1/repair?dbname=dewiki%40WMF&pageid=9301140&revision=7&lang=en",
    );
  });
});

describe("why a link is left is said in the reader's language (Q8)", () => {
  const EDITABLE = { wgRelevantPageIsProbablyEditable: true, wgCurRevisionId: 7, wgUserLanguage: "de" };
  const REPAIR = { pageid: 9301140, revision: 7, wikitext: "x", summary: "x", edits: [], absent: [] };
  const left = { url: DEAD, kind: "none", reason: "English." };
  async function saidOf(repair: object) {
    world.view = { config: EDITABLE };
    world.repair = repair;
    const { card } = await openCard(await world.open(), "dead");
    await card.locator(".weboid-repair").click();
    const status = card.locator("[role=status]");
    await expect.poll(() => status.textContent()).toMatch(/^Nicht repariert/);
    return status;
  }

  test("as Weboid says it, once", async () => {
    const said = "Der Weblink steht in <b>einer Überschrift</b>.";
    const status = await saidOf({ ...REPAIR, edits: [left, left].map((one) => ({ ...one, said })) });
    expect(world.questions().at(-1)).toContain("&lang=de");
    expect(await status.textContent()).toBe(`Nicht repariert: ${said}`);
    expect(await status.locator("[lang=en], b").count()).toBe(0);
  });

  test("a refusal that it knows", async () => {
    const status = await saidOf({ error: { code: "too-long", message: "English." } });
    expect(await status.textContent()).toMatch(/^Nicht repariert: Diese Seite ist zu lang/);
    expect(await status.locator("[lang=en]").count()).toBe(0);
  });

  test.each<[string, object]>([
    ["a reason that it does not say", { ...REPAIR, edits: [left] }],
    ["a refusal that is new", { error: { code: "new", message: "English." } }],
    ["a mistake in the wiki's conventions", { ...REPAIR, edits: [left], conventions: { error: "English." } }],
  ])("%s in English, marked as such", async (_name, repair) => {
    const status = await saidOf(repair);
    expect(await status.textContent()).toBe("Nicht repariert: English.");
    expect(await status.locator("span[lang=en][dir=ltr]").allTextContents()).toEqual(["English."]);
  });
});

test("a double click on Repair… asks once", async () => {
  world.view = { config: { wgRelevantPageIsProbablyEditable: true, wgCurRevisionId: 7 } };
  const { card } = await openCard(await world.open(), "dead");
  await card.locator(".weboid-repair").dblclick();
  await expect.poll(() => card.locator("[role=status]").textContent()).toMatch(/^The repair could not/);
  expect(world.questions().filter((address) => address.startsWith("/api/"))).toHaveLength(1);
});

describe("#weboid-repair, where pages of Weboid lead", () => {
  const CONFIG = {
    wgCurRevisionId: 7,
    wgPageName: "Musterhausen",
    wgScript: "/w/index.php",
    wgUserName: null,
  };
  test("hands over the changes to other links as well", async () => {
    world.view = { config: { ...CONFIG, wgRelevantPageIsProbablyEditable: true } };
    const edits = [
      { url: DEAD, kind: "none", reason: "x" },
      { url: GONE, kind: "tag", reason: "y" },
    ];
    world.repair = { pageid: 9301140, revision: 7, wikitext: "x", summary: "x", edits, absent: [] };
    const tab = await world.open("#weboid-repair");
    await expect.poll(() => new URL(tab.url()).searchParams.get("action")).toBe("submit");
  });

  // As MediaWiki shows [[File:Dot.png|class=weboid-icon|link=https://…]].
  test.each([`<div class="weboid-unreachable">${image("weboid-icon")}</div>`, image("weboid-repair")])(
    "what an article has of the gadget's own classes is left alone: %s",
    async (decoy) => {
      const config = { ...CONFIG, wgRelevantPageIsProbablyEditable: true };
      world.view = { config, article: `${decoy}<p><a class="external" href="${DEAD}">dead</a></p>` };
      const tab = await world.open("#weboid-repair");
      await expect.poll(() => tab.locator("[role=status]").textContent()).toMatch(/^The repair could not/);
      expect(new URL(tab.url()).pathname).toBe("/");
    },
  );

  test("to who may not edit, the wiki says why", async () => {
    world.view = { config: CONFIG };
    const tab = await world.open("#weboid-repair");
    await expect.poll(() => new URL(tab.url()).searchParams.get("action")).toBe("edit");
    expect(world.questions().filter((address) => address.startsWith("/api/"))).toEqual([]);
  });
});

describe("the line for editors under the title", () => {
  const EDITOR = { wgUserName: "Ada", wgRelevantPageIsProbablyEditable: true };
  const DEADS = EVERY_VERDICT.filter(({ verdict }) => verdict === "unreachable").length;
  test.each<[string, View, boolean]>([
    ["editors", { config: EDITOR }, true],
    ["readers", {}, false],
    ["those who may not edit", { config: { wgUserName: "Ada" } }, false],
    ["all, where the wiki wants it", { before: "window.weboidConfig = { summary: true };" }, true],
    ["nobody, where not", { config: EDITOR, before: "window.weboidConfig = { summary: false };" }, false],
    ["not those who do not want it", { config: { ...EDITOR, "userjs-weboid-summary": "0" } }, false],
    ["those who want it", { config: { "userjs-weboid-summary": "1", wgUserName: "Ada" } }, true],
  ])("is for %s", async (_name, what, isShown) => {
    world.view = what;
    const tab = await world.open();
    expect(await tab.locator("#weboid-summary").count()).toBe(isShown ? 1 : 0);
    if (!isShown) return;
    expect(await textOf(tab, "#weboid-summary")).toBe(`Dead: ${DEADS} of 120 external links`);
    expect(await hrefOf(tab, "#weboid-summary a")).toBe(
      `${world.weboid.base}/externalLinkInfo?dbname=dewiki%40WMF&pageid=9301140&lang=en`,
    );
  });

  test("is one, and takes nothing of the article for its own", async () => {
    const article = `<div id="weboid-summary"><p id="text">Text</p></div><p><a class="external" href="${DEAD}">dead</a></p>`;
    world.view = { config: EDITOR, article };
    const tab = await world.open();
    await tab.evaluate(`mw.hook( "externalLinkProblem/query.answer" ).fire( [ { url: "${FINE}" } ] )`);
    await expect.poll(() => textOf(tab, ".weboid-summary")).toContain(`${DEADS + 1} of 120`);
    expect(await tab.locator(".weboid-summary").count()).toBe(1);
    expect(await tab.locator("#text").isVisible()).toBe(true);
  });

  test("takes a line of its own where there is no room", async () => {
    world.view = { config: EDITOR, style: "#firstHeading { margin: 0 !important; }" };
    const tab = await world.open();
    const line = await tab.locator("#weboid-summary").boundingBox();
    const text = await tab.locator("#first").boundingBox();
    expect((line?.y ?? 0) + (line?.height ?? 0)).toBeLessThanOrEqual((text?.y ?? 0) + 0.5);
  });
});

describe("settings of the wiki", () => {
  test.each([
    [`window.weboidWiki = "testwiki@local";`, "testwiki%40local"],
    [`window.weboidConfig = { wiki: "other@farm" };`, "other%40farm"],
  ])("%s", async (before, dbname) => {
    world.view = { before };
    await world.open();
    expect(world.questions()).toEqual([`/externalLinkProblem.json?dbname=${dbname}&pageid=9301140`]);
  });

  // A word of wikitext each; as properties of the window they have the names of options, and a table's summary is a text.
  test.each([
    '<span id="weboidWiki">evil@farm</span>',
    '<table id="weboidConfig" summary="all"></table>',
    '<span id="weboidConfig"></span><span id="weboidConfig" class="wiki">evil@farm</span>',
  ])("elements of the article are none: %s", async (article) => {
    world.view = { article: `${article}<p><a id="dead" class="external text" href="${DEAD}">dead</a></p>` };
    const tab = await world.open();
    expect(world.questions()).toEqual([ANSWER]);
    expect(await tab.locator("#dead + .weboid-mark").count()).toBe(1);
    expect(await tab.locator("#weboid-summary").count()).toBe(0);
  });

  test("archives can be left out", async () => {
    world.view = { before: "window.weboidConfig = { archives: false };" };
    const tab = await world.open();
    await openCard(tab, "dead");
    expect(await tab.locator(".weboid-report").count()).toBe(1);
    expect(await tab.locator(".weboid-archive").count()).toBe(0);
  });
});

describe("a complete copy", () => {
  test("is all that runs: Weboid is asked for data alone", async () => {
    world.view = { gadget: "/gadget.js?lang=de", config: { wgRelevantPageIsProbablyEditable: true } };
    world.repair = { error: { code: "unknown-wiki", message: "no such wiki" } };
    const tab = await world.open();
    await openCard(tab, "dead");
    await tab.locator(".weboid-repair").click();
    await expect.poll(() => tab.locator(".weboid-card [role=status]").textContent()).toMatch(/./);
    expect(world.weboid.asked.slice(0, 2)).toEqual(["/gadget.js?lang=de", ANSWER]);
    expect(world.weboid.asked.slice(2).join()).toMatch(/^\/api\/v1\/repair\?[^,]*$/);
  });
});

describe("where there is nothing to do, nothing is asked", () => {
  test.each<[string, View]>([
    ["a special page", { config: { wgArticleId: 0 } }],
    ["an editor", { config: { wgAction: "edit" } }],
    ["the history", { config: { wgAction: "history" } }],
    ["a difference", { config: { wgDiffNewId: 7 } }],
    ["no article", { config: { wgIsArticle: false } }],
    ["a page without external links", { article: '<p><a href="/wiki/Page">internal</a></p>' }],
    [
      "another namespace",
      { config: { wgNamespaceNumber: 1 }, before: "window.weboidConfig = { namespaces: [ 0 ] };" },
    ],
  ])("%s", async (_name, what) => {
    world.view = what;
    const tab = await world.open();
    expect(world.questions()).toEqual([]);
    expect(await tab.locator(".weboid-mark").count()).toBe(0);
  });

  test("a page without findings stays as it is, and costs one question", async () => {
    world.urls = EVERY_VERDICT.filter(({ verdict }) => verdict !== "unreachable");
    world.view = { config: { wgUserName: "Ada", wgRelevantPageIsProbablyEditable: true } };
    const tab = await world.open();
    expect(world.weboid.asked).toEqual(["/gadget.js", ANSWER]);
    expect(await tab.evaluate("document.querySelectorAll( 'style' ).length")).toBe(1);
    expect(await tab.evaluate("document.querySelectorAll( '[class*=weboid], [id*=weboid]' ).length")).toBe(0);
  });
});
