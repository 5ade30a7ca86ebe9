import { kindOf } from "./compounds.ts";
import { fold } from "./fold.ts";
import { SINGLE_FORMS } from "./legal-forms.ts";
import { parseName } from "./name.ts";
import { partsOf } from "./words-of.ts";

/** Legal forms of two letters that are no names of persons in any spelling; others are: "Maria Sá", "Li Na". */
const PLAIN_FORMS: ReadonlySet<string> = new Set("ag kg oy ab bv nv ev eg ug".split(" "));

/** Words of kinds and longer legal forms that persons are called as well: "Charlotte Church", "Erica Kim", "Ike Muster". */
const ALSO_NAMES: ReadonlySet<string> = new Set(
  (
    "church parish bond court chu tu kar rat stad gem kirche kreis kammer spital pension branch fond werk abt kim pole plant planta ville " +
    "chair inst fac fak uni univ fh hs th ph sc sv fc bm it rz fb fabrik zavod kita inn bar sia ans pat tov ike amba sci spa sal epe"
  ).split(" "),
);

/** Whether a word stands in a text as an abbreviation of bodies is written: in capitals where not all is, or with points. */
function isWrittenAsForm(text: string, word: string): boolean {
  const isShouted = text === text.toUpperCase();
  return text.split(/[\s,()]+/).some((written) => {
    const letters = written.replace(/[./]/g, "");
    if (fold(letters) !== word) return false;
    return (
      /\p{L}[./]\p{L}/u.test(written) ||
      (!isShouted && letters.length > 1 && letters === letters.toUpperCase())
    );
  });
}

/** Whether a part of a text ends in a word, or begins with it; else it is one word of a longer form: "Co., Ltd.". */
const endsIn = (text: string, word: string): boolean =>
  partsOf(text).some((words) => words.at(-1)?.text === word || words[0]?.text === word);

const endsInForm = (text: string, word: string): boolean => SINGLE_FORMS.has(word) && isOfBodies(text, word);

/** Whether a word, folded, is one of bodies and not of persons. */
const isOfBodies = (text: string, word: string): boolean =>
  word.length > 2 || !/^\p{Script=Latin}+$/u.test(word)
    ? !ALSO_NAMES.has(word) || isWrittenAsForm(text, word)
    : PLAIN_FORMS.has(word) || isWrittenAsForm(text, word);

/**
 * Whether a name is one that bodies have, not persons: it has a legal form, or a word such as "University". For registries that
 * do not say which of the two a registrant is; rather no than yes.
 */
export function isOrganisationName(text: string): boolean {
  const { tokens, hasLegalForm, legalForm, leadingForm } = parseName(text);
  const forms = [legalForm, leadingForm].filter((form) => form !== null);
  const isForm = (form: string): boolean => !endsIn(text, form) || isOfBodies(text, form);
  if (hasLegalForm && (forms.length === 0 || forms.some(isForm))) return true;
  // "Co., Ltd." is of two parts.
  if (partsOf(text).some((words) => endsInForm(text, words.at(-1)?.text ?? ""))) return true;
  // "Hostmaster", "Domain Admin"
  if (tokens.every(({ key }) => key === "unit:administration")) return false;
  return tokens.some((token) => !token.mistyped && kindOf(token) !== null && isOfBodies(text, token.surface));
}
