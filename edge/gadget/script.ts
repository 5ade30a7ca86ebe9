import { CATALOGUES, type Catalogue } from "../../shared/i18n/catalogues.ts";
import { DEFAULT_LANGUAGE, fallbackChain, languageCode } from "../../shared/i18n/chain.ts";
import type { MessageKey } from "../../shared/i18n/messages.ts";
import { STATUS_TABLE } from "../../shared/status/table.ts";
import { GADGET_SOURCE } from "./source.ts";

export const GADGET_CONTENT_TYPE = "text/javascript; charset=utf-8";

export interface GadgetOptions {
  /** Scheme and host under which browsers reach this edge: `https://weboid.example`. */
  readonly base: string;
  /** The wiki that the gadget asks about, `testwiki@local`; null: the one it runs in, of the farm WMF. */
  readonly wiki: string | null;
  /** The reader's language as callers write it; null: the gadget takes all languages along and asks the wiki. */
  readonly lang: string | null;
}

/** The line of gadget.js in which the edge fills in what only it knows. */
const PLACE = "var served = {};";

/** The messages of which the gadget makes its tooltips, beside those of the statuses. */
const KEYS = [
  "for-today",
  "for-days",
  "for-weeks",
  "for-months",
  "for-years",
  "checks",
  "checks-or-more",
  "verdict-unreachable",
  "verdict-doubtful",
  "gadget-archive",
] as const satisfies readonly MessageKey[];

/** What a reader may meet on a link that does not work, by status byte: the gadget knows no table S. */
const STATUSES = STATUS_TABLE.filter((row) => row.class !== "fine" && row.class !== "untried");

const WORDS = [
  ...KEYS.map((key) => [key, key] as const),
  ...STATUSES.map(({ type, key }) => [`status-${type}`, `status-${key}`] as const),
];

/** Messages as they stand in their files: the gadget fills in numbers and chooses plural forms itself. It knows English for others. */
const wordsOf = (catalogue: Catalogue): Catalogue =>
  Object.fromEntries(
    WORDS.flatMap(([name, key]) => (Object.hasOwn(catalogue, key) ? [[name, catalogue[key]]] : [])),
  );
const MESSAGES = Object.fromEntries(
  Object.entries(CATALOGUES).map(([lang, catalogue]) => [lang, wordsOf(catalogue)]),
);

/** The words for one reader, each in the first language of the fallback chain that has it; they are kept under the first of these. */
function wordsFor(lang: string): { readonly lang: string; readonly messages: Catalogue } {
  const chain = fallbackChain(languageCode(lang)).filter((code) => Object.hasOwn(CATALOGUES, code));
  const [spoken = DEFAULT_LANGUAGE] = chain;
  return {
    lang: spoken,
    messages: { [spoken]: Object.assign({}, ...chain.map((code) => MESSAGES[code]).reverse()) },
  };
}

/** JSON that can neither end a script element nor a line of script, whatever it says. */
const literal = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** `/gadget.js` as it is served: the disclosed source (G1), with the line PLACE filled in and nothing else changed. */
export function gadgetScript({ base, wiki, lang }: GadgetOptions): string {
  const words = lang === null ? { messages: MESSAGES } : wordsFor(lang);
  const served = literal({ base, ...(wiki !== null && { wiki }), ...words });
  return GADGET_SOURCE.replace(PLACE, () => `var served = ${served};`);
}
