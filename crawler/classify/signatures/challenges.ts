export interface ChallengePage {
  readonly name: string;
  /**
   * One of them is in such a page, letter by letter: few other pages have any, and a search for bytes costs a fiftieth of a
   * pattern. Absent: `server` or `http` leave few pages.
   */
  readonly marks?: readonly Buffer[];
  /**
   * All of them are there, in what no reader sees of the page and its title: a page about walls has one of them, not all.
   * Each repetition has an end, and none that may be long passes over the `<` at which a sign begins: whatever the page
   * says, the work grows with its length only.
   */
  readonly signs?: readonly RegExp[];
  /** The same, for what readers see. */
  readonly says?: readonly RegExp[];
  /** The beginning of the Server field, in lower case; such a page is a wall with an error number only. */
  readonly server?: string;
  /** Such a page is a wall with these numbers only: with others, ordinary error pages have the same signs. */
  readonly http?: readonly number[];
  /**
   * Pages that were let through load the same machinery: it is a wall where nothing else stands on the page, to its end, and
   * nothing else is loaded: an application shows as little before it runs.
   */
  readonly whole?: true;
  /** It explains itself at length, and no other page has these signs before its body. */
  readonly explains?: true;
}

const any = (...literals: readonly string[]): readonly Buffer[] =>
  literals.map((literal) => Buffer.from(literal));

/** Pages are looked at byte by byte, whatever their charset. */
const saying = (text: string): RegExp => new RegExp(Buffer.from(text).toString("latin1"));

