import { STATUS_FILTERS } from "../../answer/order.ts";
import type { Messages } from "../../i18n/messages.ts";
import type { FormQuery } from "../types.ts";
import { ownAddress } from "./link.ts";
import { type Html, html } from "./markup.ts";

/** `chosen`: the value that is selected. */
export function option(value: string, label: string, chosen: string): Html {
  return html`<option value="${value}"${value === chosen && html` selected`}>${label}</option>`;
}

/** Any status, or one of those by which answers are chosen. */
export const statusOptions = (say: Messages, chosen: string): Html[] => [
  option("", say.text("form-status-any"), chosen),
  ...STATUS_FILTERS.map((verdict) => option(verdict, say.text(`verdict-${verdict}`), chosen)),
];

/** The question as a form (G3): GET, works without scripts, prefilled with what was asked. */
export function questionForm(say: Messages, query: FormQuery): Html {
  const show = query.show ?? "findings";
  return html`<search><form action="${ownAddress("/externalLinkInfo")}" method="get" aria-label="${say.text("form-heading")}">
<div><label for="f-wiki">${say.text("form-wiki")}</label><input id="f-wiki" name="dbname" value="${query.dbname ?? ""}" placeholder="dewiki@WMF" title="${say.text("form-wiki-hint")}" autocomplete="off" autocapitalize="off" spellcheck="false" dir="ltr"></div>
<div class="wide"><label for="f-title">${say.text("form-title")}</label><input id="f-title" name="title" value="${query.title ?? ""}" autocomplete="off" dir="auto"></div>
<div><label for="f-pageid">${say.text("form-pageid")}</label><input id="f-pageid" name="pageid" value="${query.pageid ?? ""}" inputmode="numeric" pattern="[0-9]+([|][0-9]+)*" dir="ltr"></div>
<div><label for="f-show">${say.text("form-show")}</label><select id="f-show" name="show">${[option("findings", say.text("form-show-findings"), show), option("all", say.text("form-show-all"), show)]}</select></div>
<div><label for="f-status">${say.text("form-status")}</label><select id="f-status" name="status">${statusOptions(say, query.status ?? "")}</select></div>
<input type="hidden" name="lang" value="${say.requested}">${query.sort && html`<input type="hidden" name="sort" value="${query.sort}">`}${query.pageid ? html`<input type="hidden" name="asked" value="${query.pageid}">` : null}<div class="go"><button>${say.text("form-submit")}</button></div>
</form></search>`;
}

/** The same above an answer, folded away: on a telephone it would fill the screen. */
export const foldedForm = (say: Messages, query: FormQuery): Html =>
  folded(say.text("form-again"), questionForm(say, query));

/** A form that a reader of an answer may want next. */
export const folded = (words: string, form: Html): Html =>
  html`<details class="ask"><summary>${words}</summary>${form}</details>`;
