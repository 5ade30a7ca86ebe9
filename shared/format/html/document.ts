import type { Messages } from "../../i18n/messages.ts";
import { wikiPath } from "../paths.ts";
import { COMPLETION } from "./files/complete.ts";
import { STYLE_ADDRESS } from "./files/style.ts";
import { labelledLink, ownAddress } from "./link.ts";
import { Address, type Fragment, type Html, html } from "./markup.ts";
import { breadcrumbs, type Standing, siteHeader } from "./navigation.ts";

export const HTML_CONTENT_TYPE = "text/html; charset=utf-8";

/** The logo, as browsers show it in a tab; a constant of ours. */
const ICON_ADDRESS = new Address(
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 28 28' fill='none' stroke='%23099979' stroke-width='3' stroke-linecap='round'%3E%3Cpath d='M12 16a5 5 0 0 0 7 0l4-4a5 5 0 0 0-7-7l-1.5 1.5M16 12a5 5 0 0 0-7 0l-4 4a5 5 0 0 0 7 7l1.5-1.5'/%3E%3C/svg%3E",
);

interface Document {
  readonly say: Messages;
  readonly title: string;
  readonly standing: Standing;
  /** In a sentence or two, for search engines and for those who share its address. */
  readonly description?: string;
  /** Content of `main`, piece by piece. It holds an element with the id `answer`, to which readers may skip over the form. */
  readonly main: Iterable<Fragment>;
  /** Answers are about single pages and change by the day: only the front page is for search engines. */
  readonly indexed: boolean;
  /** It has no form, and so no need of the script that completes its fields. */
  readonly formless?: boolean;
  /** People can log in, which sets a cookie. */
  readonly hasLogin?: boolean;
  /** The wiki whose feed of changes (D3) feed readers and browsers are to find here; `siteName` may be "". */
  readonly feedOf?: {
    readonly wiki: string;
    readonly siteName: string;
    /** What of it: a page, a category. */
    readonly filter?: Readonly<Record<string, string>>;
    readonly title?: string;
  };
}

function feedLink(say: Messages, { wiki, siteName, filter, title }: NonNullable<Document["feedOf"]>): Html {
  const address = ownAddress(wikiPath("feed", wiki), {
    ...filter,
    format: "atom",
    uselang: say.requested === "en" ? null : say.requested,
  });
  return html`<link rel="alternate" type="application/atom+xml" title="${title ?? say.text("feed-title", siteName || wiki)}" href="${address}">\n`;
}

const shared = (
  title: string,
  description: string,
): Html => html`<meta name="description" content="${description}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:site_name" content="Weboid">
`;

/** The frame of every page: works without its script, loads nothing but that and its style sheet, and needs no style sheet to be read. */
export function* documentChunks(document: Document): Generator<string> {
  const { say, title, standing, main, indexed, formless = false, hasLogin = false } = document;
  const { feedOf, description } = document;
  // English sentences in a right-to-left page: every paragraph keeps its own direction until it is translated.
  const foreign = say.dir === "rtl" && say.lang === "en";
  yield `${html`<!doctype html>
<html lang="${say.lang}" dir="${say.dir}"${foreign ? html` class="foreign"` : null}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="same-origin">
${indexed ? null : html`<meta name="robots" content="noindex">\n`}<title>${title}</title>
${description !== undefined && shared(title, description)}<link rel="icon" href="${ICON_ADDRESS}">
${feedOf === undefined ? null : feedLink(say, feedOf)}<link rel="stylesheet" href="${STYLE_ADDRESS}">
${formless ? null : COMPLETION}
</head>
<body>
<a class="skip" href="${new Address("#answer")}">${say.text("skip-to-answer")}</a>
${siteHeader(say, standing)}
<main>
${breadcrumbs(say, standing)}`}`;
  for (const piece of main) yield `${html`${piece}`}`;
  yield `${html`
</main>
<footer><p>${say.text("footer-reservation")}</p>
<p>${say.text(hasLogin ? "footer-login" : "footer-privacy")} ${say.unreviewed && html`${say.text("footer-translation")} `}${labelledLink(ownAddress("/gadget", { dbname: standing.wiki, lang: say.requested }), say.text("use-heading"))} · ${labelledLink(ownAddress("/log", { dbname: standing.wiki, lang: say.requested }), say.text("log-heading"))} · ${labelledLink(ownAddress("/source"), say.text("footer-source"))}</p></footer>
</body>
</html>
`}`;
}

export function printDocument({
  main,
  ...document
}: Omit<Document, "main"> & { readonly main: Fragment }): string {
  return [...documentChunks({ ...document, main: [main] })].join("");
}
