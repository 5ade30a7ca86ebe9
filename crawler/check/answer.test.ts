import { brotliCompressSync, gzipSync, zstdCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { exchangeOf } from "./answer.ts";
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
