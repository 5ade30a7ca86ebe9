import { LANGUAGES } from "../../i18n/catalogues.ts";
import { type Messages, sourceOfMessage } from "../../i18n/messages.ts";
import { wikiPath } from "../paths.ts";
import { LOGO } from "./icons.ts";
import { labelledLink, ownAddress } from "./link.ts";
import { type Address, type Fragment, type Html, html } from "./markup.ts";

type Section = "wikis" | "overview" | "lists" | "find" | "feed" | "api";

/** Where a page of ours stands among the others. */
export interface Standing {
  /** `dewiki@WMF`; null: it is about no wiki in particular. */
  readonly wiki: string | null;
  /** "": its name alone is known. */
  readonly siteName?: string;
  /** The part of the navigation that it belongs to; `is`: it is the very page to which that leads. */
  readonly section?: Section;
  readonly is?: true;
  /** What this page lies below, apart from its wiki. */
  readonly below?: readonly Html[];
  /** Where this page is had in another language. */
  readonly path: `/${string}`;
  readonly parameters?: Readonly<Record<string, string | number | null | undefined>>;
}

/** Parameters of every link that stays with the reader's language, which need not be the browser's. */
export const inLanguage = (say: Messages) => ({ lang: say.requested });

function sectionLinks(say: Messages, wiki: string | null): readonly (readonly [Section, string, Address])[] {
  const lang = inLanguage(say);
  const find = ["find", say.text("search-heading"), ownAddress("/find", { dbname: wiki, ...lang })] as const;
  const api = ["api", say.text("api-heading"), ownAddress("/api", lang)] as const;
  if (wiki === null) return [["wikis", say.text("wikis-heading"), ownAddress("/list", lang)], find, api];
  return [
    ["overview", say.text("overview"), ownAddress(wikiPath("list", wiki), lang)],
    ["lists", say.text("nav-lists"), ownAddress(wikiPath("list", wiki, "broken"), lang)],
    find,
    ["feed", say.text("nav-feed"), ownAddress(wikiPath("feed", wiki), lang)],
    api,
  ];
}

/** Languages with messages, and the one that was asked for even if it has none yet (its pages fall back). */
function languageOptions(say: Messages): Html[] {
  // A browser's `en-us` is English to a reader who looks for English.
  const chosen = say.requested.startsWith(`${say.lang}-`) ? say.lang : say.requested;
  const offered = LANGUAGES.includes(chosen) ? LANGUAGES : [...LANGUAGES, chosen];
  return offered.map((code) => {
    const known = LANGUAGES.includes(code);
    const name = known ? sourceOfMessage(code, "language-name") : code;
    return html`<option value="${code}"${known && html` lang="${code}"`}${code === chosen && html` selected`}>${name}</option>`;
  });
}

/** Asks for the same page in another language; a form, as 27 links with long addresses would weigh more than an answer. */
function languageMenu(say: Messages, { path, parameters = {} }: Standing): Html {
  const asked = Object.entries(parameters).filter(
    ([, value]) => value !== null && value !== undefined && value !== "",
  );
  return html`<details class="langs"><summary>${say.text("language-name")}</summary><form action="${ownAddress(path)}" method="get" aria-label="${say.text("form-language")}">${asked.map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}<select name="lang" aria-label="${say.text("form-language")}">${languageOptions(say)}</select><button>${say.text("language-submit")}</button></form></details>`;
}

/** The head of every page: the same ways in the same order, those of a wiki where the page is about one. */
export function siteHeader(say: Messages, standing: Standing): Html {
  const current = (section: Section): Fragment =>
    section === standing.section && html` aria-current="${standing.is === true ? "page" : "true"}"`;
  return html`<header><a class="brand" href="${ownAddress("/", inLanguage(say))}">${LOGO}Weboid</a>
<nav aria-label="Weboid">${sectionLinks(say, standing.wiki).map(
    ([section, words, address]) => html`<a href="${address}"${current(section)}>${words}</a>`,
  )}</nav>
${languageMenu(say, standing)}</header>`;
}

/** What the page lies below, from all wikis down; the page itself has its heading. */
export function breadcrumbs(
  say: Messages,
  { wiki, siteName = "", below = [], section }: Standing,
): Html | null {
  const lang = inLanguage(say);
  const all = labelledLink(ownAddress("/list", lang), say.text("wikis-heading"));
  if (wiki === null) return null;
  const name =
    siteName === ""
      ? html`<bdi>${wiki}</bdi>`
      : html`<span><bdi>${siteName}</bdi> (<bdi>${wiki}</bdi>)</span>`;
  const own = section === "overview" ? name : labelledLink(ownAddress(wikiPath("list", wiki), lang), name);
  return html`<nav class="crumbs" aria-label="${say.text("breadcrumb-label")}">${[all, own, ...below]}</nav>
`;
}
