import { distance } from "fastest-levenshtein";

/** What makes one word of another. */
export interface Edits {
  readonly count: number;
  readonly kind: "swap" | "length" | "letters";
}

/** How many edits two words may differ by and still be one with a typo, by the length of the longer one (O2). */
function editsAllowed(length: number): number {
  if (length <= 3) return 0;
  if (length <= 7) return 1;
  return length <= 12 ? 2 : 3;
}

/** The edits between two words, as few as typos make; null: more than that, so they are two words. */
export function editsBetween(a: string, b: string): Edits | null {
  if (a === b) return { count: 0, kind: "letters" };
  const allowed = editsAllowed(Math.max(a.length, b.length));
  if (allowed === 0 || Math.abs(a.length - b.length) > allowed) return null;
  if (isSwap(a, b) || oneVowel(a) === oneVowel(b)) return { count: 1, kind: "swap" };
  const count = distance(a, b);
  if (count > allowed) return null;
  return { count, kind: Math.abs(a.length - b.length) === count ? "length" : "letters" };
}

/** "Yavorytsia", "Javoricja", "Sofiyska", "Sofijska": letters for one sound, of which each way to transliterate has others. */
const oneVowel = (word: string): string => word.replace(/[ijy]+/g, "i");

/** Whether two neighbouring letters changed places, the most frequent typo, which makes another word of hardly any. */
function isSwap(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let at = 0;
  while (a[at] === b[at]) at++;
  return a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
}
