import { VERDICTS_BY_CONCERN } from "../../answer/order.ts";
import type { UrlAnswer } from "../../answer/types.ts";
import type { Messages } from "../../i18n/messages.ts";
import { type Html, html } from "./markup.ts";

/** The verdicts that occur, explained once, folded away below the list. */
export function legend(say: Messages, urls: readonly UrlAnswer[]): Html | null {
  const verdicts = VERDICTS_BY_CONCERN.filter((verdict) => urls.some((url) => url.verdict === verdict));
  if (verdicts.length === 0) return null;
  return html`<details class="legend"><summary>${say.text("legend-heading")}</summary>
<dl>${verdicts.map((verdict) => html`<dt>${say.text(`verdict-${verdict}`)}</dt><dd>${say.text(`explain-${verdict}`)}</dd>\n`)}</dl>
<p class="e">${say.text("legend-history")}</p></details>`;
}
