/** In a title or headline, or as the whole of a short text. */
const TOO_OFTEN =
  /(?:<(?:title|h1|h2)[^<>]{0,300}>|^\s{0,20})(?:(?:http |error ){0,3}\d{3}:? ?(?:-|–)? ?)?(?:rate limit(?:ed| exceeded| reached)|too many requests)\b/i;

interface ChallengePage {
  readonly name: string;
  /**
   * All of them are there: a page about walls has one of them, not all. Each repetition has an end, and none that may be
   * long passes over the `<` at which a sign begins: whatever the page says, the work grows with its length only.
   */
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
export const CHALLENGE_PAGES: readonly ChallengePage[] = [
  {
    name: "Cloudflare",
    server: "cloudflare",
    signs: [
      /<title>(?:Just a moment\.\.\.|(?:Attention Required!|Please Wait\.\.\.|DDoS protection) \| Cloudflare)<\/title>/i,
    ],
  },
  { name: "Cloudflare", signs: [/window\._cf_chl_opt\b/, /\/cdn-cgi\/challenge-platform\//] },
  { name: "DDoS-Guard", server: "ddos-guard", signs: [/<title>DDoS-Guard<\/title>/i] },
  {
    name: "go-away",
    signs: [/<html/i, /["']\/\.well-known\/\.git\.gammaspectra\.live\/git\/go-away\/cmd\//],
  },
  { name: "Bunny Shield", signs: [/<html/i, /["']\/\.bunny-shield\/assets\//] },
  { name: "Basedflare", signs: [/<html/i, /["']\/\.basedflare\//] },
  { name: "SafeLine", signs: [/<title>[^<]{0,60}Chaitin SafeLine|["']\/\.safeline\//i, /<html/i] },
  { name: "Reblaze", signs: [/window\.rbzns\s{0,9}=/, /winsocks\(|rbzid/] },
  {
    name: "AWS",
    signs: [/window\.gokuProps\s{0,9}=|window\.awsWafCookieDomainList\s{0,9}=/, /\.awswaf\.com\//],
  },
  { name: "Aliyun", signs: [/^\s{0,20}<html><script>\s{0,20}var arg1='[0-9A-F]{30,60}'/] },
  // Jiasule: also with 521, the number of a dead server elsewhere.
  {
    name: "Jiasule",
    signs: [
      /^\s{0,20}<script>\s{0,20}document\.cookie\s{0,9}=/,
      /location\.href\s{0,9}=\s{0,9}location\.pathname/,
    ],
  },
  { name: "Yunsuo", signs: [/YunSuoAutoJump|security_verify_data/, /document\.cookie/] },
  { name: "Anubis", signs: [/<html/i, /["']\/\.within\.website\/x\/(?:xess|cmd\/anubis)\//] },
  { name: "DataDome", signs: [/<p id="?cmsg"?>|var dd=\{/, /captcha-delivery\.com|#cmsg\{animation/] },
  {
    name: "HUMAN",
    signs: [/<title>Access to this page has been denied/i, /px-captcha|_pxAppId|perimeterx/i],
  },
  {
    name: "Imperva",
    signs: [
      /<(?:script|iframe)[^<>]{1,300}\/_Incapsula_Resource\?/i,
      /<meta name="?robots"? content="?noindex, ?nofollow/i,
    ],
  },
  { name: "Imperva", signs: [/Request unsuccessful\. Incapsula incident ID: \d/] },
  {
    name: "Imperva",
    signs: [/<title>Pardon Our Interruption/i, /made us think (?:that )?you (?:were|are|might be) a bot/i],
  },
  { name: "Sucuri", signs: [/<title>Sucuri WebSite Firewall - Access Denied<\/title>/i] },
  {
    name: "Sucuri",
    signs: [/<title>You are being redirected\.\.\.<\/title>/i, /Javascript is required|sucuri_cloudproxy/i],
  },
  {
    name: "Akamai",
    signs: [
      /<title>Access Denied<\/title>/i,
      /You don't have permission to access/i,
      /Reference(?:&#32;|\s){1,9}(?:&#35;|#)\d{1,20}(?:&#46;|\.)[0-9a-f]/i,
    ],
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
  { name: "FortiWeb", signs: [/Web Page Blocked!/, /Attack ID: ?\d/] },
  // Nobody gets in without one, and 400 does not say so.
  {
    name: "client certificate wanted",
    http: [400],
    signs: [/<title>400 (?:No required SSL certificate was sent|The SSL certificate error)<\/title>/],
  },
  {
    name: "Imunify360",
    signs: [/<title>One moment, please\.\.\.<\/title>/i, /request is being verified|imunify|wsidchk/i],
  },
  {
    name: "SiteGround",
    signs: [/<meta http-equiv="?refresh"? content="\d{1,9}; ?(?:url=)?\/\.well-known\/sgcaptcha\//i],
  },
  // Its 404 begins with that comment too.
  {
    name: "Amazon",
    http: [503],
    signs: [/<!--\s{0,20}To discuss automated access to Amazon data please contact/],
  },
  {
    name: "Amazon",
    signs: [
      /<!--\s{0,20}To discuss automated access to Amazon data please contact/,
      /<form[^<>]{1,300}action="?\/errors\/validateCaptcha/,
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

/** Words that readers of a challenge see: a line or two of explanation. */
const WORDS_MAX = 120;
const UNSEEN = /^<(script|style|svg|noscript)\b/i;

/** A page that explains, sells or reports something is no challenge, whatever marks of guards it has. */
export function saysLittle(html: string): boolean {
  let words = 0;
  for (let at = 0; at < html.length; ) {
    const open = html.indexOf("<", at);
    words += html.slice(at, open === -1 ? html.length : open).match(/\S{2,}/g)?.length ?? 0;
    if (words > WORDS_MAX) return false;
    if (open === -1) break;
    const [, unseen] = UNSEEN.exec(html.slice(open, open + 10)) ?? [];
    const end = html.startsWith("<!--", open) ? "-->" : unseen === undefined ? ">" : `</${unseen}`;
    const close = html.indexOf(end, open);
    if (close === -1) break;
    at = close + end.length;
  }
  return true;
}
