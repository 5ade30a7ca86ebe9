import type { AnswerError } from "../../answer/types.ts";
import type { Messages } from "../../i18n/messages.ts";
import type { WikiProfile } from "../../protocol/types.ts";
import { wikiPath } from "../paths.ts";
import type { FormQuery } from "../types.ts";
import { labelledLink, outsideAddress, ownAddress } from "./link.ts";
import { type Address, type Fragment, type Html, html, interspersed, SLOT, slotted } from "./markup.ts";

interface Asked {
  readonly query: FormQuery;
  /** The wiki that was asked, if it is known. */
  readonly profile: WikiProfile | null;
  /** Asks another wiki the same; left out: what is known of it. */
  readonly askingOf?: (wiki: string) => Address;
}

/** The same question about a page to wikis that were perhaps meant; of other questions, to what is known of them. */
function meantWikis(say: Messages, { meant = [] }: AnswerError, { query, askingOf }: Asked): Fragment {
  const { pageid, title, show, status, sort } = query;
  const lang = say.requested;
  const ofWiki = (wiki: string): Address =>
    pageid || title
      ? ownAddress("/externalLinkInfo", { dbname: wiki, pageid, title, show, status, sort, lang })
      : ownAddress(wikiPath("list", wiki), { lang });
  return meantLinks(say, meant, askingOf ?? ofWiki);
}

/** The same question about titles that were perhaps meant. */
function meantTitles(say: Messages, { titles = [] }: AnswerError, { query }: Asked): Fragment {
  const { dbname, show, status, sort } = query;
  const lang = say.requested;
  return meantLinks(say, titles, (title) =>
    ownAddress("/externalLinkInfo", { dbname, title, show, status, sort, lang }),
  );
}

function meantLinks(say: Messages, names: readonly string[], addressOf: (name: string) => Address): Fragment {
  if (names.length === 0) return null;
  const links = names.map((name) => labelledLink(addressOf(name), html`<bdi>${name}</bdi>`));
  return html` ${slotted(say.text("error-meant", SLOT), interspersed(links, say.between(links.length, "disjunction")))}`;
}

/** The wiki's own search, for a title that it does not have as it was written. */
function wikiSearch(say: Messages, { code }: AnswerError, { query, profile }: Asked): Fragment {
  const { title } = query;
  if (code !== "unknown-page" || profile === null || !title || title.includes("|")) return null;
  const search = new URLSearchParams({ title: "Special:Search", search: title.toWellFormed() });
  const address = outsideAddress(profile.api.replace(/api\.php$/, `index.php?${search}`));
  return address === null ? null : html` ${labelledLink(address, say.text("error-search-wiki"))}`;
}

/** What may help: pages or wikis that were perhaps meant, and the wiki's own search. */
const help = (say: Messages, error: AnswerError, asked: Asked): Fragment => [
  meantTitles(say, error, asked),
  wikiSearch(say, error, asked),
  meantWikis(say, error, asked),
];

const inEnglish = (message: string): Html => html`<span lang="en" dir="ltr">${message}</span>`;

/** In the reader's words where the code has a message, else as the program says it, in English; then what may help. */
export function errorBox(say: Messages, error: AnswerError, asked: Asked): Html {
  const words = say.maybe(`error-${error.code}`) ?? inEnglish(error.message);
  return html`<p class="box bad" role="alert">${words}${help(say, error, asked)}</p>`;
}

/** The same as a heading that says what happened, and a box with the rest, if there is any. */
export function errorHeading(
  say: Messages,
  error: AnswerError,
  asked: Asked,
): { readonly heading: string; readonly box: Html | null } {
  const words = say.maybe(`error-${error.code}`);
  const found = help(say, error, asked);
  const box = (text: Fragment) => html`<p class="box bad" role="alert">${text}${found}</p>`;
  if (words === null) return { heading: say.text("error-heading"), box: box(inEnglish(error.message)) };
  const [first = words, ...rest] = [
    ...new Intl.Segmenter(say.lang, { granularity: "sentence" }).segment(words),
  ]
    .map(({ segment }) => segment.trim())
    .filter((segment) => segment !== "");
  const more = rest.join(" ");
  const isHelped = Array.isArray(found) && found.some((each) => each !== null);
  return { heading: first.replace(/[.。।]$/, ""), box: more === "" && !isHelped ? null : box(more) };
}
