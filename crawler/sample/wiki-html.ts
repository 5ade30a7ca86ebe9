import type { SampleArticle } from "./articles.ts";
import { articlesIn, categoriesOf, subcategoriesOf } from "./categories.ts";
import { wikitextOf } from "./wikitext.ts";

/** The HTML of the sample wiki: as much of MediaWiki's markup and of its `mw` object as a gadget meets there. */

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
const hrefOf = (title: string): string => `/wiki/${encodeURIComponent(title.replaceAll(" ", "_"))}`;

const editHref = (title: string): string =>
  `/w/index.php?title=${encodeURIComponent(title.replaceAll(" ", "_"))}&action=edit`;

const STYLE = `
:root { color-scheme: light dark; --text: #202122; --quiet: #54595d; --page: #fff; --around: #f8f9fa; --line: #c8ccd1; --link: #3366cc; --external: #2b4b8f; --cut: #ffe49c; --added: #a3d3ff; }
@media (prefers-color-scheme: dark) {
  :root { --text: #eaecf0; --quiet: #a2a9b1; --page: #101418; --around: #202122; --line: #54595d; --link: #88a3e8; --external: #a6bbf5; --cut: #5c4700; --added: #233566; }
}
body { margin: 0; font: 16px/1.6 system-ui, sans-serif; color: var(--text); background: var(--around); }
#content { max-width: 46rem; margin: 0 auto; padding: 1.5rem 2rem 3rem; background: var(--page); min-height: 100vh; box-sizing: border-box; }
nav { font-size: .85rem; display: flex; flex-wrap: wrap; gap: .2rem .9rem; padding-bottom: 1rem; border-bottom: 1px solid var(--line); }
h1 { font: 2rem/1.3 Georgia, "Liberation Serif", serif; border-bottom: 1px solid var(--line); margin: 1.2rem 0 .8rem; }
h2 { font: 1.4rem/1.3 Georgia, "Liberation Serif", serif; border-bottom: 1px solid var(--line); margin-top: 1.8rem; }
a { color: var(--link); text-decoration: none; } a:hover { text-decoration: underline; }
a.external { color: var(--external); } .reference { font-size: .75em; } ol.references { font-size: .9rem; }
.notice { font-size: .85rem; color: var(--quiet); border-inline-start: 3px solid var(--line); padding-inline-start: .8rem; margin-top: 2.5rem; }
textarea { width: 100%; height: 22rem; box-sizing: border-box; font: .85rem/1.5 monospace; } pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: .85rem; }
del { background: var(--cut); text-decoration: none; } ins { background: var(--added); text-decoration: none; }`;

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

interface Framed {
  readonly head?: string;
  readonly lang?: string;
}

function frame(title: string, body: string, { head = "", lang = "en" }: Framed = {}): string {
  const dir = lang === "ar" ? "rtl" : "ltr";
  return `<!doctype html>
<html lang="${lang}" dir="${dir}" class="client-js">
<head><meta charset="utf-8"><title>${escapeHtml(title)} – Sample wiki</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
<style>${STYLE}</style>
${head}</head>
<body class="mediawiki ${dir} ns-0 ns-subject action-view">
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

/** The article as it is laid out, without the page around it. */
export function articleText(article: SampleArticle): string {
  const sources = article.sources.map(
    ({ url, label }, i) =>
      `<li id="cite_note-${i + 1}"><span class="reference-text"><a rel="nofollow" class="external text" href="${escapeHtml(url)}">${escapeHtml(label)}</a></span></li>`,
  );
  return `<div class="mw-parser-output">
${article.text.map(paragraph).join("\n")}
<h2 id="References">References</h2>
<ol class="references">
${sources.join("\n")}
</ol>
</div>`;
}

export function articlePage(article: SampleArticle, { gadgetUrl, articles }: Shown): string {
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
    wgPageContentLanguage: article.lang ?? "en",
    wgPageContentModel: "wikitext",
    wgCurRevisionId: article.pageid,
    wgRevisionId: article.pageid,
    wgArticlePath: "/wiki/$1",
    wgRelevantPageIsProbablyEditable: true,
    wgScriptPath: "/w",
    wgScript: "/w/index.php",
    wgUserName: null,
    wgUserGroups: ["*"],
    skin: "sample",
  };
  const head = `<script type="application/json" id="mw-config">${inScript(config)}</script>
<script>${MW}</script>
<script src="${escapeHtml(gadgetUrl)}" async></script>
`;
  const links = articles.map(({ title }) => linkTo(title)).join(" ");
  return frame(
    article.title,
    `<nav aria-label="Articles">${links}</nav>
<h1 id="firstHeading" class="firstHeading">${escapeHtml(article.title)}</h1>
<div id="bodyContent" class="mw-body-content"><div id="mw-content-text" class="mw-body-content">${articleText(article)}</div></div>
${categoriesBox(article)}<p class="notice" lang="en" dir="ltr">An article of Weboid's sample wiki. Everything in it is invented; its web sites exist on this machine only. Dead links are marked by the gadget, as in a real wiki. <a href="${escapeHtml(editHref(article.title))}">Edit this page</a></p>`,
    { head, ...(article.lang !== undefined && { lang: article.lang }) },
  );
}

