import type {
  LinkAtRisk,
  ListedRelaunch,
  OrganisationCount,
  OrganisationList,
  OrganisationPage,
  RelaunchList,
} from "../../../answer/organisation.ts";
import { COUNTED_VERDICTS, type VerdictCounts } from "../../../answer/overview.ts";
import { type Day, isoOfDay } from "../../../calendar/day.ts";
import { type Messages, messages } from "../../../i18n/messages.ts";
import { readEvidence } from "../../../organisation/evidence.ts";
import { wikiPath } from "../../paths.ts";
import type { ListPlace } from "../../types.ts";
import { printDocument } from "../document.ts";
import { formatLinks, hostName, labelledLink, ownAddress, urlLink } from "../link.ts";
import { type Fragment, type Html, html, joined, SLOT, slotted } from "../markup.ts";
import { inLanguage } from "../navigation.ts";
import { brokenTable, counted, verdictTable } from "./counts.ts";
import { course, LEGEND } from "./course.ts";
import { filterForm, type ListOptions, listAddress, listForm, listStanding, tabs } from "./list.ts";

const date = (say: Messages, day: Day): Html =>
  html`<time datetime="${isoOfDay(day)}">${say.date(day)}</time>`;

/** The days between which it was: one date where they are the same. */
const when = (say: Messages, { from, to }: ListedRelaunch): Html =>
  from === to ? date(say, to) : html`${date(say, from)} – ${date(say, to)}`;

/** Of the links worth archiving; the other formats have more. */
const ARCHIVING_SHOWN = 20;

const HEADLINES = { relaunch: "feed-site-relaunched", shutdown: "feed-site-shutdown" } as const;

/** Some of the lost links, where they are the wiki's own. */
const examples = (say: Messages, { examples: urls }: ListedRelaunch): Html | null =>
  urls.length === 0
    ? null
    : html`<details><summary>${say.text("relaunch-examples")}</summary><ul class="urls">${urls.map((url) => html`<li>${urlLink(url)}</li>`)}</ul></details>`;

function relaunchItem(say: Messages, wiki: string, one: ListedRelaunch): Html {
  const address = ownAddress(wikiPath("list", wiki, "organisation"), {
    domain: one.site,
    ...inLanguage(say),
  });
  const listOf = (list: ListPlace["list"], words: string): Html =>
    labelledLink(listAddress({ wiki, list, domain: one.site, path: "" }, inLanguage(say)), words);
  const counts = [
    when(say, one),
    listOf("broken", say.text("relaunch-lost", say.number(one.lost))),
    ...(one.moved > 0 ? [listOf("moved", say.text("relaunch-moved", say.number(one.moved)))] : []),
    say.text("feed-of-pages", say.number(one.pages)),
    slotted(say.text("relaunch-found", SLOT), date(say, one.found)),
  ];
  return html`<li><b>${slotted(say.text(HEADLINES[one.kind], SLOT), labelledLink(address, hostName(one.site)))}</b><p>${joined(counts, " · ")}</p>${one.moves.map(
    ({ from, to, count }) =>
      html`<p><code dir="ltr">${from} → ${to}</code> <bdi>(${say.number(count)})</bdi></p>`,
  )}${examples(say, one)}</li>\n`;
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
  const whole = listAddress(archivingPlace(page), inLanguage(say));
  return html`<section><h2>${labelledLink(whole, say.text("organisation-archiving"))}</h2>
${archivingItems(say, page.archiving.slice(0, ARCHIVING_SHOWN))}
${page.archiving.length > ARCHIVING_SHOWN && html`<p class="more">${labelledLink(whole, say.text("list-more"))}</p>`}</section>`;
}

const archivingPlace = ({ wiki, domain }: OrganisationPage) =>
  ({ wiki, list: "archiving", domain, path: "" }) as const;

const archivingItems = (say: Messages, links: readonly LinkAtRisk[]): Html =>
  html`<p>${say.text("organisation-archiving-text")}</p>
<ul class="turns">${links.map((link) => riskItem(say, link))}</ul>`;

