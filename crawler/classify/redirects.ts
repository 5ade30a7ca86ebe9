import {
  bare,
  carriesWayBack,
  domainOf,
  foldersOf,
  isFirstPage,
  LANGUAGE,
  letters,
  meansFirstPage,
  nameOf,
  namesOf,
  namingQuery,
  segmentsBeforeHome,
  segmentsOf,
} from "./addresses.ts";
import { type Gate, gateBetween } from "./gates.ts";
import type { Exchange } from "./outcome.ts";
import { isMereChange } from "./redirect.ts";

/**
 * Redirects that end well and lose the page all the same (C6). A working link must not be called lost: each exception
 * below was met on the real web and has its test.
 */

/** A redirect that ended well, by its addresses. */
export interface Redirect {
  readonly from: URL;
  readonly to: URL;
  readonly chain: readonly Exchange[];
  readonly gate: Gate | null;
}

/** @param chain at least one redirect. null: an address cannot be read. */
export function redirectOf(url: string, chain: readonly Exchange[]): Redirect | null {
  const finalUrl = chain.at(-1)?.url;
  if (finalUrl === undefined || !URL.canParse(url) || !URL.canParse(finalUrl)) return null;
  const [from, to] = [new URL(url), new URL(finalUrl)];
  return { from, to, chain, gate: gateBetween(from, to) };
}

/** Scripts that lead outside, and services whose business it is: the target is the page. As of 2026-11. */
const LEADS_OUTSIDE =
  /^(?:go|goto|out|away|exit|redirect|redir|link|links|click|jump|track|url|r|l|link[-_]?out|out[-_]?link|out[-_]?bound|(?:exit|ext|external)[-_]?link|click[-_]?(?:thru|through|out)|go[-_]?out|open[-_]?link|link[-_]?count(?:er)?|web[-_]?links?|jump[-_]?to|de[-_]?ref(?:erer)?)$/i;

/** Names of services of lasting links, as labels of hosts and as folders. Within a site they keep their page like others. */
const LASTING_HOST = /^(?:purl|resolver|urn|nbn|ark|hdl|doi|permalinks?|go|links?)$/;
const LASTING_FOLDER = /^(?:purl|resolver?|urn(?::.*)?|ark:?|hdl|handle|permalinks?)$/i;
const REDIRECTORS: ReadonlySet<string> = new Set(
  (
    "doi.org handle.net purl.org purl.com w3id.org n2t.net nbn-resolving.org nbn-resolving.de urn.fi ark.bnf.fr " +
    "identifiers.org bit.ly t.co goo.gl tinyurl.com ow.ly is.gd v.gd buff.ly youtu.be g.co fb.me wp.me amzn.to " +
    "w.wiki permalink.obvsg.at resolver.kb.nl hdl.loc.gov lnkd.in t.me rebrand.ly cutt.ly dlvr.it redd.it git.io " +
    "j.mp d-nb.info deposit.ddb.de deposit.dnb.de lccn.loc.gov id.loc.gov viaf.org isni.org idref.fr perma.cc " +
    "links.jstor.org urn.kb.se bbc.in nyti.ms wapo.st reut.rs es.pn tcrn.ch econ.st trib.al ift.tt flic.kr spoti.fi apple.co aka.ms a.co " +
    "1.usa.gov shorturl.at t.ly vk.cc u.nu qr.ae kck.st pin.it adf.ly linktr.ee 2doc.nl zpr.io hrld.us cnn.it"
  ).split(" "),
);

/** Hosts of a site as a whole, whatever stands before its domain. */
const WHOLE_SITE = /^(?:www\d*|web|home|portal|m|mobile|old|new|archive?)$/;
const NO_NAME = /^(?:blog|www\d*)$/;

/** The target's host is named in the source, or the other way round: `/projects/mockito` moved to `mockito.org`. */
function namesTarget(from: URL, to: URL): boolean {
  if (from.hostname === to.hostname) return false;
  const words = [...segmentsOf(from.pathname), ...from.searchParams.values()].map((word) =>
    letters(bare(word)),
  );
  // Names that both hosts have say nothing of the path.
  const known = namesOf(from.hostname);
  const names = namesOf(to.hostname).filter(
    (name) => name.length >= 2 && !NO_NAME.test(name) && !LANGUAGE.test(name) && !known.includes(name),
  );
  return names.some((name) =>
    words.some(
      (word) =>
        word === name ||
        (name.length >= 4 && word.includes(name)) ||
        (word.length >= 4 && name.includes(word)) ||
        (word.length === 3 && name.startsWith(word)),
    ),
  );
}

/**
 * A folder or a person's pages that became a host: `/fb5/` to `physics.example.edu`, `/germany/` to `example.de`, `/~bob/` to
 * any but the site's own.
 */
