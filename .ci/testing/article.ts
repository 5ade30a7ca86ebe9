import type { Browser, BrowserContext, Page, Request } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { gadgetScript, marksScript, repairScript } from "../../edge/gadget/script.ts";
import type { UrlAnswer } from "../../shared/answer/types.ts";
import { answer, EVERY_VERDICT, page } from "../../shared/format/html/testing/gallery.ts";
import { printProblems } from "../../shared/format/script.ts";
import { isRecord } from "../../shared/json/record.ts";
import { launchBrowser } from "./browser.ts";
import { openSite, type Site } from "./site.ts";

/** As much of MediaWiki's client side as the gadget uses, with the memory that its hooks have. */
const MEDIAWIKI = `
  window.mediaWiki = window.mw = ( function () {
    var hooks = {}, config = JSON.parse( document.documentElement.dataset.config );
    return {
      config: { get: function ( name ) { return name in config ? config[ name ] : null; } },
      log: { warn: function ( text ) { console.log( text ); } },
      loader: {
        using: function () { return Promise.resolve(); },
        getScript: function ( address ) { return new Promise( function ( loaded, failed ) {
          var script = document.createElement( "script" );
          script.src = address;
          script.onload = loaded;
          script.onerror = failed;
          document.head.appendChild( script );
        } ); }
      },
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

export const DEAD = "https://www.stadtarchiv-musterhausen.de/bestaende/urkunden/1352";
export const GONE = "http://heimatverein-oberdorf.de/chronik.html";
export const FINE = "https://museum.org/collection/objects/4711";
const ARTICLE = `
  <p id="first">One <a id="dead" class="external text" href="${DEAD}">dead link</a> in a line of text.</p>
  <p id="second">A <a id="plain" class="external text" href="${DEAD}#x">plain link</a> in a line.</p>
  <p><a id="fragment" class="external" href="https://WWW.stadtarchiv-musterhausen.de/bestaende/urkunden/1352#page=2">with a fragment</a></p>
  <p><a id="relative" class="external" href="//heimatverein-oberdorf.de/chronik.html">protocol-relative</a></p>
  <p><a id="other" class="external" href="${DEAD}/2">another path</a>,
     <a id="fine" class="external" href="${FINE}">a fine link</a>,
     <a id="internal" href="/wiki/Page">an internal link</a></p>`;

export interface View {
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

function wikiPage(view: View, weboid: string): string {
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
    <script src="/before.js"></script><script src="${weboid}${gadget}"></script></body></html>`.replace(
    '<script src="/before.js"></script>',
    before === "" ? "" : '<script src="/before.js"></script>',
  );
}

/** A browser before an article, and what its gadget is answered. */
export interface ArticleWorld {
  readonly weboid: Site;
  /** Of the article that is opened next; empty before each test. */
  view: View;
  /** What the answer has; every verdict before each test. */
  urls: readonly UrlAnswer[];
  /** What it says of a repair, with 400 an error; null before each test: nothing. */
  repair: unknown;
  /** Opens the article and waits until the gadget has asked, been answered and loaded the rest, or has had its chance to. */
  open(fragment?: string): Promise<Page>;
  /** What Weboid was asked beside scripts. */
  questions(): string[];
}

async function openWeboid(urls: () => readonly UrlAnswer[], repair: () => unknown): Promise<Site> {
  const weboid: Site = await openSite(({ pathname, searchParams }) => {
    const script = { "content-type": "text/javascript; charset=utf-8" };
    const lang = searchParams.get("lang");
    if (pathname === "/gadget.js" && searchParams.get("part") === "marks")
      return { body: marksScript(lang ?? "en"), headers: script };
    if (pathname === "/gadget.js" && searchParams.get("part") === "repair")
      return { body: repairScript(lang ?? "en"), headers: script };
    if (pathname === "/gadget.js")
      return { body: gadgetScript({ base: weboid.base, wiki: null, lang }), headers: script };
    const found = pathname === "/api/v1/repair" ? repair() : null;
    if (found !== null)
      return {
        status: isRecord(found) && "error" in found ? 400 : 200,
        body: JSON.stringify(found),
        headers: { "access-control-allow-origin": "*" },
      };
    if (pathname !== "/externalLinkProblem.json") return null;
    return {
      body: printProblems(answer(page(urls(), { total: 120 }))),
      headers: { "access-control-allow-origin": "*" },
    };
  });
  return weboid;
}

function openWikiApi(view: () => View, weboid: () => string): Promise<Site> {
  return openSite(({ pathname }) => {
    if (pathname === "/load.js") return { body: MEDIAWIKI, headers: { "content-type": "text/javascript" } };
    if (pathname === "/before.js")
      return { body: view().before ?? "", headers: { "content-type": "text/javascript" } };
    // What docs/gadget.md says a wiki's policy has to allow, and no more.
    const policy = `default-src 'none'; connect-src 'self' ${weboid()}; script-src 'self' ${weboid()}; style-src 'unsafe-inline'; img-src data:`;
    return { body: wikiPage(view(), weboid()), headers: { "content-security-policy": policy } };
  });
}

/** What a tab waits for at the moment. */
function requestsOf(tab: Page): ReadonlySet<Request> {
  const loading = new Set<Request>();
  tab.on("request", (request) => loading.add(request));
  tab.on("requestfinished", (request) => loading.delete(request));
  tab.on("requestfailed", (request) => loading.delete(request));
  return loading;
}

/** For all tests of a file. */
export function openArticles(): ArticleWorld {
  let browser: Browser;
  let context: BrowserContext;
  let weboid: Site;
  let wiki: Site;
  const world: ArticleWorld = {
    get weboid() {
      return weboid;
    },
    view: {},
    urls: EVERY_VERDICT,
    repair: null,
    async open(fragment = "") {
      context = await browser.newContext({ colorScheme: world.view.colorScheme ?? "light" });
      const tab = await context.newPage();
      tab.on("pageerror", (error) => {
        throw error;
      });
      const loading = requestsOf(tab);
      await tab.goto(`${wiki.base}/${fragment}`, { waitUntil: "load" });
      // What an answer leads to is asked for before the tab says that it is idle.
      do await tab.evaluate("new Promise( requestAnimationFrame )").catch(() => tab.waitForLoadState());
      while (loading.size > 0);
      return tab;
    },
    questions: () => weboid.asked.filter((address) => !address.startsWith("/gadget.js")),
  };
  beforeAll(async () => {
    browser = await launchBrowser();
    weboid = await openWeboid(
      () => world.urls,
      () => world.repair,
    );
    wiki = await openWikiApi(
      () => world.view,
      () => weboid.base,
    );
  });
  afterAll(async () => {
    await browser.close();
    await Promise.all([weboid.close(), wiki.close()]);
  });
  beforeEach(() => {
    world.view = {};
    world.urls = EVERY_VERDICT;
    world.repair = null;
    weboid.asked.length = 0;
  });
  afterEach(() => context.close());
  return world;
}