/** Of single sites that are linked much (by is-antibot and recorded pages). */
const SITE_CHALLENGES: readonly ChallengePage[] = [
  {
    name: "Reddit",
    marks: any("<title>Reddit"),
    signs: [/<title>Reddit - Please wait for verification<\/title>/, /document\.forms\[0\]/],
  },
  {
    name: "Weibo",
    marks: any("Sina Visitor System"),
    signs: [/<title>Sina Visitor System<\/title>/, /<script[^<>]{1,100}\/visitor\/|visitor_origin/],
  },
  {
    name: "Bloomberg",
    marks: any("<title>Bloomberg"),
    signs: [/<title>Bloomberg - Are you a robot\?<\/title>/],
    says: [/#px-captcha|id="px-captcha"|<h[12][^<>]{0,60}>We've detected unusual activity/],
  },
  // Its number is 403 or 420, and 200 where something comes between.
  {
    name: "JSTOR",
    marks: any("<title>JSTOR: Access Check"),
    signs: [/<title>JSTOR: Access Check<\/title>/, /px-captcha|_pxAppId|<script[^<>]{1,200}\/recaptcha\//],
  },
  {
    name: "Baidu",
    marks: any("百度安全验证"),
    signs: [saying("<title>百度安全验证</title>"), /<script[^<>]{1,200}\bwappass\.|\bbackurl\s{0,9}[:=]/],
  },
  {
    name: "Yandex",
    marks: any("/checkcaptcha"),
    signs: [/<form[^<>]{1,100} action="?\/checkcaptcha/, /smart-?captcha/i],
  },
  {
    name: "bilibili",
    http: [412],
    signs: [/ - bilibili\.com<\/title>/],
    says: [/because of the bilibili security control policy/],
  },
  // Its 404 begins with that comment too.
  {
    name: "Amazon",
    http: [503],
    signs: [/<!--\s{0,20}To discuss automated access to Amazon data please contact/],
  },
  {
    name: "Amazon",
    marks: any("/errors/validateCaptcha"),
    signs: [
      /<!--\s{0,20}To discuss automated access to Amazon data please contact/,
      /<form[^<>]{1,300}action="?\/errors\/validateCaptcha/,
    ],
  },
];

/** In a title or headline, or as the whole of a short text. */
const TOO_OFTEN =
  /(?:<(?:title|h1|h2)[^<>]{0,300}>|^\s{0,20})(?:(?:http |error ){0,3}\d{3}:? ?(?:-|–)? ?)?(?:rate limit(?:ed| exceeded| reached)|too many requests)\b/i;

/**
 * Challenge pages as their makers send them, also with 200, 202 or 503. Words alone are no sign:
 * articles, forums and error pages have them too, so each needs something of the machinery beside it. Facts of
 * November 2026, each from a page that somebody recorded or a program that looks for it; "by" says where.
 */
export const CHALLENGE_PAGES: readonly ChallengePage[] = [
  {
    name: "Cloudflare",
    server: "cloudflare",
    signs: [
      /<title>(?:Just a moment\.\.\.|(?:Attention Required!|Please Wait\.\.\.|DDoS protection) \| Cloudflare)<\/title>/i,
    ],
  },
  {
    name: "Cloudflare",
    marks: any("_cf_chl_opt"),
    signs: [
      /<script[^<>]{0,100}>[^<]{0,40}(?:<!\[CDATA\[)?[^<]{0,200}window\._cf_chl_opt\b/,
      /\/cdn-cgi\/challenge-platform\//,
    ],
  },
  // Its Waiting Room, in its own design, with 200, 202 or 429: by three programs that look for the title. Designs of the site's have no sign.
  {
    name: "Cloudflare",
    marks: any("<title>Waiting Room powered by Cloudflare"),
    signs: [/<title>Waiting Room powered by Cloudflare<\/title>/],
  },
  { name: "DDoS-Guard", server: "ddos-guard", signs: [/<title>DDoS-Guard<\/title>/i] },
  {
    name: "go-away",
    marks: any(".gammaspectra.live/"),
    explains: true,
    signs: [/<[a-z][^<>]{1,200}["']\/\.well-known\/\.git\.gammaspectra\.live\/git\/go-away\/cmd\//],
  },
  {
    name: "Bunny Shield",
    marks: any("/.bunny-shield/"),
    signs: [/<[a-z][^<>]{1,200}["']\/\.bunny-shield\/assets\//],
  },
  { name: "Basedflare", marks: any("/.basedflare/"), signs: [/<[a-z][^<>]{1,200}["']\/\.basedflare\//] },
  { name: "SafeLine", marks: any("Chaitin SafeLine"), signs: [/<title>Protected By Chaitin SafeLine/i] },
  { name: "SafeLine", marks: any("/.safeline/"), signs: [/<[a-z][^<>]{1,200}["']\/\.safeline\//] },
  { name: "Reblaze", marks: any("rbzns"), signs: [/<script/i, /window\.rbzns\s{0,9}=/, /winsocks\(|rbzid/] },
  {
    name: "AWS",
    marks: any("window.gokuProps"),
    signs: [/<script[^<>]{0,60}>[^<]{0,200}window\.gokuProps\s{0,9}=/, /\.awswaf\.com\//],
  },
  {
    name: "Aliyun",
    marks: any("var arg1='"),
    signs: [/^\s{0,20}<html><script>\s{0,20}var arg1='[0-9A-F]{30,60}'/],
  },
  // Jiasule: also with 521, the number of a dead server elsewhere. Its cookie: __jsl_clearance, letter by letter.
  {
    name: "Jiasule",
    marks: any("('j')+('s')+('l')", "__jsl_"),
    signs: [
      /^\s{0,20}<script>\s{0,20}document\.cookie\s{0,9}=\s{0,9}(?:\('_'\)\+\('_'\)\+\('j'\)|['"]__jsl_)/,
      /location\.href\s{0,9}=\s{0,9}location\.pathname/,
    ],
  },
  {
    name: "Yunsuo",
    marks: any("document.cookie"),
    signs: [/<script/i, /YunSuoAutoJump|security_verify_data/, /document\.cookie/],
  },
  {
    name: "Anubis",
    marks: any("/.within.website/x/cmd/anubis/"),
    explains: true,
    signs: [
      /<(?:script|img)[^<>]{1,200}["'](?:https?:\/\/[^"'<>/]{1,100})?(?:\/[\w-]{1,40})?\/\.within\.website\/x\/cmd\/anubis\//,
    ],
  },
  // The style sheet is on its author's own pages, too.
  {
    name: "Anubis",
    marks: any("/.within.website/x/xess/"),
    explains: true,
    signs: [
      /<title>Making sure you(?:'|&#39;)re not a bot!<\/title>/,
      /<link[^<>]{1,200}\/\.within\.website\/x\/xess\//,
    ],
  },
  // With styles of one's own, or in other languages (by wafw00f, is-antibot).
  {
    name: "Anubis",
    marks: any('"anubis_'),
    explains: true,
    signs: [/<script id="anubis_(?:version|challenge)" type="application\/json">/],
  },
  {
    name: "DataDome",
    marks: any("cmsg"),
    signs: [/<p id="?cmsg"?>|<script[^<>]{0,60}>var dd=\{/, /captcha-delivery\.com|#cmsg\{animation/],
  },
  {
    name: "HUMAN",
    marks: any("ccess to this page has been denied"),
    signs: [
      /<title>Access to this page has been denied\.?<\/title>/i,
      /<[a-z][^<>]{1,200}["'/.](?:px-captcha["']|perimeterx\.|px-c(?:loud|dn)\.)|_pxAppId\s{0,9}=/i,
    ],
  },
  {
    name: "Imperva",
    marks: any("/_Incapsula_Resource?"),
    whole: true,
    signs: [
      /<(?:script|iframe)[^<>]{1,300}\/_Incapsula_Resource\?/i,
      /<meta name="?robots"? content="?noindex, ?nofollow/i,
    ],
  },
  {
    name: "Imperva",
    marks: any("Incapsula incident ID"),
    says: [/Request unsuccessful\. Incapsula incident ID: [\d-]{1,60}<\/(?:iframe|body)>/],
  },
  {
    name: "Imperva",
    marks: any("Pardon Our Interruption"),
    signs: [/<title>Pardon Our Interruption(?:\.{3})?<\/title>/i],
    says: [/made us think (?:that )?you (?:were|are|might be) a bot/i],
  },
  {
    name: "Sucuri",
    marks: any("Sucuri"),
    signs: [/<title>Sucuri WebSite Firewall - Access Denied<\/title>/i],
  },
  {
    name: "Sucuri",
    marks: any("You are being redirected"),
    signs: [
      /<title>You are being redirected\.\.\.<\/title>/i,
      /<noscript>Javascript is required\. Please enable javascript|sucuri_cloudproxy/i,
    ],
  },
  {
    name: "Akamai",
    marks: any("You don't have permission to access"),
    signs: [/<title>Access Denied<\/title>/i],
    says: [
      /You don't have permission to access/i,
      /Reference(?:&#32;|\s){1,9}(?:&#35;|#)\d{1,20}(?:&#46;|\.)[0-9a-f]/i,
    ],
  },
  { name: "Akamai", marks: any("bm-verify="), signs: [/[?&]bm-verify=/, /<meta http-equiv="?refresh/i] },
  {
    name: "Akamai",
    marks: any("sec-if-cpt-container", "/_sec/cp_challenge/"),
    signs: [/<[a-z][^<>]{1,200}(?:["']sec-if-cpt-container|\/_sec\/cp_challenge\/)/],
  },
  {
    name: "F5",
    marks: any("upport ID is"),
    says: [
      /(?:consult with your administrator|Please enable JavaScript to view the page content)\.\s{0,9}(?:<(?:br|p|\/p)\s?\/?>\s{0,9}){1,4}(?:Your )?support ID is/i,
    ],
  },
  {
    name: "FortiWeb",
    marks: any("Attack ID"),
    says: [/>\s{0,9}Web Page Blocked!\s{0,9}</, /Attack ID: ?\d{1,30}\s{0,9}</],
  },
  // By recorded pages of PyPI, Bandcamp, Nature, Springer. The path alone is loaded by pages that embed challenges, too.
  {
    name: "Fastly",
    marks: any("/_fs-ch-"),
    signs: [/<title>Client Challenge<\/title>/, /<[a-z][^<>]{1,200}["']\/_fs-ch-\w{1,40}\//],
  },
  // By recorded pages (kolzchut.org.il, Parks Canada, DIAN).
  {
    name: "Azure",
    marks: any("<title>Azure WAF"),
    signs: [
      /<title>Azure WAF<\/title>/,
      /<meta name="description" content="Azure WAF JS Challenge"|<script[^<>]{1,200}\/\.azwaf\//,
    ],
  },
  // By three solvers of its arithmetic.
  {
    name: "ArvanCloud",
    marks: any("__arcsjs"),
    signs: [/<script/i, /\b__arcsjs/],
    says: [/Transferring to the website\.\.\./],
  },
  {
    name: "EdgeOne",
    marks: any("EO_Bot_Ssid"),
    whole: true,
    signs: [/<script/i, /"EO_Bot_Ssid="/, /"__tst_status="/],
  },
  // By the documents of Hyper Solutions. Mostly with 429.
  {
    name: "Kasada",
    marks: any("KPSDK"),
    whole: true,
    signs: [/<script>window\.KPSDK\s{0,9}=/, /<script src="[^"<>]{1,200}\/ips\.js\?/],
  },
  // By gallery-dl, FlareSolverr.
  {
    name: "DDoS-Guard",
    marks: any("/.well-known/ddos-guard/"),
    signs: [
      /<title>DDoS-Guard<\/title>/i,
      /<(?:script|link)[^<>]{1,100}\/\.well-known\/ddos-guard\/(?:js-challenge|ddg-captcha-page|h-captcha)\//,
    ],
  },
  // Google Cloud Armor, in front of PMC, Kaggle and others; its title is in the reader's language.
  {
    name: "Google",
    marks: any("recaptcha/challengepage/"),
    signs: [/<base href="https:\/\/www\.google\.com\/recaptcha\/challengepage\//],
  },
  // testcookie-nginx-module, at InfinityFree and other free hosts.
  {
    name: "testcookie",
    marks: any("/aes.js"),
    whole: true,
    signs: [
      /<script[^<>]{1,60}src="\/aes\.js"/,
      /<script>\s{0,9}(?:function |var a=)toNumbers\(/,
      /document\.cookie/,
    ],
  },
  // At HostGator and others, with 409 or 200.
  {
    name: "cookie wanted",
    marks: any("humans_"),
    whole: true,
    signs: [/<script>\s{0,9}document\.cookie\s?=\s?"humans_\d{1,9}=1/, /document\.location\.reload/],
  },
  // In front of Chinese authorities. With 200 pages that were let through have the script, too.
  {
    name: "Ruishu",
    http: [202, 412],
    signs: [/<script[^<>]{0,60}>\s{0,9}\$_ts\s{0,9}=\s{0,9}window\[['"]\$_ts['"]\]/],
  },
  {
    name: "Aliyun",
    marks: any("renderData"),
    signs: [/<textarea id="renderData"/],
    says: [/"_waf_bd8ce2ce37"|<meta name="aliyun_waf_/],
  },
  {
    name: "Aliyun",
    marks: any("/_____tmd_____/"),
    whole: true,
    signs: [/<script/i, /\/_____tmd_____\/punish\?x5secdata=/],
  },
  { name: "CDNFly", marks: any("/_guard/"), signs: [/^\s{0,20}<script src="\/_guard\/(?:auto|html)\.js/] },
  {
    name: "360",
    marks: any("wzws"),
    whole: true,
    signs: [/<script/i, /\bwzws(?:challenge|question)\b/, /WZWS_CONFIRM_PREFIX_LABEL|\bdynamic(?:url|api)\b/],
  },
  // By recorded pages (Lamoda, YouDo).
  {
    name: "ServicePipe",
    marks: any("/exhkqyad"),
    signs: [/<noscript>/i, /<meta http-equiv="refresh" content="0; url=\/exhkqyad"/],
  },
  // Pages that were let through load it, too.
  {
    name: "Qrator",
    marks: any("/__qrator/"),
    whole: true,
    signs: [/<script src="\/__qrator\/qauth\w{0,30}\.js"/],
  },
  // Formerly StackPath's.
  {
    name: "Gcore",
    marks: any("sbtsck"),
    signs: [/<script/i, /document\.cookie="sbtsck=/, /function genPid\(\)/],
  },
  // Its sensor is on every page behind it, so the title says it (by recorded pages: CAIXA, Kotak, Banco de la República).
  {
    name: "Radware",
    marks: any("perfdrive.com/", "SSJSInternal"),
    signs: [
      /<title>(?:Radware|ShieldSquare) (?:Bot Manager )?(?:Captcha|Block)(?: Page)?<\/title>/i,
      /\bperfdrive\.com\/|window\.SSJSInternal/,
    ],
  },
  {
    name: "Imperva",
    marks: any("Contact support for additional information"),
    says: [
      /This page can't be displayed\. Contact support for additional information\.<br\s?\/?>The (?:incident|Event) ID is: /,
    ],
  },
  {
    name: "ModSecurity",
    http: [406],
    says: [/<h1>Not Acceptable!<\/h1>/i, /This error was generated by Mod_Security/],
  },
  {
    name: "LiteSpeed",
    marks: any("lsrecaptcha-form"),
    signs: [/<form[^<>]{1,100}\blsrecaptcha-form/, /<form[^<>]{1,100}\/\.lsrecap\/recaptcha/],
  },
  {
    name: "BunkerWeb",
    marks: any("<title>Bot Detection"),
    signs: [/<title>Bot Detection<\/title>/, /<link[^<>]{1,300}fill='%23085577'/],
  },
  // The template of its bouncers.
  {
    name: "CrowdSec",
    marks: any("<title>CrowdSec"),
    signs: [/<title>CrowdSec Captcha<\/title>\s{0,20}<meta content="text\/html; charset=utf-8"/],
  },
  // Nobody gets in without one, and 400 does not say so.
  {
    name: "client certificate wanted",
    http: [400],
    signs: [/<title>400 (?:No required SSL certificate was sent|The SSL certificate error)<\/title>/],
  },
  {
    name: "Imunify360",
    marks: any("One moment, please"),
    signs: [/<title>One moment, please\.\.\.<\/title>/i],
    says: [/request is being verified|imunify|wsidchk/i],
  },
  {
    name: "SiteGround",
    marks: any("/.well-known/sgcaptcha/"),
    signs: [/<meta http-equiv="?refresh"? content="\d{1,9}; ?(?:url=)?\/\.well-known\/sgcaptcha\//i],
  },
  {
    name: "Wordfence",
    http: [403, 429, 503],
    signs: [/<title>Your access to this (?:site|service) has been (?:temporarily )?limited/i],
  },
  // A server in trouble says that it is overloaded; this one, that we ask too often.
  { name: "rate limit", http: [503], says: [TOO_OFTEN] },
  ...SITE_CHALLENGES,
];
