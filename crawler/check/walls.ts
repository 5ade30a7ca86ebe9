import type { HostName } from "../../shared/url/types.ts";

const VALUE_CHARS_MAX = 256;

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

/** In a title or headline, or as the whole of a short text. */
const TOO_OFTEN =
  /(?:<(?:title|h1|h2)[^>]*>|^\s*)(?:(?:http |error )*\d{3}:? ?(?:-|–)? ?)?(?:rate limit(?:ed| exceeded| reached)|too many requests)\b/i;

interface Page {
  readonly name: string;
  /** All of them are in the first bytes: a page about walls has one of them, not all. */
  readonly signs: readonly RegExp[];
  /** The beginning of the Server field, in lower case; such a page is a wall with an error number only. */
  readonly server?: string;
  /** Such a page is a wall with these numbers only: with others, ordinary error pages have the same signs. */
  readonly http?: readonly number[];
}

/**
 * Challenge pages as their makers send them, also with 200, 202 or 503 (peers.md: complaints 1, 13). Words alone are no sign:
 * articles, forums and error pages have them too, so each needs something of the machinery beside it.
 */
const PAGES: readonly Page[] = [
  {
    name: "Cloudflare",
    server: "cloudflare",
    signs: [/<title>(?:Just a moment\.\.\.|Attention Required! \| Cloudflare)<\/title>/i],
  },
  { name: "DDoS-Guard", server: "ddos-guard", signs: [/<title>DDoS-Guard<\/title>/i] },
  { name: "Anubis", signs: [/<html/i, /["']\/\.within\.website\/x\/(?:xess|cmd\/anubis)\//] },
  { name: "DataDome", signs: [/<p id="?cmsg"?>|var dd=\{/, /captcha-delivery\.com|#cmsg\{animation/] },
  {
    name: "HUMAN",
    signs: [/<title>Access to this page has been denied/i, /px-captcha|_pxAppId|perimeterx/i],
  },
  {
    name: "Imperva",
    signs: [
      /<(?:script|iframe)[^>]+\/_Incapsula_Resource\?/i,
      /<meta name="?robots"? content="?noindex, ?nofollow/i,
    ],
  },
  {
    name: "Sucuri",
    signs: [/<title>You are being redirected\.\.\.<\/title>/i, /Javascript is required|sucuri_cloudproxy/i],
  },
  { name: "Akamai", signs: [/[?&]bm-verify=/, /<meta http-equiv="?refresh/i] },
  { name: "Akamai", signs: [/sec-if-cpt-container|["']\/_sec\/cp_challenge\//, /<script|<iframe/i] },
  {
    name: "F5",
    signs: [
      /The requested URL was rejected\. Please consult with your administrator|Please enable JavaScript to view the page content\./,
      /support ID is/i,
    ],
  },
  {
    name: "Imunify360",
    signs: [/<title>One moment, please\.\.\.<\/title>/i, /request is being verified|imunify|wsidchk/i],
  },
  {
    name: "SiteGround",
    signs: [/<meta http-equiv="?refresh"? content="\d+; ?(?:url=)?\/\.well-known\/sgcaptcha\//i],
  },
  // Its 404 begins with that comment too.
  {
    name: "Amazon",
    http: [503],
    signs: [/<!--\s*To discuss automated access to Amazon data please contact/],
  },
  {
    name: "Amazon",
    signs: [
      /<!--\s*To discuss automated access to Amazon data please contact/,
      /<form[^>]+action="?\/errors\/validateCaptcha/,
    ],
  },
  {
    name: "Wordfence",
    http: [403, 429, 503],
    signs: [/<title>Your access to this (?:site|service) has been (?:temporarily )?limited/i],
  },
  // A server in trouble says that it is overloaded; this one, that we ask too often.
  { name: "rate limit", http: [503], signs: [TOO_OFTEN] },
];

const isPage = (mime: string | null) =>
  mime === null || mime === "text/html" || mime === "application/xhtml+xml";

/** By its fields: what tells that robots are turned away or put to the test, in words for people; null: nothing does. */
export function wallOfField(name: string, value: string): string | null {
  if (FIELDS.has(name)) return `${name}: ${value.slice(0, VALUE_CHARS_MAX)}`;
  return name === "location" && (CAPTCHA_HOSTS.test(value) || CAPTCHA_PATHS.test(value))
    ? "location: captcha"
    : null;
}

/** By its content; `start`: the first bytes of it, empty for HEAD. */
export function wallOfContent(
  {
    http,
    mime,
    server,
  }: { readonly http: number; readonly mime: string | null; readonly server: string | null },
  start: Uint8Array,
): string | null {
  if (start.length === 0 || !(isPage(mime) || (mime === "text/plain" && http === 503))) return null;
  const text = Buffer.from(start.buffer, start.byteOffset, start.length).toString("latin1");
  const sender = server?.toLowerCase() ?? "";
  const page = PAGES.find(
    (each) =>
      each.http?.includes(http) !== false &&
      (each.server === undefined || (http >= 400 && sender.startsWith(each.server))) &&
      each.signs.every((sign) => sign.test(text)),
  );
  return page === undefined ? null : `challenge page: ${page.name}`;
}

/** Guards whose challenge pages have the head of an ordinary page. */
const GUARD_COOKIES =
  /^(?:techaro\.lol-anubis|within\.website-x-cmd-anubis|incap_ses_|visid_incap_|ak_bmsc=|bm_sz=|_pxhd=|datadome=|TS[0-9a-f]{6,}=)/;
const GUARD_SERVERS = /^(?:sucuri|imunify360|ddos-guard|qrator)/i;

/** A guard against robots stands in front: what it lets through, and what not, shows in the content only. */
export const isGuardField = (name: string, value: string): boolean =>
  name === "x-iinfo" ||
  (name === "set-cookie" && GUARD_COOKIES.test(value)) ||
  (name === "server" && GUARD_SERVERS.test(value));

const HOSTS_MAX = 20_000;

/**
 * Hosts where GET met a wall, while HEAD may be answered as if there were none: there, GET comes first for as long as this
 * process remembers (beyond it, M9 does). Bounded; the oldest go first.
 */
export class WalledHosts {
  readonly #hosts = new Set<HostName>();

  has(host: HostName): boolean {
    return this.#hosts.size > 0 && this.#hosts.has(host);
  }

  add(host: HostName): void {
    this.#hosts.add(host);
    const [oldest] = this.#hosts;
    if (this.#hosts.size > HOSTS_MAX && oldest !== undefined) this.#hosts.delete(oldest);
  }
}
