/** Letters that no decomposition takes apart. */
const LETTERS: Readonly<Record<string, string>> = {
  ä: "ae",
  ö: "oe",
  ü: "ue",
  ß: "ss",
  æ: "ae",
  ø: "oe",
  å: "aa",
  œ: "oe",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
};

const CYRILLIC =
  "а a б b в v г g д d е e ё e ж zh з z и i й i к k л l м m н n о o п p р r с s т t у u ф f х kh ц ts ч ch ш sh щ shch ъ a ы y ь ь э e ю yu я ya і i ї yi є ye ґ g ј j љ lj њ nj ћ c ђ d џ dz ў u";
const GREEK =
  "α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o";

const TRANSLITERATED: ReadonlyMap<string, string> = new Map([
  ...Object.entries(LETTERS),
  ...[CYRILLIC, GREEK].flatMap((table) => {
    const parts = table.split(" ");
    return parts.flatMap((letter, at) =>
      at % 2 === 0 ? [[letter, silent(parts[at + 1] ?? "")] as const] : [],
    );
  }),
]);

/** The soft sign is not written in Latin letters. */
function silent(letter: string): string {
  return letter === "ь" ? "" : letter;
}

/** Before a vowel, a hard sign that is not written in Latin letters (Russian); elsewhere a vowel (Bulgarian). */
const HARD_SIGN = /ъ(?=[еёюя]|(?!\p{L}))/gu;

const ASCII = /^[\0-\x7f]*$/;
const SPECIAL = /[äöüßæøåœłđðþıа-яёіїєґјљњћђџўα-ως]/g;
/**
 * Two letters for one, as they are written where there are no umlauts; with the bare vowel all three are one spelling. The end of a
 * postal code (`SW1A 2AA`) is none.
 */
const DIGRAPH = /(?:[aou]e|aa)(?!(?<=\d ?..)\b)/g;

/**
 * The one spelling of a text in which `ä`, `ae` and `a`, `ß` and `ss`, `É` and `e`, `Москва` and `Moskva` are the same (O2). Both sides
 * of every comparison go through it; it is no text for people.
 */
export function fold(text: string): string {
  const lower = ASCII.test(text) ? text.toLowerCase() : latinOf(text.normalize("NFKC").toLowerCase());
  return lower.replace(DIGRAPH, (pair) => pair[0] ?? "");
}

const latinOf = (lower: string): string =>
  ASCII.test(lower)
    ? lower
    : lower
        .replace(HARD_SIGN, "")
        .replace(SPECIAL, (letter) => TRANSLITERATED.get(letter) ?? letter)
        .normalize("NFD")
        .replace(/\p{M}/gu, "")
        .replace(SPECIAL, (letter) => TRANSLITERATED.get(letter) ?? letter)
        .normalize("NFC");

/**
 * Whether two texts that fold to one are two spellings of it: `Göteborg` with `Goeteborg`. `Noordwaal` and `Noordwal` have no umlaut, so
 * they are two words; `Göteborg` and `Goteborg` may be.
 */
export function isOneSpelling(a: string, b: string): boolean {
  if (a === b || !(HAS_TWO_SPELLINGS.test(a) || HAS_TWO_SPELLINGS.test(b))) return true;
  const [x, y] = [a, b].map((text) => latinOf(text.normalize("NFKC").toLowerCase()));
  return x === y;
}

const HAS_TWO_SPELLINGS = /[aou]e|aa|[^\0-\x7f]/i;
