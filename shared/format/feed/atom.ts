import { asDay, isDay } from "../../calendar/day.ts";
import { type MessageKey, type Messages, messages } from "../../i18n/messages.ts";
import { type EventKind, type FeedEvent, readCursor, type SiteRelaunched } from "../../protocol/feed.ts";
import { REPORTED_DOMAIN } from "../../verdict/judge.ts";
import { outsideAddress, SHOWN_URL_CHARACTERS_MAX, urlLink } from "../html/link.ts";
import { Address, type Fragment, type Html, html, joined, showable } from "../html/markup.ts";
import { statusInWords } from "../html/words.ts";
import { wikiPath } from "../paths.ts";
import { escapeXml } from "../xml.ts";
import { type Feed, morePages } from "./json.ts";

export const ATOM_CONTENT_TYPE = "application/atom+xml; charset=utf-8";

export interface AtomOptions {
  readonly lang: string;
  /** Where this edge is reached, without a final slash: Atom's addresses are whole. */
  readonly base: string;
  /** What was asked, as path with query; `next`: what follows, null: nothing yet. `filter`: of it what chooses events, "": all. */
  readonly self: string;
  readonly filter: string;
  readonly next: string | null;
  /** Name of the wiki for people. */
  readonly siteName: string;
}

/** RFC 4287. Entries are newest first, as people read them. */
export function printAtom(feed: Feed, { lang, base, self, next, filter, siteName }: AtomOptions): string {
  const say = messages(lang);
  const { wiki, events } = feed;
  const newest = events.at(-1)?.atMs ?? (readCursor(feed.cursor)?.second ?? 0) * 1_000;
  // "|" is for no IRI, as which readers judge addresses.
  const link = (rel: string, type: string, path: string) =>
    `<link rel="${rel}" type="${type}" href="${escapeXml(base + path.replaceAll("|", "%7C"))}"/>\n`;
  const people = `${wikiPath("feed", wiki)}?${filter === "" ? "" : `${filter}&`}format=html`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escapeXml(say.lang)}">
<id>${escapeXml(tagOf(base, wiki))}${filter === "" ? "" : escapeXml(`?${filter}`)}</id>
<title>${textOf(feedTitle(say, feed, siteName))}</title>
<updated>${new Date(newest).toISOString()}</updated>
<author><name>Weboid</name></author>
<generator uri="${escapeXml(`${base}/source`)}">Weboid</generator>
${link("self", "application/atom+xml", self)}${link("alternate", "text/html", people)}${next === null ? "" : link("next", "application/atom+xml", next)}${events
  .toReversed()
  .map((event) => entry(say, wiki, base, event))
  .join("")}</feed>
`;
}

/** A watchlist of one category is named by it, that of one page by the page, as far as an event says how it is called. */
export function feedTitle(say: Messages, { wiki, watched, events }: Feed, siteName: string): string {
  const title = say.text("feed-title", siteName === "" ? wiki : siteName);
  if (watched === null) return title;
  if (watched.category !== null) return say.text("labelled", title, watched.category);
  const names = new Set(
    events.flatMap(({ pages }) => (pages.length === 1 ? pages.map((page) => page.title) : [])),
  );
  const [name] = names;
  return say.text(
    "labelled",
    title,
    watched.pages === 1 && name !== undefined && names.size === 1
      ? name
      : say.text("feed-of-pages", watched.pages),
  );
}

/** RFC 4151. An address without a name of DNS (`[::1]`) cannot stand there. */
function tagOf(base: string, wiki: string, event?: FeedEvent): string {
  const host = /^https?:\/\/([a-z0-9.-]+)(?::\d+)?$/i.exec(base)?.[1] ?? "localhost";
  return `tag:${host.toLowerCase()},2026:feed/${wiki}${event === undefined ? "" : `/${event.id}`}`;
}

const textOf = (text: string): string => escapeXml(showable(text));

const HEADLINES = {
  unreachable: "feed-unreachable",
  doubtful: "feed-doubtful",
  working: "feed-working",
  refused: "feed-refused",
  unknown: "feed-unknown",
  moved: "feed-moved",
  archive: "feed-archive",
  replacement: "feed-replacement",
  report: "feed-report",
  spam: "feed-spam",
  "page-gone": "feed-page-gone",
  "site-relaunched": "feed-site-relaunched",
  gap: "feed-gap",
} as const satisfies Record<EventKind, MessageKey>;

const SITE_HEADLINES = {
  relaunch: "feed-site-relaunched",
  shutdown: "feed-site-shutdown",
} as const satisfies Record<SiteRelaunched["kind"], MessageKey>;

/** The message that says what happened, and what it happened to. */
export function headlineOf({ kind, rule, url, pages, spam, relaunch }: FeedEvent): {
  key: MessageKey;
  about: string;
} {
  if (relaunch !== undefined) return { key: SITE_HEADLINES[relaunch.kind], about: relaunch.site };
  const about = url ?? pages[0]?.title ?? "";
  if (kind === "spam" && spam === null) return { key: "feed-spam-lifted", about };
  // Nothing failed lately (H3).
  const isReported = rule === REPORTED_DOMAIN && kind === "doubtful";
  return { key: isReported ? "feed-report" : HEADLINES[kind], about };
}

function headline(say: Messages, event: FeedEvent): string {
  const { key, about } = headlineOf(event);
  const shown =
    about.length > SHOWN_URL_CHARACTERS_MAX ? `${about.slice(0, SHOWN_URL_CHARACTERS_MAX)}…` : about;
  return say.text(key, shown.toWellFormed());
}

/** "Dead: https://… – Title of the page (and 2 more pages)": feed readers show little else. */
function entryTitle(say: Messages, event: FeedEvent): string {
  const [page] = event.pages;
  const words = headline(say, event);
  if (page === undefined || event.kind === "page-gone") return words;
  const more = event.pageCount > 1 ? ` (+${event.pageCount - 1})` : "";
  return `${words} – ${page.title}${more}`;
}

function entry(say: Messages, wiki: string, base: string, event: FeedEvent): string {
  const { url, kind, atMs } = event;
  const related = url === null || kind === "spam" ? null : outsideAddress(url);
  const page = event.pages[0];
  const path =
    page === undefined || kind === "page-gone"
      ? wikiPath("feed", wiki, event.id)
      : wikiPath("page", wiki, page.pageid);
  return `<entry>
