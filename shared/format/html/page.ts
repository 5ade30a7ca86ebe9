import { SORTS, STATUS_FILTERS, VERDICTS_BY_CONCERN } from "../../answer/order.ts";
import type { Answer, AnswerError, PageAnswer } from "../../answer/types.ts";
import type { Day } from "../../calendar/day.ts";
import { type Messages, messages } from "../../i18n/messages.ts";
import type { WikiProfile } from "../../protocol/types.ts";
import { articleUrl, wikiPath } from "../paths.ts";
import type { FormQuery, PrintOptions } from "../types.ts";
import { documentChunks, printDocument } from "./document.ts";
import { errorBox, errorHeading } from "./error.ts";
import { foldedForm } from "./form.ts";
import { formAgain, NAMES_WRONG } from "./form-again.ts";
import { legend } from "./legend.ts";
import { formatLinks, labelledLink, outsideAddress, ownAddress } from "./link.ts";
import { type Fragment, type Html, html, joined, SLOT, slotted } from "./markup.ts";
import type { Standing } from "./navigation.ts";
import { urlItem } from "./url.ts";

type HtmlOptions = Partial<Omit<PrintOptions, "callback">>;

/** Where the page can be read: by title, or by its id when the title is not known. */
function articleAddress(page: PageAnswer, profile: WikiProfile) {
  if (page.title === null)
    return outsideAddress(profile.api.replace(/api\.php$/, `index.php?curid=${page.pageid}`));
  return outsideAddress(articleUrl(profile, page.title));
}

/** Where this answer stays, whatever becomes of the page's title. */
const lastingAddress = (page: PageAnswer, chosen: { show: string | null; status: string | null }) =>
  ownAddress(wikiPath("page", page.wiki, page.pageid), chosen);

/** Titles that lead nowhere are named as they were asked for. */
const pageName = (say: Messages, { title, pageid, asked = [] }: PageAnswer): string =>
  title ?? ((pageid === 0 && asked.join(" | ")) || say.text("page-unnamed", String(pageid)));

function linkedName(say: Messages, page: PageAnswer, profile: WikiProfile | null): Fragment {
  const name = html`<bdi>${pageName(say, page)}</bdi>`;
  const address = profile === null || page.error !== undefined ? null : articleAddress(page, profile);
  return address === null ? name : labelledLink(address, name);
}

function notice(say: Messages, page: PageAnswer, today: Day): Html | null {
  const box = (text: string) => html`<p class="box warn" role="status">${text}</p>`;
  if (!page.live)
    return box(
      page.asOf === null
        ? say.text("notice-not-live-unknown")
        : say.text("notice-not-live", say.ago(page.asOf, today)),
    );
  return !page.watched && page.urls.length > 0 ? box(say.text("notice-unwatched")) : null;
}

/** Where the page is edited; null: its wiki is not known. */
function editLink(say: Messages, { pageid, error }: PageAnswer, profile: WikiProfile | null): Html | null {
  if (profile === null || error !== undefined) return null;
  const address = outsideAddress(profile.api.replace(/api\.php$/, `index.php?curid=${pageid}&action=edit`));
  return address && html`<span class="o"> · ${labelledLink(address, say.text("page-edit"))}</span>`;
}

/** The way to a repair of its dead links, as the wiki has the page now; null: there are none. */
function repairLink(say: Messages, { wiki, pageid, live, urls }: PageAnswer): Html | null {
  if (!live || !urls.some(({ verdict }) => verdict === "unreachable")) return null;
  const address = ownAddress(wikiPath("repair", wiki, pageid), { lang: say.requested });
  return html`<span class="o"> · <b><a href="${address}" rel="nofollow">${say.text("repair-button")}</a></b></span>`;
}

/** Under which title it was looked for. */
const redirected = (say: Messages, { redirectedFrom: from }: PageAnswer): Html | null =>
  from === undefined
    ? null
    : html`<p class="of">${slotted(say.text("redirected-from", SLOT), html`<bdi>${from}</bdi>`)}</p>\n`;

/** The answer with another choice of links. */
function chosenLinks(
  say: Messages,
  { wiki, pageid }: PageAnswer,
  choice: { show?: string; status?: string; sort?: string },
) {
  return ownAddress("/externalLinkInfo", { dbname: wiki, pageid, ...choice, lang: say.requested });
}

/** The orders beside the one that is shown (Q2). */
function sortLinks(say: Messages, page: PageAnswer, { show, status, sort }: FormQuery): Html | null {
  if (page.urls.length < 2) return null;
  const shown = sort ?? "severity";
  const chosen = { ...(show && { show }), ...(status && { status }) };
  const links = SORTS.map((each) => {
    const words = say.text(`sort-${each}`);
    if (each === shown) return html`<b>${words}</b>`;
    return labelledLink(chosenLinks(say, page, { ...chosen, sort: each }), words);
  });
  return html`<p class="e o">${slotted(say.text("labelled", say.text("sort-label"), SLOT), joined(links, " · "))}</p>`;
}

