import { LIST_NAMES, type ListName } from "../../../answer/lists.ts";
import { COUNTED_VERDICTS, type Overview, TURNS_MAX, type Turns } from "../../../answer/overview.ts";
import { type Messages, messages } from "../../../i18n/messages.ts";
import type { WikiProfile } from "../../../protocol/types.ts";
import type { Verdict } from "../../../verdict/types.ts";
import { articleUrl, wikiPath } from "../../paths.ts";
import { printDocument } from "../document.ts";
import { formatLinks, labelledLink, outsideAddress, ownAddress, urlLink } from "../link.ts";
import { type Fragment, type Html, html, joined, SLOT, slotted } from "../markup.ts";
import { inLanguage } from "../navigation.ts";
import { counted, domainTable } from "./counts.ts";
import { courseOfWiki } from "./course.ts";
import { organisationsLink, relaunchesLink } from "./organisation.ts";

interface OverviewOptions {
  readonly lang?: string | null;
  readonly profile: WikiProfile;
}

/** Units of the drawings; their width on the screen is the style sheet's matter. */
const WIDTH = 600;
const BAR = 24;
/** The worst ones; a list of their own has all. As many rows as the data has were half of the page's bytes. */
const DOMAINS_SHOWN = 10;

/** How much of all URLs has which verdict, as one bar. */
function shares(say: Messages, overview: Overview): Html | null {
  const { counts, invalid = 0 } = overview;
  const total = counts === null ? 0 : COUNTED_VERDICTS.reduce((sum, verdict) => sum + counts[verdict], 0);
  if (counts === null || total === 0) return null;
  let from = 0;
  const bars = COUNTED_VERDICTS.map((verdict) => {
    const width = (counts[verdict] / total) * WIDTH;
    const bar = html`<rect class="s-${verdict}" x="${from.toFixed(1)}" y="0" width="${width.toFixed(1)}" height="${BAR}"/>`;
    from += width;
    return bar;
  });
  const words = COUNTED_VERDICTS.map((verdict) => say.text(`count-${verdict}`, say.number(counts[verdict])));
  const link = (list: ListName, name: Html): Html =>
    labelledLink(ownAddress(wikiPath("list", overview.wiki, list), inLanguage(say)), name);
  const rowOf = (verdict: Verdict, count: number, share: string): Html => {
    const name = html`<span class="v ${verdict}">${say.text(`verdict-${verdict}`)}</span>`;
    const list = LIST_NAMES.find((one) => one === verdict);
    return html`<tr><th scope="row">${list === undefined || count === 0 ? name : link(list, name)}</th><td>${say.number(count)}</td><td>${share}</td></tr>`;
  };
  return html`<section><h2>${say.text("overview-shares")}</h2>
<svg class="plot" viewBox="0 0 ${WIDTH} ${BAR}" preserveAspectRatio="none" role="img" aria-labelledby="p1 p2"><title id="p1">${say.text("overview-shares")}</title><desc id="p2">${words.join(", ")}</desc>${bars}</svg>
<table><caption>${say.text("overview-shares")}</caption><tbody>${COUNTED_VERDICTS.map((verdict) => rowOf(verdict, counts[verdict], say.percent(counts[verdict] / total)))}${invalid > 0 && rowOf("invalid", invalid, "")}</tbody></table></section>`;
}

function turns(
  say: Messages,
  heading: string,
  { count, latest }: Turns,
  context: { overview: Overview; profile: WikiProfile },
): Html | null {
  if (count === 0) return null;
  const { overview, profile } = context;
  const shown = count >= TURNS_MAX ? say.text("overview-or-more", say.number(count)) : say.number(count);
  const item = ({ day, url, pages, pageCount }: Turns["latest"][number]): Html => {
    const links = pages.map(({ title }) => {
      const article = outsideAddress(articleUrl(profile, title));
      const name = html`<bdi>${title}</bdi>`;
      return article === null ? name : labelledLink(article, name);
    });
    const more: Fragment[] = pageCount > pages.length ? ["…"] : [];
    return html`<li>${urlLink(url)}<p>${joined([say.ago(day, overview.generated), ...links, ...more], " · ")}</p></li>
`;
  };
  return html`<section><h2>${say.text("labelled", heading, shown)}</h2>
${latest.length > 0 && html`<ul class="turns">${latest.map(item)}</ul>`}</section>`;
}

