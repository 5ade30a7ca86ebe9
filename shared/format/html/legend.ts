import type { UrlAnswer } from "../../answer/types.ts";
import type { Messages } from "../../i18n/messages.ts";
import { isStatus, type StatusKey, statusRow } from "../../status/table.ts";
import { VERDICTS, type Verdict } from "../../verdict/types.ts";
import { type Html, html } from "./markup.ts";
import { statusInWords } from "./words.ts";

/** Message key of the typical causes of a status; null for statuses that speak for themselves. */
export function causeKey(
  status: number,
): `cause-${Exclude<StatusKey, "untried" | "fine" | "available">}` | null {
  if (!isStatus(status)) return null;
  const { key } = statusRow(status);
  return key === "untried" || key === "fine" || key === "available" ? null : `cause-${key}`;
}

/**
 * The verdicts that occur, and the typical causes of the statuses that occur, each once, in plain words:
 * below the list and not in every item, as one page often has the same trouble many times.
 */
export function legend(say: Messages, urls: readonly UrlAnswer[]): Html | null {
  const verdicts = VERDICTS.filter((verdict): verdict is Verdict =>
    urls.some((url) => url.verdict === verdict),
  );
  const causes = new Map<string, string>();
  for (const url of urls) {
    const key = causeKey(url.status);
    if (key !== null) causes.set(statusInWords(say, url), say.text(key));
  }
  if (verdicts.length === 0) return null;
  return html`<section class="legend"><h2>${say.text("legend-heading")}</h2>
<dl>${verdicts.map((verdict) => html`<dt>${say.text(`verdict-${verdict}`)}</dt><dd>${say.text(`explain-${verdict}`)}</dd>\n`)}${[
    ...causes,
  ].map(([status, cause]) => html`<dt>${status}</dt><dd>${cause}</dd>\n`)}</dl></section>`;
}
