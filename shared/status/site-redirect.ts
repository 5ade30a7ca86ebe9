import { registrableDomain } from "../url/domain.ts";
import type { HostName } from "../url/types.ts";
import type { Exchange } from "./outcome.ts";
import { isMereChange } from "./redirect.ts";

/**
 * Redirects that end well and lose the page all the same (C6). A working link must not be told as lost: each exception
 * below was met on the real web and has its test.
 */

/** Parameters that name no page: campaigns, sessions, languages (also as the server puts them into its target). */
const IDLE_PARAMETER =
  /^(?:utm_.*|fbclid|gclid|msclkid|mc_[ce]id|ref|referer|referrer|source|src|from|lang|language|locale|hl|sid|session_?id|phpsessid|jsessionid|aspsessionid.*|cfid|cftoken|redirected|redirect_?from|cookie.*)$/i;

/** Names of a site's first page, the extension left out. */
const HOME = /^(?:index|default|home|homepage|startseite|accueil|inicio)$/i;
/** Links to these may well have meant the first page. */
const FIRST_PAGE =
  /^(?:index|default|home|homepage|startseite|accueil|inicio|start|main|welcome|blog|site|website|web|www|cms|wordpress|wp|joomla|drupal|typo3|portal)$/i;
/** Without `it`, `no`, `is`, `hr` …, which are also words: a faculty's `/it/` is a page. A region makes any code plain. */
const LANGUAGE =
  /^(?:(?:en|de|fr|es|pt|nl|pl|ru|ja|zh|cs|sv|da|fi|hu|tr|uk|ar|ko|el|ro|bg|ca)|[a-z]{2}[-_][a-z]{2})$/i;
/** Segments of pages that ask for a login or for consent before they show anything. */
const GATE =
  /^(?:log-?in|log_in|sign-?in|sign_in|signon|sso|cas|oauth2?|authorize|auth|authenticate|auth-?wall|consent|collectconsent|cookie-?consent|cookie-?wall|privacy-?gate|age-?gate|age-?check|anmelden|anmeldung|connexion)$/i;
/** Scripts that lead outside, and services whose business it is: the target is the page. As of 2026-11. */
const LEADS_OUTSIDE = /^(?:go|goto|out|away|exit|redirect|redir|link|links|click|jump|track|url|r|l)$/i;
const REDIRECTORS: ReadonlySet<string> = new Set(
  (
    "doi.org handle.net purl.org purl.com w3id.org n2t.net nbn-resolving.org nbn-resolving.de urn.fi ark.bnf.fr " +
    "identifiers.org bit.ly t.co goo.gl tinyurl.com ow.ly is.gd v.gd buff.ly youtu.be g.co fb.me wp.me amzn.to " +
    "w.wiki permalink.obvsg.at resolver.kb.nl hdl.loc.gov lnkd.in t.me rebrand.ly cutt.ly dlvr.it redd.it git.io"
  ).split(" "),
);

const bare = (segment: string): string => segment.replace(/\.[a-z]{2,5}$/i, "");
const segmentsOf = (path: string): string[] => path.split("/").filter((segment) => segment !== "");
const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** A URL whose address names nothing but a site or a language of it. */
function isRootLike({ pathname, searchParams }: URL, names: RegExp): boolean {
  for (const name of searchParams.keys()) if (!IDLE_PARAMETER.test(name)) return false;
  const segments = segmentsOf(pathname).map(bare);
  const [first = "", second = ""] = segments;
  if (segments.length === 0) return true;
  if (segments.length === 1) return names.test(first) || LANGUAGE.test(first);
  return segments.length === 2 && LANGUAGE.test(first) && names.test(second);
}

/** The names that a host has below its public suffix: `news.example.co.uk` has `news` and `example`. */
function namesOf(host: string): string[] {
  const domain = registrableDomain(host as HostName);
  const own = domain.split(".")[0] ?? "";
  return [...host.slice(0, host.length - domain.length).split("."), own]
    .map(letters)
    .filter((name) => name.length >= 4 && name !== "blog");
}

/** The target's host is named in the source, or the other way round: `/projects/mockito` moved to `mockito.org`. */
function namesTarget(from: URL, to: URL): boolean {
  if (from.hostname === to.hostname) return false;
  const words = [...segmentsOf(from.pathname), ...from.searchParams.values()].map((word) =>
    letters(bare(word)),
  );
  // Names that both hosts have say nothing of the path.
  const known = namesOf(from.hostname);
  const names = namesOf(to.hostname).filter((name) => !known.includes(name));
  return names.some((name) =>
    words.some((word) => word.includes(name) || (word.length >= 4 && name.includes(word))),
  );
}

/** Links through it are meant to end elsewhere, and many of them at one place say nothing. */
export function isRedirector(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname, pathname } = new URL(url);
  return (
    REDIRECTORS.has(hostname) ||
    REDIRECTORS.has(registrableDomain(hostname as HostName)) ||
    segmentsOf(pathname).some((segment) => LEADS_OUTSIDE.test(bare(segment)))
  );
}

