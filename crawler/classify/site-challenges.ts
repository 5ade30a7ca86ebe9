import { any, type ChallengePage } from "./challenge-page.ts";

/** Pages are looked at byte by byte, whatever their charset. */
const saying = (text: string): RegExp => new RegExp(Buffer.from(text).toString("latin1"));

/** Of single sites that are linked much (by is-antibot and recorded pages). */
export const SITE_CHALLENGES: readonly ChallengePage[] = [
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
