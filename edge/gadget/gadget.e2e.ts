import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { launchBrowser } from "../../.ci/testing/browser.ts";
import { openSite, type Site } from "../../.ci/testing/site.ts";
import type { UrlAnswer } from "../../shared/answer/types.ts";
import { answer, EVERY_VERDICT, page } from "../../shared/format/html/testing/gallery.ts";
import { printScript } from "../../shared/format/script.ts";
import { gadgetScript, marksScript } from "./script.ts";

/** As much of MediaWiki's client side as the gadget uses, with the memory that its hooks have. */
const MEDIAWIKI = `
  window.mediaWiki = window.mw = ( function () {
    var hooks = {}, config = JSON.parse( document.documentElement.dataset.config );
    return {
      config: { get: function ( name ) { return name in config ? config[ name ] : null; } },
      log: { warn: function ( text ) { console.log( text ); } },
      loader: { using: function () { return Promise.resolve(); } },
      user: { options: { get: function ( name ) { return name in config ? config[ name ] : null; } } },
      util: { addCSS: function ( css ) {
        var style = document.createElement( "style" );
        style.textContent = css;
        document.head.appendChild( style );
      } },
      hook: function ( name ) {
        var hook = hooks[ name ] = hooks[ name ] || { list: [], last: null };
        return {
          add: function ( f ) { hook.list.push( f ); if ( hook.last ) { f.apply( null, hook.last ); } },
          fire: function () { hook.last = arguments; hook.list.forEach( function ( f ) { f.apply( null, hook.last ); } ); }
        };
      }
    };
  }() );
`;

const DEAD = "https://www.stadtarchiv-musterhausen.de/bestaende/urkunden/1352";
const GONE = "http://heimatverein-oberdorf.de/chronik.html";
const FINE = "https://museum.org/collection/objects/4711";
const ARTICLE = `
  <p id="first">One <a id="dead" class="external text" href="${DEAD}">dead link</a> in a line of text.</p>
  <p id="second">A <a id="plain" class="external text" href="${DEAD}#x">plain link</a> in a line.</p>
  <p><a id="fragment" class="external" href="https://WWW.stadtarchiv-musterhausen.de/bestaende/urkunden/1352#page=2">with a fragment</a></p>
  <p><a id="relative" class="external" href="//heimatverein-oberdorf.de/chronik.html">protocol-relative</a></p>
  <p><a id="other" class="external" href="${DEAD}/2">another path</a>,
     <a id="fine" class="external" href="${FINE}">a fine link</a>,
     <a id="internal" href="/wiki/Page">an internal link</a></p>`;

interface View {
  readonly config?: Readonly<Record<string, unknown>>;
  readonly article?: string;
  /** Script that runs before the gadget. */
  readonly before?: string;
  readonly dir?: "ltr" | "rtl";
  readonly colorScheme?: "light" | "dark";
  /** Of the skin. */
  readonly style?: string;
  /** Address of the gadget at Weboid. */
  readonly gadget?: string;
}

const CONFIG = {
  wgArticleId: 9301140,
  wgAction: "view",
  wgIsArticle: true,
  wgDBname: "dewiki",
  wgUserLanguage: "en",
  wgNamespaceNumber: 0,
};

let browser: Browser;
let weboid: Site;
let wiki: Site;
let context: BrowserContext;
let view: View = {};
let urls: readonly UrlAnswer[] = EVERY_VERDICT;

function wikiPage(): string {
  const { config, article = ARTICLE, before = "", dir = "ltr", style = "", gadget = "/gadget.js" } = view;
  const settings = JSON.stringify({ ...CONFIG, ...config }).replaceAll('"', "&quot;");
  return `<!doctype html><html lang="en" dir="${dir}" data-config="${settings}"><head><meta charset="utf-8">
    <title>Musterhausen</title><link rel="icon" href="data:,">
    <style>${style}
      a.external { padding-right: 13px; background: linear-gradient(#36c, #36c) no-repeat center right / 10px 10px; }
      #plain { padding: 0; background: none; } h1 { margin: 0 0 20px; } p { margin: 0; }</style>
    <script src="/load.js"></script></head>
    <body><header><h1 id="firstHeading">Musterhausen</h1></header>
    <main><div id="mw-content-text">${article}</div></main>
    <a id="outside" class="external" href="${DEAD}">outside the content</a>
    <script src="/before.js"></script><script src="${weboid.base}${gadget}"></script></body></html>`.replace(
    '<script src="/before.js"></script>',
    before === "" ? "" : '<script src="/before.js"></script>',
  );
}

