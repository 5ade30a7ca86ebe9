import type * as z from "zod/mini";
import en from "zod/v4/locales/en.js";

/** For `safeParse`, that it says what is wrong in words; the small edition of zod has none of its own. */
export const IN_WORDS = { error: en().localeError };
const MISTAKES_MAX = 3;

/** What is wrong where, on one line: `links[0].url: expected string, received number`. */
export function mistakes({ issues }: { readonly issues: readonly z.core.$ZodIssue[] }): string {
  const shown = issues.slice(0, MISTAKES_MAX).map(({ path, message }) => {
    const place = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("");
    const text = message.replace(/^Invalid input: /, "").replace(/\s+/g, " ");
    return place === "" ? text : `${place.replace(/^\./, "")}: ${text}`;
  });
  const more = issues.length - shown.length;
  return shown.join("; ") + (more > 0 ? `; and ${more} more` : "");
}
