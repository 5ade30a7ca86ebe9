import { escapeHtml } from "../../../shared/format/html/markup.ts";
import { escapeXml } from "../../../shared/format/xml.ts";
import { linesOf } from "../../../shared/spam/lists.ts";
import type { NormalisedUrl } from "../../../shared/url/types.ts";
import { gateAt } from "../../classify/gates.ts";
import type { Exchange } from "../../classify/outcome.ts";
import { endsAtRoot, type Redirect, redirectOf, sourceKey } from "../../classify/redirects.ts";
import { CHALLENGE_PAGES } from "../../classify/signatures/challenges.ts";
import { bettingOn, parkingSigns } from "../../classify/site/owner.ts";
import { readPage } from "../../classify/site/page.ts";
import { isGuardField, shown, wallOfContent, wallOfField } from "../../classify/walls.ts";
import { textOf } from "../../net/body.ts";
import { framingOf, mediaType } from "../../net/fields.ts";
import { HeadReader } from "../../net/head.ts";
import { parseRobots } from "../../politeness/robots.ts";

const bytes = (text: string): Uint8Array => Buffer.from(text);
const chainOf = (from: string, to: string): Exchange[] =>
  [from, to].map((url) => ({
    url: url as NormalisedUrl,
    method: "GET",
    http: 200,
    mime: null,
    contentLength: null,
    bodyBytes: 0,
    bodyComplete: true,
    firstBytes: bytes(""),
    location: null,
    server: null,
    retryAfter: null,
    wall: null,
    address: "127.0.0.1",
    ms: 1,
  }));
const LIMITS = { headBytesMax: 1024 * 1024, headFieldsMax: 1_000_000, interimMax: 16 };
const SITE = "https://a.zz/";

function ofRedirect(rule: (redirect: Redirect) => unknown, from: string, to: string): unknown {
  const redirect = redirectOf(from, chainOf(from, to));
  return redirect && rule(redirect);
}

/** Addresses are read up to 8,192 characters. */
const address =
  (read: (text: string) => unknown) =>
  (text: string): unknown =>
    read(text.slice(0, text.length / 4));

/** Everything that strangers' text goes through, as far as it is not cut before. */
export const READERS: readonly (readonly [string, (text: string) => unknown])[] = [
  [
    "signs",
    (text) =>
      CHALLENGE_PAGES.map(({ signs = [], says = [] }) => [...signs, ...says].map((sign) => sign.test(text))),
  ],
  ["shown", shown],
  [
    "wallOfContent",
    (text) => wallOfContent({ http: 503, mime: null, server: "cloudflare" }, bytes(text), true),
  ],
  ["wallOfField", (text) => wallOfField("location", `https://${text}`)],
  ["isGuardField", (text) => isGuardField("set-cookie", text)],
  ["textOf, the page", (text) => textOf(bytes(text), null)],
  ["textOf, the field", (text) => textOf(bytes("a"), `text/html; charset=${text}`)],
  ["mediaType", mediaType],
  ["framingOf", (text) => framingOf({ http: 200, fields: [["transfer-encoding", text]] }, "GET")],
  ["HeadReader", (text) => new HeadReader(LIMITS, true).push(bytes(`HTTP/1.1 200 OK\r\n${text}\r\n\r\n`))],
  ["parseRobots", (text) => parseRobots(`User-agent: weboid\nDisallow: /${text}`)],
  ["readPage", (text) => readPage(text, `${SITE}abcd/efgh.html`)],
  ["readPage, a title", (text) => readPage(`<title>${text}`, SITE)],
  ["readPage, a tag", (text) => readPage(`<img ${text}>`, SITE)],
  ["bettingOn", (text) => bettingOn(readPage(text, SITE))],
  ["parkingSigns", (text) => parkingSigns(readPage(text, SITE), SITE)],
  ["gateAt", address((text) => gateAt(`${SITE}x`, `https://b.zz/${text}`))],
  ["endsAtRoot", address((text) => ofRedirect(endsAtRoot, SITE + text, `https://b.zz/?${text}`))],
  [
    "sourceKey",
    address((text) => ofRedirect(sourceKey, `${SITE}b/${text}`, `https://b.zz/1/${text}?${text}`)),
  ],
  ["linesOf", linesOf],
  ["escapeHtml", escapeHtml],
  ["escapeXml", escapeXml],
];

/** What hostile texts repeat. */
export const PIECES: readonly string[] = [
  ..."<script |<style|<!--|<!-->|<a|<|</|&|&#|<meta |<title|<h1|<h1>http |<iframe|<form|<input|<input type |<html |<div ".split(
    "|",
  ),
  ...'"|\'|="|/|/1a|/(S(|;|a.|a=1b&|%41|charset= |charset=|domain |konnte |Reference |window.rbzns |chunked |,|漢'.split(
    "|",
  ),
  ..." |\t|\r\n|\r\n |a\n|a:b\r\n".split("|"),
];