beforeAll(async () => {
  browser = await launchBrowser();
  weboid = await openSite(({ pathname, searchParams }) => {
    const script = { "content-type": "text/javascript; charset=utf-8" };
    const lang = searchParams.get("lang");
    if (pathname === "/gadget.js" && searchParams.get("part") === "marks")
      return { body: marksScript(lang ?? "en"), headers: script };
    if (pathname === "/gadget.js")
      return { body: gadgetScript({ base: weboid.base, wiki: null, lang }), headers: script };
    if (pathname !== "/externalLinkProblem") return null;
    return {
      body: printScript.print(answer(page(urls, { total: 120 })), { callback: null, lang: "en" }),
      headers: script,
    };
  });
  wiki = await openSite(({ pathname }) => {
    if (pathname === "/load.js") return { body: MEDIAWIKI, headers: { "content-type": "text/javascript" } };
    if (pathname === "/before.js")
      return { body: view.before ?? "", headers: { "content-type": "text/javascript" } };
    // What docs/gadget.md says a wiki's policy has to allow, and no more.
    const policy = `default-src 'none'; script-src 'self' ${weboid.base}; style-src 'unsafe-inline'; img-src data:`;
    return { body: wikiPage(), headers: { "content-security-policy": policy } };
  });
});
afterAll(async () => {
  await browser.close();
  await Promise.all([weboid.close(), wiki.close()]);
});
beforeEach(() => {
  view = {};
  urls = EVERY_VERDICT;
  weboid.asked.length = 0;
});
afterEach(() => context.close());

/** Opens the article and waits until the gadget has asked and been answered, or has had its chance to: scripts that it adds hold up the event. */
async function open(): Promise<Page> {
  context = await browser.newContext({ colorScheme: view.colorScheme ?? "light" });
  const tab = await context.newPage();
  tab.on("pageerror", (error) => {
    throw error;
  });
  await tab.goto(wiki.base, { waitUntil: "load" });
  return tab;
}

const questions = () => weboid.asked.filter((address) => !address.startsWith("/gadget.js"));
const ANSWER = "/externalLinkProblem?dbname=dewiki%40WMF&pageid=9301140";
/** Ids of the links that have a mark right behind them. */
const marked = (tab: Page): Promise<string[]> =>
  tab.evaluate(`Array.from( document.querySelectorAll( ".weboid-mark" ), m => m.previousElementSibling.id )`);
const textOf = (tab: Page, selector: string) => tab.locator(selector).textContent();
const hrefOf = (tab: Page, selector: string) => tab.locator(selector).getAttribute("href");
/** Opens the box at a link by keyboard. */
async function openCard(tab: Page, id: string) {
  const icon = tab.locator(`#${id} + .weboid-mark .weboid-icon`);
  await icon.focus();
  await tab.keyboard.press("Enter");
  return { icon, card: tab.locator(`#${id} + .weboid-mark .weboid-card`) };
}

