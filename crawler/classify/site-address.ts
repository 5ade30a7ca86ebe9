import { registrableDomain } from "../../shared/url/domain.ts";
import { memo } from "../../shared/url/memo.ts";
import type { HostName } from "../../shared/url/types.ts";

/** Parts of addresses as the rules about redirects compare them (C6). */

export const domainOf = ({ hostname }: URL): HostName => registrableDomain(hostname as HostName);

/** Parameters that name no page: campaigns, sessions, languages (also as the server puts them into its target). */
const IDLE_PARAMETER =
  /^(?:utm_.*|(?:pk|mtm|matomo|piwik|hsa|at|oly)_.*|s_cid|ns_(?:campaign|mchannel|source|linkname|fee)|_ga|_gl|_hs.*|wt[._].*|wtmc|xtor|cmp|cmpid|mkt_tok|fbclid|gclid|dclid|msclkid|yclid|wbraid|gbraid|ttclid|twclid|igshid|igsh|spm|ito|smid|ocid|icid|ncid|trk|mc_[ce]id|ref|referer|referrer|source|src|from|lang|language|locale|hl|sid|session_?id|phpsessid|jsessionid|aspsessionid.*|cfid|cftoken|redirected|redirect_?from|cookie.*)$/i;

export const isIdle = (parameter: string): boolean => IDLE_PARAMETER.test(parameter);

/** The query that names a page, in one order. */
export const namingQuery = ({ searchParams }: URL): string =>
  [...searchParams]
    .filter(([name]) => !isIdle(name))
    .map((pair) => pair.join("="))
    .sort()
    .join("&");

/** Without `it`, `no`, `is`, `hr` …, which are also words: a faculty's `/it/` is a page. A region or script makes any code plain. */
export const LANGUAGE =
  /^(?:(?:en|de|fr|es|pt|nl|pl|ru|ja|zh|cs|sv|da|fi|hu|tr|uk|ar|ko|el|ro|bg|ca)|[a-z]{2}[-_](?:[a-z]{2}|hans|hant|latn|cyrl))$/i;

/** Without the extension, and the language beside it (`index.html.de`). */
export const bare = (segment: string): string =>
  segment.replace(/\.(?:[a-z]{2}\.html?|html?\.[a-z]{2}|[a-z]{2,6}\d?)$/i, "");
export const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Session marks of servers, which stand in paths: `;jsessionid=…`, `/(S(…))/`. */
const SESSION = /;[^/]*|\/\([A-Z]\([^/]*\)\)(?=\/|$)/gi;

/**
 * Decoded, without sessions and what names nothing: brackets and commas that came with a link from a text.
 * Remembered, as a dozen rules in turn ask for those of the same two paths.
 */
export const segmentsOf = memo(16, 1_000, (path): readonly string[] =>
  path
    .replace(SESSION, "")
    .split("/")
    .map(percentDecoded)
    .filter((segment) => NAMING.test(segment)),
);

/** Letters, digits, and pictures, by which people name pages, too. */
const NAMING = /[\p{L}\p{N}\p{So}]/u;

/** The folder in which a path ends, by its segments. */
export const foldersOf = (path: string): readonly string[] => segmentsOf(path).slice(0, -1);

/** The way back stands in the target: a login, a consent, a test for cookies, which readers come through. */
export function carriesWayBack(from: URL, to: URL): boolean {
  const path = from.pathname.length > 1 ? from.pathname : from.search;
  if (path.length < 2) return false;
  // Once, as a hostile target has thousands of parameters.
  const encoded = encodeURIComponent(path);
  for (const value of to.searchParams.values())
    if (value.includes(path) || value.includes(encoded)) return true;
  return false;
}
