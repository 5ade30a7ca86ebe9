import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { HostName, NormalisedUrl } from "../../shared/url/types.ts";
import { exchangeOf } from "./answer.ts";
import { ExchangeSession } from "./exchange-session.ts";
import { contentLengthOf, fieldOf, framingOf } from "./fields.ts";
import { HeadReader, type HeadResult } from "./head.ts";
import { EXCHANGE_LIMITS } from "./limits.ts";
import type { ExchangeRequest } from "./transport.ts";

const LIMITS = { headBytesMax: 400, headFieldsMax: 12, interimMax: 3 };
const HEAD: ExchangeRequest = {
  url: "http://a.zz/" as NormalisedUrl,
  parts: { scheme: "http", host: "a.zz" as HostName, port: 0, path: "/" },
  method: "HEAD",
  addresses: [],
  fields: [],
  limits: EXCHANGE_LIMITS,
  session: new ExchangeSession(),
};
const bytes = (text: string) => Buffer.from(text, "latin1");

/** Feeds `input` in pieces of the given sizes (the last one repeats), then closes. */
function readAll(
  input: Uint8Array,
  sizes: readonly number[],
  markup: boolean,
  limits = LIMITS,
): HeadResult & { readonly at?: number } {
  const reader = new HeadReader(limits, markup);
  let at = 0;
  for (let round = 0; at < input.length; round++) {
    const size = sizes[Math.min(round, sizes.length - 1)] ?? 1;
    const chunk = input.slice(at, at + size);
    at += chunk.length;
    const result = reader.push(chunk);
    if (result.kind !== "more") return { ...result, at };
  }
  return reader.finish();
}

/** What must not depend on chunks: the kind, the head, and everything behind it. */
function essence(input: Uint8Array, sizes: readonly number[], markup: boolean): unknown {
  const result = readAll(input, sizes, markup);
  const { at = input.length } = result;
  if (result.kind === "head" || result.kind === "no-status-line")
    return {
      kind: result.kind,
      head: result.kind === "head" ? result.head : null,
      rest: Buffer.concat([result.rest, input.subarray(at)]).toString("latin1"),
    };
  return { kind: result.kind };
}

const read = (text: string) => readAll(bytes(text), [text.length || 1], false);
const OK = "HTTP/1.1 200 OK\r\n";

describe("heads that browsers read", () => {
  test.each<[string, string, number, (readonly [string, string])[]]>([
    ["plain", `${OK}Server: x\r\n\r\n`, 200, [["server", "x"]]],
    ["bare LF", "HTTP/1.1 200 OK\nServer: x\n\n", 200, [["server", "x"]]],
    ["LF then CRLF", "HTTP/1.1 200 OK\nServer: x\n\r\n", 200, [["server", "x"]]],
    [
      "bare CR between fields",
      `${OK}A: 1\rB: 2\r\n\r\n`,
      200,
      [
        ["a", "1"],
        ["b", "2"],
      ],
    ],
    [
      "folded",
      `${OK}A: 1\r\n  2\r\n\t3\r\nB: 4\r\n\r\n`,
      200,
      [
        ["a", "1 2 3"],
        ["b", "4"],
      ],
    ],
    ["fold under a skipped line", `${OK}nonsense\r\n more\r\nB: 4\r\n\r\n`, 200, [["b", "4"]]],
    ["fold before any field", `${OK} x: 1\r\nB: 4\r\n\r\n`, 200, [["b", "4"]]],
    ["no phrase", "HTTP/1.1 404\r\n\r\n", 404, []],
    ["no code", "HTTP/1.1\r\n\r\n", 200, []],
    ["no version", "HTTP 404\r\n\r\n", 404, []],
    ["lower case", "http/1.0 404 x\r\n\r\n", 404, []],
    ["SHOUTcast", "ICY 200 OK\r\nContent-Type: audio/mpeg\r\n\r\n", 200, [["content-type", "audio/mpeg"]]],
    ["SHOUTcast, full", "ICY 401 Service Unavailable\r\n\r\n", 401, []],
    ["several blanks", "HTTP/1.1   404  x\r\n\r\n", 404, []],
    ["000", "HTTP/1.1 000 x\r\n\r\n", 0, []],
    ["999", "HTTP/1.1 999 x\r\n\r\n", 999, []],
    ["1000", "HTTP/1.1 1000 x\r\n\r\n", 1000, []],
    ["more digits than a number holds", `HTTP/1.1 ${"9".repeat(60)}\r\n\r\n`, 9999, []],
    ["empty lines before", `\r\n\r\n\n${OK}\r\n`, 200, []],
    ["junk before", `xy\r\n${OK}\r\n`, 200, []],
    ["line without colon", `${OK}nonsense\r\nB: 4\r\n\r\n`, 200, [["b", "4"]]],
    ["name that is no token", `${OK}a b: 1\r\n: 2\r\nB: 4\r\n\r\n`, 200, [["b", "4"]]],
    ["blank before the colon", `${OK}B : 4\r\n\r\n`, 200, [["b", "4"]]],
    ["Latin-1", `${OK}Server: caf\xe9\r\n\r\n`, 200, [["server", "café"]]],
    [
      "equal lengths twice",
      `${OK}Content-Length: 5\r\nContent-Length: 5\r\n\r\n`,
      200,
      [
        ["content-length", "5"],
        ["content-length", "5"],
      ],
    ],
    [
      "different lengths under chunks",
      `${OK}Content-Length: 5\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n`,
      200,
      [
        ["content-length", "5"],
        ["content-length", "6"],
        ["transfer-encoding", "chunked"],
      ],
    ],
    ["100 first", `HTTP/1.1 100 Continue\r\n\r\n${OK}\r\n`, 200, []],
    [
      "103 with fields first",
      `HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n${OK}A: 1\r\n\r\n`,
      200,
      [["a", "1"]],
    ],
    ["101 is the last word", "HTTP/1.1 101 Switching Protocols\r\n\r\n", 101, []],
  ])("%s", (_, text, http, fields) => {
    expect(read(text)).toMatchObject({ kind: "head", head: { http, fields } });
  });

  test("what follows the head is handed on", () => {
    const result = read(`${OK}\r\nbody`);
    expect(result.kind === "head" && Buffer.from(result.rest).toString()).toBe("body");
  });
});

