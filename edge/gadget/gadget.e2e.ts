import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { launchBrowser } from "../../.ci/testing/browser.ts";
import { openSite, type Site } from "../../.ci/testing/site.ts";
import type { UrlAnswer } from "../../shared/answer/types.ts";
import { answer, EVERY_VERDICT, page } from "../../shared/format/html/testing/gallery.ts";
import { printScript } from "../../shared/format/script.ts";
import { gadgetScript } from "./script.ts";

/** As much of MediaWiki's client side as the gadget uses, with the memory that its hooks have. */
const MEDIAWIKI = `
  window.mediaWiki = window.mw = ( function () {
    var hooks = {}, config = JSON.parse( document.documentElement.dataset.config );
    return {
      config: { get: function ( name ) { return name in config ? config[ name ] : null; } },
      log: { warn: function ( text ) { console.log( text ); } },
      loader: { using: function () { return Promise.resolve(); } },
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
  const { config, article = ARTICLE, before = "", dir = "ltr" } = view;
  const settings = JSON.stringify({ ...CONFIG, ...config }).replaceAll('"', "&quot;");
  return `<!doctype html><html lang="en" dir="${dir}" data-config="${settings}"><head><meta charset="utf-8">
    <title>Musterhausen</title><link rel="icon" href="data:,">
    <style>:root { color-scheme: light dark; } @media (prefers-color-scheme: dark) { :root { --color-error: #fd7865; --color-subtle: #a2a9b1; } }</style>
    <script src="/load.js"></script></head>
    <body><main id="mw-content-text"><h1>Musterhausen</h1>${article}</main>
    <a id="outside" class="external" href="${DEAD}">outside the content</a>
    <script src="/before.js"></script><script src="${weboid.base}/gadget.js"></script></body></html>`.replace(
    '<script src="/before.js"></script>',
    before === "" ? "" : '<script src="/before.js"></script>',
  );
}

beforeAll(async () => {
  browser = await launchBrowser();
  weboid = await openSite(({ pathname }) => {
    const script = { "content-type": "text/javascript; charset=utf-8" };
    if (pathname === "/gadget.js")
      return { body: gadgetScript({ base: weboid.base, wiki: null, lang: null }), headers: script };
    if (pathname !== "/externalLinkProblem") return null;
    return { body: printScript.print(answer(page(urls)), { callback: null, lang: "en" }), headers: script };
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

/** Opens the article and waits until the gadget has asked and been answered, or has had its chance to. */
async function open(): Promise<Page> {
  context = await browser.newContext({ colorScheme: view.colorScheme ?? "light" });
  const tab = await context.newPage();
  tab.on("pageerror", (error) => {
    throw error;
  });
  await tab.goto(wiki.base, { waitUntil: "networkidle" });
  return tab;
}

const questions = () => weboid.asked.filter((address) => !address.startsWith("/gadget.js"));
/** Ids of the links that have a mark right behind them. */
const marked = (tab: Page): Promise<string[]> =>
  tab.evaluate(`Array.from( document.querySelectorAll( ".weboid-mark" ), m => m.previousElementSibling.id )`);

describe("an article with dead links", () => {
  test("these are marked, in every spelling, and no others", async () => {
    urls = EVERY_VERDICT.map((url) =>
      url.url === GONE ? { ...url, url: GONE.replace("http:", "https:") } : url,
    );
    const tab = await open();
    expect(questions()).toEqual(["/externalLinkProblem?dbname=dewiki%40WMF&pageid=9301140"]);
    expect(await marked(tab)).toEqual(["dead", "fragment", "relative"]);
  });

  test("a protocol-relative link is found under http as well", async () => {
    expect(await marked(await open())).toContain("relative");
  });

  test("the mark tells the evidence to eyes, ears and keyboards, and leads on", async () => {
    const tab = await open();
    const mark = tab.locator("#dead + .weboid-mark");
    const icon = mark.getByRole("img").first();
    const words = await icon.getAttribute("aria-label");
    expect(words).toMatch(/^Unreachable: 404 not found (for|since) .*, 9 checks$/);
    const link = mark.getByRole("link").first();
    expect(await link.getAttribute("title")).toBe(words);
    expect(await link.getAttribute("href")).toBe(
      `${weboid.base}/externalLinkInfo?dbname=dewiki%40WMF&pageid=9301140&lang=en`,
    );
    const archive = mark.getByRole("link", { name: "Archived copy" });
    expect(await archive.getAttribute("href")).toBe(`https://web.archive.org/web/20240611120000/${DEAD}`);
    expect(await icon.isVisible()).toBe(true);
  });

  test("nothing moves but the words behind the icon", async () => {
    const tab = await open();
    const height = (await tab.locator("#first").boundingBox())?.height;
    await tab.evaluate(`document.querySelectorAll( ".weboid-mark" ).forEach( m => m.remove() )`);
    expect((await tab.locator("#first").boundingBox())?.height).toBe(height);
  });

  test.each([
    ["light", "rgb(191, 60, 44)"],
    ["dark", "rgb(253, 120, 101)"],
  ] as const)("the icon has the skin's colour for errors: %s", async (colorScheme, colour) => {
    view = { colorScheme };
    const tab = await open();
    expect(
      await tab.evaluate(`getComputedStyle( document.querySelector( "#dead + .weboid-mark path" ) ).fill`),
    ).toBe(colour);
  });

  test("from right to left the icon stands left of the link", async () => {
    view = { dir: "rtl" };
    const tab = await open();
    const icon = await tab.locator("#fragment + .weboid-mark .weboid-icon svg").boundingBox();
    const link = await tab.locator("#fragment").boundingBox();
    expect(icon?.x).toBeLessThan(link?.x ?? 0);
  });

  test("speaks the reader's language", async () => {
    view = { config: { wgUserLanguage: "de" } };
    const label = (await open()).locator("#dead + .weboid-mark").getByRole("img").first();
    expect(await label.getAttribute("aria-label")).toContain("Nicht erreichbar: 404 nicht gefunden seit ");
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
    expect(await marked(tab)).toEqual(["dead", "fragment", "relative", "fine", "late"]);
  });

  test("an answer of bare addresses marks as well, a hostile archive is no link", async () => {
    urls = [];
    const tab = await open();
    await tab.evaluate(`mw.hook( "externalLinkProblem/query.answer" ).fire( [
      null, {}, { url: "http://[" }, { url: "${DEAD}", archives: [ { type: "x", url: "javascript:alert(1)" } ] }, { url: "${FINE}", archive: "data:text/html,x" }
    ] )`);
    expect(await marked(tab)).toEqual(["dead", "fragment", "fine"]);
    expect(await tab.locator(".weboid-archive").count()).toBe(0);
    expect(await tab.locator("#fine + .weboid-mark").getByRole("img").getAttribute("aria-label")).toBe(
      "Unreachable",
    );
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
    expect(await tab.locator(".weboid-icon").count()).toBe(3);
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

  test("a page without findings stays as it is", async () => {
    urls = EVERY_VERDICT.filter(({ verdict }) => verdict !== "unreachable");
    const tab = await open();
    expect(questions()).toHaveLength(1);
    expect(await tab.evaluate("document.querySelectorAll( 'style' ).length")).toBe(1);
    expect(await marked(tab)).toEqual([]);
  });
});
