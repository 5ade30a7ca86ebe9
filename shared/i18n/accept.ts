import { fallbackChain, languageCode } from "./chain.ts";
import { LANGUAGES } from "./messages.ts";

/** Browsers send a handful; what comes after these is not looked at. */
const RANGES_MAX = 16;
const RANGE = /^\s*([a-z]{2,8}(?:-[a-z0-9]{1,8}){0,4})\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?$/i;

/** Languages of a header in the order of their weights (RFC 9110 12.5.4); what is unreadable is passed over. */
function languagesOf(header: string): string[] {
  const ranges = header.split(",", RANGES_MAX).flatMap((range) => {
    const [, tag, weight = "1"] = RANGE.exec(range) ?? [];
    return tag === undefined || Number(weight) === 0 ? [] : [{ tag, weight: Number(weight) }];
  });
  return ranges.sort((a, b) => b.weight - a.weight).map(({ tag }) => tag);
}

/** Whether a reader of `tag` is told something in it, or in what its readers mostly understand; English last of all. */
function isSpoken(tag: string): boolean {
  const code = languageCode(tag);
  return fallbackChain(code)
    .filter((each) => each !== "en" || code.split("-", 1)[0] === "en")
    .some((each) => LANGUAGES.includes(each));
}

/**
 * The language of an `Accept-Language` header for us: the most wanted one that we speak, else the most wanted; undefined: it
 * names none.
 */
export function preferredLanguage(header: string | undefined): string | undefined {
  const tags = languagesOf(header ?? "");
  return tags.find(isSpoken) ?? tags[0];
}
