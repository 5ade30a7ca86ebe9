import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MIME_KEYWORDS, magicOf, notableMime } from "./mime.ts";

const bytes = (latin1: string): Uint8Array => Uint8Array.from(latin1, (character) => character.charCodeAt(0));
const NONE = new Uint8Array();

/** Table MIME of the specification, in its order, as it stands there. */
const SEED_TABLE = `audio/mpeg mpeg
audio/ogg ogg
application/ogg ogg
audio/mpeg4-generic mpeg4
application/mp4 mpeg4
application/mpg4 mpeg4
application/rtf rtf
text/rtf rtf
image/tiff tiff
image/vnd-djvu djvu
text/css css
text/csv csv
application/zip zip
application/x-zip zip
application/x-zip-compressed zip
application/gzip gzip
application/x-gzip gzip
application/vnd.adobe.flash-movie flash
application/flash flash
application/x-flash flash
application/x-shockwave-flash flash
video/flash flash
video/x-flash flash
application/pdf pdf
application/x-pdf pdf
application/xpdf pdf
application/acrobat pdf
application/vnd.adobe.pdf pdf
application/postscript postscript
application/vnd.microsoft.excel msexcel
application/vnd.msexcel msexcel
application/vnd.ms-excel msexcel
application/x-msexcel msexcel
application/msexcel msexcel
application/ms-excel msexcel
application/vnd.microsoft.mspowerpoint mspowerpoint
application/vnd.microsoft.powerpoint mspowerpoint
application/vnd.ms-powerpoint mspowerpoint
application/mspowerpoint mspowerpoint
application/ms-powerpoint mspowerpoint
application/vnd.microsoft.msword msword
application/vnd.microsoft.word msword
application/vnd.msword msword
application/vnd.ms-word msword
application/msword msword
application/ms-word msword
text/msword msword
text/ms-word msword`.split("\n");

