import {
  COUNTED_VERDICTS,
  type DomainCount,
  type DomainList,
  type Overview,
  type PathCount,
  type PathList,
  type VerdictCounts,
} from "../../../answer/overview.ts";
import { dayOfInstant } from "../../../calendar/day.ts";
import { type Messages, messages } from "../../../i18n/messages.ts";
import { wikiPath } from "../../paths.ts";
import { printDocument } from "../document.ts";
import { formatLinks, hostName, labelledLink, ownAddress } from "../link.ts";
import { type Html, html, SLOT, slotted } from "../markup.ts";
import { filterForm, type ListOptions, listAddress, listStanding, otherFormats, tabs } from "./list.ts";

/** A table of many columns may be wider than a telephone: it is scrolled by itself, also by keyboard; a shade at its side says so (style.ts). */
const scrolled = (label: string, table: Html): Html =>
  html`<div class="scroll" role="region" tabindex="0" aria-label="${label}">${table}</div>`;

/** A place with its broken URLs. */
interface BrokenRow extends Pick<VerdictCounts, "unreachable" | "doubtful"> {
  readonly name: Html;
}

/** Broken URLs by place, with a bar each. */
export function brokenTable(say: Messages, label: string, rows: readonly BrokenRow[]): Html | null {
  const most = Math.max(1, ...rows.map(({ unreachable, doubtful }) => unreachable + doubtful));
  if (rows.length === 0) return null;
  return scrolled(
    label,
    html`<table><thead><tr><td></td><th scope="col">${say.text("verdict-unreachable")}</th><th scope="col">${say.text("verdict-doubtful")}</th><td></td></tr></thead><tbody>
${rows.map(({ name, unreachable, doubtful }) => {
  const [bad, all] = [(unreachable / most) * 100, ((unreachable + doubtful) / most) * 100];
  return html`<tr><th scope="row">${name}</th><td>${say.number(unreachable)}</td><td>${say.number(doubtful)}</td><td><svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect class="s-doubtful" width="${all.toFixed(1)}" height="8"/><rect class="s-unreachable" width="${bad.toFixed(1)}" height="8"/></svg></td></tr>
`;
})}</tbody></table>`,
  );
}

export function domainTable(say: Messages, wiki: string, all: readonly DomainCount[]): Html | null {
  const rows = all.map(({ domain, ...broken }) => {
    const address = ownAddress(wikiPath("list", wiki, "domain"), { domain, lang: say.requested });
    return { ...broken, name: labelledLink(address, hostName(domain)) };
  });
  return brokenTable(say, say.text("overview-domains"), rows);
}

export const counted = (
  say: Messages,
  { countedAtMs, generated }: Pick<Overview, "countedAtMs" | "generated">,
): Html =>
  countedAtMs === null
    ? html`<p class="box" role="status">${say.text("overview-not-yet")}</p>`
    : html`<p class="sum">${say.text("overview-counted", say.ago(dayOfInstant(countedAtMs), generated))}</p>`;

/** The domains of a wiki by broken URLs (Q5). */
export function printDomains(list: DomainList, { lang, profile }: ListOptions): string {
  const say = messages(lang);
  const address = (more: Readonly<Record<string, string | null>>) =>
    ownAddress(wikiPath("list", list.wiki, "domains"), more);
  return printDocument({
    say,
    title: `${say.text("overview-domains")} – ${list.wiki} – Weboid`,
    standing: {
      wiki: list.wiki,
      siteName: profile.siteName,
      section: "lists",
      path: wikiPath("list", list.wiki, "domains"),
    },
    main: html`<div id="answer" tabindex="-1">
<h1>${say.text("overview-domains")}</h1>
${counted(say, list)}
${domainTable(say, list.wiki, list.entries)}
${list.cursor !== null && html`<p class="more">${labelledLink(address({ cursor: list.cursor, lang: say.requested }), say.text("list-more"))}</p>`}
<p class="e">${formatLinks(say, ["json", "xml", "csv"], (format) => address({ format }))}</p>
</div>`,
    indexed: false,
    formless: true,
  });
}

/** Counts by verdict, a row of each place; on a telephone each place has its own lines, and only what it has any of. */
export function verdictTable(
  say: Messages,
  label: string,
  rows: readonly { readonly name: Html; readonly counts: VerdictCounts }[],
  heading = "",
): Html {
  const shown = COUNTED_VERDICTS.filter((verdict) => rows.some(({ counts }) => counts[verdict] > 0));
  const words = shown.map((verdict) => say.text(`verdict-${verdict}`));
  const row = ({ name, counts }: (typeof rows)[number]): Html =>
    html`<tr><th scope="row">${name}</th>${shown.map((verdict, at) =>
      counts[verdict] === 0
        ? html`<td class="z">${say.number(0)}</td>`
        : html`<td data-of="${words[at] ?? ""}">${say.number(counts[verdict])}</td>`,
    )}</tr>
`;
  return scrolled(
    label,
    html`<table class="stack"><thead><tr>${heading === "" ? html`<td></td>` : html`<th scope="col">${heading}</th>`}${words.map((each) => html`<th scope="col">${each}</th>`)}</tr></thead><tbody>
${rows.map(row)}</tbody></table>`,
  );
}

function pathTable(say: Messages, wiki: string, entries: readonly PathCount[], label: string): Html {
  const rows = entries.map((entry) => {
    const { host, path } = entry;
    const name = hostName(`${host}${path}`);
    const broken = entry.unreachable + entry.doubtful > 0;
    const address = ownAddress(wikiPath("list", wiki, "broken"), { domain: host, path, lang: say.requested });
    return { name: broken ? labelledLink(address, name) : name, counts: entry };
  });
  return verdictTable(say, label, rows);
}

/** The folders of a domain by verdicts (Q5). */
export function printPaths(list: PathList, { lang, profile }: ListOptions): string {
  const say = messages(lang);
  const { wiki, domain, path, entries, cursor } = list;
  const title = say.text("paths-title", `${domain}${path}`);
  const none = say.text(cursor === null ? "search-none" : "search-none-yet");
  return printDocument({
    say,
    title: `${title} – ${wiki} – Weboid`,
    standing: listStanding(list, profile.siteName),
    main: html`${tabs(say, list)}
${filterForm(say, list)}
<div id="answer" tabindex="-1">
<h1>${slotted(say.text("paths-title", SLOT), hostName(`${domain}${path}`))}</h1>
${entries.length === 0 ? html`<p class="box">${none}</p>` : pathTable(say, wiki, entries, title)}
${cursor !== null && html`<p class="more"><a rel="next" href="${listAddress(list, { cursor, lang: say.requested })}">${say.text("list-more")}</a></p>`}
${otherFormats(say, list)}
</div>`,
    indexed: false,
    formless: true,
  });
}
