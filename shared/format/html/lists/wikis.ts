import { type Messages, messages } from "../../../i18n/messages.ts";
import { wikiPath } from "../../paths.ts";
import { printDocument } from "../document.ts";
import { labelledLink, ownAddress } from "../link.ts";
import { type Html, html } from "../markup.ts";
import { inLanguage } from "../navigation.ts";

interface WikisOptions {
  readonly lang?: string | null;
  /** With what the names begin. */
  readonly prefix: string;
  readonly wikis: readonly string[];
  /** There are more. */
  readonly isCut: boolean;
}

const prefixForm = (say: Messages, prefix: string): Html =>
  html`<search><form action="${ownAddress("/list")}" method="get" aria-label="${say.text("wikis-prefix")}">
<div class="wide"><label for="f-prefix">${say.text("wikis-prefix")}</label><input id="f-prefix" name="prefix" value="${prefix}" autocapitalize="off" spellcheck="false" dir="ltr"></div>
<input type="hidden" name="lang" value="${say.requested}"><div class="go"><button>${say.text("search-submit")}</button></div>
</form></search>`;

/** `/list`: the wikis of this server, each with its overview. */
export function printWikis({ lang, prefix, wikis, isCut }: WikisOptions): string {
  const say = messages(lang);
  const heading = say.text("wikis-heading");
  const item = (wiki: string): Html =>
    html`<li>${labelledLink(ownAddress(wikiPath("list", wiki), inLanguage(say)), html`<bdi>${wiki}</bdi>`)}</li>\n`;
  return printDocument({
    say,
    title: `${heading} – Weboid`,
    description: say.text("wikis-text"),
    standing: { wiki: null, section: "wikis", is: true, path: "/list", parameters: { prefix } },
    main: html`<div id="answer" tabindex="-1"><h1>${heading}</h1>
<p class="of">${say.text("wikis-text")}</p>
${wikis.length === 0 ? html`<p class="box">${say.text("wikis-none")}</p>` : html`<ul class="uses">${wikis.map(item)}${isCut && html`<li>…</li>`}</ul>`}
</div>
${(isCut || prefix !== "" || wikis.length === 0) && prefixForm(say, prefix)}`,
    indexed: true,
    formless: true,
  });
}
