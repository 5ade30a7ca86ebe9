import { brotliCompressSync, gzipSync, zstdCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { exchangeOf, keepOf } from "./answer.ts";
import { BodyReader } from "./body.ts";
import type { ExchangeRequest } from "./transport.ts";

const REQUEST = { url: "http://a.zz/" as NormalisedUrl, method: "GET", wantsPage: true } as ExchangeRequest;
const WALL = `<html><head><title>Ein Moment</title><script id="anubis_challenge" type="application/json">{}</script></head><body>Bitte warten`;

test.each<[string, Record<string, string>, Uint8Array]>([
  ["as it is", {}, Buffer.from(WALL)],
  ["gzip", { "content-encoding": "gzip" }, gzipSync(WALL)],
  ["Brotli", { "content-encoding": "br" }, brotliCompressSync(WALL)],
  ["zstd", { "content-encoding": "zstd" }, zstdCompressSync(WALL)],
  ["UTF-16", {}, Buffer.from(`\ufeff${WALL}`, "utf16le")],
  ["UTF-16, big end first", {}, Buffer.from(`\ufeff${WALL}`, "utf16le").swap16()],
])("a challenge and the text of a page are read: %s", (_, coding, sent) => {
  const body = new BodyReader(
    { kind: "until-close" },
    { bodyBytesMax: 65_536, bodyBytesEnough: 512 },
    true,
    "all",
  );
  body.push(sent);
  body.finish();
  const fields = Object.entries({ "content-type": "text/html", ...coding });
  const exchange = exchangeOf(REQUEST, { http: 200, fields }, body, "192.0.2.1", 1);
  expect(exchange.wall).toBe("challenge page: Anubis");
  expect(exchange.page).toBe(WALL);
});

const title = (text: string) => `<html><head><script>${" ".repeat(20_000)}</script><title>${text}</title>`;

test.each<[string, number, number, string, boolean]>([
  ["the title says what the number says", 404, 270_000, title("Page not found | A"), true],
  ["in another language", 410, 270_000, title("Seite nicht gefunden"), true],
  ["with a number that means the same", 400, 270_000, title("404"), true],
  ["a title of content", 404, 270_000, title("Carp - A lexicon of fish"), false],
  ["said in the text only", 404, 270_000, `${title("Carp")}<h1>Page not found</h1>`, false],
  ["a page of common size", 404, 200_000, title("Page not found"), false],
  ["another number", 500, 270_000, title("Page not found"), false],
])("a large page for what is missing: %s", (_, http, contentLength, page, expected) => {
  const fields = [
    ["content-type", "text/html"],
    ["content-length", String(contentLength)],
  ] as const;
  const head = { http, fields };
  const body = new BodyReader(
    { kind: "length", bytes: contentLength },
    { bodyBytesMax: 65_536, bodyBytesEnough: 512 },
    false,
    keepOf(head),
  );
  body.push(Buffer.from(page));
  const exchange = exchangeOf({ ...REQUEST, wantsPage: false }, head, body, "192.0.2.1", 1);
  expect(exchange.saysMissing === true).toBe(expected);
  expect(exchange.page).toBeUndefined();
});
