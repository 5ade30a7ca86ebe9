import { FALLBACKS, RENAMED, RIGHT_TO_LEFT } from "./mediawiki-languages.ts";

export const DEFAULT_LANGUAGE = "en";

/** A language code as MediaWiki and BCP 47 know it. Nothing else gets near a look-up (`constructor` is no language). */
const LANGUAGE_CODE = /^[a-z]{2,3}(?:-(?:x|[a-z0-9]{2,8})){0,4}$/;
/** Scripts in a language code that are written from right to left, and those that are not. */
const SCRIPT_RIGHT_TO_LEFT = /-(?:adlm|arab|hebr|mand|nkoo|rohg|syrc|thaa)(?:-|$)/;
const SCRIPT = /-[a-z]{4}(?:-|$)/;
/** Languages that MediaWiki does not know. */
const FURTHER_RIGHT_TO_LEFT: ReadonlySet<string> = new Set(["syc", "syr", "ydd"]);

/** Reads a language as callers write it (`de_AT`, `DE`, `zh-yue`); English for what is no language code. */
export function languageCode(value: string | null | undefined): string {
  const code = (value ?? "").trim().toLowerCase().replaceAll("_", "-");
  return LANGUAGE_CODE.test(code) ? (RENAMED[code] ?? code) : DEFAULT_LANGUAGE;
}

/**
 * The languages to try for a reader of `code` (a `languageCode`), best first, each once, English last: MediaWiki's fallbacks of
 * it and no others; of a variety that MediaWiki does not know, those of what it is a variety of (`zh-hant-tw`: `zh-hant`).
 */
export function fallbackChain(code: string): readonly string[] {
  const known = FALLBACKS.get(code);
  const cut = code.lastIndexOf("-");
  const further = known ?? (cut < 0 ? [] : fallbackChain(code.slice(0, cut)));
  return [...new Set([code, ...further, DEFAULT_LANGUAGE])];
}

/** Judged by the script that the code names, else by its language. */
export function isRightToLeft(code: string): boolean {
  if (SCRIPT_RIGHT_TO_LEFT.test(code)) return true;
  if (RIGHT_TO_LEFT.has(code)) return true;
  const [language = code] = code.split("-", 1);
  return !SCRIPT.test(code) && (RIGHT_TO_LEFT.has(language) || FURTHER_RIGHT_TO_LEFT.has(language));
}