<id>${tagOf(base, wiki, event)}</id>
<title>${textOf(entryTitle(say, event))}</title>
<updated>${new Date(atMs).toISOString()}</updated>
<category term="${kind}"/>
<link rel="alternate" href="${escapeXml(base + path)}"/>
${related === null ? "" : `<link rel="related" href="${escapeXml(related.text)}"/>\n`}<content type="html">${escapeXml(String(content(say, wiki, base, event)))}</content>
</entry>
`;
}

function content(say: Messages, wiki: string, base: string, event: FeedEvent): Html {
  const { url, kind, target, replacement, archives = [] } = event;
  const remedies = [target, replacement, ...archives.map((archive) => archive.url)].filter(
    (address) => address,
  );
  const address = url === null ? null : kind === "spam" ? html`<code dir="ltr">${url}</code>` : urlLink(url);
  const paragraphs: Fragment[] = [
    address,
    evidence(say, event),
    ...(event.relaunch === undefined ? [] : movedParts(event.relaunch)),
    ...remedies.map((remedy) => urlLink(remedy ?? "")),
  ].filter((fragment) => fragment !== null);
  return html`${paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)}${pageList(say, wiki, base, event)}`;
}

/** "Unreachable · 404 not found · for 10 weeks · 9 checks", as it was on the day of the event. */
export function evidence(
  say: Messages,
  { verdict, status, http = null, since, checks, day, relaunch }: FeedEvent,
): Html | null {
  if (relaunch !== undefined) return relaunchEvidence(say, relaunch);
  if (verdict === undefined || status === undefined) return null;
  // "Since today" would be read on other days.
  const lasting = isDay(since) && isDay(day) && since < day ? say.lasting(asDay(since), asDay(day)) : null;
  const parts = [
    say.text(`verdict-${verdict}`),
    statusInWords(say, { status, http }),
    lasting,
    checks === undefined || checks === 0 ? null : say.text("checks", checks),
  ].filter((part) => part !== null);
  return joined(parts, " · ");
}

/** "Links lost: 412 · New address known: 380": where they moved follows by itself. */
const relaunchEvidence = (say: Messages, { lost, moved }: SiteRelaunched): Html =>
  joined(
    [
      say.text("relaunch-lost", say.number(lost)),
      ...(moved > 0 ? [say.text("relaunch-moved", say.number(moved))] : []),
    ],
    " · ",
  );

/** The parts of a site that moved. */
export const movedParts = ({ moves }: Pick<SiteRelaunched, "moves">): Html[] =>
  moves.map(({ from, to }) => html`<code dir="ltr">${from} → ${to}</code>`);

function pageList(say: Messages, wiki: string, base: string, event: FeedEvent): Html | null {
  const { kind, pages, pageCount } = event;
  if (kind === "page-gone" || pages.length === 0) return null;
  const rest = morePages(wiki, event);
  const more = pageCount - pages.length;
  const words = say.text("feed-more-pages", more);
  return html`<ul>${pages.map(
    ({ pageid, title }) =>
      html`<li><a href="${new Address(`${base}${wikiPath("page", wiki, pageid)}`)}"><bdi>${title}</bdi></a></li>`,
  )}${
    more > 0 &&
    html`<li>${rest === null ? words : html`<a href="${new Address(base + rest)}">${words}</a>`}</li>`
  }</ul>`;
}
