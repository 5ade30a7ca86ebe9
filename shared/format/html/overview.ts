import { LIST_NAMES } from "../../answer/lists.ts";
import { COUNTED_VERDICTS, type Overview, TURNS_MAX, type Turns } from "../../answer/overview.ts";
import { type Messages, messages } from "../../i18n/messages.ts";
import type { WikiProfile } from "../../protocol/types.ts";
import { articleUrl, wikiPath } from "../paths.ts";
import { counted, domainTable } from "./counts.ts";
import { printDocument } from "./document.ts";
import { formatLinks, labelledLink, outsideAddress, ownAddress, urlLink } from "./link.ts";
import { type Fragment, type Html, html, joined } from "./markup.ts";

interface OverviewOptions {
  readonly lang?: string | null;
  readonly profile: WikiProfile;
}

/** Units of the drawings; their width on the screen is the style sheet's matter. */
const WIDTH = 600;
const BAR = 24;
const HEIGHT = 120;
/** The worst ones; a list of their own has all. As many rows as the data has were half of the page's bytes. */
const DOMAINS_SHOWN = 10;

/** How much of all URLs has which verdict, as one bar. */
function shares(say: Messages, { counts }: Overview): Html | null {
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
  return html`<svg class="plot" viewBox="0 0 ${WIDTH} ${BAR}" preserveAspectRatio="none" role="img" aria-labelledby="p1 p2"><title id="p1">${say.text("overview-shares")}</title><desc id="p2">${words.join(", ")}</desc>${bars}</svg>
<table><caption>${say.text("overview-shares")}</caption><tbody>${COUNTED_VERDICTS.map(
    (verdict) =>
      html`<tr><th scope="row"><span class="v ${verdict}">${say.text(`verdict-${verdict}`)}</span></th><td>${say.number(counts[verdict])}</td><td>${say.percent(counts[verdict] / total)}</td></tr>`,
  )}</tbody></table>`;
}

/** Unreachable and doubtful URLs over the days, as far as there are two to compare. */
function course(say: Messages, { days, generated }: Overview): Html | null {
  const first = days[0];
  const last = days.at(-1);
  if (first === undefined || last === undefined || days.length < 2) return null;
  const most = Math.max(1, ...days.map((day) => Math.max(day.unreachable, day.doubtful)));
  const x = (day: number) => (((day - first.day) / (last.day - first.day)) * WIDTH).toFixed();
  const y = (count: number) => (HEIGHT - (count / most) * (HEIGHT - 4) - 2).toFixed();
  const line = (of: "unreachable" | "doubtful") =>
    html`<polyline class="l-${of}" points="${days.map((day) => `${x(day.day)},${y(day[of])}`).join(" ")}"/>`;
  const described = (of: "unreachable" | "doubtful") =>
    say.text("overview-from-to", say.text(`verdict-${of}`), say.number(first[of]), say.number(last[of]));
  const rows = days.filter((_, at) => at % Math.ceil(days.length / 10) === 0 || at === days.length - 1);
  return html`<h2>${say.text("overview-course")}</h2>
<svg class="plot" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-labelledby="c1 c2"><title id="c1">${say.text("overview-course")}</title><desc id="c2">${described("unreachable")}; ${described("doubtful")}</desc>${line("unreachable")}${line("doubtful")}</svg>
<table><caption>${say.text("overview-course")}</caption><thead><tr><td></td><th scope="col">${say.text("verdict-unreachable")}</th><th scope="col">${say.text("verdict-doubtful")}</th></tr></thead><tbody>${rows.map(
    (day) =>
      html`<tr><th scope="row">${say.ago(day.day, generated)}</th><td>${say.number(day.unreachable)}</td><td>${say.number(day.doubtful)}</td></tr>`,
  )}</tbody></table>`;
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
  return html`<h2>${say.text("labelled", heading, shown)}</h2>
${latest.length > 0 && html`<ul class="turns">${latest.map(item)}</ul>`}`;
}

/** A wiki at a glance (Q5), with plots that need no script, and their figures beside them. */
export function printOverview(overview: Overview, { lang, profile }: OverviewOptions): string {
  const say = messages(lang);
  const name = profile.siteName || overview.wiki;
  const lists = LIST_NAMES.map(
    (list) =>
      html`<li>${labelledLink(ownAddress(wikiPath("list", overview.wiki, list), { lang: say.requested }), say.text(`list-${list}`))}</li>`,
  );
  const context = { overview, profile };
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
<h1>${say.text("overview-heading")}</h1>
${counted(say, overview)}
${shares(say, overview)}
${turns(say, say.text("overview-newly-broken"), overview.newlyBroken, context)}
${turns(say, say.text("overview-working-again"), overview.workingAgain, context)}
${
  overview.domains.length > 0 &&
  html`<h2>${say.text("overview-domains")}</h2>
${domainTable(say, overview.wiki, overview.domains.slice(0, DOMAINS_SHOWN))}
${overview.domains.length > DOMAINS_SHOWN && html`<p class="more">${labelledLink(ownAddress(wikiPath("list", overview.wiki, "domains"), { lang: say.requested }), say.text("list-more"))}</p>`}`
}
${course(say, overview)}
<p class="e">${formatLinks(say, ["json", "xml"], formatAddress)}</p>
</div>`,
    indexed: false,
    listing: true,
  });
}
