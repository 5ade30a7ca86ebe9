import { type Messages, messages } from "../../i18n/messages.ts";
import type { FrontSample } from "../../protocol/types.ts";
import type { FormQuery } from "../types.ts";
import { printDocument } from "./document.ts";
import { questionForm } from "./form.ts";
import { labelledLink, outsideAddress, ownAddress } from "./link.ts";
import { type Html, html, SLOT, slotted } from "./markup.ts";
import { type SearchForm, searchForm } from "./search.ts";

interface FrontOptions {
  readonly lang?: string | null;
  readonly query?: FormQuery;
  /** Scheme and host under which this edge was asked, for the lines to copy: `https://weboid.example`. */
  readonly base: string;
  readonly samples?: readonly FrontSample[];
  /** The form for URLs and patterns; null: nobody could answer it. */
  readonly search?: SearchForm | null;
}

function sampleItem(say: Messages, { wiki, pageid, title, articleUrl }: FrontSample): Html {
  const answer = ownAddress("/externalLinkInfo", {
    dbname: wiki,
    pageid,
    show: "all",
    lang: say.requested,
  });
  const article = outsideAddress(articleUrl);
  return html`<li><bdi>${title}</bdi><span>${labelledLink(answer, say.text("front-sample-answer"))}${
    article === null ? null : labelledLink(article, say.text("front-sample-article"))
  }</span></li>
`;
}

function samplesSection(say: Messages, samples: readonly FrontSample[]): Html | null {
  if (samples.length === 0) return null;
  return html`<section><h2>${say.text("front-samples-heading")}</h2>
<p>${say.text("front-samples-text")}</p>
<ul class="samples">
${samples.map((sample) => sampleItem(say, sample))}</ul></section>`;
}

/** Lines to copy, as they work on this very edge: hence its own address in them. */
function howTo(say: Messages, base: string, wiki: string): Html {
  return html`<section><h2>${say.text("front-gadget-heading")}</h2>
<p>${slotted(say.text("front-gadget-text", SLOT), html`<code dir="ltr">MediaWiki:Gadgets-definition</code>`)}</p>
<code class="code" dir="ltr">${labelledLink(ownAddress("/gadget.js", { dbname: wiki }), `${base}/gadget.js?dbname=${wiki}`)}</code>
<p>${labelledLink(ownAddress("/gadget", { dbname: wiki, lang: say.requested }), say.text("use-heading"))}</p></section>
<section><h2>${say.text("front-api-heading")}</h2>
<p>${say.text("front-api-text")}</p>
<code class="code" dir="ltr">GET ${base}/api/v1/page?dbname=${wiki}&pageid=1|2|3&format=json</code>
<p>${labelledLink(ownAddress("/api", { lang: say.requested }), say.text("api-heading"))}</p></section>`;
}

/** `/`: what Weboid is, the form, samples where there are any, and the way to the gadget and the API. */
export function printFront(options: FrontOptions): string {
  const say = messages(options.lang);
  const samples = options.samples ?? [];
  const wiki = samples[0]?.wiki;
  return printDocument({
    say,
    title: say.text("front-document-title"),
    description: say.text("front-lead"),
    standing: { wiki: wiki ?? null, path: "/", parameters: { ...options.query } },
    main: html`<div id="answer" tabindex="-1"><h1 class="front">${say.text("front-heading")}</h1>
<p class="lead">${say.text("front-lead")}</p></div>
${questionForm(say, { ...options.query, dbname: options.query?.dbname ?? wiki ?? "" })}
${samplesSection(say, samples)}
${options.search && html`<section><h2>${say.text("search-heading")}</h2>\n${searchForm(say, { ...options.search, dbname: options.search.dbname || (wiki ?? "") })}</section>`}
${howTo(say, options.base, options.query?.dbname || wiki || "dewiki@WMF")}`,
    indexed: true,
  });
}
