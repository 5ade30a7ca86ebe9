import { describe, expect, test } from "vitest";
import { wallOfContent } from "../walls.ts";
import { CHALLENGE_PAGES } from "./challenges.ts";

const look = (http: number, page: string, ends = true): string | null =>
  wallOfContent({ http, mime: "text/html", server: null }, Buffer.from(page), ends);

const KEY = "0123456789abcdef0123456789abcdef";

/** Cut down from what is sent; `others`: pages with parts of it that are none, and are sent with the same number. */
const PAGES: readonly (readonly [name: string, http: number, page: string, ...others: string[]])[] = [
  [
    "Anubis",
    200,
    `<!DOCTYPE html><html lang="en"><head><title>Making sure you're not a bot!</title><link rel="stylesheet" href="https://a.zz/.within.website/x/xess/xess.min.css"><script id="anubis_version" type="application/json">"v1"</script>`,
    "<title>Anubis</title><p>It puts a script of the id anubis_challenge into its pages.",
  ],
  [
    "Cloudflare",
    200,
    '<html><head><title>Waiting Room powered by Cloudflare</title><meta http-equiv="refresh" content="20"></head><body><p>You are now in line. Thank you for your patience. Your estimated wait time is 3 minutes.</p></body></html>',
    `<html><head><title>Waiting Room powered by Cloudflare</title></head><body>${"<p>How we put our shop behind it, and what it cost.".repeat(40)}</body></html>`,
    "<html><head><title>Waiting rooms powered by Cloudflare and others</title><p>You are now in line.",
  ],
  [
    "Fastly",
    200,
    '<!DOCTYPE html><html lang="en"><head><link href="/_fs-ch-1T1wmsGaOgGaSxcX/assets/styles.css" rel="stylesheet" /><title>Client Challenge</title>',
    '<html><head><title>A shop</title><script src="/_fs-ch-1T1wmsGaOgGaSxcX/challenge.js"></script><p>Shoes',
    "<html><head><title>Client Challenge</title><p>The yearly competition of our clients",
  ],
  [
    "Azure",
    200,
    '<!doctype html><html><head><meta charset="utf-8"/><meta name="description" content="Azure WAF JS Challenge"/><title>Azure WAF</title>',
    '<html><head><meta name="description" content="What Azure WAF is"/><title>Azure WAF</title><p>A product',
    '<html><head><title>A form</title><script src="/.azwaf/captcha/proxied/v2/api.js"></script><form>',
  ],
  [
    "ArvanCloud",
    200,
    '<!DOCTYPE html><html><body>Transferring to the website...<script>document.cookie="__arcsjs="+E(E(v));location.reload()',
    "<html><body><p>Transferring to the website...",
    '<html><body><script>track("__arcsjs")</script><p>News',
  ],
  [
    "EdgeOne",
    200,
    '<script>function a(a){t+="EO_Bot_Ssid=";return t}document[_0x649a("0x9")]="__tst_status="+a(0)+"#;"</script>',
    "<p>What sets EO_Bot_Ssid and __tst_status?</p><script></script>",
  ],
  [
    "Kasada",
    200,
    '<!DOCTYPE html><html><head></head><body><script>window.KPSDK={};KPSDK.now=1</script><script src="/149e9513/2d206a39/ips.js?tkrm=1"></script></body></html>',
    "<html><body><script>window.KPSDK={}</script><p>Flats</body></html>",
  ],
  [
    "DDoS-Guard",
    200,
    '<!doctype html><html><head><title>DDoS-Guard</title><script src="/.well-known/ddos-guard/js-challenge/index.js"></script>',
    "<html><head><title>DDoS-Guard</title><p>A company",
    '<html><head><title>A forum</title><script src="/.well-known/ddos-guard/js-challenge/index.js"></script>',
  ],
  [
    "Google",
    200,
    '<!doctype html><html lang="de"><head><base href="https://www.google.com/recaptcha/challengepage/"><title>Browser wird geprüft',
    '<html><head><title>Checking your browser - reCAPTCHA</title><p>What it means, and <a href="https://www.google.com/recaptcha/challengepage/">where',
    '<html><head><title>Sign up</title><script src="https://www.google.com/recaptcha/api.js"></script><div class="g-recaptcha">',
  ],
  [
    "testcookie",
    200,
    `<html><body><script type="text/javascript" src="/aes.js" ></script><script>var a=toNumbers("${KEY}"),b=toNumbers("${KEY}");document.cookie="__test="+1</script></body></html>`,
    '<html><body><script src="/aes.js"></script><h1>AES in your browser</h1><textarea>',
  ],
  [
    "cookie wanted",
    409,
    '<script>document.cookie = "humans_21909=1"; document.location.reload(true)</script>',
    '<script>document.cookie = "humans_21909=1"</script><p>Conflict: it was edited by others',
  ],
  [
    "Ruishu",
    202,
    "<!DOCTYPE html><html><head><meta id=\"9DhefwqGPrzG\" content=\"a\" r='m'><script r='m'>$_ts=window['$_ts'];if(!$_ts)$_ts={};</script>",
    "<html><body>Accepted, see /jobs/17",
  ],
  [
    "Aliyun",
    200,
    '<textarea id="renderData" style="display:none">{"_waf_bd8ce2ce37":"uf+h"}</textarea><!doctype html><html>',
    '<html><textarea id="renderData">{"chart":[1,2]}</textarea>',
  ],
  [
    "Aliyun",
    200,
    '<script>window.location.replace("https://a.zz:443//x/_____tmd_____/punish?x5secdata=abc&x5step=1")</script>',
    "<script>a=1</script><p>What is _____tmd_____/punish?x5secdata for?",
  ],
  ["CDNFly", 200, '<script src="/_guard/auto.js"></script>', '<html><script src="/_guard/auto.js"></script>'],
  [
    "360",
    200,
    '<html><body><script>var dynamicurl="/WZWSREL3";var wzwsquestion="9El(H]";function a(){return "WZWS_CONFIRM_PREFIX_LABEL"+1}',
    "<p>What is a wzwsquestion?",
  ],
  [
    "ServicePipe",
    200,
    '<!DOCTYPE html>\n<html>\n<head>\n  <meta charset="UTF-8">\n  <noscript><meta http-equiv="refresh" content="0; url=/exhkqyad"></noscript>',
    '<html><head><noscript><meta http-equiv="refresh" content="0; url=/m/"></noscript><p>News',
  ],
  [
    "Qrator",
    200,
    '<!DOCTYPE html><html><head><script src="/__qrator/qauth_utm_v2d_v9118.js" charset="utf-8"></script></head><body></body></html>',
    `<html><script src="/__qrator/qauth_utm_v2.js"></script>${"<p>A fridge with a freezer and a door".repeat(30)}</html>`,
  ],
  [
    "Gcore",
    200,
    '<html><head><script>document.cookie="sbtsck=jav9a; path=/";function genPid() {return String.fromCharCode(80) }',
    '<html><head><script>document.cookie="sbtsck=1"</script><p>News',
  ],
  [
    "Radware",
    200,
    "<!DOCTYPE html><html><head><title>Radware Bot Manager Captcha</title><script>window.SSJSInternal = 48397;</script>",
    '<html><head><title>Flats</title><script>window.SSJSInternal = 48397;</script><script src="https://cdn.perfdrive.com/aperture/aperture.js"></script>',
    "<html><head><title>Radware Captcha Page</title><p>What it is",
  ],
  [
    "Imperva",
    200,
    "<html><td>This page can't be displayed. Contact support for additional information.<br/>The incident ID is: N/A.</td></html>",
    "<html><p>This page can't be displayed. Contact support.",
  ],
  [
    "Imperva",
    200,
    '<html><head><META NAME="robots" CONTENT="noindex,nofollow"><script src="/_Incapsula_Resource?SWJIYLWA=5"></script><body></body></html>',
    `<html><head><META NAME="robots" CONTENT="noindex,nofollow"><script src="/_Incapsula_Resource?SWJIYLWA=5"></script>${"<p>A record of the catalogue, kept from search engines".repeat(20)}</html>`,
  ],
  [
    "ModSecurity",
    406,
    "<head><title>Not Acceptable!</title></head><body><h1>Not Acceptable!</h1><p>This error was generated by Mod_Security.</p>",
    "<title>Not Acceptable</title><p>No representation in your language",
  ],
  [
    "LiteSpeed",
    200,
    '<html><title>Bot Verification</title><form method="POST" action="/.lsrecap/recaptcha?" id="lsrecaptcha-form">',
    '<html><title>Bot Verification</title><form action="/verify">',
  ],
  [
    "CrowdSec",
    200,
    '<!DOCTYPE html>\n<html lang="en">\n<head>\n  <title>CrowdSec Captcha</title>\n  <meta content="text/html; charset=utf-8" />',
    '<html><head><title>CrowdSec Captcha</title><meta charset="utf-8"><p>How to set it up',
  ],
  [
    "BunkerWeb",
    200,
    "<html><head><title>Bot Detection</title><link rel=\"icon\" href=\"data:image/svg+xml, %3Csvg version='1.0' fill='%23085577' stroke='none'",
    '<html><head><title>Bot Detection</title><link rel="icon" href="/favicon.ico"><p>A seminar',
  ],
  [
    "Reddit",
    200,
    '<title>Reddit - Please wait for verification</title><script nonce="x">document.addEventListener("DOMContentLoaded",async function(){var e=document.forms[0]',
    "<title>Reddit: please wait for verification?</title><script></script><p>What to do",
  ],
  [
    "Weibo",
    200,
    '<html><head><title>Sina Visitor System</title></head><body><span id="message"></span><script src="/js/visitor/mini_original.js?v=2">',
    "<html><head><title>Sina Visitor System</title><p>What it is",
  ],
  [
    "Bloomberg",
    200,
    '<!doctype html><html><head><title>Bloomberg - Are you a robot?</title><meta name="robots" content="noindex"><style>#px-captcha{',
    "<html><head><title>Bloomberg - Are you a robot?</title><p>A film",
  ],
  [
    "JSTOR",
    420,
    '<html><head><title>JSTOR: Access Check</title><script src="https://www.google.com/recaptcha/api.js"></script></head><body><h2>Access Check</h2><p>Our systems have detected unusual traffic activity from your network.',
    "<html><head><title>JSTOR: Access Check</title><p>What to do about it",
  ],
  [
    "Baidu",
    200,
    '<!DOCTYPE html><html><head><meta charset="utf-8"><title>百度安全验证</title><script src="https://wappass.bdimg.com/a.js">',
    "<html><head><title>百度安全验证</title><p>What it is",
  ],
  [
    "Yandex",
    200,
    '<!doctype html><html lang="ru"><title>Вы не робот?</title><form method="POST" action="/checkcaptcha?key=1"><script src="https://smartcaptcha.yandex.ru/a.js">',
    '<html><script src="https://smartcaptcha.yandexcloud.net/captcha.js"></script><form action="/feedback">',
  ],
  [
    "bilibili",
    412,
    "<!DOCTYPE html><html><title>出错啦! - bilibili.com</title><p>The request was rejected because of the bilibili security control policy.",
    "<html><title>412 Precondition Failed</title>",
  ],
];

