import Banana from "banana-i18n";
import { type Day, daysBetween, instantOfDay } from "../calendar/day.ts";
import { CATALOGUES, LANGUAGES } from "./catalogues.ts";
import en from "./en.json" with { type: "json" };
import { DEFAULT_LANGUAGE, fallbackChain, isRightToLeft, languageCode } from "./languages.ts";

/** A time span in the largest unit that is precise enough (M8): at least two of it, except for days. */
interface Elapsed {
  readonly count: number;
  readonly unit: "day" | "week" | "month" | "year";
}

const DAYS_PER_MONTH = 365.2425 / 12;
const DAYS_PER_YEAR = 365.2425;
const WEEKS_FROM_DAYS = 14;
/** Spans are in months from three whole months on; "two months" could hide three weeks. */
const MONTHS_FROM_DAYS = 92;
const YEARS_FROM_DAYS = 731;

/**
 * The span from a day to today in whole units, rounded down: never more than was observed (C11).
 * A day after `today` (a clock that was set back) counts as today.
 */
function elapsed(since: Day, today: Day): Elapsed {
  const days = Math.max(0, daysBetween(since, today));
  if (days < WEEKS_FROM_DAYS) return { count: days, unit: "day" };
  if (days < MONTHS_FROM_DAYS) return { count: Math.floor(days / 7), unit: "week" };
  if (days < YEARS_FROM_DAYS) return { count: Math.floor(days / DAYS_PER_MONTH), unit: "month" };
  return { count: Math.floor(days / DAYS_PER_YEAR), unit: "year" };
}

/** "today", "yesterday", "3 weeks ago", in the first of the languages that Intl supports. */
function relativeTime(langs: readonly string[], { count, unit }: Elapsed): string {
  return new Intl.RelativeTimeFormat([...langs], { numeric: "auto" }).format(-count, unit);
}

type DurationKey = "for-today" | "for-days" | "for-weeks" | "for-months" | "for-years";

/**
 * "for six months". By a message instead of Intl's unit format, because many languages need another case than
 * nominative after a preposition ("seit 6 Monaten").
 */
function durationInWords({ count, unit }: Elapsed, say: (key: DurationKey, count: number) => string): string {
  if (count === 0) return say("for-today", 0);
  return say(`for-${unit}s`, count);
}

/** The key of a message: one of en.json (Q8). */
export type MessageKey = Exclude<keyof typeof en, "@metadata">;
type MessageParameter = string | number;

/** The messages for readers of one language. Texts are plain: escape them for where they are used. */
export interface Messages {
  /** The requested language as a `languageCode`; "en" for anything that is no language code. */
  readonly requested: string;
  /** The language of the messages: the first of the fallback chain that has any. */
  readonly lang: string;
  /** Direction of the text. With English messages only, the direction of the requested language, as on its readers' wiki. */
  readonly dir: "ltr" | "rtl";
  /** Whether no native speaker has reviewed the messages yet (`comment` in the file's `@metadata`). */
  readonly unreviewed: boolean;
  /** A message; numbers among the parameters are formatted for the language. */
  text(key: MessageKey, ...parameters: MessageParameter[]): string;
  /** A message whose key is computed; null: there is no such key. */
  maybe(key: string, ...parameters: MessageParameter[]): string | null;
  /** "two weeks ago" (M8). A day after `today` counts as today. */
  ago(day: Day, today: Day): string;
  /** "for six months" (M8). */
  lasting(since: Day, today: Day): string;
  number(value: number): string;
  /** "30 August 2026", for tooltips; texts show spans (M8). */
  date(day: Day): string;
  /** The same of a moment, in UTC; also before 2017. `epochMs`: milliseconds since 1970. */
  dateOf(epochMs: number): string;
  /** The texts before, between and after the items of a list ("X, X and X"): one more than there are items. */
  between(items: number, type: "conjunction" | "disjunction"): readonly string[];
  /** A share of 1 in per cent, with one decimal. */
  percent(share: number): string;
}

/** Message parsers by language, because PLURAL follows the rules of the message's own language. */
const parsers = new Map<string, Banana>();

/** Greatest number of parameters of a message. */
const PARAMETERS_MAX = 4;

