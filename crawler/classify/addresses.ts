import { registrableDomain } from "../../shared/url/domain.ts";
import { memo } from "../../shared/url/memo.ts";
import type { HostName } from "../../shared/url/types.ts";

/** Parts of addresses as the rules about redirects compare them (C6). */

export const domainOf = ({ hostname }: URL): HostName => registrableDomain(hostname as HostName);

/** Parameters that name no page: campaigns, sessions, languages (also as the server puts them into its target). */
const IDLE_PARAMETER =
  /^(?:utm_.*|(?:pk|mtm|matomo|piwik|hsa|at|oly)_.*|s_cid|ns_(?:campaign|mchannel|source|linkname|fee)|_ga|_gl|_hs.*|wt[._].*|wtmc|xtor|cmp|cmpid|mkt_tok|fbclid|gclid|dclid|msclkid|yclid|wbraid|gbraid|ttclid|twclid|igshid|igsh|spm|ito|smid|ocid|icid|ncid|trk|mc_[ce]id|ref|referer|referrer|source|src|from|lang|language|locale|hl|sid|session_?id|phpsessid|jsessionid|aspsessionid.*|cfid|cftoken|redirected|redirect_?from|cookie.*)$/i;

const isIdle = (parameter: string): boolean => IDLE_PARAMETER.test(parameter);

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
 * Remembered, as a dozen rules ask for those of the same two paths.
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

/** Names of a site's first page, the extension left out. */
const HOME = /^(?:index|default|home|homepage|startseite|accueil|inicio)$/i;

/**
 * A URL whose address names nothing but a site or a language of it: where lost pages are sent to. A query with anything
 * in it may name a page.
 */
export function isFirstPage({ pathname, searchParams }: URL): boolean {
  for (const name of searchParams.keys()) if (!isIdle(name)) return false;
  const segments = segmentsOf(pathname).map(bare);
  const [first = "", second = ""] = segments;
  if (segments.length === 0) return true;
  if (segments.length === 1) return HOME.test(first) || LANGUAGE.test(first);
  return segments.length === 2 && LANGUAGE.test(first) && HOME.test(second);
}

/** The first page with its language, number or design: `index_e.html`, `default2.asp`, `home-en`. */
const NUMBERED_HOME =
  /^(?:(?:index|default)[-_]?|(?:home|homepage|main|start|welcome)[-_])(?:[a-z]{1,3}|[a-z]{2}[-_][a-z]{2}|\d{1,2}|new|old|main|home|flash|html|english|german|french|spanish|deutsch)$/i;

/** Names under which first pages were linked: their own, languages and countries, programs that served them. */
const FIRST_PAGE_WORDS: ReadonlySet<string> = new Set(
  (
    "index default home homepage start main welcome welcomepage mainpage frontpage frontcontent go enter intro splash " +
    "landing landingpage startseite hauptseite willkommen herzlichwillkommen accueil bienvenue inicio principal " +
    "paginaprincipal bienvenidos portada benvenuti homepagina forside etusivu hem framsida stronaglowna glowna hlavni " +
    "uvod kezdolap anasayfa главная top toppage frameset " +
    "eng deu ger fra fre ita esp spa por nld dut pol rus jpn chn zho swe nor dan fin hun tur kor cze ces " +
    "english deutsch german francais french espanol spanish italiano italian portugues nederlands polski russian " +
    "svenska dansk norsk suomi magyar cesky turkce japanese chinese intl int international global worldwide " +
    "blog site sites website web www cms wordpress wp joomla drupal typo3 portal wiki wps irj opencms " +
    "html htm xhtml public publichtml htdocs httpdocs m mobile mobil touch wap desktop flash comfrontpage"
  ).split(" "),
);

/** Folders in which a first page stands; alone they may be pages. */
const FOLDER = /^(?:[a-z]|content|(?:site)?pages?|docs|public|cgi-?bin|cgi|guest|node|lang|language)$/i;

/** Parameters by which programs find a page whose path is that of the first one: `/?p=123`, `index.php?title=X`. */
const PAGE_PARAMETER =
  /^(?:p|id|q|key|title|titel|file|show|seite|isbn|[nagbe]id|(?:page|pg|art|artikel|article|story|news|post|topic|thread|doc|document|record|rec|object|obj|node|product|event|entry|book|film|video|person|player|match|section|category|cat|rubrik)(?:_?id|nr)?|id(?:art|cat)|show(?:topic|thread|post))$/i;

const isFirstPageWord = (segment: string): boolean =>
  /^(?:[a-z]{2}|[defi])$/i.test(segment) ||
  LANGUAGE.test(segment) ||
  NUMBERED_HOME.test(segment) ||
  FIRST_PAGE_WORDS.has(letters(segment));

/** What programs call their first page by: none, 0, 1, `home`. */
const isFirstPageValue = (value: string): boolean =>
  /^(?:[01]?|node)$/.test(value) || isFirstPageWord(bare(value));

/** The names that a host has below its public suffix: `news.example.co.uk` has `news` and `example`. */
export function namesOf(host: string): string[] {
  const domain = registrableDomain(host as HostName);
  const own = domain.split(".")[0] ?? "";
  return [...host.slice(0, host.length - domain.length).split("."), own].map(letters);
}

/** The segments of a path, a first page's name at its end left out: those of `/~bob/index.html` are `~bob`. */
export function segmentsBeforeHome(path: string): readonly string[] {
  const segments = segmentsOf(path);
  const last = bare(segments.at(-1) ?? "");
  return segments.length > 1 && isFirstPageWord(last) ? segments.slice(0, -1) : segments;
}

/** What a page is called by, whatever its folder, language, extension or query: `/old/index.html` and `/en/old.php?id=1` are `old`. */
export const nameOf = ({ pathname }: URL): string =>
  letters(bare(segmentsBeforeHome(pathname).findLast((segment) => !LANGUAGE.test(segment)) ?? ""));

/** Folders of portals and the like have no end; longer paths mean something. */
const SEGMENTS_MAX = 5;

/** Whether a link may well have meant a first page, by any of its names: then it is fine at another one (C6). */
export function meansFirstPage({ hostname, pathname, searchParams }: URL): boolean {
  for (const [name, value] of searchParams)
    if (PAGE_PARAMETER.test(name) && !isFirstPageValue(value)) return false;
  // DotNetNuke numbers its pages: `/Home/tabid/36/Default.aspx`.
  const segments = segmentsOf(pathname.replace(/\/tabid\/\d+/i, "")).map(bare);
  const ownNames = new Set([letters(hostname), ...namesOf(hostname)]);
  return (
    segments.length <= SEGMENTS_MAX &&
    segments.every(
      (segment, at) =>
        isFirstPageWord(segment) ||
        ownNames.has(letters(segment)) ||
        (at < segments.length - 1 && FOLDER.test(segment)),
    )
  );
}
