import { answerAbout } from "../../answer/build.ts";
import type { AnswerError } from "../../answer/types.ts";
import type { Day } from "../../calendar/day.ts";
import { type Messages, messages } from "../../i18n/messages.ts";
import type { FoundPage, FoundUrl, SearchResponse } from "../../protocol/search.ts";
import type { WikiProfile } from "../../protocol/types.ts";
import { readPattern } from "../../url/pattern.ts";
import { articleUrl, wikiPath } from "../paths.ts";
import { printDocument } from "./document.ts";
import { errorBox } from "./error.ts";
import { folded, option, statusOptions } from "./form.ts";
import { legend } from "./legend.ts";
import { labelledLink, outsideAddress, ownAddress, urlLink } from "./link.ts";
import { type Address, type Fragment, type Html, html, joined, SLOT, slotted } from "./markup.ts";
import { timeline } from "./timeline.ts";
import { urlItem } from "./url.ts";
import { evidence } from "./words.ts";

/** The form for URLs and patterns (Q4), as it was filled in. Hostile text. */
export interface SearchForm {
  readonly url: string;
  readonly dbname: string;
  readonly namespaces: string;
  readonly farm: boolean;
  readonly status: string;
}

export type SearchState =
  /** Nothing was looked for yet. */
  | { readonly kind: "ask" }
  | { readonly kind: "error"; readonly error: AnswerError }
  | { readonly kind: "found"; readonly response: SearchResponse; readonly one: boolean; readonly today: Day };

interface SearchOptions {
  readonly lang?: string | null;
  readonly form: SearchForm;
  readonly state: SearchState;
  /** The wiki that was asked about. */
  readonly profile?: WikiProfile | null;
}

/** Namespaces that every MediaWiki has and that people look through; others by number, in the address. */
const NAMESPACES = [0, 1, 2, 4, 6, 10, 14] as const;

function namespaceOptions(say: Messages, chosen: string): Html[] {
  const named = NAMESPACES.map((number) => option(String(number), say.text(`namespace-${number}`), chosen));
  const isNamed = chosen === "" || NAMESPACES.some((number) => String(number) === chosen);
  return [
    option("", say.text("form-show-all"), chosen),
    ...named,
    ...(isNamed ? [] : [option(chosen, chosen, chosen)]),
  ];
}

export function searchForm(say: Messages, form: SearchForm): Html {
  return html`<search><form action="${ownAddress("/find")}" method="get" aria-label="${say.text("search-heading")}">
<div class="wide"><label for="s-url">${say.text("search-url")}</label><input id="s-url" name="url" value="${form.url}" required placeholder="*.example.org/news/" aria-describedby="s-hint" spellcheck="false" autocapitalize="off" dir="ltr"></div>
<div><label for="s-wiki">${say.text("search-wiki")}</label><input id="s-wiki" name="dbname" value="${form.dbname}" placeholder="dewiki@WMF" title="${say.text("form-wiki-hint")}" spellcheck="false" dir="ltr"></div>
<div><label for="s-ns">${say.text("search-namespaces")}</label><select id="s-ns" name="namespace">${namespaceOptions(say, form.namespaces)}</select></div>
<div><label for="s-status">${say.text("form-status")}</label><select id="s-status" name="status">${statusOptions(say, form.status)}</select></div>
<div><label for="s-farm">${say.text("search-farm")}</label><select id="s-farm" name="farm"><option value="0">${say.text("search-farm-wiki")}</option><option value="1"${form.farm ? html` selected` : null}>${say.text("search-farm-all")}</option></select></div>
<input type="hidden" name="lang" value="${say.requested}"><div class="go"><button>${say.text("search-submit")}</button></div>
</form></search>
<p class="e" id="s-hint">${say.text("search-hint")}</p>`;
}

interface Context {
  readonly say: Messages;
  readonly form: SearchForm;
  readonly profile: WikiProfile | null;
}

function askedAgain({ say, form }: Context, other: Readonly<Record<string, string | null>>): Address {
  const { url, dbname, namespaces: namespace, farm, status } = form;
  const asked = { url, dbname, namespace, farm: farm ? 1 : null, status, lang: say.requested };
  return ownAddress("/find", { ...asked, ...other });
}

function again(context: Context, url: string, cursor: string | null, words: string | Html): Html {
  const address = askedAgain(context, { url, cursor });
  return html`<a href="${address}" rel="nofollow">${words}</a>`;
}

/** The title in the wiki that was asked about leads to the page itself, others to what is known of its links. */
function pageLink({ say, profile }: Context, { wiki, pageid, title }: FoundPage): Html {
  const name = html`<bdi>${title}</bdi>`;
  const article = profile?.wiki === wiki ? outsideAddress(articleUrl(profile, title)) : null;
  if (article !== null) return labelledLink(article, name);
  return html`${labelledLink(ownAddress(wikiPath("page", wiki, pageid), { lang: say.requested }), name)} <small dir="ltr">${wiki}</small>`;
}

