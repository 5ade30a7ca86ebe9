/** Keywords of table MIME (C8): what a reader needs special software for. */
export const MIME_KEYWORDS = [
  "mpeg",
  "ogg",
  "mpeg4",
  "rtf",
  "tiff",
  "djvu",
  "css",
  "csv",
  "zip",
  "gzip",
  "flash",
  "pdf",
  "postscript",
  "msexcel",
  "mspowerpoint",
  "msword",
  "binary",
] as const;
export type MimeKeyword = (typeof MIME_KEYWORDS)[number];

/** The seed's table, then names seen since for the same things. Servers often do not use the registered name. */
const OBSERVED: Readonly<Record<Exclude<MimeKeyword, "binary">, readonly string[]>> = {
  mpeg: ["audio/mpeg", "audio/mp3", "audio/x-mp3", "audio/x-mpeg", "video/mpeg"],
  ogg: ["audio/ogg", "application/ogg", "video/ogg", "application/x-ogg"],
  mpeg4: [
    "audio/mpeg4-generic",
    "application/mp4",
    "application/mpg4",
    "video/mp4",
    "audio/mp4",
    "audio/x-m4a",
    "video/x-m4v",
  ],
  rtf: ["application/rtf", "text/rtf", "application/x-rtf"],
  tiff: ["image/tiff", "image/tif", "image/x-tiff"],
  djvu: ["image/vnd-djvu", "image/vnd.djvu", "image/x-djvu", "image/x.djvu", "image/djvu"],
  css: ["text/css"],
  csv: ["text/csv", "application/csv", "text/x-csv"],
  zip: ["application/zip", "application/x-zip", "application/x-zip-compressed"],
  gzip: ["application/gzip", "application/x-gzip", "application/x-tgz"],
  flash: [
    "application/vnd.adobe.flash-movie",
    "application/flash",
    "application/x-flash",
    "application/x-shockwave-flash",
    "application/vnd.adobe.flash.movie",
    "video/flash",
    "video/x-flash",
    "video/x-flv",
  ],
  pdf: [
    "application/pdf",
    "application/x-pdf",
    "application/xpdf",
    "application/acrobat",
    "application/vnd.adobe.pdf",
    "application/vnd.pdf",
    "text/pdf",
  ],
  postscript: ["application/postscript", "application/x-postscript"],
  msexcel: [
    "application/vnd.microsoft.excel",
    "application/vnd.msexcel",
    "application/vnd.ms-excel",
    "application/x-msexcel",
    "application/msexcel",
    "application/ms-excel",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  ],
  mspowerpoint: [
    "application/vnd.microsoft.mspowerpoint",
    "application/vnd.microsoft.powerpoint",
    "application/vnd.ms-powerpoint",
    "application/mspowerpoint",
    "application/ms-powerpoint",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  ],
  msword: [
    "application/vnd.microsoft.msword",
    "application/vnd.microsoft.word",
    "application/vnd.msword",
    "application/vnd.ms-word",
    "application/msword",
    "application/ms-word",
    "text/msword",
    "text/ms-word",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  ],
};

const KEYWORDS: ReadonlyMap<string, MimeKeyword> = new Map(
  MIME_KEYWORDS.flatMap((keyword) =>
    keyword === "binary" ? [] : OBSERVED[keyword].map((mime) => [mime, keyword] as const),
  ),
);

/**
 * Types that every browser shows by itself, so that nobody needs to be warned. JSON, XML and feeds are among them
 * (browsers show them as text), and so is WebM; `text/*` without a row above is readable anywhere.
 */
const ORDINARY: ReadonlySet<string> = new Set([
  "application/xhtml+xml",
  "application/json",
  "application/xml",
  "application/javascript",
  "application/x-javascript",
  "application/ecmascript",
  "image/png",
  "image/apng",
  "image/svg+xml",
  "image/gif",
  "image/jpeg",
  "image/jpg",
  "image/pjpeg",
  "image/webp",
  "image/avif",
  "image/bmp",
  "image/x-ms-bmp",
  "image/x-icon",
  "image/vnd.microsoft.icon",
  "video/webm",
  "audio/webm",
]);

const isOrdinary = (mime: string): boolean =>
  ORDINARY.has(mime) || mime.startsWith("text/") || mime.endsWith("+xml") || mime.endsWith("+json");

