import { describe, expect, test } from "vitest";
import type { Head } from "../net/fields.ts";
import { isGuardField, wallOfContent, wallOfField } from "./walls.ts";

const head = (http: number, fields: readonly (readonly [string, string])[] = []): Head => ({ http, fields });
function wall({ http, fields }: Head, page = "", mime: string | null = "text/html"): string | null {
  const server = fields.find(([name]) => name === "server")?.[1] ?? null;
  const found = fields.map(([name, value]) => wallOfField(name, value)).find((each) => each !== null);
  return found ?? wallOfContent({ http, mime, server }, Buffer.from(page), true);
}
const CLOUDFLARE = [["server", "cloudflare"]] as const;

const WALLS: [string, Head, string, string][] = [
  ["a field", head(403, [["cf-mitigated", "challenge"]]), "", "cf-mitigated: challenge"],
  ["with 202", head(202, [["x-amzn-waf-action", "challenge"]]), "", "x-amzn-waf-action: challenge"],
  ["with 405", head(405, [["x-amzn-waf-action", "captcha"]]), "", "x-amzn-waf-action: captcha"],
  ["with 429", head(429, [["x-vercel-mitigated", "challenge"]]), "", "x-vercel-mitigated: challenge"],
  [
    "Cloudflare, as it was",
    head(503, CLOUDFLARE),
    '<!DOCTYPE html><html lang="en-US"><head><title>Just a moment...</title>',
    "challenge page: Cloudflare",
  ],
  [
    "Anubis with 200",
    head(200),
    '<!doctype html><html lang="en"><head><title>Making sure you&#39;re not a bot!</title><link rel="stylesheet" href="/.within.website/x/xess/xess.min.css">',
    "challenge page: Anubis",
  ],
  [
    "DataDome with 200",
    head(200),
    "<html><head><title>a.zz</title><style>#cmsg{animation: A 1.5s;}</style></head><body><p id=\"cmsg\">Please enable JS</p><script>var dd={'rt':'c'",
    "challenge page: DataDome",
  ],
  [
    "HUMAN",
    head(200),
    '<html><head><title>Access to this page has been denied.</title><div id="px-captcha">',
    "challenge page: HUMAN",
  ],
  [
    "Imperva with 200",
    head(200, [["x-iinfo", "1-2-3"]]),
    '<html style="height:100%"><head><META NAME="ROBOTS" CONTENT="NOINDEX, NOFOLLOW"><script src="/_Incapsula_Resource?SWJIYLWA=7"></script>',
    "challenge page: Imperva",
  ],
  [
    "Sucuri with 200",
    head(200),
    "<html><title>You are being redirected...</title>\n<noscript>Javascript is required. Please enable javascript",
    "challenge page: Sucuri",
  ],
  [
    "Akamai with 200",
    head(200),
    '<html><head><meta http-equiv="refresh" content="5; URL=\'/?bm-verify=AAQ\'" />',
    "challenge page: Akamai",
  ],
  [
    "Akamai with 428",
    head(428),
    '<html><body><script src="/_sec/cp_challenge/ak-challenge.js"></script>',
    "challenge page: Akamai",
  ],
  [
    "F5 with 200",
    head(200),
    "<html><head><title>Request Rejected</title></head><body>The requested URL was rejected. Please consult with your administrator.<br><br>Your support ID is: 1",
    "challenge page: F5",
  ],
  [
    "Imunify360 with 200",
    head(200),
    "<!DOCTYPE html><html><head><title>One moment, please...</title></head><body>Please wait while your request is being verified",
    "challenge page: Imunify360",
  ],
  [
    "Imperva in a frame",
    head(200),
    '<html><head><META NAME="robots" CONTENT="noindex,nofollow"></head><iframe id="main-iframe" src="/_Incapsula_Resource?SWUDNSAI=31"></iframe>',
    "challenge page: Imperva",
  ],
  ["SiteGround, by its head", head(202, [["sg-captcha", "challenge"]]), "", "sg-captcha: challenge"],
  [
    "SiteGround",
    head(202),
    '<html><head><meta http-equiv="refresh" content="0;/.well-known/sgcaptcha/?r=%2F"></meta></head></html>',
    "challenge page: SiteGround",
  ],
  [
    "Amazon with 503",
    head(503),
    "<!--\n        To discuss automated access to Amazon data please contact api@a.zz.\n--><!doctype html><html>",
    "challenge page: Amazon",
  ],
  [
    "Amazon with 200",
    head(200),
    '<!--To discuss automated access to Amazon data please contact api@a.zz.--><html><form method="get" action="/errors/validateCaptcha" name="">',
    "challenge page: Amazon",
  ],
  [
    "Wordfence with 503",
    head(503),
    "<!DOCTYPE html><html><head><title>Your access to this site has been limited by the site owner</title>",
    "challenge page: Wordfence",
  ],
  [
    "503 for too many requests",
    head(503),
    "<html><title>503 Too many requests</title><h1>Error 503 Rate limit exceeded, slow down</h1>",
    "challenge page: rate limit",
  ],
  [
    "in a headline only",
    head(503),
    "<title>Sorry</title><h1>Rate limit exceeded</h1>",
    "challenge page: rate limit",
  ],
  [
    "Cloudflare's script with 200",
    head(200, CLOUDFLARE),
    "<title>a.zz</title><script>window._cf_chl_opt={cvId:'3'};a.src='/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1'",
    "challenge page: Cloudflare",
  ],
  [
    "Akamai's refusal with 503",
    head(503),
    '<HTML><TITLE>Access Denied</TITLE><H1>Access Denied</H1>You don\'t have permission to access "http&#58;a" on this server.<P>\nReference&#32;&#35;18&#46;2d7c1702&#46;17',
    "challenge page: Akamai",
  ],
  [
    "Imperva's refusal with 503",
    head(503),
    "<html><body>Request unsuccessful. Incapsula incident ID: 877000170190000000-1234</body></html>",
    "challenge page: Imperva",
  ],
  [
    "Imperva's interruption",
    head(200),
    "<title>Pardon Our Interruption</title><p>something about your browser made us think you were a bot.",
    "challenge page: Imperva",
  ],
  [
    "AWS without its field",
    head(202),
    '<script>window.gokuProps = {"key":"A"};</script><script src="https://a.token.awswaf.com/a/challenge.js">',
    "challenge page: AWS",
  ],
  [
    "Aliyun",
    head(200),
    "<html><script>\nvar arg1='3B2C9E1F4D5A6B7C8D9E0F1A2B3C4D5E6F708192';\nvar _0x4818=",
    "challenge page: Aliyun",
  ],
  [
    "Jiasule, with the number of a dead server",
    head(521),
    "<script>document.cookie=('_')+('_')+('j')+('s')+('l');location.href=location.pathname+location.search</script>",
    "challenge page: Jiasule",
  ],
  [
    "Yunsuo",
    head(200),
    '<html><script>function YunSuoAutoJump(){document.cookie="srcurl="+1;self.location = "/?security_verify_data=1";}',
    "challenge page: Yunsuo",
  ],
  ["Reblaze", head(247), '<script>window.rbzns={seed:"x"};winsocks();', "challenge page: Reblaze"],
  ["SafeLine", head(468), "<html><title>Protected By Chaitin SafeLine</title>", "challenge page: SafeLine"],
  [
    "Bunny Shield",
    head(200),
    '<html><title>Establishing a secure connection ...</title><script src="/.bunny-shield/assets/a.js">',
    "challenge page: Bunny Shield",
  ],
  [
    "FortiWeb with 500",
    head(500),
    "<h2>Web Page Blocked!</h2><p>URL: a<br>Client IP: 1<br>Attack ID: 20000051<br>",
    "challenge page: FortiWeb",
  ],
  [
    "nginx, which wants a client certificate",
    head(400),
    "<html>\r\n<head><title>400 No required SSL certificate was sent</title></head>",
    "challenge page: client certificate wanted",
  ],
  [
    "sent to a captcha",
    head(302, [["location", "https://validate.perfdrive.com/x?ssa=1"]]),
    "",
    "location: captcha",
  ],
  [
    "sent to Google's",
    head(302, [["location", "https://www.google.com/sorry/index?q"]]),
    "",
    "location: captcha",
  ],
];

