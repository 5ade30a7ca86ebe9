import Banana from "banana-i18n";
import { type Day, instantOfDay } from "../calendar/day.ts";
import { CATALOGUES } from "./catalogues.ts";
import { DEFAULT_LANGUAGE, fallbackChain, isRightToLeft, languageCode } from "./chain.ts";
import en from "./en.json" with { type: "json" };
import { durationInWords, type Elapsed, elapsed, relativeTime } from "./time.ts";

/** The name of a message; en.json is the list (Q8). */
export type MessageKey = Exclude<keyof typeof en, "@metadata">;
export type MessageParameter = string | number;

/** Codes of the languages that have messages of their own, in the order in which forms offer them. */
export const LANGUAGES = Object.keys(CATALOGUES);

export interface Messages {
  /** The language asked for, in lower case; `en` when it was no language code. */
  readonly requested: string;
  /** The language in which the messages come: the first of the fallback chain that has any. */
  readonly lang: string;
  /** Direction of the words; where a language has none but English ones, its own, as its readers know the wiki. */
  readonly dir: "ltr" | "rtl";
  /** No native speaker has read them yet: their file says so in its `@metadata`. */
  readonly unread: boolean;
  /** The message as plain text: escape it for where it goes. Numbers are written as the language does. */
  text(key: MessageKey, ...parameters: MessageParameter[]): string;
  /** A message whose name is put together; null when there is none. */
  maybe(key: string, ...parameters: MessageParameter[]): string | null;
  /** "two weeks ago" (M8). A day that lies ahead of `today` counts as today. */
  ago(day: Day, today: Day): string;
  /** "for six months" (M8). */
  lasting(since: Day, today: Day): string;
  number(value: number): string;
  /** "30 August 2026": for tooltips; what people read in the text is a span (M8). */
  date(day: Day): string;
  /** What stands before, between and behind so many items ("X, X and X"): one more than there are items. */
  between(items: number, type: "conjunction" | "disjunction"): readonly string[];
  /** A share of 1, to a tenth of a per cent: where the sign stands is the language's matter. */
  percent(share: number): string;
}

/** One per language: its messages are parsed by its own rules of PLURAL, whoever falls back to them. */
const SPEAKERS = new Map<string, Banana>();

/** Most parameters of a message. */
const PARAMETERS_MAX = 4;

/** PLURAL counts by the number, readers see it as their language writes it: `$1` there, and here its shown form, `$5`. */
const withShownForms = (text: string): string =>
  text.replace(/(\{\{PLURAL:)?\$(\d)/gi, (whole, plural: string | undefined, at: string) =>
    plural === undefined ? `$${Number(at) + PARAMETERS_MAX}` : whole,
  );

function speaker(lang: string): Banana {
  const known = SPEAKERS.get(lang);
  if (known !== undefined) return known;
  const entries = Object.entries(CATALOGUES[lang] ?? en).flatMap(([key, text]) =>
    typeof text === "string" ? [[key, withShownForms(text)] as const] : [],
  );
  const made = new Banana(lang, { messages: { [lang]: Object.fromEntries(entries) } });
  SPEAKERS.set(lang, made);
  return made;
}

/** `make` once per name. Spans and counts repeat within a page of thousands of URLs, and Intl is slow. */
function remembered<Key, Made>(make: (key: Key) => Made, nameOf: (key: Key) => string): (key: Key) => Made {
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

/** A letter stands for each item: Spanish and Italian look at how the next one sounds, Hebrew at its script. */
function between(langs: readonly string[], { items, type }: Enumeration): readonly string[] {
  const texts = [""];
  const parts = new Intl.ListFormat([...langs], { type }).formatToParts(Array<string>(items).fill("X"));
  for (const part of parts)
    if (part.type === "element") texts.push("");
    else texts[texts.length - 1] += part.value;
  return texts;
}

/** What a reader of `lang` is told. `lang` comes from the caller and may be anything. */
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
    return speaker(from).i18n(key, ...parameters, ...unused, ...shown);
  };
  const spanName = ({ count, unit }: Elapsed): string => `${count} ${unit}`;
  const past = remembered((span: Elapsed) => relativeTime(chain, span), spanName);
  const lasting = remembered((span: Elapsed) => durationInWords(span, say), spanName);
  const counted = remembered(
    ({ key, count }: { key: MessageKey; count: number }) => say(key, count),
    ({ key, count }) => `${key} ${count}`,
  );
  const betweenItems = remembered(
    (enumeration: Enumeration) => between(chain, enumeration),
    ({ items, type }) => `${items} ${type}`,
  );
  const dates = new Intl.DateTimeFormat([...chain], { dateStyle: "long", timeZone: "UTC" });
  const date = remembered((day: Day) => dates.format(instantOfDay(day)), String);
  return {
    requested,
    lang: text,
    dir: isRightToLeft(text === DEFAULT_LANGUAGE && !isEnglish ? requested : text) ? "rtl" : "ltr",
    unread: Object.hasOwn(Object(CATALOGUES[text]?.["@metadata"]), "comment"),
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
    between: (items, type) => betweenItems({ items, type }),
    percent: (share) => shares.format(share),
  };
}

/** The message as translators wrote it, with its parameters and plural forms; English where the language has none. */
export function sourceOfMessage(lang: string, key: MessageKey): string {
  const catalogue = Object.hasOwn(CATALOGUES, lang) ? CATALOGUES[lang] : undefined;
  const text = catalogue?.[key];
  return typeof text === "string" ? text : en[key];
}
