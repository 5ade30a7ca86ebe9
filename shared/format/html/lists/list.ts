import {
  LIST_NAMES,
  LISTS_BY_DOMAIN,
  type ListedUse,
  type ListName,
  type WikiList,
} from "../../../answer/lists.ts";
import { NOTHING_KNOWN } from "../../../answer/types.ts";
import { type MessageKey, type Messages, messages } from "../../../i18n/messages.ts";
import type { WikiProfile } from "../../../protocol/types.ts";
import { articleUrl, wikiPath } from "../../paths.ts";
import type { ListPlace, PlaceName } from "../../types.ts";
import { printDocument } from "../document.ts";
import { folded } from "../form.ts";
import { formatLinks, hostName, labelledLink, outsideAddress, ownAddress, urlLink } from "../link.ts";
import { type Fragment, type Html, html, joined, SLOT, slotted } from "../markup.ts";
import type { Standing } from "../navigation.ts";
import { shownUrl } from "../url.ts";
import { evidence, unusableInWords } from "../words.ts";

export interface ListOptions {
  readonly lang?: string | null;
  readonly profile: WikiProfile;
}

/** Address of a list, or of what comes after a cursor of it. */
export function listAddress(
  { wiki, list, domain, path }: ListPlace,
  more: Readonly<Record<string, string | null>>,
) {
  return ownAddress(wikiPath("list", wiki, list), { domain, path, ...more });
}

const OF_DOMAIN = ["paths", "domain", "organisation", "archiving"] as const satisfies readonly PlaceName[];
const PLACE_WORDS = {
  paths: "list-paths",
  domain: "domain-tab",
  organisation: "organisation-tab",
  archiving: "organisation-archiving",
} as const satisfies Record<PlaceName, MessageKey>;

const isPlaceName = (list: ListName | PlaceName): list is PlaceName => OF_DOMAIN.some((one) => one === list);
const isNarrowed = (list: ListName | PlaceName): boolean =>
  isPlaceName(list) || LISTS_BY_DOMAIN.includes(list);

/** The lists of the wiki beside each other; what a list is narrowed to is kept where another can be narrowed, too. */
export function tabs(say: Messages, place: ListPlace): Html {
  const ofDomain = place.domain === null ? [] : OF_DOMAIN;
  const items = [...LIST_NAMES, ...ofDomain].map((list) => {
    const words = say.text(isPlaceName(list) ? PLACE_WORDS[list] : `list-${list}`);
    if (list === place.list) return html`<li><b aria-current="page">${words}</b></li>`;
    const narrowed = isNarrowed(list) ? place : { ...place, domain: null, path: "" };
    return html`<li>${labelledLink(listAddress({ ...narrowed, list }, { lang: say.requested }), words)}</li>`;
  });
  return html`<nav aria-label="${say.text("nav-lists")}"><ul class="tabs">${items}</ul></nav>`;
}

/** Where a list stands among the pages, with what it is narrowed to. */
export const listStanding = (place: ListPlace, siteName: string, below: readonly Html[] = []): Standing => ({
  wiki: place.wiki,
  siteName,
  section: "lists",
  ...(place.list === "broken" && place.domain === null && { is: true as const }),
  below,
  path: wikiPath("list", place.wiki, place.list),
  parameters: { domain: place.domain, path: place.path },
});

/** Pages about a domain are about all of it. */
const hasPath = (list: ListPlace["list"]): boolean => !isPlaceName(list) || list === "paths";

/** Narrows a list; null: it is of all domains. */
export function listForm(say: Messages, place: ListPlace): Html | null {
  if (!isNarrowed(place.list)) return null;
  return html`<search><form action="${listAddress({ ...place, domain: null, path: "" }, {})}" method="get" aria-label="${say.text("list-filter")}">
<div class="wide"><label for="f-domain">${say.text("list-domain")}</label><input id="f-domain" name="domain" value="${place.domain ?? ""}" placeholder="example.org" spellcheck="false" dir="ltr"></div>
${hasPath(place.list) && html`<div><label for="f-path">${say.text("list-path")}</label><input id="f-path" name="path" value="${place.path}" placeholder="/" spellcheck="false" dir="ltr"></div>\n`}<input type="hidden" name="lang" value="${say.requested}"><div class="go"><button>${say.text("form-submit")}</button></div>
</form></search>`;
}

/** The same above a list, folded away. */
export function filterForm(say: Messages, place: ListPlace): Html | null {
  const form = listForm(say, place);
  return form && folded(say.text(hasPath(place.list) ? "list-filter" : "list-domain"), form);
}

function proof(say: Messages, use: ListedUse, list: WikiList): Fragment {
  if (use.verdict === "invalid") return unusableInWords(say, use.rule);
  if (use.spam === null) return evidence(say, { ...NOTHING_KNOWN, ...use }, list.generated);
  const seen = use.since === null ? "" : say.lasting(use.since, list.generated);
  return joined([say.text(`spam-${use.spam}`), html`<code dir="ltr">${use.line ?? ""}</code>`, seen], " · ");
}

