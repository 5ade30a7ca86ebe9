import type { Typo } from "./names/alignment.ts";
import { COMMON_WORDS } from "./names/lexicon.ts";
import type { Nearness } from "./postal/address.ts";

/** Endings that make another name of a name. */
const ENDINGS = [
  ["burg", "berg"],
  ["bach", "back"],
  ["bank", "bahn"],
  ["bau", "bank"],
  ["heim", "hain"],
  ["stadt", "stedt"],
  ["feld", "field"],
  ["hausen", "hause"],
];

const endsDifferently = ({ a, b }: Typo): boolean =>
  ENDINGS.some(
    ([one = "", two = ""]) => (a.endsWith(one) && b.endsWith(two)) || (a.endsWith(two) && b.endsWith(one)),
  );

/** "Müller" and "Möller" are two names, whatever the address. */
const isKnownName = (word: string): boolean => COMMON_WORDS.has(word);

/** Whether typing errors are likelier than two names: the nearer the addresses, the more errors. None explains names of two towns. */
export function typosExplain(typos: readonly Typo[], nearness: Nearness): boolean {
  return typos.every((typo) => {
    // "Schütz" and "Schutz" are two names, but in one town, as registries lose umlauts.
    if (typo.a === typo.b) return nearness !== null;
    if (isKnownName(typo.a) && isKnownName(typo.b)) return false;
    const length = Math.max(typo.a.length, typo.b.length);
    const begins = typo.a[0] === typo.b[0];
    switch (nearness) {
      case "street":
        return length >= 5 || typo.kind !== "letters";
      case "postal-code":
        return (
          !endsDifferently(typo) &&
          (typo.kind === "swap" ||
            (length >= (typo.kind === "length" ? 6 : 8) && typo.count <= (length >= 13 ? 2 : 1)))
        );
      case "city":
        return (
          !endsDifferently(typo) &&
          typo.count === 1 &&
          begins &&
          (typo.kind !== "letters" || length >= 8) &&
          length >= 6
        );
      default:
        return (
          !endsDifferently(typo) &&
          typo.count === 1 &&
          begins &&
          (typo.kind === "swap" ? length >= 6 : length >= 8 && (typo.kind === "length" || length >= 10))
        );
    }
  });
}
