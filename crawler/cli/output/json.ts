/** Most texts, and known in half the time that a regular expression takes: JSON itself spells out what is below the blank. */
const isPlain = (text: string): boolean =>
  Buffer.byteLength(text) === text.length && !text.includes("\u007f");
/** What a terminal obeys, what hides, and what turns the text around it; a line end stands between values only. */
const UNSAFE = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * A value as JSON for standard output, which may be a terminal: `JSON.stringify` leaves the control characters from U+007F on
 * (U+009B begins a command as ESC [ does) and the bidirectional ones as they are. Parsed it is the same value.
 */
export const jsonText = (value: unknown): string => escapedJson(JSON.stringify(value));

/** JSON that was written elsewhere, in which those characters can stand in strings only. */
export const escapedJson = (text: string): string =>
  isPlain(text)
    ? text
    : text.replace(UNSAFE, (character) =>
        // Half by half: those beyond the first plane are pairs.
        character
          .split("")
          .map((half) => `\\u${half.charCodeAt(0).toString(16).padStart(4, "0")}`)
          .join(""),
      );

/** The same for XML: a reference in place of the character. */
export const escapedXml = (text: string): string =>
  text.replace(UNSAFE, (character) => `&#x${character.codePointAt(0)?.toString(16)};`);