const NAME_WORDS = {
  equal: "evidence-names-equal",
  similar: "evidence-names-similar",
  part: "evidence-names-part",
  acronym: "evidence-names-acronym",
  translated: "evidence-names-translated",
  domain: "evidence-names-domain",
} as const;
const PLACE_WORDS = {
  street: "evidence-place-street",
  "postal-code": "evidence-place-postal-code",
  city: "evidence-place-city",
  elsewhere: "evidence-place-elsewhere",
  abroad: "evidence-place-abroad",
  unknown: "evidence-place-unknown",
} as const;
const VALUE_WORDS = {
  domain: "evidence-domain",
  address: "evidence-address",
  "name-server": "evidence-name-server",
  "email-domain": "evidence-email-domain",
} as const;

/** Why a domain belongs to the organisation, in the reader's language; of a later version as it is kept, in English. Null: it is its root. */
function reason(say: Messages, text: string): Fragment {
  const found = readEvidence(text);
  if (found === null) return text === "" ? null : html`<span lang="en" dir="ltr"><bdi>${text}</bdi></span>`;
  if (found.kind === "root") return null;
  if (found.kind !== "registrant")
    return slotted(say.text(VALUE_WORDS[found.kind], SLOT), hostName(found.value));
  const { names, place } = found;
  const words = names === "unlike" ? [PLACE_WORDS[place]] : [NAME_WORDS[names], PLACE_WORDS[place]];
  const alike = joined(
    words.map((word) => say.text(word)),
    " · ",
  );
  return slotted(say.text("labelled", say.text("evidence-registrant"), SLOT), alike);
}

/** Each domain with its counts, and below why they belong together. */
function domains(say: Messages, { wiki, domains: all }: OrganisationPage): Html {
  const rows = all.map(({ domain, ...counts }) => {
    const address = listAddress({ wiki, list: "domain", domain, path: "" }, inLanguage(say));
    return { name: labelledLink(address, hostName(domain)), counts };
  });
  const reasons = all.flatMap(({ domain, evidence }) => {
    const why = reason(say, evidence);
    return why === null ? [] : [html`<li>${hostName(domain)}<p>${why}</p></li>\n`];
  });
  return html`<section><h2>${say.text("organisation-domains")}</h2>
${verdictTable(say, say.text("organisation-domains"), rows, say.text("sort-domain"))}
${reasons.length > 0 && html`<h3>${say.text("organisation-reasons")}</h3>\n<ul class="turns">${reasons}</ul>`}</section>`;
}

const hasLinks = (counts: VerdictCounts): boolean => COUNTED_VERDICTS.some((verdict) => counts[verdict] > 0);

/** The wiki has, and had, no links to the organisation that are known; a form asks about another one. */
function noLinks(say: Messages, page: OrganisationPage, place: ListPlace): Html | null {
  const { domains: all, relaunches: found, complete, domain } = page;
  if (!complete || found.length > 0 || all.some(hasLinks)) return null;
  return html`<p class="box">${slotted(say.text("organisation-none", SLOT), hostName(domain))}</p>
${listForm(say, place)}`;
}

/** What is shown of an organisation's page: the frame is the same. */
interface Framed {
  readonly say: Messages;
  readonly page: OrganisationPage;
  readonly place: ListPlace;
  readonly profile: ListOptions["profile"];
  readonly heading: Fragment;
  readonly main: Fragment;
}

function framed({ say, page, place, profile, heading, main }: Framed): string {
  const none = noLinks(say, page, place);
  const name = page.organisation?.name ?? null;
  return printDocument({
    say,
    title: `${say.text("organisation-title", page.domain)} – ${page.wiki} – Weboid`,
    standing: listStanding(place, profile.siteName),
    main: html`${tabs(say, place)}
${none === null && filterForm(say, place)}
<div id="answer" tabindex="-1">
<h1>${heading}</h1>
${name !== null && html`<p class="of"><bdi>${name}</bdi></p>`}
${!page.complete && html`<p class="of">${say.text("organisation-cut")}</p>`}
${none ?? main}
<p class="e">${formatLinks(say, ["json", "xml", "csv"], (format) => listAddress(place, { format }))} · ${organisationsLink(say, page.wiki)} · ${relaunchesLink(say, page.wiki)}</p>
</div>`,
    indexed: false,
    formless: true,
  });
}

