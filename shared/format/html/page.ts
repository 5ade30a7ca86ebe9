import type { Answer, AnswerError, PageAnswer } from "../../answer/types.ts";
import type { Day } from "../../calendar/day.ts";
import type { Messages } from "../../i18n/messages.ts";
import type { WikiProfile } from "../../protocol/types.ts";
import { printDocument, speak } from "./document.ts";
import { questionForm } from "./form.ts";
import { legend, VERDICTS_BY_CONCERN } from "./legend.ts";
import { labelledLink, outsideAddress, ownAddress } from "./link.ts";
import { type Fragment, type Html, html, joined, SLOT, slotted } from "./markup.ts";
import type { FormQuery, HtmlOptions } from "./options.ts";
import { urlItem } from "./url.ts";

/** Where the page can be read: by title, or by its id when the title is not known. */
function articleAddress(page: PageAnswer, profile: WikiProfile) {
  if (page.title === null)
    return outsideAddress(profile.api.replace(/api\.php$/, `index.php?curid=${page.pageid}`));
  const title = encodeURIComponent(page.title.toWellFormed().replaceAll(" ", "_"))
    .replaceAll("%2F", "/")
    .replaceAll("%3A", ":");
  return outsideAddress(profile.articleUrl.replace("$1", () => title));
}

const pageName = (say: Messages, page: PageAnswer): string =>
  page.title ?? say.text("page-unnamed", page.pageid);

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

/** How many links there are, how many were chosen, and how many there are of each verdict among these. */
function summary(say: Messages, page: PageAnswer, query: FormQuery): Html {
  const { urls, total } = page;
  const found = say.text(
    query.show === "all" && !query.status ? "summary-all" : "summary-findings",
    urls.length,
  );
  const counts = VERDICTS_BY_CONCERN.map((verdict) => ({
    verdict,
    count: urls.filter((url) => url.verdict === verdict).length,
  })).filter(({ count }) => count > 0);
  return html`<p class="sum">${
    total === undefined || total === urls.length ? found : say.text("summary-of-total", urls.length, total)
  }</p>
<ul class="counts">${counts.map(
    ({ verdict, count }) => html`<li class="${verdict}">${say.text(`count-${verdict}`, count)}</li>`,
  )}</ul>`;
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
  const all = ownAddress("/externalLinkInfo", {
    dbname: page.wiki,
    pageid: page.pageid,
    show: "all",
    lang: say.requested,
  });
  const everything = (query.show === "all" && !query.status) || page.total === 0;
  const more = everything ? null : labelledLink(all, say.text("show-all"));
  return html`<p class="box">${text} ${more}</p>`;
}

/** Addresses of the same answer in the formats of programs (G4). */
function otherFormats(say: Messages, page: PageAnswer, query: FormQuery): Html {
  const links = ["json", "xml"].map((format) =>
    labelledLink(
      ownAddress("/api/v1/page", {
        dbname: page.wiki,
        pageid: page.pageid,
        show: query.show ?? null,
        status: query.status ?? null,
        format,
      }),
      format.toUpperCase(),
    ),
  );
  return html`<p class="e">${slotted(say.text("formats", SLOT), joined(links, ", "))}</p>`;
}

interface Context {
  readonly say: Messages;
  readonly today: Day;
  readonly query: FormQuery;
  readonly profile: WikiProfile | null;
}

/** In the reader's words where the code has a message, else as the program says it, in English. */
function errorBox(say: Messages, error: AnswerError): Html {
  const words = say.maybe(`error-${error.code}`);
  return words === null
    ? html`<p class="box bad" role="alert"><span lang="en" dir="ltr">${error.message}</span></p>`
    : html`<p class="box bad" role="alert">${words}</p>`;
}

function pageContent({ say, today, query }: Context, page: PageAnswer): Fragment {
  if (page.error !== undefined) return errorBox(say, page.error);
  return [
    notice(say, page, today),
    page.urls.length === 0
      ? nothingShown(say, page, query)
      : [
          summary(say, page, query),
          html`\n<ul class="urls">\n${page.urls.map((url) => urlItem(say, url, today))}</ul>\n`,
        ],
    otherFormats(say, page, query),
  ];
}

/** One page alone gives the document its heading; several are sections under a common one. */
function pages(context: Context, answer: Answer): { readonly title: string; readonly content: Fragment } {
  const { say, profile } = context;
  const [only, ...others] = answer.pages;
  if (only !== undefined && others.length === 0)
    return {
      title: say.text("page-document-title", pageName(say, only)),
      content: html`<p class="of">${say.text("page-of")}</p>
<h1>${linkedName(say, only, profile)}</h1>
${pageContent(context, only)}`,
    };
  const title = say.text("page-many", answer.pages.length);
  return {
    title,
    content: html`<h1>${title}</h1>
${answer.pages.map(
  (page) => html`<section><h2>${linkedName(say, page, profile)}</h2>
${pageContent(context, page)}</section>
`,
)}`,
  };
}

/**
 * The answer as a whole HTML document (G2, G3): the form above it, a list item per URL, and what the words mean.
 * Order and choice of the URLs are the answer's; everything in it is taken for hostile.
 */
export function printHtml(answer: Answer, options: HtmlOptions): string {
  const say = speak(options);
  const query = options.query ?? {};
  const { title, content } = pages(
    { say, today: answer.generated, query, profile: options.profile ?? null },
    answer,
  );
  const urls = answer.pages.flatMap((page) => page.urls);
  return printDocument({
    say,
    title: `${title} – Weboid`,
    main: html`${questionForm(say, query)}
<div id="answer" tabindex="-1">
${content}
</div>
${legend(say, urls)}`,
    indexed: false,
  });
}

/** An error as a whole HTML document, with the form to put the question anew. The message says the mend. */
export function printErrorHtml(error: AnswerError, options: HtmlOptions): string {
  const say = speak(options);
  return printDocument({
    say,
    title: `${say.text("error-heading")} – Weboid`,
    main: html`<div id="answer" tabindex="-1"><h1>${say.text("error-heading")}</h1>
${errorBox(say, error)}
<p>${say.text("error-back")}</p></div>
${questionForm(say, options.query ?? {})}`,
    indexed: false,
  });
}
