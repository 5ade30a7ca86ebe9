import type { AnswerError } from "../../answer/types.ts";
import type { Messages } from "../../i18n/messages.ts";
import type { PrintOptions } from "../types.ts";
import { questionForm } from "./form.ts";
import { listForm } from "./lists/list.ts";
import type { Html } from "./markup.ts";
import { watchForm } from "./watch-form.ts";

/** Where the name of a wiki is what is wrong: as it was written. */
export const NAMES_WRONG: ReadonlySet<string> = new Set(["unknown-wiki", "unknown-farm", "bad-dbname"]);

/** The form in which a refused question can be asked again; null: there is nothing at that address. */
export function formAgain(
  say: Messages,
  { code }: AnswerError,
  { query = {}, place, watch }: Pick<PrintOptions, "query" | "place" | "watch">,
): Html | null {
  if (code === "not-found") return null;
  if (NAMES_WRONG.has(code)) return questionForm(say, query);
  if (watch !== undefined) return watchForm(say, watch);
  return place === undefined ? questionForm(say, query) : listForm(say, place);
}
