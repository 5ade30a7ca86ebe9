import { walkMarkup } from "./markup.ts";
import { CHALLENGE_PAGES, type ChallengePage } from "./signatures/challenges.ts";

/** What readers of a challenge see: some lines of explanation, a hundred words of English. */
const LETTERS_MAX = 600;
const UNSEEN: ReadonlySet<string> = new Set(["script", "style", "svg", "noscript"]);
/** Markup as text. */
const CODE = /&(?:lt|#60|#x3c);?\/?[a-z!]/i;

export interface Shown {
  /**
   * Next to nothing; much, so that it explains, sells or reports something; or markup, so that it is about pages, whatever
   * marks of guards it has, as no challenge shows its readers any.
   */
  readonly seen: "little" | "much" | "code";
  /** What no reader sees of the page, as it is: tags, scripts, styles, comments; with its title. */
  readonly machinery: string;
}

/** What readers see of a page. In doubt it is seen: a page taken for a wall is the worse mistake. */
export function shown(html: string): Shown {
  let letters = 0;
  let code = false;
  let inTitle = false;
  const machinery: string[] = [];
  walkMarkup(html, {
    unseen: UNSEEN,
    text(text) {
      code ||= CODE.test(text);
      if (inTitle) machinery.push(text);
      if (letters <= LETTERS_MAX) letters += lettersIn(text);
    },
    markup(name, isEnd, _, all) {
      machinery.push(all());
      inTitle = name === "title" && !isEnd;
    },
  });
  const seen = code ? "code" : letters > LETTERS_MAX ? "much" : "little";
  return { seen, machinery: machinery.join("") };
}

/** What stands for bytes that are no UTF-8. */
const BROKEN = "\ufffd";

/**
 * Letters of any script, as not all have blanks between words; a character of Chinese, Japanese or Korean says as much as three.
 * Digits may stand for letters (`&#1078;`). Bytes that are no UTF-8 count one by one, whatever their charset.
 */
function lettersIn(bytes: string): number {
  const decoded = Buffer.from(bytes, "latin1").toString();
  const text = decoded.includes(BROKEN) ? bytes : decoded;
  let letters = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 0x2e80) letters += 3;
    else if (code >= 0x80 || (code >= 0x30 && code <= 0x39)) letters++;
    else if ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a) letters++;
  }
  return letters;
}

const VALUE_CHARS_MAX = 256;
/** Of a page, unpacked: as much as is kept of one that comes as it is. */
const LOOKED_AT_BYTES = 8 * 1024;

/** Fields that are sent with a challenge or a refusal only, whatever its number. */
const FIELDS: ReadonlySet<string> = new Set([
  "cf-mitigated",
  "x-amzn-waf-action",
  "x-vercel-mitigated",
  "sg-captcha",
]);

/** Where robots are sent to prove that they are none. */
const CAPTCHA_HOSTS =
  /^(?:https?:)?\/\/(?:validate\.perfdrive\.com|(?:geo|ct)\.captcha-delivery\.com|(?:www\.|ipv[46]\.)?google\.[a-z.]{2,6}\/sorry\/)/i;
const CAPTCHA_PATHS =
  /^(?:https?:\/\/[^/]+)?\/(?:_Incapsula_Resource|\.within\.website\/x\/cmd\/anubis\/|cdn-cgi\/challenge-platform\/|\.well-known\/sgcaptcha\/|errors\/validateCaptcha)/;

export const isPage = (mime: string | null): boolean =>
  mime === null || mime === "text/html" || mime === "application/xhtml+xml";

/** By its fields: what tells that robots are turned away or put to the test, in words for people; null: nothing does. */
export function wallOfField(name: string, value: string): string | null {
  if (FIELDS.has(name)) return `${name}: ${value.slice(0, VALUE_CHARS_MAX)}`;
  return name === "location" && (CAPTCHA_HOSTS.test(value) || CAPTCHA_PATHS.test(value))
    ? "location: captcha"
    : null;
}