function becameHost(from: URL, to: URL): boolean {
  const [folder = "", ...further] = segmentsBeforeHome(from.pathname);
  if (from.hostname === to.hostname || further.length > 0 || folder === "" || bare(folder) !== folder)
    return false;
  const [old, domain] = [domainOf(from), domainOf(to)];
  if (domain !== old) {
    const isCountry = /\.[a-z]{2}$/.test(domain) && old.split(".")[0] === domain.split(".")[0];
    return folder.startsWith("~") || isCountry;
  }
  const label = to.hostname.slice(0, -domain.length - 1);
  return (
    label !== "" && !WHOLE_SITE.test(label) && !LANGUAGE.test(label) && !from.hostname.endsWith(to.hostname)
  );
}

/** Links through it are meant to end elsewhere, and many of them at one place say nothing. */
const isRedirector = (address: URL): boolean =>
  REDIRECTORS.has(address.hostname) ||
  REDIRECTORS.has(domainOf(address)) ||
  segmentsOf(address.pathname).some((segment) => LEADS_OUTSIDE.test(bare(segment)));

/** A lasting link, or one through a script that leads outside, is meant to end at another site. */
function isMeantToLeave(from: URL, to: URL): boolean {
  if (domainOf(from) === domainOf(to)) return false;
  return (
    isRedirector(from) ||
    from.hostname
      .split(".")
      .slice(0, -1)
      .some((label) => LASTING_HOST.test(label)) ||
    segmentsOf(from.pathname).some((segment) => LASTING_FOLDER.test(bare(segment)))
  );
}

/** Names of the same thing in two languages begin alike: `physics` and `physik`. */
const ALIKE_LETTERS = 4;
const beginning = (name: string): string => name.replace(/\d/g, "").slice(0, ALIKE_LETTERS);

/**
 * A folder that got a site of its own: `/museum/`, and `/departments/physics/` where the host is called nearly so. What
 * names a document (an extension, a query) or lies deeper is lost at another site's first page.
 */
function becameSite(from: URL, to: URL): boolean {
  if (domainOf(from) === domainOf(to) || namingQuery(from) !== "") return false;
  const [folder = "", inner, ...further] = segmentsBeforeHome(from.pathname);
  if (folder === "" || further.length > 0 || [folder, inner ?? ""].some((name) => bare(name) !== name))
    return false;
  if (inner === undefined) return true;
  const known = namesOf(from.hostname);
  const begins = inner.split(/[^\p{L}\p{N}]+/u).map((word) => beginning(letters(word)));
  return namesOf(to.hostname).some(
    (name) =>
      !known.includes(name) && beginning(name).length === ALIKE_LETTERS && begins.includes(beginning(name)),
  );
}

