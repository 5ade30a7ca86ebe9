import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BodyReader, decoded, decodedStart, inSingleBytes, textOf } from "./body.ts";
import type { Framing } from "./fields.ts";

const LIMITS = { bodyBytesMax: 1_000, bodyBytesEnough: 600 };
const CHUNKED: Framing = { kind: "chunked" };
const UNTIL_CLOSE: Framing = { kind: "until-close" };

function read(framing: Framing, input: Uint8Array, chunkBytes: number, sizeMatters = true) {
  const reader = new BodyReader(framing, LIMITS, sizeMatters);
  let done = reader.complete;
  for (let at = 0; at < input.length && !done; at += chunkBytes)
    done = reader.push(input.subarray(at, at + chunkBytes));
  if (!done) reader.finish();
  return { bytes: reader.bytes, complete: reader.complete, first: Buffer.from(reader.firstBytes).toString() };
}

describe.each([1, 7, 100_000])("in pieces of %d bytes", (size) => {
  test.each<[string, Framing, string, number, boolean]>([
    ["as long as announced", { kind: "length", bytes: 5 }, "hello", 5, true],
    ["longer than announced", { kind: "length", bytes: 2 }, "hello", 2, true],
    ["shorter than announced", { kind: "length", bytes: 9 }, "hello", 5, false],
    ["empty", { kind: "length", bytes: 0 }, "", 0, true],
    ["no body", { kind: "none" }, "hello", 0, true],
    ["until close", UNTIL_CLOSE, "hello", 5, true],
    ["without end", UNTIL_CLOSE, "x".repeat(3_000), 1_000, false],
    ["more announced than read", { kind: "length", bytes: 3_000 }, "x".repeat(3_000), 1_000, false],
    ["chunks", CHUNKED, "3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n", 5, true],
    ["chunks with bare LF, extensions, upper case", CHUNKED, "A;x=y\nhelloworld\n0\n\n", 10, true],
    ["chunks with leading zeros and blanks", CHUNKED, " 0005 \r\nhello\r\n0\r\n\r\n", 5, true],
    ["cut inside a chunk", CHUNKED, "9\r\nhello", 5, false],
    ["cut between chunks", CHUNKED, "5\r\nhello\r\n", 5, false],
    ["trailers without end", CHUNKED, `5\r\nhello\r\n0\r\n${"A: b\r\n".repeat(5_000)}`, 5, true],
    ["a size that is none", CHUNKED, "5\r\nhello\r\nzz\r\nhello", 5, false],
    ["an endless size line", CHUNKED, "1".repeat(9_000), 0, false],
    ["data longer than its chunk", CHUNKED, "2\r\nhello\r\n0\r\n\r\n", 2, false],
    ["a huge chunk", CHUNKED, `fffffffffff\r\n${"x".repeat(3_000)}`, 1_000, false],
    ["one-byte chunks without end", CHUNKED, "1\r\nx\r\n".repeat(5_000), 1_000, false],
  ])("%s", (_, framing, text, bytes, complete) => {
    const result = read(framing, Buffer.from(text), size);
    expect(result).toMatchObject({ bytes, complete });
  });

  test("enough is enough where the size does not matter", () => {
    const result = read(UNTIL_CLOSE, Buffer.alloc(3_000, "x"), size, false);
    expect(result).toEqual({ bytes: 600, complete: false, first: "x".repeat(512) });
  });
});

test("chunked content does not depend on the borders of reads", () => {
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ minLength: 1, maxLength: 40 }), { maxLength: 10 }),
      fc.integer({ min: 1, max: 50 }),
      (parts, size) => {
        const wire = Buffer.concat([
          ...parts.map((part) =>
            Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from("\r\n")]),
          ),
          Buffer.from("0\r\n\r\n"),
        ]);
        const content = Buffer.concat(parts);
        expect(read(CHUNKED, wire, size)).toEqual({
          bytes: content.length,
          complete: true,
          first: content.toString(),
        });
      },
    ),
  );
});

test("whatever a body is made of, the borders of reads change nothing, and no more is taken than the limit", () => {
  const piece = fc.constantFrom(
    ..."\r\n|\n|\r|0|5|a|10|ffffffff|;x=y| |hello|zz|-1|0x5|\0|0\r\n\r\n|5\r\nhello\r\n".split("|"),
  );
  const likely = fc.array(piece, { maxLength: 60 }).map((pieces) => Buffer.from(pieces.join("")));
  const framing = fc.constantFrom<Framing>(
    CHUNKED,
    UNTIL_CLOSE,
    { kind: "length", bytes: 20 },
    { kind: "none" },
  );
  const wire = fc.oneof(likely, fc.uint8Array({ maxLength: 2_000 }));
  fc.assert(
    fc.property(framing, wire, fc.integer({ min: 1, max: 50 }), (how, bytes, size) => {
      const result = read(how, bytes, size);
      expect(result).toEqual(read(how, bytes, bytes.length || 1));
      expect(result.bytes).toBeLessThanOrEqual(Math.min(bytes.length, 1_000));
    }),
    { numRuns: 2_000 },
  );
});

test("a body that is wanted whole is kept whole, however it comes, up to the limit", () => {
  const content = Uint8Array.from({ length: 5_000 }, (_, index) => index % 251);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3_000 }), fc.integer({ min: 1, max: 6_000 }), (size, most) => {
      const reader = new BodyReader(UNTIL_CLOSE, { bodyBytesMax: most, bodyBytesEnough: 1 }, false, "all");
      for (let at = 0; at < content.length; at += size) reader.push(content.subarray(at, at + size));
      expect(reader.kept).toEqual(content.subarray(0, most));
    }),
  );
});