describe("heads that nobody can read", () => {
  test.each<[string, string, HeadResult["kind"]]>([
    ["NUL", `${OK}A: 1\0\r\n\r\n`, "malformed"],
    ["different lengths", `${OK}Content-Length: 5\r\nContent-Length: 6\r\n\r\n`, "malformed"],
    ["different lengths in one field", `${OK}Content-Length: 5, 6\r\n\r\n`, "malformed"],
    ["different targets", `${OK}Location: /a\r\nLocation: /b\r\n\r\n`, "malformed"],
    [
      "different names of a download",
      `${OK}Content-Disposition: inline\r\nContent-Disposition: attachment\r\n\r\n`,
      "malformed",
    ],
    ["another protocol", "SSH-2.0-OpenSSH_9.2p1\r\n", "malformed"],
    ["HTT", "HTT/1.1 200 OK\r\n\r\n", "malformed"],
    ["HTTP/2 frames", "\0\0\x12\x04\0\0\0\0\0\0\x03\0\0\0\x80", "http2"],
    ["another frame", "\0\0\x12\x01\0\0\0\0\0\0\x03\0\0\0\x80", "malformed"],
    ["markup on another port", "<!DOCTYPE html><p>hello", "malformed"],
    ["too many interim responses", `${"HTTP/1.1 100 x\r\n\r\n".repeat(4)}${OK}\r\n`, "malformed"],
    ["markup behind an interim response", "HTTP/1.1 100 x\r\n\r\n<html><p>x", "malformed"],
    ["a line without end", `${OK}A: ${"x".repeat(500)}`, "too-large"],
    ["an end beyond the limit", `${OK}A: ${"x".repeat(500)}\r\n\r\n`, "too-large"],
    ["too many fields", `${OK}${"A: 1\r\n".repeat(13)}\r\n`, "too-large"],
    ["empty lines without end", "\r\n".repeat(300), "too-large"],
    [
      "interim fields count too",
      `HTTP/1.1 103 x\r\n${"A: 1\r\n".repeat(8)}\r\n${OK}${"A: 1\r\n".repeat(8)}\r\n`,
      "too-large",
    ],
    ["closed inside", `${OK}Server: x\r\n`, "more"],
    ["closed inside the status line", "HTTP/1.", "more"],
    ["nothing but an empty line", "\r\n", "more"],
    ["nothing", "", "more"],
  ])("%s", (_, text, kind) => {
    expect(read(text).kind).toBe(kind);
  });
});

describe("no status line on the scheme's own port", () => {
  test.each<[string, string, HeadResult["kind"]]>([
    ["markup", "<!DOCTYPE html><p>hello", "no-status-line"],
    ["markup behind blanks", "\r\n  \t<html><p>hello", "no-status-line"],
    ["markup behind a byte order mark", "\xef\xbb\xbf<html><p>hello", "no-status-line"],
    ["a little markup, closed", "<p>", "no-status-line"],
    ["markup about ice", "<p>ICY winds", "no-status-line"],
    ["text", "hello, world", "malformed"],
    ["a banner", "SSH-2.0-OpenSSH_9.2p1\r\n", "malformed"],
    ["blanks without end", " ".repeat(500), "too-large"],
    ["blanks, closed", "         ", "more"],
  ])("%s", (_, text, kind) => {
    expect(readAll(bytes(text), [text.length], true).kind).toBe(kind);
  });
});