/** One-page sites and applications keep the place in the fragment, which no request carries: `/faq` to `/#faq`. */
const keepsPlaceInFragment = (chain: readonly Exchange[]): boolean =>
  chain.some(({ location }) => location !== null && /#./.test(location));

/** The way back stands in the target: a login, a consent, a test for cookies, which readers come through. */
function carriesWayBack(from: URL, to: URL): boolean {
  const path = from.pathname.length > 1 ? from.pathname : from.search;
  if (path.length < 2) return false;
  for (const value of to.searchParams.values())
    if (value.includes(path) || value.includes(encodeURIComponent(path))) return true;
  return false;
}

/**
 * The redirect ends where a login or consent is asked for: robots get no further, readers may. Not where the link itself
 * was one to a login.
 */
export function endsAtGate(url: string, finalUrl: string): boolean {
  if (!URL.canParse(url) || !URL.canParse(finalUrl)) return false;
  const [from, to] = [new URL(url), new URL(finalUrl)];
  const isGate = ({ pathname }: URL) => segmentsOf(pathname).some((segment) => GATE.test(bare(segment)));
  const leadsToGateHost = from.hostname !== to.hostname && GATE.test(to.hostname.split(".", 1)[0] ?? "");
  return (isGate(to) || leadsToGateHost) && !isGate(from);
}

/** C6: a link into a site ends at the first page of this or of another site. `chain`: at least one redirect, ended well. */
export function endsAtRoot(url: string, chain: readonly Exchange[]): boolean {
  const finalUrl = chain.at(-1)?.url;
  if (finalUrl === undefined || !URL.canParse(url) || !URL.canParse(finalUrl)) return false;
  const [from, to] = [new URL(url), new URL(finalUrl)];
  if (
    !isRootLike(to, HOME) ||
    isRootLike(from, FIRST_PAGE) ||
    keepsPlaceInFragment(chain) ||
    carriesWayBack(from, to)
  )
    return false;
  const leavesDomain =
    registrableDomain(from.hostname as HostName) !== registrableDomain(to.hostname as HostName);
  return !namesTarget(from, to) && !(leavesDomain && isRedirector(url));
}

/** How many addresses of a host that lead to one and the same target make it a place to which lost pages are sent. */
export const SHARED_SOURCES_MIN = 4;

/** What a target is remembered by: without what changes from visit to visit. */
export function targetKey(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { host, pathname, searchParams } = new URL(url);
  const query = [...searchParams]
    .filter(([name]) => !IDLE_PARAMETER.test(name))
    .map((pair) => pair.join("="));
  const path = pathname.replace(/;jsessionid=[^/]*/i, "").replace(/\/$/, "");
  return `${host.replace(/^www\./, "")}${path}?${query.sort().join("&")}`;
}

/**
 * Both speak of the same thing: a word or number of the target's last segment stands in the source's path or query, or a
 * number of its folders does (`/questions/17/any-title`).
 */
function isRelated(from: URL, to: URL): boolean {
  const folders = segmentsOf(from.pathname);
  if (segmentsOf(to.pathname).some((segment) => /\d/.test(segment) && folders.includes(segment))) return true;
  const source = letters(`${from.pathname}${from.search}`);
  const last = bare(segmentsOf(to.pathname).at(-1) ?? "");
  const words = [last, ...last.split(/[^\p{L}\p{N}]+/u), ...to.searchParams.values()].map(letters);
  return words.some((word) => word.length >= 3 && source.includes(word));
}

/**
 * What a source counts as among those that lead to one target: one for all spellings of an address. null: it says
 * nothing, as it may well mean its target (a mere change, a variant of one page, a gate, a redirector's link, a
 * first page).
 */
export function sourceKey(url: string, chain: readonly Exchange[]): string | null {
  const finalUrl = chain.at(-1)?.url;
  if (finalUrl === undefined || !URL.canParse(url) || !URL.canParse(finalUrl)) return null;
  const [from, to] = [new URL(url), new URL(finalUrl)];
  if (isRootLike(from, FIRST_PAGE) || isRelated(from, to) || keepsPlaceInFragment(chain)) return null;
  if (!mayLosePage(url, chain)) return null;
  const query = [...from.searchParams]
    .filter(([name]) => !IDLE_PARAMETER.test(name))
    .map((pair) => pair.join("="));
  return `${segmentsOf(from.pathname).map(bare).join("/")}?${query.sort().join("&")}`.toLowerCase();
}

/** Whether the target of a redirect that ended well may be one to which anything is sent. */
export function mayLosePage(url: string, chain: readonly Exchange[]): boolean {
  const finalUrl = chain.at(-1)?.url;
  if (finalUrl === undefined || !URL.canParse(url) || !URL.canParse(finalUrl)) return false;
  const [from, to] = [new URL(url), new URL(finalUrl)];
  return (
    !isMereChange(url, finalUrl) &&
    !isRedirector(url) &&
    !endsAtGate(url, finalUrl) &&
    !carriesWayBack(from, to) &&
    !namesTarget(from, to)
  );
}
