/**
 * MediaWiki matches bytes, letters of ASCII without regard to case. So that our engine, which knows Unicode, does the
 * same, texts and patterns are brought into one alphabet: ASCII in lower case, and each byte of UTF-8 beyond it as a
 * character of the private use area, which has neither case nor class.
 */
const PRIVATE = 0xe000;

const utf8 = new TextEncoder();

/** The character that stands for a byte. */
export const charOfByte = (byte: number): string => String.fromCharCode(byte < 0x80 ? byte : PRIVATE + byte);

function bytesOf(text: string): string {
  let chars = "";
  for (const byte of utf8.encode(text)) chars += charOfByte(byte);
  return chars;
}

const isAscii = (text: string): boolean => {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
};

/** A URL in that alphabet. The full-width full stop is taken for a stop, as MediaWiki does against disguise. */
export function matchable(url: string): string {
  if (isAscii(url)) return url.toLowerCase();
  // Not toLowerCase() for all: it would also fold letters beyond ASCII.
  return bytesOf(url.replaceAll("．", ".")).replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** The bytes of a line as numbers. */
export const lineBytes = (line: string): Uint8Array => utf8.encode(line);
