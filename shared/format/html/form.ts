import { LANGUAGES } from "../../i18n/catalogues.ts";
import { type Messages, sourceOfMessage } from "../../i18n/messages.ts";
import type { FormQuery } from "../types.ts";
import { ownAddress } from "./link.ts";
import { type Html, html } from "./markup.ts";

export const STATUS_FILTERS = ["unreachable", "doubtful", "working"] as const;

function option(value: string, label: string, selected: boolean, lang?: string): Html {
  const language = lang === undefined ? null : html` lang="${lang}"`;
  return html`<option value="${value}"${language}${selected ? html` selected` : null}>${label}</option>`;
}

/** Languages with messages, and the one that was asked for even if it has none yet (its pages fall back). */
function languageOptions(say: Messages): Html[] {
  // A browser's `en-us` is English to a reader who looks for English.
  const chosen = say.requested.startsWith(`${say.lang}-`) ? say.lang : say.requested;
  const offered = LANGUAGES.includes(chosen) ? LANGUAGES : [...LANGUAGES, chosen];
  return offered.map((code) =>
    LANGUAGES.includes(code)
      ? option(code, sourceOfMessage(code, "language-name"), code === chosen, code)
      : option(code, code, true),
  );
}

/** The question as a form (G3): GET, works without scripts, prefilled with what was asked. */
export function questionForm(say: Messages, query: FormQuery): Html {
  const show = query.show ?? "findings";
  return html`<search><form action="${ownAddress("/externalLinkInfo")}" method="get" aria-label="${say.text("form-heading")}">
<div><label for="f-wiki">${say.text("form-wiki")}</label><input id="f-wiki" name="dbname" value="${query.dbname ?? ""}" required placeholder="dewiki@WMF" title="${say.text("form-wiki-hint")}" autocomplete="off" autocapitalize="off" spellcheck="false" dir="ltr"></div>
<div class="wide"><label for="f-title">${say.text("form-title")}</label><input id="f-title" name="title" value="${query.title ?? ""}" autocomplete="off" dir="auto"></div>
<div><label for="f-pageid">${say.text("form-pageid")}</label><input id="f-pageid" name="pageid" value="${query.pageid ?? ""}" inputmode="numeric" pattern="[0-9]+([|][0-9]+)*" dir="ltr"></div>
<div><label for="f-show">${say.text("form-show")}</label><select id="f-show" name="show">${[
    option("findings", say.text("form-show-findings"), show === "findings"),
    option("all", say.text("form-show-all"), show === "all"),
  ]}</select></div>
<div><label for="f-status">${say.text("form-status")}</label><select id="f-status" name="status">${[
    option("", say.text("form-status-any"), !query.status),
    ...STATUS_FILTERS.map((verdict) =>
      option(verdict, say.text(`verdict-${verdict}`), verdict === query.status),
    ),
  ]}</select></div>
<div><label for="f-lang">${say.text("form-language")}</label><select id="f-lang" name="lang">${languageOptions(say)}</select></div>
${query.pageid ? html`<input type="hidden" name="asked" value="${query.pageid}">` : null}<div class="go"><button>${say.text("form-submit")}</button></div>
</form></search>`;
}
