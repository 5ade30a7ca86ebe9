import type { MessageKey, Messages } from "../../i18n/messages.ts";
import { messages } from "../../i18n/messages.ts";
import type { WikiProfile } from "../../protocol/types.ts";
import type { EditKind } from "../../repair/types.ts";
import type { Verdict } from "../../verdict/types.ts";
import type { RepairDocument } from "../documents.ts";
import { articleUrl, wikiPath } from "../paths.ts";
import { reasonInWords } from "../repair-reason.ts";
import { printDocument } from "./document.ts";
import { formatLinks, labelledLink, outsideAddress, ownAddress, shownText, urlLink } from "./link.ts";
import {
  type Address,
  type Fragment,
  type Html,
  hasUnshowable,
  html,
  joined,
  SECOND_SLOT,
  SLOT,
  slotted,
} from "./markup.ts";

/** On which the gadget hands the repair over (edge/gadget/marks.js). */
const HANDING_OVER = "#weboid-repair";

type Edit = RepairDocument["edits"][number];

/** An article, or its editor; by its id where its title is not known. */
function wikiAddresses({ title, pageid }: RepairDocument, profile: WikiProfile) {
  const index = (more: string) => profile.api.replace(/api\.php$/, `index.php?curid=${pageid}${more}`);
  const article = title === null ? index("") : articleUrl(profile, title);
  return {
    article: outsideAddress(article),
    handingOver: outsideAddress(article + HANDING_OVER),
    editor: outsideAddress(index("&action=edit")),
  };
}

/** What can be copied: as it is shown, or not at all. What no text of ours may carry is spelt out where it is shown. */
const copied = (say: Messages, text: string): Fragment =>
  !hasUnshowable(text) && html` data-take="${say.text("copy-text")}"`;

function piece(label: string, text: Html, copy: Fragment): Html {
  return html`<p>${label}</p><code class="code" dir="auto"${copy}>${text}</code>`;
}

/** Before and after, with what is gone and what is new marked between what both have; without the first where nothing is gone. */
function change(say: Messages, before: string, after: string): Html {
  const [old, changed] = [[...before], [...after]];
  const shorter = Math.min(old.length, changed.length);
  let start = 0;
  while (start < shorter && old[start] === changed[start]) start++;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end) === changed.at(-1 - end)) end++;
  const part = (text: readonly string[], from: number, to: number): string => text.slice(from, to).join("");
  const [first, last] = [part(old, 0, start), part(old, old.length - end, old.length)];
  const gone = part(old, start, old.length - end);
  const added = part(changed, start, changed.length - end);
  return html`${gone !== "" && piece(say.text("repair-before"), html`${first}<del>${gone}</del>${last}`, false)}
${piece(say.text("repair-after"), html`${first}${added !== "" && html`<ins>${added}</ins>`}${last}`, copied(say, after))}`;
}

/** In the reader's language; of a code without a message it is English, as in the answer for programs. */
function reason(say: Messages, edit: Edit): Html {
  const [first, second] = edit.details ?? [];
  const words = reasonInWords(say, edit, [SLOT, SECOND_SLOT]);
  return words === null
    ? html`<p class="n" lang="en" dir="ltr">${edit.reason}</p>`
    : html`<p class="n">${slotted(words, html`<bdi>${first}</bdi>`, html`<bdi>${second}</bdi>`)}</p>`;
}

/** What the link becomes, and the verdict whose icon says so. */
const OUTCOMES = {
  archive: ["working", "gadget-archive"],
  tag: ["unreachable", "verdict-unreachable"],
  move: ["working", "moved-label"],
  replacement: ["working", "replacement-label"],
  none: ["unknown", "repair-left"],
} as const satisfies Record<EditKind, readonly [Verdict, MessageKey]>;

