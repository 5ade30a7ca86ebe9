/*
 * Characters are listed as ranges instead of Unicode properties, because the runtimes have different versions of Unicode
 * and a URL must get the same result on all of them.
 */

/** Direction marks and overrides, which make a text look like another one (Unicode TR 9). */
export const BIDI_CONTROL = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

/** Control characters: C0, DEL, C1. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
export const CONTROL = /[\u0000-\u001F\u007F-\u009F]/u;

/**
 * Zero-width joiner and non-joiner and variation selectors that do not follow a letter. After a letter they are correct spelling in many
 * scripts (Persian, Hindi) and in emoji.
 */
const STRAY_JOINER = /(?<![\u00A1-\u{10FFFF}])(?:\u200C|\u200D|[\uFE00-\uFE0F])/u;

/** Other invisible characters: spaces except U+0020, default-ignorable characters and fillers. */
const INVISIBLE =
  /[\u00A0\u00AD\u1680\u2000-\u200B\u2028\u2029\u202F\u205F-\u2065\u206A-\u206F\u2800\u3000]|\u034F|[\u115F\u1160\u3164\uFFA0]|[\u17B4\u17B5]|[\u180B-\u180F]|\uFEFF|[\uFFF0-\uFFFB]|[\u{1BCA0}-\u{1BCA3}]|[\u{1D173}-\u{1D17A}]|[\u{E0000}-\u{E0FFF}]/u;

const PLAIN_ASCII = /^[\u0020-\u007E]*$/;

/** Whether a path or query contains invisible characters (U6). Direction marks and controls have their own patterns. */
export function hasInvisible(text: string): boolean {
  return INVISIBLE.test(text) || STRAY_JOINER.test(text);
}

/**
 * Whether a host contains invisible characters, which makes it invalid (U3). The two joiners follow the
 * context rules of RFC 5892 instead; variation selectors are never allowed in a name.
 */
export function hasInvisibleInHost(text: string): boolean {
  if (PLAIN_ASCII.test(text)) return false;
  return [INVISIBLE, CONTROL, BIDI_CONTROL, /[\uFE00-\uFE0F]/].some((pattern) => pattern.test(text));
}