/** One-page sites and applications keep the place in the fragment, which no request carries: `/faq` to `/#faq`. */
const keepsPlaceInFragment = (chain: readonly Exchange[]): boolean =>
  chain.some(({ location }) => location !== null && /#./.test(location));

/** C6: a link into a site ends at the first page of this or of another site. */
export function endsAtRoot({ from, to, chain }: Redirect): boolean {
  if (!isFirstPage(to) || meansFirstPage(from) || keepsPlaceInFragment(chain) || carriesWayBack(from, to))
    return false;
  return (
    !namesTarget(from, to) && !becameHost(from, to) && !becameSite(from, to) && !isMeantToLeave(from, to)
  );
}

/** How many addresses of a host that lead to one and the same target make it a place to which lost pages are sent. */
export const SHARED_SOURCES_MIN = 4;

/** Names that hardly any page has but one about errors; shorter ones are films and songs as well. */
const PLAIN_ERROR_PAGE =
  /^(?:error404|404|404error|404page|page404|40x|notfound|404notfound|pagenotfound|filenotfound|errorpage|pageerror|erreur404|fehlerseite|seitenichtgefunden|paginanoencontrada|paginanontrovata|pagenontrouvee)$/;
/** The same of a site's own, at its root or beside its first page. Documents about errors are called `errors`. */
const OWN_ERROR_PAGE = /^(?:error|fehler|erreur|oops)$/;
const ERROR_FOLDER = /^(?:errors?|fehler|home|static|pages?|site|common)$/i;
/** A page about errors, which may carry the address that was asked for (`/error?aspxerrorpath=/a.html`). */
function isErrorPage(target: URL): boolean {
  const name = letters(bare(segmentsOf(target.pathname).at(-1) ?? ""));
  return target.searchParams.has("aspxerrorpath") || PLAIN_ERROR_PAGE.test(name) || OWN_ERROR_PAGE.test(name);
}

/** Whatever speaks of errors may mean a page about them. */
const ABOUT_ERRORS = /^(?:errors?|fehler|erreurs?|oops)$/;

const siteOf = ({ host }: URL): string => host.replace(/^www\./, "");

/** The words of an address, its query too, as letters. */
const wordsOf = ({ pathname, searchParams }: URL): readonly string[] =>
  [...segmentsOf(pathname).map(bare), ...[...searchParams].flat()]
    .flatMap((text) => text.split(/[^\p{L}\p{N}]+/u))
    .map(letters);

/** `pagina-no-encontrada`, and one to spare. */
const NAME_WORDS_MAX = 4;

const hasName = (words: readonly string[], name: string): boolean =>
  words.some((_, at) => {
    let joined = "";
    return words.slice(at, at + NAME_WORDS_MAX).some((word) => {
      joined += word;
      return joined === name;
    });
  });

/** Of what stands at the root of a site, or beside its first page; "" for all else. */
function topName({ pathname }: URL): string {
  const segments = segmentsOf(pathname);
  const [folder = ""] = segments;
  const isTop =
    segments.length === 1 || (segments.length === 2 && (LANGUAGE.test(folder) || ERROR_FOLDER.test(folder)));
  return isTop ? letters(bare(segments.at(-1) ?? "")) : "";
}

/**
 * C6: a link ends at a page about errors, by its address alone: a site that says 404 to the random address may send those there whose
 * article it does not find. ASP.NET says so by a parameter, whatever the page. Not where the link speaks of it, too.
 */
export function endsAtErrorPage({ from, to }: Redirect): boolean {
  if (to.searchParams.has("aspxerrorpath")) return !from.searchParams.has("aspxerrorpath");
  const name = topName(to);
  const isOwn = siteOf(from) === siteOf(to) && OWN_ERROR_PAGE.test(name);
  if ((!isOwn && !PLAIN_ERROR_PAGE.test(name)) || PLAIN_ERROR_PAGE.test(topName(from))) return false;
  const words = wordsOf(from);
  return !hasName(words, name) && !(isOwn && words.some((word) => ABOUT_ERRORS.test(word)));
}

/** What a target is remembered by: without what changes from visit to visit. */
export function targetKey(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const target = new URL(url);
  if (isErrorPage(target)) target.search = "";
  const path = target.pathname.replace(/;jsessionid=[^/]*/i, "").replace(/\/$/, "");
  return `${siteOf(target)}${path}?${namingQuery(target)}`;
}

/** Each is looked for in the whole source, and a hostile target is made of thousands. */
const WORDS_MAX = 100;

/** What old versions of a page lead to. */
const LATEST = /^(?:latest|current|stable|newest)$/i;

/**
 * Both speak of the same thing: a word or number of the target's last segment stands in the source's path or query, a
 * number of its folders does (`/questions/17/any-title`), or the target is the latest of what stands beside the source.
 */
function isRelated(from: URL, to: URL): boolean {
  const folders = segmentsOf(from.pathname);
  const known = new Set(folders);
  if (segmentsOf(to.pathname).some((segment) => /\d/.test(segment) && known.has(segment))) return true;
  const source = letters(`${from.pathname}${from.search}`);
  const last = bare(segmentsOf(to.pathname).at(-1) ?? "");
  if (LATEST.test(last) && foldersOf(to.pathname).join("/") === folders.slice(0, -1).join("/")) return true;
  const words = [last, ...last.split(/[^\p{L}\p{N}]+/u), ...to.searchParams.values()].map(letters);
  return words
    .filter((word) => word.length >= 3)
    .slice(0, WORDS_MAX)
    .some((word) => source.includes(word));
}

/**
 * What a source counts as among those that lead to one target: one for all spellings of an address. null: it says
 * nothing, as it may well mean its target (a mere change, a variant of one page, a gate, a redirector's link, a
 * first page).
 */
export function sourceKey(redirect: Redirect): string | null {
  const { from, to, chain } = redirect;
  const related = !isErrorPage(to) && isRelated(from, to);
  if (meansFirstPage(from) || related || keepsPlaceInFragment(chain)) return null;
  return mayLosePage(redirect) ? spellingKey(from) : null;
}

/** Parts and forms of an article, in its folder. */
const PART = /^(?:(?:page|p|seite|part|teil)\d{1,3}|\d{1,2}|print|amp)$/;
const isPart = ({ pathname }: URL): boolean => PART.test(letters(segmentsOf(pathname).at(-1) ?? ""));

/** One for all spellings of an address. */
const spellingKey = (from: URL): string =>
  `${segmentsOf(from.pathname).map(bare).join("/")}?${namingQuery(from)}`.toLowerCase();

/**
 * The key of an address that speaks of its target (`/old/bridge.html` ends at `/old/`) and may be lost there all the same: it is where an
 * address that cannot exist ends there, too. Not a part of an article, nor where both go by one name, as what only changed its place does.
 */
export function speakerKey(redirect: Redirect): string | null {
  const { from, to, chain } = redirect;
  if (nameOf(from) === nameOf(to) || isPart(from) || meansFirstPage(from) || keepsPlaceInFragment(chain))
    return null;
  return mayLosePage(redirect) ? spellingKey(from) : null;
}

/** Whether a redirect ends at a page which is to be looked at as a link to it would be: rules about its address come first. */
export const endsAtPage = (redirect: Redirect): boolean =>
  !isFirstPage(redirect.to) && redirect.gate === null && !endsAtErrorPage(redirect);

/** Whether the target of a redirect may be one to which anything is sent. */
const mayLosePage = ({ from, to, gate }: Redirect): boolean =>
  !isMereChange(from.href, to.href) &&
  !isRedirector(from) &&
  !isMeantToLeave(from, to) &&
  gate === null &&
  (isErrorPage(to) || (!carriesWayBack(from, to) && !namesTarget(from, to)));
