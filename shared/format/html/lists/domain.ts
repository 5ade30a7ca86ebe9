import type { DomainPage, KnownOfHost } from "../../../answer/domain.ts";
import type { ListName } from "../../../answer/lists.ts";
import { COUNTED_VERDICTS, type VerdictCounts } from "../../../answer/overview.ts";
import { type MessageKey, type Messages, messages } from "../../../i18n/messages.ts";
import { NOTE_KEYS } from "../../../status/note.ts";
import { wikiPath } from "../../paths.ts";
import { printDocument } from "../document.ts";
import { formatLinks, hostName, labelledLink, ownAddress, urlLink } from "../link.ts";
import { type Fragment, type Html, html, joined, SLOT, slotted } from "../markup.ts";
import { inLanguage } from "../navigation.ts";
import { agoWithDate } from "../words.ts";
import { verdictTable } from "./counts.ts";
import { course } from "./course.ts";
import { type ListOptions, listAddress, listStanding, tabs } from "./list.ts";

const isNote = (kind: string): kind is (typeof NOTE_KEYS)[number] => NOTE_KEYS.some((key) => key === kind);
/** Traits (M9) that have no note of their name. */
const TRAITS: Readonly<Record<string, MessageKey>> = {
  "dns-error": "status-dns-unknown",
  "server-error": "status-server-error",
};

/** What was seen of a host, in words; null: it is of a later version. */
function knownWords(say: Messages, { kind, value }: KnownOfHost): Fragment | null {
  const key = isNote(kind) ? (`note-${kind}` as const) : TRAITS[kind];
  if (key === undefined) return null;
  const words = say.text(key, "500");
  return /^https?:/.test(value) ? slotted(say.text("labelled", words, SLOT), urlLink(value)) : words;
}

function knownList(say: Messages, { known, generated }: DomainPage): Html | null {
  const items = known.flatMap((each) => {
    const words = knownWords(say, each);
    if (words === null) return [];
    const seen = slotted(say.text("domain-seen", SLOT), agoWithDate(say, each.last, generated));
    return html`<li>${hostName(`${each.host}${each.path}`)}<p>${joined([words, seen], " · ")}</p></li>\n`;
  });
  return items.length === 0
    ? null
    : html`<section><h2>${say.text("domain-known")}</h2>\n<ul class="turns">${items}</ul></section>`;
}

function moves(say: Messages, page: DomainPage): Html | null {
  const { rules, moved, wiki, domain } = page;
  if (rules.length === 0 && moved === 0) return null;
  const address = listAddress({ wiki, list: "moved", domain, path: "" }, inLanguage(say));
  const items = rules.map(
    ({ from, to, support }) =>
      html`<li><code dir="ltr">${from} → ${to}</code><p>${say.text("moved-by-rule", say.number(support))}</p></li>\n`,
  );
  return html`<section><h2>${labelledLink(address, say.text("labelled", say.text("list-moved"), say.number(moved)))}</h2>
${items.length > 0 && html`<ul class="turns">${items}</ul>`}</section>`;
}

const listed = (counts: VerdictCounts): (typeof COUNTED_VERDICTS)[number][] =>
  COUNTED_VERDICTS.filter((verdict) => counts[verdict] > 0);

/** How many links of the wiki have which verdict. */
function chips(say: Messages, { wiki, domain, wikis }: DomainPage): Html {
  const [own] = wikis;
  const verdicts = own === undefined ? [] : listed(own);
  if (own === undefined || verdicts.length === 0) return html`<p class="box">${say.text("search-none")}</p>`;
  return html`<ul class="counts">${verdicts.map((verdict) => {
    const words = say.text(`count-${verdict}`, say.number(own[verdict]));
    const isList = verdict === "unreachable" || verdict === "doubtful";
    const list = isList ? listAddress({ wiki, list: verdict, domain, path: "" }, inLanguage(say)) : null;
    return html`<li class="${verdict}">${list === null ? words : labelledLink(list, words)}</li>`;
  })}</ul>`;
}

/** The same of all wikis of the farm that have such links. */
function byWiki(say: Messages, { wikis, domain }: DomainPage): Html | null {
  if (wikis.length < 2) return null;
  const rows = wikis.map(({ wiki, ...counts }) => {
    const address = ownAddress(wikiPath("list", wiki, "domain"), { domain, ...inLanguage(say) });
    return { name: labelledLink(address, html`<bdi>${wiki}</bdi>`), counts };
  });
  return html`<section><h2>${say.text("domain-wikis")}</h2>
${verdictTable(say, say.text("domain-wikis"), rows)}</section>`;
}

/** `/list/WIKI/domain`: a domain with all below it (Q5). Everything in it is taken for hostile. */
export function printDomain(page: DomainPage, { lang, profile }: ListOptions): string {
  const say = messages(lang);
  const { wiki, domain, complete } = page;
  const place = { wiki, list: "domain", domain, path: "" } as const;
  const addressOf = (list: ListName) => listAddress({ ...place, list }, inLanguage(say));
  const ways = [
    labelledLink(addressOf("broken"), say.text("list-broken")),
    labelledLink(listAddress({ ...place, list: "paths" }, inLanguage(say)), say.text("list-paths")),
    html`<a href="${ownAddress("/find", { url: `*.${domain}`, dbname: wiki, ...inLanguage(say) })}" rel="nofollow">${say.text("search-heading")}</a>`,
  ];
  return printDocument({
    say,
    title: `${say.text("domain-title", domain)} – ${wiki} – Weboid`,
    standing: listStanding(place, profile.siteName),
    main: html`${tabs(say, place)}
<div id="answer" tabindex="-1">
<h1>${slotted(say.text("domain-title", SLOT), hostName(domain))}</h1>
${chips(say, page)}
<p class="of">${joined(ways, " · ")}</p>
${!complete && html`<p class="of">${say.text("domain-cut")}</p>`}
<div class="halves">${byWiki(say, page)}
${course(say, { ...page, addressOf })}
${knownList(say, page)}
${moves(say, page)}</div>
<p class="e">${formatLinks(say, ["json", "xml"], (format) => listAddress(place, { format }))}</p>
</div>`,
    indexed: false,
    formless: true,
  });
}