/** How many links there are, how many were chosen, and how many there are of each verdict among these. */
function summary({ say, profile, query }: Context, page: PageAnswer): Html {
  const { urls, total } = page;
  const everything = query.show === "all" && !query.status;
  const sort = query.sort ? { sort: query.sort } : {};
  const found = say.text(everything ? "summary-all" : "summary-findings", urls.length);
  const counts = VERDICTS_BY_CONCERN.map((verdict) => ({
    verdict,
    count: urls.filter((url) => url.verdict === verdict).length,
  })).filter(({ count }) => count > 0);
  const chips = counts.map(({ verdict, count }) => {
    const words = say.text(`count-${verdict}`, count);
    const filter = STATUS_FILTERS.find((status) => status === verdict && status !== query.status);
    return html`<li class="${verdict}">${
      filter === undefined || counts.length === 1
        ? words
        : labelledLink(chosenLinks(say, page, { status: filter, ...sort }), words)
    }</li>`;
  });
  const more = everything
    ? null
    : html` · ${labelledLink(chosenLinks(say, page, { show: "all", ...sort }), say.text("show-all"))}`;
  return html`<p class="sum">${
    total === undefined || total === urls.length ? found : say.text("summary-of-total", urls.length, total)
  }${total === urls.length ? null : more}${editLink(say, page, profile)}${profile && repairLink(say, page)}</p>
<ul class="counts">${chips}</ul>${sortLinks(say, page, query)}`;
}

/** An absent page is not a healthy page (design 7): what is not known is not called fine. */
function nothingShown(say: Messages, page: PageAnswer, query: FormQuery): Html {
  const text = query.status
    ? say.text("none-selected")
    : page.total === 0 || (query.show === "all" && page.live)
      ? say.text("none-links")
      : page.watched
        ? say.text("none-findings")
        : say.text("none-unwatched");
  const everything = (query.show === "all" && !query.status) || page.total === 0;
  const more = everything
    ? null
    : labelledLink(chosenLinks(say, page, { show: "all" }), say.text("show-all"));
  return html`<p class="box">${text} ${more}</p>`;
}

interface Context {
  readonly say: Messages;
  readonly today: Day;
  readonly query: FormQuery;
  readonly profile: WikiProfile | null;
  readonly base: string;
  /** The answer is about one article, which can be read. */
  readonly inArticle: boolean;
  readonly stored: boolean;
}

/** To the feed of this page alone. */
const followLink = (say: Messages, { wiki, pageid }: PageAnswer): Html =>
  labelledLink(
    ownAddress(wikiPath("feed", wiki), { pageid, lang: say.requested }),
    say.text("feed-follow-page"),
  );

/** Where the same answer is: its lasting address, and those in the formats of programs (G4). */
function elsewhere({ say, query, base }: Context, page: PageAnswer): Html {
  const chosen = { show: query.show ?? null, status: query.status ?? null };
  const formats = formatLinks(say, ["json", "xml"], (format) =>
    ownAddress("/api/v1/page", { dbname: page.wiki, pageid: page.pageid, ...chosen, format }),
  );
  const lasting = lastingAddress(page, chosen.show === "findings" ? { ...chosen, show: null } : chosen);
  const link = html`<a dir="ltr" href="${lasting}">${base}${lasting.text}</a>`;
  return html`<p class="e">${slotted(say.text("permalink", SLOT), link)}<span class="o"> · ${formats} · ${followLink(say, page)}</span></p>`;
}

function* pageContent(context: Context, page: PageAnswer): Generator<Fragment> {
  const { say, today, query, profile } = context;
  if (page.error !== undefined) return yield errorBox(say, page.error, { query, profile });
  yield redirected(say, page);
  if (!context.stored) yield notice(say, page, today);
  if (page.urls.length === 0) yield nothingShown(say, page, query);
  else {
    yield [summary(context, page), html`\n<ul class="urls">\n`];
    const { wiki, pageid } = page;
    for (const url of page.urls)
      yield urlItem(say, url, { today, wiki, pageid, inArticle: context.inArticle });
    yield html`</ul>\n`;
  }
  yield elsewhere(context, page);
}

/** One page alone gives the document its heading; several are sections under a common one. */
function titleOf(say: Messages, { pages }: Answer): string {
  const [only, ...others] = pages;
  return only !== undefined && others.length === 0
    ? say.text("page-document-title", pageName(say, only))
    : say.text("page-many", pages.length);
}