const placeOf = ({ wiki, domain }: OrganisationPage) =>
  ({ wiki, list: "organisation", domain, path: "" }) as const;

/** What the plot of all domains shows, with today's counts; the table above leads to each domain's lists. */
const legend = (say: Messages, { domains: all }: OrganisationPage): Html =>
  html`<ul class="counts">${LEGEND.map((verdict) => {
    const links = all.reduce((sum, counts) => sum + counts[verdict], 0);
    return html`<li class="${verdict}">${say.text(`count-${verdict}`, say.number(links))}</li>`;
  })}</ul>\n`;

/** `/list/WIKI/organisation`: the sites of an organisation, as a wiki links to them (O5). Everything in it is taken for hostile. */
export function printOrganisation(page: OrganisationPage, { lang, profile }: ListOptions): string {
  const say = messages(lang);
  const place = placeOf(page);
  const heading = slotted(say.text("organisation-title", SLOT), hostName(page.domain));
  const main = html`<div class="halves">${domains(say, page)}
${course(say, { ...page, addressOf: null }, legend(say, page))}
${relaunches(say, page)}
${archiving(say, page)}</div>`;
  return framed({ say, page, place, profile, heading, main });
}

/** `/list/WIKI/archiving`: what of an organisation is worth archiving now (O5). */
export function printArchiving(page: OrganisationPage, { lang, profile }: ListOptions): string {
  const say = messages(lang);
  const place = archivingPlace(page);
  const of = labelledLink(
    listAddress(placeOf(page), inLanguage(say)),
    slotted(say.text("organisation-title", SLOT), hostName(page.domain)),
  );
  const list =
    page.archiving.length === 0
      ? html`<p class="box">${say.text("list-none")}</p>`
      : archivingItems(say, page.archiving);
  const main = html`<p class="of">${of}</p>\n${list}`;
  return framed({ say, page, place, profile, heading: say.text("organisation-archiving"), main });
}

/** The domain, that leads to the organisation's page, and its name. */
function organisationName(say: Messages, wiki: string, { domain, name }: OrganisationCount): Html {
  const place = { wiki, list: "organisation", domain, path: "" } as const;
  const link = labelledLink(listAddress(place, inLanguage(say)), hostName(domain));
  return name === null ? link : html`${link}<br><bdi>${name}</bdi>`;
}

/** `/list/WIKI/organisations`: the organisations to whose sites a wiki has most broken links (O5). */
export function printOrganisations(list: OrganisationList, { lang, profile }: ListOptions): string {
  const say = messages(lang);
  const { wiki, entries, cursor, countedAtMs } = list;
  const path = wikiPath("list", wiki, "organisations");
  const heading = say.text("organisations");
  const rows = entries.map((one) => ({ ...one, name: organisationName(say, wiki, one) }));
  return printDocument({
    say,
    title: `${heading} – ${wiki} – Weboid`,
    standing: { wiki, siteName: profile.siteName, section: "lists", path },
    main: html`<div id="answer" tabindex="-1">
<h1>${heading}</h1>
${counted(say, list)}
${brokenTable(say, heading, rows) ?? (countedAtMs !== null && html`<p class="box">${say.text("list-none")}</p>`)}
${cursor !== null && html`<p class="more"><a rel="next" href="${ownAddress(path, { cursor, lang: say.requested })}">${say.text("list-more")}</a></p>`}
<p class="e">${formatLinks(say, ["json", "xml", "csv"], (format) => ownAddress(path, { format }))} · ${relaunchesLink(say, wiki)}</p>
</div>`,
    indexed: false,
    formless: true,
  });
}

const linkTo = (say: Messages, wiki: string, list: "organisations" | "relaunches"): Html =>
  labelledLink(ownAddress(wikiPath("list", wiki, list), { lang: say.requested }), say.text(list));

export const relaunchesLink = (say: Messages, wiki: string): Html => linkTo(say, wiki, "relaunches");
export const organisationsLink = (say: Messages, wiki: string): Html => linkTo(say, wiki, "organisations");

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
<p class="e">${formatLinks(say, ["json", "xml", "csv"], (format) => ownAddress(path, { format }))} · ${organisationsLink(say, wiki)}</p>
</div>`,
    indexed: false,
    formless: true,
  });
}