test.each(WALLS)("a wall: %s", (_, of, page, expected) => {
  expect(wall(of, page)).toBe(expected);
});

test.each(WALLS.filter(([, , page]) => page !== "" && page.startsWith("<")))(
  "a page that quotes one: %s",
  (_, { http }, page) => {
    const quoted = page.replaceAll("<", "&lt;").replaceAll(">", "&gt;");
    expect(wall(head(http), `<html><head><title>About ${quoted}`)).toBeNull();
    const [title = ""] = /<title>[^<]*<\/title>/.exec(page) ?? [];
    const short = `<html><head>${title}<script src="/a.js"></script></head><body><pre>${quoted}</pre>`;
    expect(wall(head(http), short)).toBeNull();
  },
);

describe("no walls", () => {
  const page = "<!DOCTYPE html><html><head><title>Fish</title></head><body><p>A page about fish";
  test.each<[string, Head, string, (string | null)?]>([
    [
      "a page behind Cloudflare",
      head(200, [...CLOUDFLARE, ["cf-ray", "1-FRA"], ["cf-cache-status", "HIT"]]),
      page,
    ],
    ["its 404", head(404, CLOUDFLARE), "<html><head><title>404 Not Found</title></head><body>"],
    ["its 503", head(503, CLOUDFLARE), "<html><head><title>503 Service Unavailable</title>"],
    ["its 521", head(521, CLOUDFLARE), "<html><head><title>a.zz | 521: Web server is down</title>"],
    [
      "a page of that title behind Cloudflare",
      head(200, CLOUDFLARE),
      "<title>Just a moment...</title><p>A song",
    ],
    ["that title elsewhere", head(503), "<title>Just a moment...</title>"],
    ["a page that DataDome lets through", head(200, [["x-datadome", "protected"]]), page],
    [
      "a page that Imperva lets through",
      head(200, [
        ["x-iinfo", "1"],
        ["set-cookie", "incap_ses_1=x"],
      ]),
      `<script src="/_Incapsula_Resource?SWJIYLWA=7"></script>${page}`,
    ],
    ["a page that HUMAN lets through", head(200, [["set-cookie", "_pxhd=x"]]), page],
    [
      "about captchas",
      head(200),
      "<title>CAPTCHA - an encyclopedia</title><p>Access to this page has been denied, px-captcha, _Incapsula_Resource, bm-verify=, your support ID is",
    ],
    [
      "about Anubis",
      head(200),
      "<title>Making sure you&#39;re not a bot!</title><p>What does this page want of me? &lt;link href=&quot;/.within.website/x/xess",
    ],
    ["a program with the words in it", head(200), "var dd={}; // #cmsg{animation", "text/javascript"],
    [
      "Amazon's 404",
      head(404),
      "<!--\n  To discuss automated access to Amazon data please contact api@a.zz.\n--><html><title>Page Not Found",
    ],
    [
      "about Amazon's wall",
      head(503),
      "<title>Down</title><p>To discuss automated access to Amazon data please contact whom?",
    ],
    ["a page of Wordfence's title", head(200), "<title>Your access to this site has been limited</title>"],
    [
      "maintenance",
      head(503),
      "<title>Down for maintenance</title><h1>We'll be back soon</h1><p>There were too many requests to the old server.",
    ],
    ["an overloaded server", head(503), "<h1>503 Service Unavailable</h1>Too many connections"],
    [
      "a page on rate limits",
      head(200),
      "<title>429 Too Many Requests - HTTP</title><h1>Too many requests</h1>",
    ],
    ["a redirect", head(302, [["location", "https://www.google.com/search?q=sorry"]]), ""],
    ["a redirect to log in", head(302, [["location", "/login?captcha=1"]]), ""],
  ])("%s", (_, of, text, mime = "text/html") => {
    expect(wall(of, text, mime)).toBeNull();
  });
});

