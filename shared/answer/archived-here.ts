import { archiveOf, resourceKey } from "../url/archives.ts";
import { splitUrl } from "../url/parts.ts";
import type { NormalisedUrl } from "../url/types.ts";
import type { UrlAnswer } from "./types.ts";

/** The last ones: times directly behind the host, which years of other sites are not. */
const URL_INSIDE =
  /^[a-z]+:\/\/[^/]+\/(?:.*(?:\/\d{4,14}(?:[a-z]{2}_)?\/|:\/|%3A%2F)|(?:\d{14}|\d{4}[.-][\d.-]{12})\/)/;

/** Whether a URL has another in its path: of all links of a page only those that can be versions of others are looked at. */
export const hasUrlInside = (url: string): boolean => URL_INSIDE.test(url);

/**
 * Marks broken links whose archived copy stands in the same page (A4, design 19). `answers`: of links of the page, in any selection;
 * `links`: all its links, in normal form. A copy that is itself among the unreachable ones does not count.
 */
export function markArchivedHere(
  answers: readonly UrlAnswer[],
  links: readonly { readonly url: string }[],
): UrlAnswer[] {
  const isBroken = ({ verdict }: UrlAnswer) => verdict === "unreachable" || verdict === "doubtful";
  if (!answers.some(isBroken)) return [...answers];
  const lost = new Set(answers.filter(({ verdict }) => verdict === "unreachable").map(({ url }) => url));
  const copies = new Map<string, string>();
  for (const { url: link } of links) {
    if (lost.has(link) || !hasUrlInside(link)) continue;
    const original = archiveOf(splitUrl(link as NormalisedUrl))?.original;
    const key = original ? resourceKey(original) : null;
    if (key !== null) copies.set(key, link);
  }
  if (copies.size === 0) return [...answers];
  return answers.map((answer) => {
    const copy = isBroken(answer) ? copies.get(resourceKey(answer.url) ?? "") : undefined;
    return copy === undefined ? answer : { ...answer, archivedHere: copy };
  });
}