describe("first bytes with Content-Encoding undone", () => {
  const text = Buffer.from("%PDF-1.7 and so on");
  test.each<[string, Uint8Array, string | null, string]>([
    ["none", text, null, text.toString()],
    ["gzip", gzipSync(text), "gzip", text.toString()],
    ["gzip, cut", gzipSync(text).subarray(0, 20), " GZIP ", "%PDF-1.7"],
    ["zlib as deflate", deflateSync(text), "deflate", text.toString()],
    ["raw deflate as deflate", deflateRawSync(text), "deflate", text.toString()],
    ["Brotli", brotliCompressSync(text), "br", text.toString()],
    ["zstd", zstdCompressSync(text), "zstd", text.toString()],
    ["a lie", text, "gzip", text.toString()],
    ["a lie about Brotli", text, "br", text.toString()],
    ["a lie about zstd", text, "zstd", text.toString()],
    ["stacked", text, "gzip, gzip, gzip", text.toString()],
  ])("%s", (_, bytes, coding, expected) => {
    expect(Buffer.from(decodedStart(bytes, coding)).toString()).toContain(expected.slice(0, 8));
  });

  const nothing = Buffer.alloc(50_000_000);
  test.each<[string, Buffer]>([
    ["gzip", gzipSync(nothing)],
    ["br", brotliCompressSync(nothing)],
    ["zstd", zstdCompressSync(nothing)],
  ])("a bomb of %s yields no more than is looked at", (coding, bomb) => {
    expect(decodedStart(bomb.subarray(0, 512), coding).length).toBeLessThanOrEqual(512);
    expect(decoded(bomb, coding)).toBeNull();
  });
});

describe("a page with Content-Encoding undone", () => {
  const page = Array.from({ length: 20_000 }, (_, index) => `<p>line ${index ** 3 % 999_983}`).join("\n");
  test.each<[string, Uint8Array]>([
    ["gzip", gzipSync(page)],
    ["br", brotliCompressSync(page)],
    ["zstd", zstdCompressSync(page)],
  ])("%s, whole and cut", (coding, bytes) => {
    expect(Buffer.from(decoded(bytes, coding) ?? []).toString()).toBe(page);
    const cut = Buffer.from(decoded(bytes.subarray(0, bytes.length * 0.7), coding) ?? []).toString();
    expect(cut.length).toBeGreaterThan(1_000);
    expect(page.startsWith(cut)).toBe(true);
  });
});

describe("a page in which bytes of ASCII are looked for", () => {
  const text = "\ufeff<title>\u00e4</title>";
  test.each<[string, Uint8Array, string]>([
    ["UTF-16, little end first", Buffer.from(text, "utf16le"), "<title>\u00e4</title>"],
    ["UTF-16, big end first", Buffer.from(text, "utf16le").swap16(), "<title>\u00e4</title>"],
    ["UTF-8", Buffer.from(text), text],
    ["no mark", Buffer.from("<title>"), "<title>"],
    ["nothing", Buffer.from(""), ""],
  ])("%s", (_, bytes, expected) => {
    expect(Buffer.from(inSingleBytes(bytes)).toString()).toBe(expected);
  });
});

describe("the text of a page, in the charset that browsers would take", () => {
  const windows1251 = Uint8Array.from([0xed, 0xe5, 0xf2]);
  test.each<[string, Uint8Array, string | null, string]>([
    ["UTF-8", Buffer.from("нет"), null, "нет"],
    ["named by the field", windows1251, "text/html; charset=windows-1251", "нет"],
    ["in quotes", windows1251, 'text/html;charset="Windows-1251"', "нет"],
    [
      "named by the page",
      Buffer.concat([Buffer.from("<meta charset=windows-1251>"), windows1251]),
      null,
      "нет",
    ],
    ["the field before the page", Buffer.from("<meta charset=koi8-r>нет"), "text/html; charset=utf-8", "нет"],
    ["UTF-16 by the field", Buffer.from("нет", "utf16le"), "text/html; charset=utf-16le", "нет"],
    ["UTF-16 by its mark", Buffer.from("\ufeffнет", "utf16le"), "text/html; charset=latin1", "нет"],
    [
      "UTF-8 by its mark, against the field",
      Buffer.from("\ufeffнет"),
      "text/html; charset=iso-8859-1",
      "нет",
    ],
    ["and against the page", Buffer.from("\ufeff<meta charset=koi8-r>нет"), null, "нет"],
    ["half a mark is none", Uint8Array.from([0xef, 0xbb]), "text/html; charset=latin1", "ï»"],
    ["blanks around the name", windows1251, "text/html; charset = ' windows-1251'", "нет"],
    ["a page that cannot be what it says", Buffer.from("<meta charset=utf-16>нет"), null, "нет"],
    ["nothing named, and no UTF-8", Buffer.from("déjà vu, encore", "latin1"), "text/html", "déjà vu, encore"],
    ["a name that nobody knows", Buffer.from("нет"), "text/html; charset=nonsense", "нет"],
  ])("%s", (_, bytes, type, expected) => {
    expect(textOf(bytes, type).replace(/<[^>]*>/, "")).toBe(expected);
  });
});