describe("behind a page of styles", () => {
  const styles = `<html><head><style>${"body { margin: 0 } ".repeat(200)}</style><!-- ${"x ".repeat(500)} -->`;
  const article = `<html><body>${"<p>What guards do, and why, explained at length.</p>".repeat(40)}`;
  const CHALLENGES: readonly [string, Head, string][] = [
    ["Cloudflare", head(503, CLOUDFLARE), "<title>Just a moment...</title>"],
    ["HUMAN", head(200), '<title>Access to this page has been denied</title><div id="px-captcha"></div>'],
    [
      "Akamai",
      head(200),
      '<div id="sec-if-cpt-container"></div><script src="/_sec/cp_challenge/a.js"></script>',
    ],
    [
      "AWS",
      head(405),
      '<script>window.gokuProps = {}; a("https://a.token.awswaf.com/a/challenge.js")</script>',
    ],
  ];
  test.each(CHALLENGES)("%s is known all the same", (name, of, marks) => {
    expect(wall(of, `${styles}${marks}<p>Enable JavaScript to continue`)).toBe(`challenge page: ${name}`);
  });
  test.each(CHALLENGES)("%s: a page that has more to say is none", (_, of, marks) => {
    expect(wall(of, `${article}${marks}`)).toBeNull();
  });
  test.each([
    `${article}<script src="/_Incapsula_Resource?SWJIYLWA=7&ns=1"></script>`,
    `${article}<script>window.__CF$cv$params={r:'8'};a.src='/cdn-cgi/challenge-platform/scripts/jsd/main.js'</script>`,
    `<html><head><script src="https://a.token.awswaf.com/a/challenge.js" defer></script>${styles}`,
    `<html><head><script src="https://js.datadome.co/tags.js"></script>${styles}`,
  ])("a page with the script of a guard that let us in: %#", (text) => {
    expect(wall(head(200), text)).toBeNull();
  });
});

test("no more is looked at of what was unpacked than of a page that comes as it is", () => {
  const marks = '<div id="sec-if-cpt-container"></div><script src="/_sec/cp_challenge/a.js"></script>';
  const styles = (chars: number) => `<html><style>${" ".repeat(chars)}</style>`;
  expect(wall(head(200), `${styles(7 * 1024)}${marks}`)).toBe("challenge page: Akamai");
  expect(wall(head(200), `${styles(8 * 1024)}${marks}`)).toBeNull();
});

test.each([
  ["set-cookie", "__cfwaitingroom=Chh0; path=/", true],
  ["set-cookie", "__cfwaitingroom_shop=Chh0; path=/", true],
  ["set-cookie", "waitingroom=1", false],
  ["server", "cloudflare", false],
])("whose content shows whether we were let in: %s: %s", (name, value, expected) => {
  expect(isGuardField(name, value)).toBe(expected);
});

test("503 for too many requests may come as text", () => {
  expect(wall(head(503), "Too many requests, slow down", "text/plain")).toBe("challenge page: rate limit");
  expect(wall(head(200), "Too many requests, slow down", "text/plain")).toBeNull();
});
