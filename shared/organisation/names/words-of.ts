import { memo } from "../../url/memo.ts";
import { fold } from "./fold.ts";

/** A word of a name, folded (`text`), and whether a point marks it as an abbreviation. */
export interface Word {
  readonly text: string;
  /** As written. */
  readonly spelling: string;
  readonly dotted: boolean;
}

/** Longer names are none; bounds the work. */
export const NAME_CHARS_MAX = 300;
const WORDS_MAX = 40;

/** Danish forms, in which the stroke is no separator. */
const STROKE_FORM = /\b([aik])\/s\b/gi;
/** "F.lli Bassi" */
const BROTHERS = /\bf\.lli\b/gi;
/** "Kul'tury": no elision ("dell'Arte", "d'Annecy"), and no genitive ("John's"). */
const SOFT_SIGN = /['’ʹ](?<=\p{L}{2}.)(?<!\b(?:all|sall|coll|sant|qu|un).)(?=\p{L}{2})/giu;
const IS_SINGLE = /\p{Script=Latin}|\p{Script=Cyrillic}/u;
/** "dell'Università": the article before a vowel. */
const ELISION = /['’](?<=(?<!\p{L})(?:[dn][ae]ll|sull).)(?=\p{L})/giu;
/** What stands between the parts of a name: "Universität Konstanz, Rechenzentrum", "Stadt Bern – Informatik". */
const BETWEEN_PARTS = /[,;:/|()[\]\n\r\t"„“”«»]|\s[-–—]\s/u;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*\.?|[&+]/gu;

/** The words of each part of a name; single letters that follow each other are one word: `e. V.`, `s r.o.`, `S.p.A.`. */
export function partsOf(name: string): Word[][] {
  const text = name
    .slice(0, NAME_CHARS_MAX)
    .replace(STROKE_FORM, "$1s")
    .replace(ELISION, "a ")
    .replace(SOFT_SIGN, "")
    .replace(BROTHERS, "flli");
  return text
    .split(BETWEEN_PARTS)
    .map((part) => withInitialsJoined((part.match(WORD) ?? []).slice(0, WORDS_MAX).map(wordOf)))
    .filter((words) => words.length > 0);
}

/** A list of words or phrases, split at "|", as lists of folded words. */
export const phrases = (list: string): string[][] =>
  list
    .split("|")
    .map((phrase) => partsOf(phrase).flatMap((part) => part.map(({ text }) => text)))
    .filter((words) => words.length > 0);

/** Words repeat from name to name, other than names. */
const WORDS_REMEMBERED = 16_384;
const WORD_CHARS_MAX = 40;

const wordOf = memo(WORDS_REMEMBERED, WORD_CHARS_MAX, (word): Word => {
  const dotted = word.endsWith(".");
  const bare = dotted ? word.slice(0, -1) : word;
  return { text: bare === "&" || bare === "+" ? "und" : fold(bare), spelling: bare, dotted };
});

function withInitialsJoined(words: readonly Word[]): Word[] {
  const joined: Word[] = [];
  let run = "";
  const endRun = () => {
    if (run !== "") joined.push({ text: run, spelling: run, dotted: run.length === 1 });
    run = "";
  };
  for (const word of words) {
    if (word.text.length === 1 && IS_SINGLE.test(word.text)) run += word.text;
    else {
      endRun();
      if (word.text !== "") joined.push(word);
    }
  }
  endRun();
  return joined;
}
