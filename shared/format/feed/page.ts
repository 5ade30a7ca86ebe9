import { asDay, dayOfInstant, isDay, isoOfDay } from "../../calendar/day.ts";
import { type Messages, messages } from "../../i18n/messages.ts";
import type { FeedEvent } from "../../protocol/feed.ts";
import { printDocument } from "../html/document.ts";
import { folded } from "../html/form.ts";
import { formatLinks, labelledLink, ownAddress, urlLink, urlText } from "../html/link.ts";
import { type Fragment, type Html, html, interspersed, joined, SLOT, slotted } from "../html/markup.ts";
import { inLanguage } from "../html/navigation.ts";
import { watchForm } from "../html/watch-form.ts";
import { wikiPath } from "../paths.ts";
import type { Watched } from "../types.ts";
import { evidence, feedTitle, headlineOf, movedParts } from "./atom.ts";
import type { Feed } from "./json.ts";

interface FeedPageOptions {
  readonly lang: string;
  readonly siteName: string;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  /** Of the address what chooses events: a watchlist, kinds, namespaces. */
  readonly filter: Readonly<Record<string, string>>;
  /** As they were written into the form. */
  readonly form: Watched;
}

/** The pages that have the link, and the way to the others. */
function pageLinks(say: Messages, wiki: string, event: FeedEvent): Fragment[] {
  const { kind, pages, pageCount } = event;
  if (kind === "page-gone") return [];
  const more = pageCount - pages.length;
  return [
    ...pages.map(({ pageid, title }) =>
      labelledLink(ownAddress(wikiPath("page", wiki, pageid), inLanguage(say)), html`<bdi>${title}</bdi>`),
    ),
    ...(more > 0 ? [say.text("feed-more-pages", more)] : []),
  ];
}

/** What happened, with the link or page that it happened to. */
function headline(say: Messages, event: FeedEvent): Html {
  const { key, about } = headlineOf(event);
  const shown =
    event.url === null ? html`<bdi>${about}</bdi>` : event.kind === "spam" ? urlText(about) : urlLink(about);
  return slotted(say.text(key, SLOT), shown);
}

/** The day is that of the check: what was checked while nobody published it comes later. */
function eventItem(say: Messages, wiki: string, event: FeedEvent, nowMs: number): Html {
  const { atMs, target, replacement, archives = [] } = event;
  const day = isDay(event.day) ? asDay(event.day) : dayOfInstant(atMs);
  const when = html`<time datetime="${isoOfDay(day)}" title="${say.date(day)}">${say.ago(day, dayOfInstant(nowMs))}</time>`;
  const remedies = [
    ...[target, replacement].flatMap((each) => (each ? [urlLink(each)] : [])),
    ...(event.relaunch === undefined ? [] : movedParts(event.relaunch)),
    ...archives.map(({ type, url }) => (url === "" ? say.text("archive-no-version", type) : urlLink(url))),
  ];
  const lines = [[when, evidence(say, event)], remedies, pageLinks(say, wiki, event)];
  return html`<li><b>${headline(say, event)}</b>${lines.map((line) => {
    const parts = line.filter((part) => part !== null);
    return parts.length > 0 && html`<p>${joined(parts, " · ")}</p>`;
  })}</li>
`;
}

const unknownTitles = (say: Messages, titles: readonly string[]): Html =>
  html`<p class="box warn">${slotted(
    say.text("feed-unknown-titles", SLOT),
    interspersed(
      titles.map((title) => html`<bdi>${title}</bdi>`),
      say.between(titles.length, "conjunction"),
    ),
  )}</p>\n`;

/** `/feed/WIKI` for people: the newest changes of a wiki's links, and the formats in which readers and programs follow them. */
export function printFeedPage(feed: Feed, { lang, siteName, nowMs, filter, form }: FeedPageOptions): string {
  const say = messages(lang);
  const { wiki, events, watched } = feed;
  const heading = feedTitle(say, feed, siteName);
  const path = wikiPath("feed", wiki);
  return printDocument({
    say,
    title: heading,
    standing: {
      wiki,
      siteName,
      section: "feed",
      ...(watched === null && { is: true as const }),
      path,
      parameters: filter,
    },
    main: html`<div id="answer" tabindex="-1"><h1>${heading}</h1>
<p class="e">${formatLinks(say, ["atom", "json"], (format) => ownAddress(path, { ...filter, format, ...(format === "atom" && { uselang: say.requested }) }))}</p>
${folded(say.text("feed-watch-heading"), watchForm(say, form))}
${watched !== null && watched.unknown.length > 0 && unknownTitles(say, watched.unknown)}${
  events.length === 0
    ? html`<p class="box">${say.text("feed-none")}</p>`
    : html`<ul class="turns">${events.toReversed().map((event) => eventItem(say, wiki, event, nowMs))}</ul>`
}</div>`,
    indexed: false,
    formless: true,
    feedOf: { wiki, siteName, filter },
  });
}
