import { type Messages, messages } from "../../i18n/messages.ts";
import type { WikiProfile } from "../../protocol/types.ts";
import { printDocument } from "./document.ts";
import { labelledLink, ownAddress } from "./link.ts";
import { Address, type Html, html, SLOT, slotted } from "./markup.ts";
import { inLanguage } from "./navigation.ts";

interface UseOptions {
  readonly lang?: string | null;
  /** Scheme and host under which this edge was asked: `https://weboid.example`. */
  readonly base: string;
  /** Of the wiki for which the lines are, `dewiki@WMF`; already known to be a name. */
  readonly wiki: string;
  /** Of that wiki, where this edge serves it. */
  readonly profile: WikiProfile | null;
}

/** A line to copy. */
const code = (text: string): Html => html`<code class="code" dir="ltr">${text}</code>`;

/** Opens the links of the article that is being read: its address is read as its title. The base is this edge's own. */
const bookmarklet = (base: string): string =>
  `javascript:void(location.href='${base}/externalLinkInfo?title='+encodeURIComponent(location.href))`;

const wikiForm = (say: Messages, wiki: string): Html =>
  html`<search><form action="${ownAddress("/gadget")}" method="get" aria-label="${say.text("form-wiki")}">
<div class="wide"><label for="f-wiki">${say.text("form-wiki")}</label><input id="f-wiki" name="dbname" value="${wiki}" title="${say.text("form-wiki-hint")}" autocomplete="off" autocapitalize="off" spellcheck="false" dir="ltr"></div>
<input type="hidden" name="lang" value="${say.requested}"><div class="go"><button>${say.text("language-submit")}</button></div>
</form></search>`;

/** `/gadget`: how a wiki, one reader of it, or a browser gets what Weboid knows, with lines to copy. */
export function printUse({ lang, base, wiki, profile }: UseOptions): string {
  const say = messages(lang);
  const script = `${base}/gadget.js?dbname=${wiki}`;
  const link = new Address(bookmarklet(base));
  return printDocument({
    say,
    title: `${say.text("use-heading")} – Weboid`,
    description: say.text("use-bookmark-text"),
    standing: {
      wiki: profile?.wiki ?? null,
      siteName: profile?.siteName ?? "",
      path: "/gadget",
      parameters: { dbname: wiki },
    },
    main: html`<div id="answer" tabindex="-1"><h1>${say.text("use-heading")}</h1></div>
${wikiForm(say, wiki)}
<section><h2>${say.text("use-bookmark-heading")}</h2>
<p>${say.text("use-bookmark-text")}</p>
<p>${labelledLink(link, say.text("use-bookmark-name"))}</p>
${code(bookmarklet(base))}</section>
<section><h2>${say.text("use-self-heading")}</h2>
<p>${slotted(say.text("use-self-text", SLOT), html`<code dir="ltr">Special:MyPage/common.js</code>`)}</p>
${code(`mw.loader.load( "${script}" );`)}</section>
<section><h2>${say.text("front-gadget-heading")}</h2>
<p>${slotted(say.text("front-gadget-text", SLOT), html`<code dir="ltr">MediaWiki:Gadgets-definition</code>`)}</p>
${code("* weboid[ResourceLoader|default|dependencies=mediawiki.util]|weboid.js")}
${code(script)}
<p>${labelledLink(ownAddress("/api", inLanguage(say)), say.text("api-heading"))}</p></section>`,
    indexed: true,
  });
}