/** To the feeds of the categories that are watched. */
function followCategories(say: Messages, { wiki, categories = [] }: Overview): Html | null {
  if (categories.length === 0) return null;
  const items = categories.map(({ title, depth }) => {
    const address = ownAddress(wikiPath("feed", wiki), { category: title, depth, lang: say.requested });
    return html`<li>${labelledLink(address, slotted(say.text("feed-follow-category", SLOT), html`<bdi>${title}</bdi>`))}</li>\n`;
  });
  return html`<ul>${items}</ul>\n`;
}

/** To the page about an organisation, by any of its domains. */
const organisationForm = (say: Messages, wiki: string): Html =>
  html`<search><h2>${say.text("organisation-tab")}</h2>
<form action="${ownAddress(wikiPath("list", wiki, "organisation"))}" method="get" aria-label="${say.text("organisation-tab")}">
<div class="wide"><label for="o-domain">${say.text("list-domain")}</label><input id="o-domain" name="domain" required placeholder="example.org" spellcheck="false" autocapitalize="off" dir="ltr"></div>
<input type="hidden" name="lang" value="${say.requested}"><div class="go"><button>${say.text("form-submit")}</button></div>
</form></search>
`;

/** A wiki at a glance (Q5), with plots that need no script, and their figures beside them. */
export function printOverview(overview: Overview, { lang, profile }: OverviewOptions): string {
  const say = messages(lang);
  const name = profile.siteName || overview.wiki;
  const lists = LIST_NAMES.map(
    (list) =>
      html`<li>${labelledLink(ownAddress(wikiPath("list", overview.wiki, list), { lang: say.requested }), say.text(`list-${list}`))}</li>`,
  );
  const context = { overview, profile };
  const follow = labelledLink(
    ownAddress(wikiPath("feed", overview.wiki), { lang: say.requested }),
    say.text("feed-watch-heading"),
  );
  const [organisations, relaunches] = [
    organisationsLink(say, overview.wiki),
    relaunchesLink(say, overview.wiki),
  ];
  const log = labelledLink(
    ownAddress("/log", { dbname: overview.wiki, lang: say.requested }),
    say.text("log-heading"),
  );
  const formatAddress = (format: string) => ownAddress(wikiPath("list", overview.wiki), { format });
  return printDocument({
    say,
    title: `${say.text("overview-title", name)} – Weboid`,
    standing: {
      wiki: overview.wiki,
      siteName: profile.siteName,
      section: "overview",
      is: true,
      path: wikiPath("list", overview.wiki),
    },
    main: html`<nav aria-label="${say.text("nav-lists")}"><ul class="tabs">${lists}</ul></nav>
<div id="answer" tabindex="-1">
<h1>${say.text("overview-title", name)}</h1>
${counted(say, overview)}
<div class="halves">${courseOfWiki(say, overview)}
${shares(say, overview)}
${
  overview.domains.length > 0 &&
  html`<section><h2>${say.text("overview-domains")}</h2>
${domainTable(say, overview.wiki, overview.domains.slice(0, DOMAINS_SHOWN))}
${overview.domains.length > DOMAINS_SHOWN && html`<p class="more">${labelledLink(ownAddress(wikiPath("list", overview.wiki, "domains"), { lang: say.requested }), say.text("list-more"))}</p>`}</section>`
}
${turns(say, say.text("overview-newly-broken"), overview.newlyBroken, context)}
${turns(say, say.text("overview-working-again"), overview.workingAgain, context)}</div>
${organisationForm(say, overview.wiki)}${followCategories(say, overview)}<p class="e">${formatLinks(say, ["json", "xml"], formatAddress)} · ${organisations} · ${relaunches} · ${follow} · ${log}</p>
</div>`,
    indexed: false,
  });
}