/** Renames `$1` outside PLURAL to `$5`, and so on: PLURAL needs the number, readers the formatted one. Both are passed as parameters. */
const withFormattedParameters = (text: string): string =>
  text.replace(/(\{\{PLURAL:)?\$(\d)/gi, (whole, plural: string | undefined, at: string) =>
    plural === undefined ? `$${Number(at) + PARAMETERS_MAX}` : whole,
  );

function parserFor(lang: string): Banana {
  const known = parsers.get(lang);
  if (known !== undefined) return known;
  const entries = Object.entries(CATALOGUES[lang] ?? en).flatMap(([key, text]) =>
    typeof text === "string" ? [[key, withFormattedParameters(text)] as const] : [],
  );
  const made = new Banana(lang, { messages: { [lang]: Object.fromEntries(entries) } });
  parsers.set(lang, made);
  return made;
}

/** Memoises `make` by name: spans and counts repeat on a page of thousands of URLs, and Intl is slow. */
function memoised<Key, Made>(make: (key: Key) => Made, nameOf: (key: Key) => string): (key: Key) => Made {
  const made = new Map<string, Made>();
  return (key) => {
    const name = nameOf(key);
    const text = made.get(name) ?? make(key);
    made.set(name, text);
    return text;
  };
}

interface Enumeration {
  readonly items: number;
  readonly type: "conjunction" | "disjunction";
}

/** The texts around the items of a list. Formatted with a letter for each item, as Spanish, Italian and Hebrew vary them by the next item. */
function between(langs: readonly string[], { items, type }: Enumeration): readonly string[] {
  const texts = [""];
  const parts = new Intl.ListFormat([...langs], { type }).formatToParts(Array<string>(items).fill("X"));
  for (const part of parts)
    if (part.type === "element") texts.push("");
    else texts[texts.length - 1] += part.value;
  return texts;
}

/** The messages for a reader of `lang`, which may be any text from a request. */
export function messages(lang: string | null | undefined): Messages {
  const requested = languageCode(lang);
  const chain = fallbackChain(requested).filter((code) => LANGUAGES.includes(code));
  const [text = DEFAULT_LANGUAGE] = chain;
  const isEnglish = requested.split("-", 1)[0] === DEFAULT_LANGUAGE;
  const numbers = new Intl.NumberFormat([...chain]);
  const shares = new Intl.NumberFormat([...chain], { style: "percent", maximumFractionDigits: 1 });
  const known = (key: string): key is MessageKey => key !== "@metadata" && Object.hasOwn(en, key);
  const say = (key: MessageKey, ...parameters: MessageParameter[]): string => {
    const from = chain.find((code) => Object.hasOwn(CATALOGUES[code] ?? {}, key)) ?? DEFAULT_LANGUAGE;
    const source = sourceOfMessage(from, key);
    const shown = parameters.map((each) => (typeof each === "number" ? numbers.format(each) : each));
    if (!source.includes("{{"))
      return source.replace(/\$(\d)/g, (whole, at: string) => shown[Number(at) - 1] ?? whole);
    const unused = Array.from({ length: PARAMETERS_MAX - parameters.length }, () => "");
    return parserFor(from).i18n(key, ...parameters, ...unused, ...shown);
  };
  const spanName = ({ count, unit }: Elapsed): string => `${count} ${unit}`;
  const past = memoised((span: Elapsed) => relativeTime(chain, span), spanName);
  const lasting = memoised((span: Elapsed) => durationInWords(span, say), spanName);
  const counted = memoised(
    ({ key, count }: { key: MessageKey; count: number }) => say(key, count),
    ({ key, count }) => `${key} ${count}`,
  );
  const betweenItems = memoised(
    (enumeration: Enumeration) => between(chain, enumeration),
    ({ items, type }) => `${items} ${type}`,
  );
  const dates = new Intl.DateTimeFormat([...chain], { dateStyle: "long", timeZone: "UTC" });
  const date = memoised((day: Day) => dates.format(instantOfDay(day)), String);
  return {
    requested,
    lang: text,
    dir: isRightToLeft(text === DEFAULT_LANGUAGE && !isEnglish ? requested : text) ? "rtl" : "ltr",
    unreviewed: Object.hasOwn(Object(CATALOGUES[text]?.["@metadata"]), "comment"),
    text: (key, ...parameters) => {
      const [count] = parameters;
      return typeof count === "number" && parameters.length === 1
        ? counted({ key, count })
        : say(key, ...parameters);
    },
    maybe: (key, ...parameters) => (known(key) ? say(key, ...parameters) : null),
    ago: (day, today) => past(elapsed(day, today)),
    lasting: (since, today) => lasting(elapsed(since, today)),
    number: (value) => numbers.format(value),
    date,
    dateOf: (epochMs) => dates.format(epochMs),
    between: (items, type) => betweenItems({ items, type }),
    percent: (share) => shares.format(share),
  };
}

/** A message's source with parameters and plural forms; in English where the language lacks it. */
export function sourceOfMessage(lang: string, key: MessageKey): string {
  const catalogue = Object.hasOwn(CATALOGUES, lang) ? CATALOGUES[lang] : undefined;
  const text = catalogue?.[key];
  return typeof text === "string" ? text : en[key];
}