function pageLink(say: Messages, { pageid, title }: ListedUse, profile: WikiProfile): Html {
  const article = outsideAddress(articleUrl(profile, title));
  const name = html`<bdi>${title}</bdi>`;
  const answer = ownAddress(wikiPath("page", profile.wiki, pageid), { lang: say.requested });
  const feed = ownAddress(wikiPath("feed", profile.wiki), { pageid, lang: say.requested });
  return html`<h2>${article === null ? name : labelledLink(article, name)} ${labelledLink(answer, say.text("list-page-links"))} ${labelledLink(feed, say.text("feed-follow-page"))}</h2>`;
}

/** The new address, and why it is believed. */
function moveLine(say: Messages, { movedTo, move }: ListedUse): Html | null {
  if (movedTo === undefined || move === undefined) return null;
  const { rule } = move;
  const why =
    rule === null
      ? say.text("moved-by-redirect")
      : html`${say.text("moved-by-rule", say.number(rule.support))} <code dir="ltr">${rule.from} → ${rule.to}</code>`;
  const address = slotted(say.text("labelled", say.text("moved-label"), SLOT), urlLink(movedTo));
  return html`<p>${joined([address, why], " · ")}</p>`;
}

const useItem = (say: Messages, use: ListedUse, list: WikiList): Html =>
  html`<li><b class="v ${use.verdict}">${say.text(`verdict-${use.verdict}`)}</b>${shownUrl(use)}<p>${proof(say, use, list)}</p>${moveLine(say, use)}</li>`;

const bytesOf = (text: { toString(): string }): number => new TextEncoder().encode(text.toString()).length;

/** Page by page, as the entries come, as long as there is room. `cursor`: where what has no room goes on. */
function pages(
  say: Messages,
  list: WikiList,
  profile: WikiProfile,
  bytesMax: number,
): { readonly shown: readonly Html[]; readonly cursor: string | null } {
  const shown: Html[] = [];
  let bytes = 0;
  for (const [at, use] of list.entries.entries()) {
    const before = list.entries[at - 1];
    const begins = before?.pageid !== use.pageid;
    const item = useItem(say, use, list);
    const piece = begins ? html`${before && html`</ul>\n`}${pageLink(say, use, profile)}<ul>${item}` : item;
    bytes += bytesOf(piece);
    if (before !== undefined && before.cursor !== null && bytes > bytesMax)
      return { shown, cursor: before.cursor };
    shown.push(piece);
  }
  return { shown, cursor: list.cursor };
}

export function otherFormats(say: Messages, list: ListPlace): Html {
  const links = formatLinks(say, ["json", "xml", "csv"], (format) => listAddress(list, { format }));
  return html`<p class="e">${links}</p>`;
}

function content(say: Messages, list: WikiList, profile: WikiProfile, bytesMax: number): Fragment {
  const { entries } = list;
  const { shown, cursor } = pages(say, list, profile, bytesMax);
  const more =
    cursor !== null &&
    html`<p class="more"><a rel="next" href="${listAddress(list, { cursor, lang: say.requested })}">${say.text("list-more")}</a></p>`;
  return [
    entries.length === 0
      ? html`<p class="box">${say.text(cursor === null ? "list-none" : "list-none-yet")}</p>`
      : html`<div class="list">${shown}</ul></div>`,
    more,
    otherFormats(say, list),
  ];
}

/** A document is to stay under this; a link to go on has room beside it. */
const BYTES_MAX = 33_500;

/**
 * A list of a wiki's pages (Q5) as a whole HTML document, which shows as many of the entries as a short document has room for.
 * Everything in it is taken for hostile.
 */
export function printList(list: WikiList, options: ListOptions): string {
  const frame = bytesOf(printSome({ ...list, entries: [] }, options, 0));
  return printSome(list, options, BYTES_MAX - frame);
}

function printSome(list: WikiList, { lang, profile }: ListOptions, bytesMax: number): string {
  const say = messages(lang);
  const title = say.text(`list-title-${list.list}`);
  const where =
    list.domain === null
      ? null
      : html`<p class="of">${slotted(say.text("list-of-domain", SLOT), hostName(`${list.domain}${list.path}`))}</p>`;
  return printDocument({
    say,
    title: `${title} – ${list.wiki} – Weboid`,
    standing: listStanding(list, profile.siteName),
    main: html`${tabs(say, list)}
${filterForm(say, list)}
<div id="answer" tabindex="-1">
<h1>${title}</h1>
${where}
${content(say, list, profile, bytesMax)}
</div>`,
    indexed: false,
    formless: true,
    feedOf: { wiki: list.wiki, siteName: profile.siteName },
  });
}