const CHALLENGES = PAGES.map(([name, http, page]) => [name, http, page] as const);

test.each(CHALLENGES)("%s, with %i", (name, http, page) => {
  expect(look(http, page)).toBe(`challenge page: ${name}`);
});

describe("what has parts of a challenge", () => {
  test.each(PAGES.flatMap(([name, http, , ...others]) => others.map((page) => [name, http, page] as const)))(
    "%s, with %i: %s",
    (_, http, page) => {
      expect(look(http, page)).toBeNull();
    },
  );

  const article = "<html><body>".concat("<p>What guards do, and why, explained at length.</p>".repeat(40));
  test.each(CHALLENGES)("an article that quotes it: %s, %i", (_, http, page) => {
    const quoted = page.replaceAll("<", "&lt;").replaceAll(">", "&gt;");
    expect(look(http, `<html><title>About ${quoted}`), "at its beginning").toBeNull();
    expect(look(http, `${article}<pre>${quoted}</pre>`), "in its text").toBeNull();
    expect(look(http, `${article}<div>${page}</div>`), "as it is").toBeNull();
    const [title = ""] = /<title>[^<]*<\/title>/.exec(page) ?? [];
    const short = `<html><head>${title}<script src="/a.js"></script></head><body><pre>${quoted}</pre></body></html>`;
    expect(look(http, short), "on a short page of its title").toBeNull();
    const scripts = page.replace(/<[^>]*>/g, " ");
    const asText = `<html><head><script src="/a.js"></script></head><body><pre>${scripts}</pre></body></html>`;
    expect(look(http, asText), "its scripts as text").toBeNull();
  });

  test.each(["EdgeOne", "Kasada", "testcookie", "cookie wanted", "Qrator"])(
    "%s: a page that was not read to its end",
    (name) => {
      const [, http = 0, page = ""] = PAGES.find(([each]) => each === name) ?? [];
      expect(look(http, page, false)).toBeNull();
      expect(look(http, `${page}<style>${" ".repeat(8 * 1024)}`)).toBeNull();
    },
  );
});

