import { dayOfInstant, isoOfDay } from "../../calendar/day.ts";
import { type Messages, messages } from "../../i18n/messages.ts";
import type { FeedEvent } from "../../protocol/feed.ts";
import { printDocument } from "../html/document.ts";
import { formatLinks, labelledLink, ownAddress, urlLink, urlText } from "../html/link.ts";
import { type Fragment, type Html, html, joined } from "../html/markup.ts";
import { inLanguage } from "../html/navigation.ts";
import { wikiPath } from "../paths.ts";
import { evidence, headline } from "./atom.ts";
import { type Feed, morePages } from "./json.ts";

interface FeedPageOptions {
  readonly lang: string;
  readonly siteName: string;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
}

/** The pages that have the link, and the way to the others. */
function pageLinks(say: Messages, wiki: string, event: FeedEvent): Fragment[] {
  const { kind, pages, pageCount } = event;
  if (kind === "page-gone") return [];
  const rest = morePages(wiki, event);
  return [
    ...pages.map(({ pageid, title }) =>
      labelledLink(ownAddress(wikiPath("page", wiki, pageid), inLanguage(say)), html`<bdi>${title}</bdi>`),
    ),
    ...(rest === null ? [] : [say.text("feed-more-pages", pageCount - pages.length)]),
  ];
}

function eventItem(say: Messages, wiki: string, event: FeedEvent, nowMs: number): Html {
  const { url, kind, atMs, target, replacement, archives = [] } = event;
  const day = dayOfInstant(atMs);
  const when = html`<time datetime="${isoOfDay(day)}" title="${say.date(day)}">${say.ago(day, dayOfInstant(nowMs))}</time>`;
  const remedies = [target, replacement, ...archives.map((archive) => archive.url)].flatMap((each) =>
    each ? [urlLink(each)] : [],
  );
  const address = url === null ? [] : [kind === "spam" ? urlText(url) : urlLink(url)];
  const lines = [[when, evidence(say, event)], address, remedies, pageLinks(say, wiki, event)];
  return html`<li><b>${headline(say, event)}</b>${lines.map((line) => {
    const parts = line.filter((part) => part !== null);
    return parts.length > 0 && html`<p>${joined(parts, " · ")}</p>`;
  })}</li>
`;
}

/** `/feed/WIKI` for people: the newest changes of a wiki's links, and the formats in which readers and programs follow them. */
export function printFeedPage(feed: Feed, { lang, siteName, nowMs }: FeedPageOptions): string {
  const say = messages(lang);
  const { wiki, events } = feed;
  const heading = say.text("feed-title", siteName === "" ? wiki : siteName);
  const path = wikiPath("feed", wiki);
  return printDocument({
    say,
    title: heading,
    standing: { wiki, siteName, section: "feed", is: true, path },
    main: html`<div id="answer" tabindex="-1"><h1>${heading}</h1>
<p class="e">${formatLinks(say, ["atom", "json"], (format) => ownAddress(path, { format, ...(format === "atom" && { uselang: say.requested }) }))}</p>
${
  events.length === 0
    ? html`<p class="box">${say.text("feed-none")}</p>`
    : html`<ul class="turns">${events.toReversed().map((event) => eventItem(say, wiki, event, nowMs))}</ul>`
}</div>`,
    indexed: false,
    listing: true,
    plain: true,
    formless: true,
    feedOf: { wiki, siteName },
  });
}
