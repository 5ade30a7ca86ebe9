import type { AnswerError } from "../../answer/types.ts";
import type { Messages } from "../../i18n/messages.ts";
import type { WikiProfile } from "../../protocol/types.ts";
import { wikiPath } from "../paths.ts";
import type { FormQuery } from "../types.ts";
import { labelledLink, outsideAddress, ownAddress } from "./link.ts";
import { type Fragment, type Html, html, interspersed, SLOT, slotted } from "./markup.ts";

interface Asked {
  readonly query: FormQuery;
  /** The wiki that was asked, if it is known. */
  readonly profile: WikiProfile | null;
}

/** The same question about a page to wikis that were perhaps meant; of other questions, to what is known of them. */
function meantWikis(say: Messages, { meant = [] }: AnswerError, query: FormQuery): Fragment {
  if (meant.length === 0) return null;
  const links = meant.map((wiki) => {
    const { pageid, title, show, status } = query;
    const lang = say.requested;
    const address =
      pageid || title
        ? ownAddress("/externalLinkInfo", { dbname: wiki, pageid, title, show, status, lang })
        : ownAddress(wikiPath("list", wiki), { lang });
    return labelledLink(address, html`<bdi>${wiki}</bdi>`);
  });
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

/** In the reader's words where the code has a message, else as the program says it, in English; then what may help. */
export function errorBox(say: Messages, error: AnswerError, asked: Asked): Html {
  const words = say.maybe(`error-${error.code}`) ?? html`<span lang="en" dir="ltr">${error.message}</span>`;
  return html`<p class="box bad" role="alert">${words}${wikiSearch(say, error, asked)}${meantWikis(say, error, asked.query)}</p>`;
}