/** Where a page's head has no end that is seen. */
const START_CHARS = 512;
const BODY = /<body\b/i;

/** Tags by which a page is made of more than itself, as far as that is seen; challenges have pictures, too. */
const LOADING =
  /<(?:script|embed|i?frame|object|link(?=[^<>]{1,300}\b(?:stylesheet|modulepreload|preload)\b))\b[^<>]{1,500}/gi;
const ADDRESS = /[\s"'](?:src|href|data)\s{0,9}=\s{0,9}["']?(?!data:|about:|javascript:)[^\s"'<>]{1,200}/i;
/** What challenges load that are known by having nothing else. */
const GUARDS = /\/_Incapsula_Resource\?|\/ips\.js\?|\/aes\.js|\/__qrator\//;

const loadsOwn = (machinery: string): boolean =>
  machinery.match(LOADING)?.some((tag) => {
    const [address] = ADDRESS.exec(tag) ?? [];
    return address !== undefined && !GUARDS.test(address);
  }) === true;

/** With its number or server it needs no look at the text, nor where it explains itself at length. */
const isPlain = ({ http, server, explains }: ChallengePage): boolean =>
  http !== undefined || server !== undefined || explains === true;

interface PageHead {
  readonly http: number;
  readonly mime: string | null;
  readonly server: string | null;
}

/** By its content; `page`: what was read of it, unpacked, empty for HEAD; `ends`: no more of it was to be read. */
export const wallOfContent = (head: PageHead, page: Uint8Array, ends: boolean): string | null =>
  page.length > 0 && (isPage(head.mime) || (head.mime === "text/plain" && head.http === 503))
    ? wallOfPage(head, page, ends && page.length <= LOOKED_AT_BYTES)
    : null;

const fits = ({ signs = [], says = [] }: ChallengePage, text: string, machinery: string): boolean =>
  signs.every((sign) => sign.test(machinery)) && says.every((words) => words.test(text));

function wallOfPage({ http, server }: PageHead, page: Uint8Array, whole: boolean): string | null {
  const bytes = Buffer.from(page.buffer, page.byteOffset, Math.min(page.length, LOOKED_AT_BYTES));
  const sender = server?.toLowerCase() ?? "";
  const likely = CHALLENGE_PAGES.filter(
    ({ http: numbers, server: from, marks }) =>
      numbers?.includes(http) !== false &&
      (from === undefined || (http >= 400 && sender.startsWith(from))) &&
      (marks === undefined || marks.some((mark) => bytes.includes(mark))),
  );
  if (likely.length === 0) return null;
  const text = bytes.toString("latin1");
  const all = shown(text);
  if (all.seen === "code") return null;
  const start = text.slice(0, Math.max(START_CHARS, text.search(BODY)));
  const { machinery } = shown(start);
  const alone = () => whole && !loadsOwn(all.machinery);
  const found =
    likely.find((each) => isPlain(each) && fits(each, start, machinery)) ??
    (all.seen === "little"
      ? likely.find((each) => (each.whole !== true || alone()) && fits(each, text, all.machinery))
      : undefined);
  return found === undefined ? null : `challenge page: ${found.name}`;
}

/** Guards whose challenge pages have the head of an ordinary page. */
const GUARD_COOKIES =
  /^(?:techaro\.lol-anubis|within\.website-x-cmd-anubis|incap_ses_|visid_incap_|ak_bmsc=|bm_sz=|_pxhd=|datadome=|acw_tc=|__jsluid|rbzid=|reese84=|__cfwaitingroom|TS[0-9a-f]{6,}=)/;
const GUARD_SERVERS = /^(?:sucuri|imunify360|ddos-guard|qrator)/i;

/** A guard against robots stands in front: what it lets through, and what not, shows in the content only. */
export const isGuardField = (name: string, value: string): boolean =>
  name === "x-iinfo" ||
  (name === "set-cookie" && GUARD_COOKIES.test(value)) ||
  (name === "server" && GUARD_SERVERS.test(value));
