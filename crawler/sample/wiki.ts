import type { SampleArticle } from "./articles.ts";
import { answerApi, normaliseTitle } from "./wiki-api.ts";

/** The HTML of the sample wiki: as much of MediaWiki's markup and of its `mw` object as a gadget meets there. */

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
const hrefOf = (title: string): string => `/wiki/${encodeURIComponent(title.replaceAll(" ", "_"))}`;

const STYLE = `
body { margin: 0; font: 16px/1.6 system-ui, sans-serif; color: #202122; background: #f8f9fa; }
#content { max-width: 46rem; margin: 0 auto; padding: 1.5rem 2rem 3rem; background: #fff; min-height: 100vh; box-sizing: border-box; }
nav { font-size: .85rem; display: flex; flex-wrap: wrap; gap: .2rem .9rem; padding-bottom: 1rem; border-bottom: 1px solid #c8ccd1; }
h1 { font: 2rem/1.3 Georgia, "Liberation Serif", serif; border-bottom: 1px solid #a2a9b1; margin: 1.2rem 0 .8rem; }
h2 { font: 1.4rem/1.3 Georgia, "Liberation Serif", serif; border-bottom: 1px solid #c8ccd1; margin-top: 1.8rem; }
a { color: #3366cc; text-decoration: none; } a:hover { text-decoration: underline; }
a.external { color: #2b4b8f; } .reference { font-size: .75em; } ol.references { font-size: .9rem; }
.notice { font-size: .85rem; color: #54595d; border-left: 3px solid #c8ccd1; padding-left: .8rem; margin-top: 2.5rem; }`;

/**
 * The part of MediaWiki's JavaScript interface that gadgets rely on: configuration, hooks that remember their last event,
 * style sheets, the loader.
 */
const MW = `
(function () {
  var hooks = {};
  function hook(name) {
    return hooks[name] || (hooks[name] = (function () {
      var handlers = [], last = null;
      var api = {
        add: function () {
          for (var i = 0; i < arguments.length; i++) { handlers.push(arguments[i]); if (last) arguments[i].apply(null, last); }
          return api;
        },
        remove: function (handler) { handlers = handlers.filter(function (one) { return one !== handler; }); return api; },
        fire: function () { last = arguments; handlers.slice().forEach(function (one) { one.apply(null, last); }); return api; }
      };
      return api;
    }()));
  }
  function script(url) {
    return new Promise(function (resolve, reject) {
      var element = document.createElement("script");
      element.src = url; element.onload = resolve; element.onerror = reject;
      document.head.appendChild(element);
    });
  }
  function style(css) {
    var element = document.createElement("style");
    element.textContent = css;
    document.head.appendChild(element);
    return element.sheet || element;
  }
  function log() {}
  log.warn = log.error = function (message) { console.warn(message); };
  var values = JSON.parse(document.getElementById("mw-config").textContent);
  window.mw = window.mediaWiki = {
    config: {
      values: values,
      exists: function (key) { return Object.prototype.hasOwnProperty.call(values, key); },
      get: function (key, fallback) { return this.exists(key) ? values[key] : fallback === undefined ? null : fallback; }
    },
    hook: hook,
    util: { addCSS: style, getUrl: function (title) { return "/wiki/" + encodeURIComponent(title.replace(/ /g, "_")); } },
    loader: {
      using: function (names, ready) { if (typeof ready === "function") ready(); return Promise.resolve(function () {}); },
      load: script, getScript: script, addStyleTag: style, getState: function () { return "ready"; }
    },
    user: { options: { get: function () { return null; } } },
    notify: function () {}, log: log
  };
  document.addEventListener("DOMContentLoaded", function () {
    var content = document.getElementById("mw-content-text");
    var list = [content];
    list.find = function (selector) { return Array.prototype.slice.call(content.querySelectorAll(selector)); };
    hook("wikipage.content").fire(list);
  });
}());`;

interface Shown {
  readonly gadgetUrl: string;
  readonly articles: readonly SampleArticle[];
}

function frame(title: string, body: string, head = ""): string {
  return `<!doctype html>
<html lang="en" dir="ltr" class="client-js">
<head><meta charset="utf-8"><title>${escapeHtml(title)} – Sample wiki</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
<style>${STYLE}</style>
${head}</head>
<body class="mediawiki ltr ns-0 ns-subject action-view">
<div id="content" class="mw-body" role="main">
${body}
</div>
</body>
</html>
`;
}

/** JSON inside a script element: nothing in it may end the element. */
const inScript = (value: unknown): string => JSON.stringify(value).replaceAll("<", "\\u003c");

function paragraph(text: string): string {
  const marked = escapeHtml(text).replace(
    / \{(\d+)\}/g,
    (_, n) => `<sup class="reference"><a href="#cite_note-${n}">[${n}]</a></sup>`,
  );
  return `<p>${marked}</p>`;
}

