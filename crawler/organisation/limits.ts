/** Bounds of what is taken from an answer; the rest is left out. */
export const LIMITS = {
  answerBytesMax: 256 * 1024,
  linesMax: 4_000,
  lineCharsMax: 1_000,
  rangesMax: 64,
  nameServersMax: 32,
  emailsMax: 16,
  addressPartsMax: 12,
  textCharsMax: 300,
} as const;

export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim()
    .slice(0, LIMITS.textCharsMax);