describe("an article with dead links", () => {
  test("these are marked, in every spelling, and no others", async () => {
    urls = EVERY_VERDICT.map((url) =>
      url.url === GONE ? { ...url, url: GONE.replace("http:", "https:") } : url,
    );
    const tab = await open();
    expect(questions()).toEqual([ANSWER]);
    expect(await marked(tab)).toEqual(["dead", "plain", "fragment", "relative"]);
  });

  test("a protocol-relative link is found under http as well", async () => {
    expect(await marked(await open())).toContain("relative");
  });

  test("the icon tells the evidence in words of its own, and opens by keyboard what is known", async () => {
    const tab = await open();
    const words = await textOf(tab, "#dead + .weboid-mark .weboid-text");
    expect(words).toMatch(/^Unreachable: 404 not found for .*, 9 checks$/);
    expect(await tab.getByRole("button", { name: words ?? "" }).count()).toBeGreaterThan(0);
    const { icon, card } = await openCard(tab, "dead");
    expect(await icon.getAttribute("aria-expanded")).toBe("true");
    expect(await card.getAttribute("id")).toBe(await icon.getAttribute("aria-controls"));
    expect(await card.locator(".weboid-line").first().textContent()).toBe("Unreachable");
    expect(await card.textContent()).toMatch(/404 not found for .*9 checks · last checked /);
    expect(await hrefOf(tab, ".weboid-archive")).toBe(`https://web.archive.org/web/20240611120000/${DEAD}`);
    const here = `dbname=dewiki%40WMF&pageid=9301140`;
    expect(await hrefOf(tab, ".weboid-page")).toBe(`${weboid.base}/externalLinkInfo?${here}&lang=en`);
    const report = `${weboid.base}/report?${here}&url=${encodeURIComponent(DEAD)}&lang=en`;
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
    urls = EVERY_VERDICT.map((url) => (url.url === GONE ? { ...url, reports: 2 } : url));
    const tab = await open();
    const { card } = await openCard(tab, "relative");
    expect(await card.textContent()).toContain("2 people report that it works for them");
    expect(await card.textContent()).toContain(
      "Possible replacement, to be judged before use: https://www.oberdorf.de/verein/chronik",
    );
    expect(await hrefOf(tab, ".weboid-replacement")).toBe("https://www.oberdorf.de/verein/chronik");
  });

  test("it opens under the pointer and closes behind it; a click keeps it, one elsewhere closes it", async () => {
    const tab = await open();
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
    view = { config: { wgUserName: "Ada", wgRelevantPageIsProbablyEditable: true } };
    const tab = await open();
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
    view = { style };
    const tab = await open();
    expect(
      await tab.evaluate(`getComputedStyle( document.querySelector( "#dead + .weboid-mark path" ) ).fill`),
    ).toBe(colour);
  });

  test.each(["ltr", "rtl"] as const)("the icon stands behind the words: %s", async (dir) => {
    view = { dir };
    const tab = await open();
    const icon = await tab.locator("#fragment + .weboid-mark svg").boundingBox();
    const link = await tab.locator("#fragment").boundingBox();
    const middle = (link?.x ?? 0) + (link?.width ?? 0) / 2;
    expect(Math.sign((icon?.x ?? 0) - middle)).toBe(dir === "rtl" ? -1 : 1);
    // In the room of the skin's own icon.
    expect(icon?.x).toBeGreaterThanOrEqual((link?.x ?? 0) - 1);
    expect((icon?.x ?? 0) + (icon?.width ?? 0)).toBeLessThanOrEqual((link?.x ?? 0) + (link?.width ?? 0) + 1);
  });

  test.each([
    ["de", "/gadget.js", "Nicht erreichbar: 404 nicht gefunden seit ", "ltr"],
    ["gsw", "/gadget.js", "Nicht erreichbar: 404 nicht gefunden seit ", "ltr"],
    ["zh-tw", "/gadget.js", "無法存取：", "ltr"],
    ["arz", "/gadget.js", "غير قابلة للوصول: ", "rtl"],
    ["is", "/gadget.js", "Unreachable: 404 not found for ", "ltr"],
    // Whole, in the language of its address.
    ["fr", "/gadget.js?lang=de", "Nicht erreichbar: 404 nicht gefunden seit ", "ltr"],
  ])("speaks to readers of %s (%s)", async (wgUserLanguage, gadget, words, dir) => {
    view = { config: { wgUserLanguage }, gadget };
    const tab = await open();
    const text = tab.locator("#dead + .weboid-mark .weboid-text");
    expect(await text.textContent()).toContain(words);
    expect(await text.getAttribute("dir")).toBe(dir);
    expect(weboid.asked).toEqual(
      gadget === "/gadget.js"
        ? ["/gadget.js", ANSWER, `/gadget.js?part=marks&lang=${wgUserLanguage}`]
        : [gadget, ANSWER],
    );
  });

  test("what comes into the page later is marked too, and nothing twice", async () => {
    const tab = await open();
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
    urls = [];
    const hostile = '"><img src=x onerror=alert(1)>';
    const tab = await open();
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
    expect(await textOf(tab, "#fine + .weboid-mark .weboid-text")).toBe("Unreachable");
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
    view = what;
    const tab = await open();
    expect(await tab.locator("#weboid-summary").count()).toBe(isShown ? 1 : 0);
    if (!isShown) return;
    expect(await textOf(tab, "#weboid-summary")).toBe(`Unreachable: ${DEADS} of 120 external links`);
    expect(await hrefOf(tab, "#weboid-summary a")).toBe(
      `${weboid.base}/externalLinkInfo?dbname=dewiki%40WMF&pageid=9301140&lang=en`,
    );
  });

  test("takes a line of its own where there is no room", async () => {
    view = { config: EDITOR, style: "#firstHeading { margin: 0 !important; }" };
    const tab = await open();
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
    view = { before };
    await open();
    expect(questions()).toEqual([`/externalLinkProblem?dbname=${dbname}&pageid=9301140`]);
  });

  test("archives can be left out", async () => {
    view = { before: "window.weboidConfig = { archives: false };" };
    const tab = await open();
    await openCard(tab, "dead");
    expect(await tab.locator(".weboid-report").count()).toBe(1);
    expect(await tab.locator(".weboid-archive").count()).toBe(0);
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
    view = what;
    const tab = await open();
    expect(questions()).toEqual([]);
    expect(await tab.locator(".weboid-mark").count()).toBe(0);
  });

  test("a page without findings stays as it is, and costs one question", async () => {
    urls = EVERY_VERDICT.filter(({ verdict }) => verdict !== "unreachable");
    view = { config: { wgUserName: "Ada", wgRelevantPageIsProbablyEditable: true } };
    const tab = await open();
    expect(weboid.asked).toEqual(["/gadget.js", ANSWER]);
    expect(await tab.evaluate("document.querySelectorAll( 'style' ).length")).toBe(1);
    expect(await tab.evaluate("document.querySelectorAll( '[class*=weboid], [id*=weboid]' ).length")).toBe(0);
  });
});
