/** A value and its end: quoted (by MySQL 8 with a word before), by --hex-blob, NULL, or a number. */
export const VALUE =
  /(?:_[a-z0-9]+ ?)?'[^'\\]*(?:(?:\\[\s\S]|'')[^'\\]*)*'(?=[^'])|(?:0x(?:[0-9A-Fa-f]{2})*|NULL|[-+.0-9Ee]+)(?=[\s,)])/y;
/** The beginning of a value whose end is not there yet. */
export const BEGUN_VALUE = /(?:_[a-z0-9]* ?)?'|[-+.\w]* ?$/y;
export const BEYOND_ASCII = /[\x80-\xff]/;

/** What stands behind a backslash and is not itself: `\%` and `\_` keep theirs (MySQL manual, "String Literals"). */
const ESCAPES: Readonly<Record<string, string>> = {
  "0": "\0",
  b: "\b",
  n: "\n",
  r: "\r",
  t: "\t",
  Z: "\x1a",
  "%": "\\%",
  _: "\\_",
};

/** Text of bytes; what is no UTF-8 becomes U+FFFD, as in MediaWiki's own answers. */
export const utf8 = (bytes: string): string =>
  BEYOND_ASCII.test(bytes) ? Buffer.from(bytes, "latin1").toString("utf8") : bytes;

/** What a value stands for, as text; null: NULL. */
export function decoded(value: string): string | null {
  const quote = value.indexOf("'");
  if (quote === -1) {
    if (value === "NULL") return null;
    return value.startsWith("0x") ? Buffer.from(value.slice(2), "hex").toString("utf8") : value;
  }
  const quoted = value.slice(quote + 1, -1);
  return utf8(
    /[\\']/.test(quoted)
      ? quoted.replace(/\\([\s\S])|''/g, (_, escaped: string = "'") => ESCAPES[escaped] ?? escaped)
      : quoted,
  );
}