function articlePage(article: SampleArticle, { gadgetUrl, articles }: Shown): string {
  const config = {
    wgDBname: "samplewiki",
    wgWikiID: "samplewiki",
    wgArticleId: article.pageid,
    wgTitle: article.title,
    wgPageName: article.title.replaceAll(" ", "_"),
    wgNamespaceNumber: 0,
    wgCanonicalNamespace: "",
    wgIsArticle: true,
    wgIsMainPage: article.pageid === 1,
    wgAction: "view",
    wgUserLanguage: "en",
    wgContentLanguage: "en",
    wgPageContentLanguage: "en",
    wgPageContentModel: "wikitext",
    wgCurRevisionId: article.pageid,
    wgRevisionId: article.pageid,
    wgArticlePath: "/wiki/$1",
    wgScriptPath: "/w",
    wgUserName: null,
    wgUserGroups: ["*"],
    skin: "sample",
  };
  const head = `<script type="application/json" id="mw-config">${inScript(config)}</script>
<script>${MW}</script>
<script src="${escapeHtml(gadgetUrl)}" async></script>
`;
  const links = articles.map(({ title }) => `<a href="${hrefOf(title)}">${escapeHtml(title)}</a>`).join(" ");
  const sources = article.sources.map(
    ({ url, label }, i) =>
      `<li id="cite_note-${i + 1}"><span class="reference-text"><a rel="nofollow" class="external text" href="${escapeHtml(url)}">${escapeHtml(label)}</a></span></li>`,
  );
  return frame(
    article.title,
    `<nav aria-label="Articles">${links}</nav>
<h1 id="firstHeading" class="firstHeading">${escapeHtml(article.title)}</h1>
<div id="bodyContent" class="mw-body-content"><div id="mw-content-text" class="mw-body-content"><div class="mw-parser-output">
${article.text.map(paragraph).join("\n")}
<h2 id="References">References</h2>
<ol class="references">
${sources.join("\n")}
</ol>
</div></div></div>
<p class="notice">An article of Weboid's sample wiki. Everything in it is invented; its web sites exist on this machine only, and no browser finds them. Dead links are marked by the gadget, as in a real wiki.</p>`,
    head,
  );
}

function listPage(articles: readonly SampleArticle[]): string {
  const items = articles.map(({ title }) => `<li><a href="${hrefOf(title)}">${escapeHtml(title)}</a></li>`);
  return frame("All pages", `<h1>All pages</h1>\n<ul>${items.join("\n")}</ul>`);
}

function missingPage(): string {
  return frame(
    "No such page",
    '<h1>No such page</h1>\n<p>This wiki has no page of that name. See <a href="/wiki/Special:AllPages">all pages</a>.</p>',
  );
}

/** A wiki of our own that answers as MediaWiki's API does, as far as Weboid asks, and shows its articles. */
export interface SampleWiki {
  readonly port: number;
  /** Address of api.php. */
  readonly api: string;
  articleUrl(title: string): string;
  close(): void;
}

interface WikiOptions {
  /** 0: any free one. */
  readonly port: number;
  readonly articles: readonly SampleArticle[];
  /** Where the articles load the gadget from. */
  readonly gadgetUrl: string;
}

const QUERY_CHARS_MAX = 65_536;

/** Throws the system's error (EADDRINUSE) when the port cannot be had. */
export function serveSampleWiki({ port, articles, gadgetUrl }: WikiOptions): SampleWiki {
  const html = (text: string, status = 200) =>
    new Response(text, { status, headers: { "content-type": "text/html; charset=utf-8" } });
  const server: Bun.Server<undefined> = Bun.serve({
    hostname: "127.0.0.1",
    port,
    maxRequestBodySize: QUERY_CHARS_MAX,
    async fetch(request): Promise<Response> {
      const url = new URL(request.url);
      const base = `http://127.0.0.1:${server.port}`;
      if (url.pathname === "/w/api.php") {
        const body = request.method === "POST" ? await request.text() : "";
        return answerApi(
          new URLSearchParams([...url.searchParams, ...new URLSearchParams(body)]),
          articles,
          base,
        );
      }
      if (url.pathname === "/") return Response.redirect(`${base}/wiki/Main_Page`, 302);
      const byId = url.pathname === "/w/index.php" ? Number(url.searchParams.get("curid")) : null;
      const title = decodeTitle(url.pathname) ?? url.searchParams.get("title");
      const article = articles.find((one) =>
        byId ? one.pageid === byId : title !== null && one.title === normaliseTitle(title),
      );
      if (article !== undefined) return html(articlePage(article, { gadgetUrl, articles }));
      return url.pathname === "/wiki/Special:AllPages" ? html(listPage(articles)) : html(missingPage(), 404);
    },
    error: () => new Response("this wiki had a problem\n", { status: 500 }),
  });
  const own = server.port ?? port;
  return {
    port: own,
    api: `http://127.0.0.1:${own}/w/api.php`,
    articleUrl: (title) => `http://127.0.0.1:${own}/wiki/${encodeURIComponent(title.replaceAll(" ", "_"))}`,
    close: () => void server.stop(true),
  };
}

function decodeTitle(path: string): string | null {
  const encoded = /^\/wiki\/(.+)$/.exec(path)?.[1];
  if (encoded === undefined) return null;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}
