import Banana from "banana-i18n";
import type { Day } from "../calendar/day.ts";
import de from "./de.json" with { type: "json" };
import en from "./en.json" with { type: "json" };
import { durationInWords, elapsed, relativeTime } from "./time.ts";

/** The name of a message; en.json is the list (Q8). */
export type MessageKey = Exclude<keyof typeof en, "@metadata">;
export type MessageParameter = string | number;

/** Every language that has messages of its own, in the order in which forms offer them. */
const CATALOGUES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = { en, de };
export const LANGUAGES = Object.keys(CATALOGUES);
export const DEFAULT_LANGUAGE = "en";

/** Languages, and scripts in a language code, that are written from right to left. */
const RIGHT_TO_LEFT =
  /^(?:ar|arc|arq|ary|arz|aeb|azb|bcc|bgn|bqi|ckb|dv|fa|glk|he|khw|lki|lrc|luz|mzn|nqo|pnb|prs|ps|sd|sdh|skr|syc|syr|ug|ur|ydd|yi)$|-(?:arab|hebr|thaa|nkoo)$/;
/** A language code as MediaWiki and BCP 47 know it. Nothing else gets near a look-up (`constructor` is no language). */
const LANGUAGE_CODE = /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}$/;

export interface Messages {
  /** The language asked for, in lower case; `en` when it was no language code. */
  readonly requested: string;
  /** The language in which the messages come: the first of the fallback chain that has any. */
  readonly lang: string;
  /** Direction of the language asked for. */
  readonly dir: "ltr" | "rtl";
  /** The message as plain text: escape it for where it goes. Numbers are counted by PLURAL. */
  text(key: MessageKey, ...parameters: MessageParameter[]): string;
  /** A message whose name is put together; null when there is none. */
  maybe(key: string, ...parameters: MessageParameter[]): string | null;
  /** "two weeks ago" (M8). A day that lies ahead of `today` counts as today. */
  ago(day: Day, today: Day): string;
  /** "for six months" (M8). */
  lasting(since: Day, today: Day): string;
  number(value: number): string;
}

/** Judged by the language, unless the code names a script (`ku-latn`). */
function isRightToLeft(code: string): boolean {
  return RIGHT_TO_LEFT.test(code) || RIGHT_TO_LEFT.test(code.split("-", 1)[0] ?? "");
}

/** Reads a language as callers write it (`de_AT`, `DE`); English for what is no language code. */
export function languageCode(value: string | null | undefined): string {
  const code = (value ?? "").trim().toLowerCase().replaceAll("_", "-");
  return LANGUAGE_CODE.test(code) ? code : DEFAULT_LANGUAGE;
}

/** What a reader of `lang` is told. `lang` comes from the caller and may be anything. */
export function messages(lang: string | null | undefined): Messages {
  const requested = languageCode(lang);
  const banana = new Banana(requested, { messages: CATALOGUES, finalFallback: DEFAULT_LANGUAGE });
  const chain = [requested, requested.split("-", 1)[0] ?? requested, ...banana.getFallbackLocales()];
  const text = chain.find((code) => LANGUAGES.includes(code)) ?? DEFAULT_LANGUAGE;
  const known = (key: string): key is MessageKey => key !== "@metadata" && Object.hasOwn(en, key);
  const say = (key: MessageKey, ...parameters: MessageParameter[]) => banana.i18n(key, ...parameters);
  return {
    requested,
    lang: text,
    dir: isRightToLeft(requested) ? "rtl" : "ltr",
    text: say,
    maybe: (key, ...parameters) => (known(key) ? say(key, ...parameters) : null),
    ago: (day, today) => relativeTime(text, elapsed(day, today)),
    lasting: (since, today) => durationInWords(elapsed(since, today), say),
    number: (value) => new Intl.NumberFormat(text).format(value),
  };
}

/** The message as translators wrote it, with its parameters and plural forms; English where the language has none. */
export function sourceOfMessage(lang: string, key: MessageKey): string {
  const catalogue = Object.hasOwn(CATALOGUES, lang) ? CATALOGUES[lang] : undefined;
  const text = catalogue?.[key];
  return typeof text === "string" ? text : en[key];
}
