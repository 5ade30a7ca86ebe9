import type { ListName } from "../../../answer/lists.ts";
import type {
  LinkAtRisk,
  ListedRelaunch,
  OrganisationPage,
  RelaunchList,
} from "../../../answer/organisation.ts";
import { type Day, isoOfDay } from "../../../calendar/day.ts";
import { type Messages, messages } from "../../../i18n/messages.ts";
import { wikiPath } from "../../paths.ts";
import { printDocument } from "../document.ts";
import { formatLinks, hostName, labelledLink, ownAddress, urlLink } from "../link.ts";
import { type Fragment, type Html, html, joined, SLOT, slotted } from "../markup.ts";
import { inLanguage } from "../navigation.ts";
import { verdictTable } from "./counts.ts";
import { course } from "./course.ts";
import { type ListOptions, listAddress, listStanding, tabs } from "./list.ts";

const date = (say: Messages, day: Day): Html =>
  html`<time datetime="${isoOfDay(day)}">${say.date(day)}</time>`;

/** The days between which it was: one date where they are the same. */
const when = (say: Messages, { from, to }: ListedRelaunch): Html =>
  from === to ? date(say, to) : html`${date(say, from)} – ${date(say, to)}`;

/** Of the links worth archiving; the other formats have more. */
const ARCHIVING_SHOWN = 20;

const HEADLINES = { relaunch: "feed-site-relaunched", shutdown: "feed-site-shutdown" } as const;

function relaunchItem(say: Messages, wiki: string, one: ListedRelaunch): Html {
  const address = ownAddress(wikiPath("list", wiki, "organisation"), {
    domain: one.site,
    ...inLanguage(say),
  });
  const counts = [
    when(say, one),
    say.text("relaunch-lost", say.number(one.lost)),
    ...(one.moved > 0 ? [say.text("relaunch-moved", say.number(one.moved))] : []),
    labelledLink(
      listAddress({ wiki, list: "broken", domain: one.site, path: "" }, inLanguage(say)),
      say.text("list-broken"),
    ),
  ];
  return html`<li><b>${slotted(say.text(HEADLINES[one.kind], SLOT), labelledLink(address, hostName(one.site)))}</b><p>${joined(counts, " · ")}</p>${one.moves.map(
    ({ from, to }) => html`<p><code dir="ltr">${from} → ${to}</code></p>`,
  )}</li>\n`;
}

const relaunchItems = (say: Messages, wiki: string, all: readonly ListedRelaunch[]): Html =>
  html`<ul class="turns">${all.map((one) => relaunchItem(say, wiki, one))}</ul>`;

function relaunches(say: Messages, page: OrganisationPage): Html | null {
  if (page.relaunches.length === 0) return null;
  return html`<section><h2>${say.text("relaunches")}</h2>
${relaunchItems(say, page.wiki, page.relaunches)}</section>`;
}

const riskItem = (say: Messages, { url, risks }: LinkAtRisk): Html =>
  html`<li>${urlLink(url)}<p>${joined(
    risks.map((risk) => say.text(`risk-${risk}`)),
    " · ",
  )}</p></li>\n`;

function archiving(say: Messages, page: OrganisationPage): Html | null {
  if (page.archiving.length === 0) return null;
  return html`<section><h2>${say.text("organisation-archiving")}</h2>
<p>${say.text("organisation-archiving-text")}</p>
<ul class="turns">${page.archiving.slice(0, ARCHIVING_SHOWN).map((link) => riskItem(say, link))}</ul></section>`;
}

/** Each domain with its counts, and below why the others belong to it. */
function domains(say: Messages, { wiki, domains: all, domain: asked }: OrganisationPage): Html {
  const rows = all.map(({ domain, ...counts }) => {
    const address = listAddress({ wiki, list: "domain", domain, path: "" }, inLanguage(say));
    return { name: labelledLink(address, hostName(domain)), counts };
  });
  const reasons = all.filter(({ domain, evidence }) => domain !== asked && evidence !== "");
  return html`<section><h2>${say.text("organisation-domains")}</h2>
${verdictTable(say, say.text("organisation-domains"), rows)}
${
  reasons.length > 0 &&
  html`<ul class="turns">${reasons.map(
    ({ domain, evidence }) =>
      html`<li>${hostName(domain)}<p lang="en" dir="ltr"><bdi>${evidence}</bdi></p></li>\n`,
  )}</ul>`
}</section>`;
}

/** `/list/WIKI/organisation`: the sites of an organisation, as a wiki links to them (O5). Everything in it is taken for hostile. */
export function printOrganisation(page: OrganisationPage, { lang, profile }: ListOptions): string {
  const say = messages(lang);
  const { wiki, domain, organisation, complete } = page;
  const place = { wiki, list: "organisation", domain, path: "" } as const;
  const addressOf = (list: ListName) => listAddress({ ...place, list }, inLanguage(say));
  const name: Fragment = organisation?.name ?? null;
  const title = say.text("organisation-title", domain);
  return printDocument({
    say,
    title: `${title} – ${wiki} – Weboid`,
    standing: listStanding(place, profile.siteName),
    main: html`${tabs(say, place)}
<div id="answer" tabindex="-1">
<h1>${slotted(say.text("organisation-title", SLOT), hostName(domain))}</h1>
${name !== null && html`<p class="of"><bdi>${name}</bdi></p>`}
${!complete && html`<p class="of">${say.text("organisation-cut")}</p>`}
<div class="halves">${domains(say, page)}
${course(say, { ...page, addressOf })}
${relaunches(say, page)}
${archiving(say, page)}</div>
<p class="e">${formatLinks(say, ["json", "xml", "csv"], (format) => listAddress(place, { format }))}</p>
</div>`,
    indexed: false,
    formless: true,
  });
}

/** `/list/WIKI/relaunches`: the sites that were relaunched, the newest first (O5). */
export function printRelaunches(list: RelaunchList, { lang, profile }: ListOptions): string {
  const say = messages(lang);
  const { wiki, entries, cursor } = list;
  const path = wikiPath("list", wiki, "relaunches");
  return printDocument({
    say,
    title: `${say.text("relaunches")} – ${wiki} – Weboid`,
    standing: { wiki, siteName: profile.siteName, section: "lists", path },
    main: html`<div id="answer" tabindex="-1">
<h1>${say.text("relaunches")}</h1>
${entries.length === 0 ? html`<p class="box">${say.text("relaunches-none")}</p>` : relaunchItems(say, wiki, entries)}
${cursor !== null && html`<p class="more"><a rel="next" href="${ownAddress(path, { cursor, lang: say.requested })}">${say.text("list-more")}</a></p>`}
<p class="e">${formatLinks(say, ["json", "xml", "csv"], (format) => ownAddress(path, { format }))}</p>
</div>`,
    indexed: false,
    formless: true,
  });
}