function foundItem(context: Context, { facts, pages, morePages }: FoundUrl, today: Day): Html {
  const { say } = context;
  const answer = answerAbout(facts, today);
  const links: Fragment[] = pages.map((page) => pageLink(context, page));
  if (morePages || pages.length > 0)
    links.push(again(context, facts.url, null, say.text("search-all-pages")));
  else links.push(again(context, facts.url, null, say.text("search-details")));
  return html`<li><span class="v ${answer.verdict}">${say.text(`verdict-${answer.verdict}`)}</span><div>${urlLink(facts.url)}<p>${evidence(say, answer, today)}</p>${timeline(say, answer, today)}<p class="n">${joined(links, " · ")}</p></div></li>
`;
}

function pagesOfOne(context: Context, { pages }: FoundUrl, cursor: string | null): Html {
  const { say, form } = context;
  if (form.dbname === "") return html`<p class="box">${say.text("search-name-wiki")}</p>`;
  if (pages.length === 0) return html`<p class="box">${say.text("search-no-pages")}</p>`;
  return html`<h2>${say.text("search-pages-heading")}</h2>
<ul class="uses">${pages.map((page) => html`<li>${pageLink(context, page)}</li>\n`)}</ul>
${cursor !== null && html`<p class="more">${again(context, form.url, cursor, say.text("list-more"))}</p>`}`;
}

/** Suggests the same question without its scheme, which means all URLs that begin so instead of a single one. */
function withoutScheme(context: Context): Fragment {
  const bare = /^\s*https?:\/\/(.+)$/i.exec(context.form.url)?.[1];
  if (bare === undefined || readPattern(bare, { allowPrivate: true }).kind !== "pattern") return null;
  const words = html`<code dir="ltr">${bare}</code>`;
  return html` ${slotted(context.say.text("error-meant", SLOT), again(context, bare, null, words))}`;
}

function found(
  context: Context,
  { response, one, today }: Extract<SearchState, { kind: "found" }>,
): Fragment {
  const { say, form } = context;
  const { urls, cursor, similar } = response;
  const answers = urls.map(({ facts }) => answerAbout(facts, today));
  const [only] = urls;
  if (one && only !== undefined)
    return [
      html`<ul class="urls">${answers.map((answer) => urlItem(say, answer, { today, wiki: form.dbname || null, pageid: null }))}</ul>`,
      pagesOfOne(context, only, cursor),
      legend(say, answers),
    ];
  const count = say.text(cursor === null ? "search-count" : "search-count-first", urls.length);
  return [
    urls.length === 0
      ? html`<p class="box">${say.text(cursor === null ? "search-none" : "search-none-yet")}${similar && withoutScheme(context)}</p>`
      : html`<p class="sum">${count}</p>\n<ul class="urls">\n${urls.map((url) => foundItem(context, url, today))}</ul>\n`,
    cursor !== null && html`<p class="more">${again(context, form.url, cursor, say.text("list-more"))}</p>`,
    legend(say, answers),
  ];
}

function stateContent(context: Context, state: SearchState): Fragment {
  const { say } = context;
  if (state.kind === "found") return found(context, state);
  if (state.kind === "ask") return null;
  const askingOf = (wiki: string) => askedAgain(context, { dbname: wiki });
  return errorBox(say, state.error, { query: { dbname: context.form.dbname }, profile: null, askingOf });
}

/** What is known of a URL, or of all that fit a pattern, and which pages use them (Q3, Q4), for people alone. */
export function printSearch({ lang, form, state, profile = null }: SearchOptions): string {
  const say = messages(lang);
  const heading = say.text("search-heading");
  const blank = searchForm(say, form);
  const asked = html`<p class="of">${slotted(say.text("search-for", SLOT), html`<code dir="ltr">${form.url}</code>`)}</p>`;
  const { url, dbname, namespaces: namespace, farm, status } = form;
  return printDocument({
    say,
    title: `${heading} – Weboid`,
    standing: {
      wiki: profile?.wiki ?? null,
      siteName: profile?.siteName ?? "",
      section: "find",
      ...(state.kind === "ask" && { is: true as const }),
      path: "/find",
      parameters: { url, dbname, namespace, farm: farm ? 1 : null, status },
    },
    main: html`${state.kind === "found" && folded(heading, blank)}
<div id="answer" tabindex="-1">
<h1>${heading}</h1>
${state.kind !== "ask" && asked}
${stateContent({ say, form, profile }, state)}
</div>
${state.kind !== "found" && blank}`,
    indexed: false,
  });
}