function* pagesContent(context: Context, answer: Answer): Generator<Fragment> {
  const { say, profile } = context;
  const [only, ...others] = answer.pages;
  if (only !== undefined && others.length === 0) {
    yield html`<p class="of">${say.text("page-of")}</p>
<h1>${linkedName(say, only, profile)}</h1>
`;
    yield* pageContent(context, only);
    return;
  }
  yield html`<h1>${titleOf(say, answer)}</h1>
`;
  for (const page of answer.pages) {
    yield html`<section><h2>${linkedName(say, page, profile)}</h2>
`;
    yield* pageContent(context, page);
    yield html`</section>
`;
  }
}

/** Of the page alone where there is one, for feed readers. */
function feedOfPage(say: Messages, { pages: [only, ...others] }: Answer) {
  if (only === undefined || others.length > 0 || only.error !== undefined) return {};
  const filter = { pageid: String(only.pageid) };
  return { filter, title: say.text("labelled", say.text("feed-follow-page"), pageName(say, only)) };
}

/** For the script that looks where links stand (files/places.ts): its address, and where the wiki is asked for it. */
function readableArticle({ pages: [only, ...others] }: Answer, profile: WikiProfile | null): Html | null {
  if (only === undefined || others.length > 0 || only.error !== undefined || profile === null) return null;
  const [api, article] = [outsideAddress(profile.api), articleAddress(only, profile)];
  return only.live && only.urls.length > 0 && api !== null && article !== null
    ? html` data-api="${api}" data-page="${String(only.pageid)}" data-article="${article}"`
    : null;
}

/** The form shows the title of a page that was asked for by its id. */
function filledIn(query: FormQuery, { pages: [only, ...others] }: Answer): FormQuery {
  return { ...query, title: query.title ?? (others.length === 0 ? only?.title : null) ?? null };
}

const answerStanding = (query: FormQuery, wiki: string | null, siteName: string): Standing => {
  const { dbname, pageid, title, show, status, sort } = query;
  const parameters = { dbname, pageid, title, show, status, sort };
  return { wiki, siteName, path: "/externalLinkInfo", parameters };
};

/**
 * The answer as a whole HTML document (G2, G3): the form above it, a list item per URL, and what the words mean.
 * Order and choice of the URLs are the answer's; everything in it is taken for hostile. In pieces, as a page may have
 * thousands of links with long addresses: each is made when the one before has gone.
 */
export function* htmlChunks(answer: Answer, options: HtmlOptions): Generator<string> {
  const say = messages(options.lang);
  const query = options.query ?? {};
  const { profile = null, base = "", stored = false } = options;
  const article = readableArticle(answer, profile);
  const context = { say, today: answer.generated, query, profile, base, inArticle: article !== null, stored };
  function* main(): Generator<Fragment> {
    yield html`${foldedForm(say, filledIn(query, answer))}
<div id="answer" tabindex="-1" data-copy="${say.text("copy-url")}" data-dead="${say.text("copy-dead")}" data-done="${say.text("copy-done")}"${article}>
`;
    yield* pagesContent(context, answer);
    const urls = answer.pages.flatMap((page) => page.urls);
    yield html`
</div>
${legend(say, urls)}`;
  }
  const wiki = answer.pages[0]?.wiki;
  const siteName = options.profile?.siteName ?? "";
  yield* documentChunks({
    say,
    title: `${titleOf(say, answer)} – Weboid`,
    standing: answerStanding(query, wiki ?? null, siteName),
    main: main(),
    indexed: false,
    ...(wiki !== undefined && { feedOf: { wiki, siteName, ...feedOfPage(say, answer) } }),
  });
}

/** The same as one text. */
export const printHtml = (answer: Answer, options: HtmlOptions): string =>
  [...htmlChunks(answer, options)].join("");

/** What was asked, to be asked in another language. A path of two slashes would lead to another server. */
function addressOf(address = "/"): Pick<Standing, "path" | "parameters"> {
  const { pathname, searchParams } = new URL(address.replace(/^\/+/, "/"), "https://weboid.invalid");
  const parameters = Object.fromEntries(searchParams);
  return { path: `/${pathname.slice(1)}`, parameters: { ...parameters, lang: null, uselang: null } };
}

/** An error as a whole HTML document: the heading says what happened, the box how to fix it, the form asks again. */
export function printErrorHtml(error: AnswerError, options: HtmlOptions): string {
  const say = messages(options.lang);
  const { profile = null, query = {} } = options;
  const { heading, box } = errorHeading(say, error, { query, profile });
  const form = formAgain(say, error, options);
  const name = NAMES_WRONG.has(error.code) && query.dbname;
  return printDocument({
    say,
    title: `${heading} – Weboid`,
    standing: {
      wiki: profile?.wiki ?? null,
      siteName: profile?.siteName ?? "",
      ...addressOf(options.address),
    },
    main: html`<div id="answer" tabindex="-1"><h1>${heading}</h1>
${name && html`<p class="of"><code dir="ltr">${name}</code></p>`}${box}
${form && html`<p>${say.text("error-back")}</p>`}</div>
${form}`,
    indexed: false,
  });
}
