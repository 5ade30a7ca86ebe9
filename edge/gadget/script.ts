import { CATALOGUES, type Catalogue } from "../../shared/i18n/catalogues.ts";
import { DEFAULT_LANGUAGE, fallbackChain, isRightToLeft, languageCode } from "../../shared/i18n/languages.ts";
import type { MessageKey } from "../../shared/i18n/messages.ts";
import { STATUS_TABLE } from "../../shared/status/table.ts";
import { GADGET_SOURCE, REPAIR_SOURCE, REST_SOURCES, WORDS_SOURCE } from "./source.ts";

export const GADGET_CONTENT_TYPE = "text/javascript; charset=utf-8";

export interface GadgetOptions {
  /** Scheme and host under which browsers reach this edge: `https://weboid.example`. */
  readonly base: string;
  /** The wiki that the gadget asks about, `testwiki@local`; null: the one it runs in, of the farm WMF. */
  readonly wiki: string | null;
  /** The reader's language as callers write it: all that the gadget may need in one file. null: it loads that when it finds something. */
  readonly lang: string | null;
}

/** The line of gadget.js, words.js and repair.js in which the edge fills in what only it knows. */
const PLACE = "var served = {};";

/** The messages of the gadget, beside those of the statuses. */
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
  "labelled",
  "run-same",
  "run-unreachable",
  "dead-end",
  "not-the-page",
  "last-checked",
  "reports",
  "replacement-label",
  "people-report",
  "summary-all",
  "summary-of-total",
  "gadget-archive",
  "gadget-page",
  "moved-label",
  "repair-button",
  "repair-failed",
] as const satisfies readonly MessageKey[];

/** Those of the part that repairs. */
const REPAIR_KEYS = [
  "repair-working",
  "repair-changed",
  "repair-left",
  "repair-absent",
  "repair-others",
  "error-hidden-revision",
  "error-not-wikitext",
  "error-too-long",
  "error-too-many-links",
] as const satisfies readonly MessageKey[];

/** What a reader may meet on a link that does not work, by status byte: the gadget knows no table S. */
const STATUSES = STATUS_TABLE.filter((row) => row.class !== "untried");

/** Messages by the names that the gadget has for them. */
type Words = readonly (readonly [name: string, key: string])[];

const WORDS: Words = [
  ...KEYS.map((key) => [key, key] as const),
  ...STATUSES.map(({ type, key }) => [`status-${type}`, `status-${key}`] as const),
  ["status-proxy", "status-proxy-error"],
  ["status-500", "status-server-error"],
];
const REPAIR_WORDS: Words = REPAIR_KEYS.map((key) => [key, key] as const);

/** The numbers by which people know a redirect; other statuses come with that of the server. */
const NUMBERS = Object.fromEntries(
  STATUSES.flatMap(({ type, class: means, http }) =>
    means === "moved" ? [[`number-${type}`, http.join("/")]] : [],
  ),
);

/** Messages as they stand in their files: the gadget fills in numbers and chooses plural forms itself. */
const wordsOf = (catalogue: Catalogue, words: Words): Catalogue =>
  Object.fromEntries(
    words.flatMap(([name, key]) => (Object.hasOwn(catalogue, key) ? [[name, catalogue[key]]] : [])),
  );

/** The words for one reader, each in the first language of the fallback chain that has it; `lang` is the first of these. */
function wordsFor(lang: string, words: Words) {
  const chain = fallbackChain(languageCode(lang)).filter((code) => Object.hasOwn(CATALOGUES, code));
  const [spoken = DEFAULT_LANGUAGE] = chain;
  return {
    lang: spoken,
    dir: isRightToLeft(spoken) ? "rtl" : "ltr",
    messages: Object.assign({}, ...chain.map((code) => wordsOf(CATALOGUES[code] ?? {}, words)).reverse()),
  };
}

/** JSON that can neither end a script element nor a line of script, whatever it says. */
const literal = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

const filledIn = (source: string, served: unknown): string =>
  source.replace(PLACE, () => `var served = ${literal(served)};`);

interface PartSources {
  readonly words: string;
  readonly rest: readonly string[];
  readonly repair: string;
}

/** A source without lines that are nothing but comment. */
const uncommented = (source: string): string =>
  source.replace(/^[\t ]*(?:\/\*\*[\s\S]*?\*\/|\/\/.*)\n/gm, "");

const SOURCES: PartSources = { words: WORDS_SOURCE, rest: REST_SOURCES, repair: REPAIR_SOURCE };
/** What a reader's browser loads while somebody waits, and nobody pastes. */
const BARE: PartSources = {
  words: uncommented(WORDS_SOURCE),
  rest: REST_SOURCES.map(uncommented),
  repair: uncommented(REPAIR_SOURCE),
};

function marksOf({ words: source, rest }: PartSources, lang: string): string {
  const { messages, ...words } = wordsFor(lang, WORDS);
  const served = { ...words, messages: { ...NUMBERS, ...messages } };
  return [filledIn(source, served), ...rest].join("");
}

const repairOf = ({ repair }: PartSources, lang: string): string =>
  filledIn(repair, { messages: wordsFor(lang, REPAIR_WORDS).messages });

/** What the gadget loads when it finds something: `/gadget.js?part=marks`. */
export const marksScript = (lang: string): string => marksOf(BARE, lang);

/** What it loads when somebody wants a repair: `/gadget.js?part=repair`. */
export const repairScript = (lang: string): string => repairOf(BARE, lang);

/** `/gadget.js` as it is served: the disclosed sources (G1), with the line PLACE filled in and nothing else changed. */
export function gadgetScript({ base, wiki, lang }: GadgetOptions): string {
  const core = filledIn(GADGET_SOURCE, {
    base,
    ...(wiki !== null && { wiki }),
    ...(lang !== null && { whole: true }),
  });
  return lang === null ? core : core + marksOf(SOURCES, lang) + repairOf(SOURCES, lang);
}
