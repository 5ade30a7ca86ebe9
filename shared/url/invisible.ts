/*
 * Written out as ranges, not as Unicode properties: the runtimes carry different versions of Unicode, and a URL has to
 * be judged alike on all of them.
 */

/** Direction marks and overrides, by which a text shows as another than it is (Unicode TR 9). */
export const BIDI_CONTROL = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

/** C0, DEL, C1. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
export const CONTROL = /[\u0000-\u001F\u007F-\u009F]/u;

/**
 * Zero-width joiner and non-joiner, variation selectors: invisible, but part of correct spelling after a letter of
 * many scripts (Persian, Hindi) and in emoji; suspicious only where nothing precedes that they could act upon.
 */
const STRAY_JOINER = /(?<![\u00A1-\u{10FFFF}])(?:\u200C|\u200D|[\uFE00-\uFE0F])/u;

/** Spaces other than U+0020, default-ignorable characters and fillers; those above apart. */
const UNSEEN =
  /[\u00A0\u00AD\u1680\u2000-\u200B\u2028\u2029\u202F\u205F-\u2065\u206A-\u206F\u2800\u3000]|\u034F|[\u115F\u1160\u3164\uFFA0]|[\u17B4\u17B5]|[\u180B-\u180F]|\uFEFF|[\uFFF0-\uFFFB]|[\u{1BCA0}-\u{1BCA3}]|[\u{1D173}-\u{1D17A}]|[\u{E0000}-\u{E0FFF}]/u;

const PLAIN_ASCII = /^[\u0020-\u007E]*$/;

/** Characters that no reader can see in a path or query (U6), direction marks and controls apart. */
export function hasInvisible(text: string): boolean {
  return UNSEEN.test(text) || STRAY_JOINER.test(text);
}

/**
 * Characters that a host must not have because no reader can see them (U3). The two joiners are left to the
 * context rules of RFC 5892; variation selectors mean nothing in a name.
 */
export function hasInvisibleInHost(text: string): boolean {
  if (PLAIN_ASCII.test(text)) return false;
  return [UNSEEN, CONTROL, BIDI_CONTROL, /[\uFE00-\uFE0F]/].some((pattern) => pattern.test(text));
}