/** Where it stands in the page, for who looks for it in the editor; what stands around it where no change shows that. */
function spot(say: Messages, { section, line, before, after, context }: Edit): Html {
  const heading = slotted(say.text("repair-section", SLOT), html`<bdi>${shownText(section)}</bdi>`);
  const place = [...(section === "" ? [] : [heading]), say.text("repair-line", say.number(line))];
  const around = before === after && html`<code class="code" dir="auto">${shownText(context)}</code>`;
  return html`<p>${joined(place, " · ")}</p>${around}`;
}

function editItem(say: Messages, edit: Edit): Html {
  const { url, kind, before, after } = edit;
  const [icon, outcome] = OUTCOMES[kind];
  return html`<li><span class="v ${icon}">${say.text(outcome)}</span><div>${urlLink(url)}${spot(say, edit)}${reason(say, edit)}${before !== after && change(say, before, after)}</div></li>
`;
}

const absentItem = (say: Messages, url: string): Html =>
  html`<li><span class="v unknown">${say.text("repair-left")}</span><div>${urlLink(url)}<p class="n">${say.text("repair-absent")}</p></div></li>
`;

/** The ways to save it: the gadget's, and by hand where the whole text can be shown. */
function ways(say: Messages, repair: RepairDocument, handingOver: Address | null, editor: Address | null) {
  const { wikitext, summary } = repair;
  const byHand =
    !hasUnshowable(wikitext) &&
    html`<details><summary>${say.text("repair-text")}</summary>
<p>${editor && labelledLink(editor, say.text("page-edit"))}</p>
<label for="r-summary">${say.text("repair-summary")}</label><input id="r-summary" value="${summary}" readonly dir="auto"${copied(say, summary)}>
<label for="r-text">${say.text("repair-text")}</label><textarea id="r-text" rows="12" cols="80" readonly dir="auto"${copied(say, wikitext)}>
${wikitext}</textarea></details>`;
  return html`<p class="box">${say.text("repair-lead")}<br>
${handingOver && html`<b>${labelledLink(handingOver, say.text("repair-show"))}</b> · `}${say.text("repair-gadget")}</p>
${byHand}`;
}

/** `/repair/dewiki@WMF/9301140`: what would be changed, each place by itself, for who repairs without the gadget or looks before. */
export function printRepair(repair: RepairDocument, lang: string, profile: WikiProfile): string {
  const say = messages(lang);
  const { wiki, pageid, edits, absent, conventions, watched } = repair;
  const { article, handingOver, editor } = wikiAddresses(repair, profile);
  const name = html`<bdi>${repair.title ?? say.text("page-unnamed", String(pageid))}</bdi>`;
  const changes = edits.some(({ before, after }) => before !== after);
  const isEmpty = edits.length + absent.length === 0;
  const none = !isEmpty ? "repair-none" : watched ? "repair-none-dead" : "none-unwatched";
  const back = ownAddress("/externalLinkInfo", { dbname: wiki, pageid, lang: say.requested });
  return printDocument({
    say,
    title: `${say.text("repair-title")}: ${repair.title ?? String(pageid)} – Weboid`,
    standing: {
      wiki,
      siteName: profile.siteName,
      below: [labelledLink(back, name)],
      path: wikiPath("repair", wiki, pageid),
    },
    main: html`<div id="answer" tabindex="-1" data-copy="${say.text("copy-url")}" data-dead="${say.text("copy-dead")}" data-done="${say.text("copy-done")}">
<p class="of">${say.text("repair-title")}</p>
<h1>${article === null ? name : labelledLink(article, name)}</h1>
${changes ? ways(say, repair, handingOver, editor) : html`<p class="box">${say.text(none)}</p>`}
${conventions.error !== undefined && html`<p class="box warn" lang="en" dir="ltr">${conventions.error}</p>`}
${
  !isEmpty &&
  html`<ul class="urls">
${edits.map((edit) => editItem(say, edit))}${absent.map((url) => absentItem(say, url))}</ul>`
}
<p class="e">${formatLinks(say, ["json", "xml"], (format) => ownAddress("/api/v1/repair", { dbname: wiki, pageid, format }))}</p>
</div>`,
    indexed: false,
  });
}
