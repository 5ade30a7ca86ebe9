import type { AnswerError } from "../../answer/types.ts";
import type { Messages } from "../../i18n/messages.ts";
import type { PrintOptions } from "../types.ts";
import { questionForm } from "./form.ts";
import { labelledLink, ownAddress } from "./link.ts";
import { listForm } from "./lists/list.ts";
import { type Html, html } from "./markup.ts";
import { inLanguage } from "./navigation.ts";
import { watchForm } from "./watch-form.ts";

/** Where the name of a wiki is what is wrong: as it was written. */
export const NAMES_WRONG: ReadonlySet<string> = new Set(["unknown-wiki", "unknown-farm", "bad-dbname"]);

/** The form in which a refused question can be asked again, or the way to it; null: there is nothing at that address. */
export function formAgain(
  say: Messages,
  { code }: AnswerError,
  { query = {}, place, watch, log }: Pick<PrintOptions, "query" | "place" | "watch" | "log">,
): Html | null {
  if (code === "not-found") return null;
  if (log) return html`<p>${labelledLink(ownAddress("/log", inLanguage(say)), say.text("log-heading"))}</p>`;
  if (NAMES_WRONG.has(code)) return questionForm(say, query);
  if (watch !== undefined) return watchForm(say, watch);
  return place === undefined ? questionForm(say, query) : listForm(say, place);
}