describe("notable types (C8)", () => {
  test.each(SEED_TABLE)("%s", (line) => {
    const [mime = "", keyword] = line.split(" ");
    expect(notableMime(mime, NONE)).toBe(keyword);
  });

  test.each([
    "text/html",
    "application/xhtml+xml",
    "text/plain",
    "image/png",
    "image/svg+xml",
    "image/gif",
    "image/jpeg",
    "image/webp",
    "application/json",
    "application/ld+json",
    "application/xml",
    "text/xml",
    "application/rss+xml",
    "text/javascript",
    "text/markdown",
  ])("%s is what browsers show", (mime) => expect(notableMime(mime, NONE)).toBeNull());

  test.each([
    ["application/octet-stream", "%PDF-1.7\n", "pdf"],
    ["application/force-download", "PK\x03\x04\x14\0\x06\0", "zip"],
    ["application/octet-stream", "\x1f\x8b\x08", "gzip"],
    ["application/x-unknown", "%!PS-Adobe-3.0", "postscript"],
    ["application/x-unknown", "{\\rtf1\\ansi", "rtf"],
    ["application/x-unknown", "II*\0\x08\0\0\0", "tiff"],
    ["application/x-unknown", "AT&TFORM\0\0\x10\0DJVU", "djvu"],
    ["application/x-unknown", "OggS\0\x02", "ogg"],
    ["application/x-unknown", "ID3\x04", "mpeg"],
    ["application/x-unknown", "\0\0\0\x20ftypisom", "mpeg4"],
    ["application/x-unknown", "CWS\x0f", "flash"],
    ["application/octet-stream", "\x89PNG\r\n\x1a\n", null],
    ["application/octet-stream", "\0\0\0\x20ftypavif", null],
    ["application/octet-stream", "\n <!DOCTYPE html>", null],
    ["application/octet-stream", "\xef\xbb\xbf<html>", null],
    ["application/octet-stream", "MZ\x90\0", "binary"],
    ["application/x-unknown", "", "binary"],
    ["nonsense", "hello", "binary"],
    [null, "%PDF-1.4", "pdf"],
    [null, "<html>", null],
    [null, "hello", null],
    [null, "", null],
  ] as const)("%s beginning with %j is %s", (mime, start, keyword) =>
    expect(notableMime(mime, bytes(start))).toBe(keyword),
  );

  test("a known type is believed whatever the bytes", () => {
    expect(notableMime("application/pdf", bytes("<html>"))).toBe("pdf");
    expect(notableMime("text/html", bytes("%PDF-1.4"))).toBeNull();
  });

  test("anything gives a keyword of the table or nothing", () => {
    fc.assert(
      fc.property(fc.option(fc.string()), fc.uint8Array({ maxLength: 80 }), (mime, start) => {
        const keyword = notableMime(mime, start);
        expect(keyword === null || MIME_KEYWORDS.includes(keyword)).toBe(true);
      }),
    );
  });

  /** What the first dozen bytes of real files are; css and csv have no magic, the three of Office share one with others. */
  const MAGICS: Readonly<Record<Exclude<(typeof MIME_KEYWORDS)[number], "css" | "csv">, readonly string[]>> =
    {
      mpeg: [
        "ID3\x03\0\0\0\0",
        "\xff\xfb\x90\x64",
        "\xff\xfa\x90\x64",
        "\xff\xf3\x48\xc4",
        "\xff\xf2\x48\xc4",
        "\0\0\x01\xba\x44",
        "\0\0\x01\xb3\x16",
      ],
      ogg: ["OggS\0\x02\0\0"],
      mpeg4: [
        ...[
          "isom",
          "iso5",
          "mp41",
          "mp42",
          "M4A ",
          "M4V ",
          "avc1",
          "dash",
          "MSNV",
          "f4v ",
          "3gp5",
          "3g2a",
        ].map((brand) => `\0\0\0\x20ftyp${brand}`),
      ],
      rtf: ["{\\rtf1\\ansi"],
      tiff: ["II*\0\x08\0\0\0", "MM\0*\0\0\0\x08", "II+\0\x08\0\0\0", "MM\0+\0\x08\0\0"],
      djvu: ["AT&TFORM\0\0\0\x10DJVU"],
      zip: ["PK\x03\x04\x14\0\0\0\x08\0", "PK\x05\x06\0\0", "PK\x07\x08PK\x03\x04"],
      gzip: ["\x1f\x8b\x08\0"],
      flash: ["CWS\x0a", "FWS\x05", "ZWS\x0d", "FLV\x01\x05"],
      pdf: ["%PDF-1.7\n", "\n\n%PDF-1.4", "\xef\xbb\xbf%PDF-1.3"],
      postscript: ["%!PS-Adobe-3.0", "\x04%!PS-Adobe", "\xc5\xd0\xd3\xc6\x1e\0"],
      // The container of old Word, Excel and PowerPoint files, of installers and of mail.
      msword: [],
      msexcel: [],
      mspowerpoint: [],
      binary: [
        "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
        "MZ\x90\0",
        "7z\xbc\xaf\x27\x1c",
        "Rar!\x1a\x07\0",
        "RIFF\0\0\0\0WAVE",
        "\0\0\0\x14ftypqt  ",
      ],
    };
  test.each(Object.entries(MAGICS))("the magics of %s", (keyword, starts) => {
    for (const start of starts)
      expect(notableMime("application/octet-stream", bytes(start.padEnd(64, "\0")))).toBe(keyword);
  });

  test.each([
    "\x89PNG\r\n\x1a\n",
    "GIF87a",
    "GIF89a",
    "\xff\xd8\xff\xe0",
    "RIFF\0\0\0\0WEBPVP8 ",
    "\0\0\x01\0\x01\0\x10\x10",
    "\0\0\0\x18ftypavif",
  ])("%j is what browsers show", (start) =>
    expect(notableMime("application/octet-stream", bytes(start))).toBeNull(),
  );

  test("a signature in the middle is none", () => expect(magicOf(bytes("see %PDF-1.7"))).toBeNull());
});