/** What well-known first bytes say: a keyword, a type that browsers show, or nothing. */
export type Magic = Exclude<MimeKeyword, "css" | "csv" | "binary"> | "ordinary" | null;

interface Signature {
  readonly at: number;
  /** Latin-1, one character per byte. */
  readonly bytes: string;
  readonly magic: Exclude<Magic, null>;
}

const sign = (magic: Exclude<Magic, null>, bytes: string, at = 0): Signature => ({ at, bytes, magic });

/** The first dozen bytes suffice for all of them (C8). Longer signatures stand before their beginnings. */
const SIGNATURES: readonly Signature[] = [
  sign("pdf", "%PDF-"),
  sign("zip", "PK\x03\x04"),
  sign("zip", "PK\x05\x06"),
  sign("zip", "PK\x07\x08"),
  sign("gzip", "\x1f\x8b"),
  sign("postscript", "%!PS"),
  sign("postscript", "\x04%!PS"),
  sign("postscript", "\xc5\xd0\xd3\xc6"),
  sign("rtf", "{\\rtf"),
  sign("tiff", "II*\0"),
  sign("tiff", "MM\0*"),
  sign("tiff", "II+\0"),
  sign("tiff", "MM\0+"),
  sign("djvu", "AT&TFORM"),
  sign("ogg", "OggS"),
  sign("mpeg", "ID3"),
  ...["\xfb", "\xfa", "\xf3", "\xf2"].map((byte) => sign("mpeg", `\xff${byte}`)),
  sign("mpeg", "\x00\x00\x01\xba"),
  sign("mpeg", "\x00\x00\x01\xb3"),
  sign("flash", "CWS"),
  sign("flash", "FWS"),
  sign("flash", "ZWS"),
  sign("flash", "FLV\x01"),
  sign("ordinary", "ftypavif", 4),
  ...["iso", "mp4", "M4", "avc1", "dash", "MSNV", "f4v", "3gp", "3g2"].map((brand) =>
    sign("mpeg4", `ftyp${brand}`, 4),
  ),
  sign("ordinary", "\x89PNG\r\n\x1a\n"),
  sign("ordinary", "GIF87a"),
  sign("ordinary", "GIF89a"),
  sign("ordinary", "\xff\xd8\xff"),
  sign("ordinary", "WEBP", 8),
  sign("ordinary", "\0\0\x01\0"),
];

/** Markup may come after a byte order mark and blank space. */
const MARKUP =
  /^(?:\xef\xbb\xbf)?\s*<(?:!doctype|html|head|body|title|script|\?xml|svg|!--|h\d|p|div|center)\b/i;
/** Enough for blank space and the longest beginning above. */
const LOOKED_AT_BYTES = 64;

const latin1 = (bytes: Uint8Array): string => String.fromCharCode(...bytes.subarray(0, LOOKED_AT_BYTES));

export function looksLikeMarkup(firstBytes: Uint8Array): boolean {
  return MARKUP.test(latin1(firstBytes));
}

/** Readers of PDF pass over what stands before it (ISO 32000-1, annex H.3.4.1). */
const BEFORE_PDF = /^(?:\xef\xbb\xbf)?\s*(?=%PDF-)/;

export function magicOf(firstBytes: Uint8Array): Magic {
  const start = latin1(firstBytes).replace(BEFORE_PDF, "");
  const found = SIGNATURES.find(({ at, bytes }) => start.startsWith(bytes, at));
  return found?.magic ?? (MARKUP.test(start) ? "ordinary" : null);
}

/**
 * The keyword under which a type is shown to readers (C8), or null for what every browser shows. `mime` without
 * parameters, lower case, null when the server gave none; `firstBytes` may be empty (HEAD). A type that nobody knows is
 * `binary`, unless well-known magic says more. No type and no magic: null, as nothing was observed.
 */
export function notableMime(mime: string | null, firstBytes: Uint8Array): MimeKeyword | null {
  const known = mime === null ? undefined : KEYWORDS.get(mime);
  if (known !== undefined) return known;
  if (mime !== null && isOrdinary(mime)) return null;
  const magic = magicOf(firstBytes);
  if (magic === "ordinary") return null;
  return magic ?? (mime === null ? null : "binary");
}