describe("fields", () => {
  const head = (text: string) => {
    const result = readAll(bytes(`${OK}${text}\r\n`), [9_999], false, { ...EXCHANGE_LIMITS });
    if (result.kind !== "head") throw new Error(result.kind);
    return result.head;
  };

  test.each<[string, number | null]>([
    ["Content-Length: 5\r\n", 5],
    ["Content-Length: 5, 5\r\n", 5],
    ["Content-Length: 0\r\n", 0],
    ["Content-Length: -5\r\n", null],
    ["Content-Length: +5\r\n", null],
    ["Content-Length: five\r\n", null],
    ["Content-Length: 99999999999999999999\r\n", null],
    ["", null],
  ])("length of %j", (text, expected) => {
    expect(contentLengthOf(head(text))).toBe(expected);
  });

  test.each<[string, string | null]>([
    ["Content-Type: Text/HTML; charset=utf-8\r\n", "text/html"],
    ["Content-Type: application/vnd.ms-excel\r\n", "application/vnd.ms-excel"],
    ["Content-Type: text/plain\r\nContent-Type: text/html\r\n", "text/html"],
    ["Content-Type: html\r\n", null],
    ["Content-Type:\r\n", null],
    [`Content-Type: text/${"x".repeat(60_000)}\r\n`, null],
    ["", null],
  ])("type of %.40j", (text, expected) => {
    expect(exchangeOf(HEAD, head(text), null, "", 0).mime).toBe(expected);
  });

  test.each<["HEAD" | "GET", string, object]>([
    ["HEAD", "Content-Length: 5\r\n", { kind: "none" }],
    ["GET", "Content-Length: 5\r\n", { kind: "length", bytes: 5 }],
    ["GET", "Content-Length: -5\r\n", { kind: "until-close" }],
    ["GET", "Content-Length: 5\r\nTransfer-Encoding: gzip, chunked\r\n", { kind: "chunked" }],
    ["GET", "Transfer-Encoding: identity\r\n", { kind: "until-close" }],
  ])("framing of %s %j", (method, text, expected) => {
    expect(framingOf(head(text), method)).toEqual(expected);
  });

  test("an absent field is null", () => {
    expect(fieldOf(head("A: 1\r\n"), "b")).toBeNull();
    expect(fieldOf(head("A: 1\r\n"), "a")).toBe("1");
  });
});

describe("however the bytes are cut", () => {
  const piece = fc.constantFrom(
    ..."\r\n|\n|\r|\r\n\r\n|\n\n|HTTP/1.1 200 OK|HTTP/1.1 100 x|http|HTT|P/1.0 404|: |a|content-length: 5| x|\t|\0|<html>|\xef\xbb\xbf|location: /".split(
      "|",
    ),
  );
  const likely = fc.array(piece, { maxLength: 40 }).map((pieces) => bytes(pieces.join("")));
  const input = fc.oneof(likely, fc.uint8Array({ maxLength: 600 }));
  const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 30 });

  test("the same comes of them, and never an exception", () => {
    fc.assert(
      fc.property(input, sizes, fc.boolean(), (text, cut, markup) => {
        expect(essence(text, cut, markup)).toEqual(essence(text, [text.length || 1], markup));
      }),
      { numRuns: 3_000 },
    );
  });

  test("no more is kept than the limit and one chunk", () => {
    fc.assert(
      fc.property(sizes, (cut) => {
        const reader = new HeadReader(LIMITS, true);
        let pushed = 0;
        for (let round = 0; round < 2_000; round++) {
          const size = cut[round % cut.length] ?? 1;
          pushed += size;
          if (reader.push(new Uint8Array(size).fill(round === 0 ? 10 : 32)).kind !== "more") break;
        }
        expect(pushed).toBeLessThanOrEqual(LIMITS.headBytesMax + 41);
      }),
    );
  });
});

/**
 * Half a megabyte, byte by byte: with work that grows by the square of the size these end in minutes, and the test's
 * time is over long before.
 */
describe("hostile heads cost no more than their size", () => {
  const size = 512 * 1024;
  const limits = { headBytesMax: size * 2, headFieldsMax: size, interimMax: 16 };
  test.each<[string, string, string, string]>([
    ["blanks without a status line", "", " ", ""],
    ["empty lines", "", "\n", ""],
    ["one endless line", "HTTP/1.1 200 OK\r\nX: ", "a", ""],
    ["lines without a colon", "HTTP/1.1 200 OK\r\n", "X\n", "\r\n"],
    ["a field folded over and over", "HTTP/1.1 200 OK\r\nX: a\r\n", " b\n", "\r\n"],
    ["a field folded over nothing", "HTTP/1.1 200 OK\r\nX: a\r\n", " \n", "\r\n"],
    ["fields", "HTTP/1.1 200 OK\r\n", "X:\r\n", "\r\n"],
  ])("%s", (_, before, repeated, after) => {
    const input = bytes(before + repeated.repeat(size / repeated.length) + after);
    expect(readAll(input, [1], true, limits).kind).toBe(after === "" ? "more" : "head");
  });

  test("a folded field is whole", () => {
    const result = readAll(bytes("HTTP/1.1 200 OK\nX:\n  \n\t a \n b\n \n c\nY: d\n\n"), [100], true);
    expect(result.kind === "head" && result.head.fields).toEqual([
      ["x", "a b c"],
      ["y", "d"],
    ]);
  });
});