/** With text enough for an article. */
const TEXT = "<p>This is a paragraph of ordinary text about many things, and of their history.".repeat(12);

describe("pages that are let in are none", () => {
  test.each([
    [
      "F5's sentence in a post",
      `<HTML><TITLE>[squid] Request Rejected</TITLE><BODY><PRE>Hi list, users get this:\nThe requested URL was rejected. Please consult with your administrator.\n<br><br>Your support ID is: 4535</PRE>${TEXT}`,
    ],
    [
      "FortiWeb's manual",
      `<title>FortiWeb manual</title><h2>Web Page Blocked!</h2><p>Attack ID: 20000051</p>${TEXT}`,
    ],
    [
      "Distil's sentence, explained",
      `<title>Pardon Our Interruption</title><p>something about your browser made us think you were a bot, it says${TEXT}`,
    ],
    [
      "Akamai's sentence, explained",
      `<title>Access Denied</title><p>"You don't have permission to access "http://x" on this server. Reference #18.2d351ab8"${TEXT}`,
    ],
    ["a title of SafeLine's", `<title>Protected By Chaitin SafeLine WAF</title>${TEXT}`],
    [
      "AWS's set-up, as documented",
      `<html><head><title>A catalogue</title><script>window.awsWafCookieDomainList = ['.library.example'];</script><script src="https://1234abcd.us-east-1.sdk.awswaf.com/1234abcd/challenge.js" defer></script></head><body><div id="root"></div>`,
    ],
    [
      "a language kept in a cookie",
      '<script>document.cookie = "lang=de; path=/";location.href=location.pathname+"de/";</script>',
    ],
    [
      "Anubis's style sheet on its author's page",
      '<html><head><title>Xe</title><link rel="stylesheet" href="https://a.zz/.within.website/x/xess/xess.css"></head><body><p>My small page.',
    ],
    [
      "Anubis's style sheet below its title, in an article",
      `<html><head><title>Making sure of bots</title><link rel="stylesheet" href="/.within.website/x/xess/xess.css"></head><body>${TEXT}`,
    ],
    [
      "Qrator, Japanese",
      `<html><head><script src="/__qrator/qauth.js"></script></head><body><p>${"これは市立図書館の蔵書目録のページです。".repeat(20)}`,
    ],
    [
      "an application behind Qrator",
      '<html><head><script src="/__qrator/qauth.js"></script></head><body><div id="root"></div><script src="/static/main.js"></script>',
    ],
    [
      "an application behind Kasada",
      '<html><head><script>window.KPSDK={};</script><script src="/149e9513/2d206a39/ips.js?v=1" async></script></head><body><div id="app"></div><script type="module" src="/assets/a.js"></script>',
    ],
    [
      "styles behind Imperva",
      '<html><head><meta name="robots" content="noindex, nofollow"/><link href=/main.css rel=stylesheet></head><script src="/_Incapsula_Resource?SWJIYLWA=7&ns=2"></script>',
    ],
    [
      "a document behind Imperva",
      '<html><meta name="robots" content="noindex,nofollow"><body><embed src="/files/report.pdf" type="application/pdf"><script src="/_Incapsula_Resource?SWJIYLWA=7&ns=2"></script>',
    ],
    [
      "a frame behind Imperva",
      '<html><meta name="robots" content="noindex,nofollow"><iframe src="/viewer.html?doc=12"></iframe><script src="/_Incapsula_Resource?SWJIYLWA=7&ns=1"></script>',
    ],
    [
      "an application behind EdgeOne",
      '<html><div id=app></div><script>document.cookie="EO_Bot_Ssid="+1;x="__tst_status="</script><script src=/a.js></script>',
    ],
  ])("%s", (_, page) => {
    expect(look(200, page)).toBeNull();
  });
});

test.each([
  [
    "Anubis",
    200,
    null,
    `<html><head><title>Ein Moment</title><style>${"p{}".repeat(300)}</style><script id="anubis_challenge" type="application/json">{}</script></head><body>${TEXT}`,
  ],
  [
    "Anubis",
    200,
    null,
    `<html><head><title>Ein Moment</title><script async type="module" src="/.within.website/x/cmd/anubis/static/js/main.mjs"></script></head><body>${TEXT}`,
  ],
  [
    "Wordfence",
    503,
    null,
    `<html><head><title>Your access to this site has been limited by the site owner</title></head><body>${TEXT}`,
  ],
  ["Cloudflare", 403, "cloudflare", `<title>Attention Required! | Cloudflare</title></head><body>${TEXT}`],
])("%s explains itself at length", (name, http, server, page) => {
  expect(wallOfContent({ http, mime: "text/html", server }, Buffer.from(page), true)).toBe(
    `challenge page: ${name}`,
  );
});

test("numbers that other answers have, too", () => {
  for (const [name, http, page] of PAGES) {
    const { http: numbers } = CHALLENGE_PAGES.find((each) => each.name === name) ?? {};
    if (numbers?.includes(http) === true) expect(look(404, page), name).toBeNull();
  }
});
