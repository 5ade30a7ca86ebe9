import { describe, expect, test } from "vitest";
import { escapeHtml } from "../../shared/format/html/markup.ts";
import { escapeXml } from "../../shared/format/xml.ts";
import { linesOf } from "../../shared/spam/lines.ts";
import type { Exchange } from "../../shared/status/outcome.ts";
import { gateAt } from "../../shared/status/site-gate.ts";
import { readPage } from "../../shared/status/site-page.ts";
import { parkingSigns } from "../../shared/status/site-parking.ts";
import { endsAtRoot, sourceKey } from "../../shared/status/site-redirect.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { textOf } from "./body.ts";
import { CHALLENGE_PAGES, saysLittle } from "./challenge-pages.ts";
import { framingOf, mediaType } from "./fields.ts";
import { HeadReader } from "./head.ts";
import { parseRobots } from "./robots.ts";
import { isGuardField, wallOfContent, wallOfField } from "./walls.ts";

/** Repetitions of a pattern, classes and escapes set aside: `*`, `+`, `{n,}` have no end. */
const repetitions = ({ source }: RegExp): string[] =>
  source
    .replace(/\\./g, "e")
    .replace(/\[[^\]]*\]/g, "c")
    .match(/[*+]|\{\d+(?:,\d*)?\}/g) ?? [];

describe("signs of challenge pages", () => {
  const signs = CHALLENGE_PAGES.flatMap(({ name, signs: own }) => own.map((sign) => [name, sign] as const));

  test.each([[/a*/], [/<[^>]+x/], [/(?:a|\s)+/], [/\s{1,}/]])(
    "a repetition without an end is seen: %s",
    (pattern) => {
      expect(repetitions(pattern).some((each) => !/^\{\d+(?:,\d+)?\}$/.test(each))).toBe(true);
    },
  );

  test.each(signs)("%s: every repetition of %s has an end", (_, sign) => {
    for (const each of repetitions(sign)) {
      const [, most] = /^\{(?:\d+,)?(\d+)\}$/.exec(each) ?? [];
      expect(Number(most), each).toBeLessThanOrEqual(300);
    }
  });

  test.each(signs)("%s: what %s passes over in a tag ends at the next one", (_, sign) => {
    expect(sign.source).not.toContain("[^>]");
  });
});

const bytes = (text: string): Uint8Array => Buffer.from(text);
const redirect = (from: string, to: string): Exchange[] =>
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

/** Addresses are read up to 8,192 characters. */
const address =
  (read: (text: string) => unknown) =>
  (text: string): unknown =>
    read(text.slice(0, text.length / 4));

/** Everything that strangers' text goes through, as far as it is not cut before. */
const READERS: readonly (readonly [string, (text: string) => unknown])[] = [
  ["signs", (text) => CHALLENGE_PAGES.map(({ signs }) => signs.map((sign) => sign.test(text)))],
  ["saysLittle", saysLittle],
  ["wallOfContent", (text) => wallOfContent({ http: 503, mime: null, server: "cloudflare" }, bytes(text))],
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
  ["parkingSigns", (text) => parkingSigns(readPage(text, SITE), SITE)],
  ["gateAt", address((text) => gateAt(`${SITE}x`, `https://b.zz/${text}`))],
  ["endsAtRoot", address((text) => endsAtRoot(SITE + text, redirect(SITE + text, `https://b.zz/?${text}`)))],
  [
    "sourceKey",
    address((text) => sourceKey(`${SITE}b/${text}`, redirect(SITE, `https://b.zz/1/${text}?${text}`))),
  ],
  ["linesOf", linesOf],
  ["escapeHtml", escapeHtml],
  ["escapeXml", escapeXml],
];

const PIECES: readonly string[] = [
  ..."<script |<style|<!--|<!-->|<a|<|</|&|&#|<meta |<title|<h1|<h1>http |<iframe|<form|<input|<input type |<html |<div ".split(
    "|",
  ),
  ...'"|\'|="|/|/1a|/(S(|;|a.|a=1b&|%41|charset= |charset=|domain |konnte |Reference |window.rbzns |chunked |,|漢'.split(
    "|",
  ),
  ..." |\t|\r\n|\r\n |a\n|a:b\r\n".split("|"),
];

/** Four times the text takes four times as long where each character is looked at once, and 16 times in a pattern that looks back. */
const SIZES = [4 * 1024, 16 * 1024, 64 * 1024] as const;
const RATIO_MAX = 10;
/** Less is no harm, and on a busy machine mostly what others do; patterns that look back take seconds. */
const HARMLESS_MS = 500;
/** The fastest of them counts: others cannot be in the way of all. */
const TRIES = 8;

function fastest(read: (text: string) => unknown, text: string): number {
  let best = Number.POSITIVE_INFINITY;
  for (let time = 0; time < TRIES && best > HARMLESS_MS / RATIO_MAX; time++) {
    const start = performance.now();
    read(text);
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

function growsFaster(read: (text: string) => unknown, piece: string): boolean {
  let before = Number.POSITIVE_INFINITY;
  for (const size of SIZES) {
    const took = fastest(read, `${piece.repeat(Math.ceil(size / piece.length))}x`);
    if (took > HARMLESS_MS && took > RATIO_MAX * before) return true;
    before = took;
  }
  return false;
}

/** Nothing is timed against a clock, only against the same reader with less to read. */
test.each(READERS)("%s: work grows with the text, and no faster", (_, read) => {
  expect(PIECES.filter((piece) => growsFaster(read, piece))).toEqual([]);
});