const linkTo = (title: string): string => `<a href="${hrefOf(title)}">${escapeHtml(title)}</a>`;

function categoriesBox(article: SampleArticle): string {
  const links = categoriesOf(article).map(({ title }) => linkTo(title));
  return links.length === 0 ? "" : `<p class="notice" id="catlinks">${links.join(" · ")}</p>\n`;
}

export function categoryPage(title: string, articles: readonly SampleArticle[]): string {
  const members = [...subcategoriesOf(title), ...articlesIn(title, articles)];
  const items = members.map((member) => `<li>${linkTo(member.title)}</li>`);
  return frame(title, `<h1>${escapeHtml(title)}</h1>\n<ul>${items.join("\n")}</ul>`);
}

export function listPage(articles: readonly SampleArticle[]): string {
  const items = articles.map(({ title }) => `<li>${linkTo(title)}</li>`);
  return frame("All pages", `<h1>All pages</h1>\n<ul>${items.join("\n")}</ul>`);
}

export function missingPage(): string {
  return frame(
    "No such page",
    '<h1>No such page</h1>\n<p>This wiki has no page of that name. See <a href="/wiki/Special:AllPages">all pages</a>.</p>',
  );
}

const NOT_SAVED =
  '<p class="notice">Nothing can be saved in this sample wiki. In a real one you would read the changes and press “Publish changes”.</p>';

/** The wikitext of an article in a form, as MediaWiki's editor has it. */
export function editPage(article: SampleArticle): string {
  const { title } = article;
  return frame(
    `Editing ${title}`,
    `<h1>Editing ${escapeHtml(title)}</h1>
<form method="post" action="${escapeHtml(editHref(title).replace(/edit$/, "submit"))}">
<textarea name="wpTextbox1" aria-label="Wikitext">
${escapeHtml(wikitextOf(article))}</textarea>
<p><label>Summary <input name="wpSummary" size="60"></label> <button name="wpDiff" value="1">Show changes</button></p>
</form>
${NOT_SAVED}`,
  );
}

/** A paragraph up to its next reference. */
const SEGMENT = /.*?<\/ref>|.+/g;

/** What a text would change in an article: the pieces that differ, before and after. */
export function changesPage(article: SampleArticle, text: string, summary: string): string {
  const [before, after] = [wikitextOf(article).match(SEGMENT) ?? [], text.match(SEGMENT) ?? []];
  const count = Math.max(before.length, after.length);
  const changed = Array.from({ length: count }, (_, n) => [before[n] ?? "", after[n] ?? ""] as const)
    .filter(([one, other]) => one.trimEnd() !== other.trimEnd())
    .map(
      ([one, other]) =>
        `<pre><del>${escapeHtml(one)}</del></pre>\n<pre><ins>${escapeHtml(other)}</ins></pre>`,
    );
  return frame(
    `Changes in ${article.title}`,
    `<h1>Changes in ${escapeHtml(article.title)}</h1>
${changed.length === 0 ? "<p>No changes.</p>" : changed.join("\n<hr>\n")}
<p>Summary: ${escapeHtml(summary)}</p>
${NOT_SAVED}`,
  );
}
