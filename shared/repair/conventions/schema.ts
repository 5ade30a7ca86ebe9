import * as z from "zod/mini";
import { described, type Shape } from "../../json/shape.ts";

const NAMES_MAX = 300;
/** Of what is looked for one by one in each template or link of a page: parameters, forms of dates, archives. */
const ALIASES_MAX = 20;
const NAME_CHARS_MAX = 200;
const TEMPLATES_MAX = 200;
const DATE_CHARS_MAX = 60;
const PATTERN_CHARS_MAX = 500;
/** Of each: a pattern that repeats a link's text makes a page longer than anybody can hold. */
const PLACEHOLDER_USES_MAX = 3;
const name = z.string().check(z.minLength(1), z.maxLength(NAME_CHARS_MAX));
const names = z.array(name).check(z.minLength(1), z.maxLength(NAMES_MAX));
const aliases = z.array(name).check(z.minLength(1), z.maxLength(ALIASES_MAX));

/** What `$…` may stand for in a pattern. */
const PLACEHOLDERS = [
  "link",
  "url",
  "text",
  "archive",
  "timestamp",
  "id",
  "date",
  "today",
  "month",
  "yearMonth",
];

const usesOf = (text: string, word: string): number => text.split(word).length - 1;

const pattern = z.string().check(
  z.minLength(1),
  z.maxLength(PATTERN_CHARS_MAX),
  z.regex(/^[^\n]*$/, "a pattern is one line"),
  z.refine(
    (text) => [...text.matchAll(/\$([A-Za-z]*)/g)].every(([, word = ""]) => PLACEHOLDERS.includes(word)),
    `a pattern knows ${PLACEHOLDERS.map((word) => `$${word}`).join(", ")}`,
  ),
  z.refine(
    (text) => PLACEHOLDERS.every((word) => usesOf(text, `$${word}`) <= PLACEHOLDER_USES_MAX),
    `a pattern has each of its $… at most ${PLACEHOLDER_USES_MAX} times`,
  ),
);

/** A date as it is written: `D MMMM YYYY`. */
const datePattern = z.string().check(
  z.maxLength(DATE_CHARS_MAX),
  z.regex(
    // A letter can be read in one way only: read in several, a long row of them would be tried in all.
    /^(?:YYYY|M{2,4}(?!M)|D{1,2}(?!D)|[ .,/-])+$/,
    "a date is written with YYYY, MMMM, MMM, MM, DD, D, spaces and . , / -",
  ),
  // Each of them again would make the expression that recognises it slow.
  z.refine(
    (text) => ["YYYY", "M+", "D+"].every((part) => (text.match(new RegExp(part, "g")) ?? []).length <= 1),
    "a date has one year, one month and one day",
  ),
);

const months = z.array(name).check(z.length(12));

const Dates = z.strictObject({
  default: datePattern,
  /** Other forms that are recognised and kept. */
  others: z.optional(z.array(datePattern).check(z.maxLength(ALIASES_MAX))),
  /** Templates that say how a page writes its dates. */
  page: z.optional(
    z.array(z.strictObject({ templates: names, pattern: datePattern })).check(z.maxLength(TEMPLATES_MAX)),
  ),
  months,
  /** Short names, for MMM. */
  shortMonths: z.optional(months),
  /** The first of a month in forms with a name of a month, such as `1er`. */
  first: z.optional(name),
});

/** A template that cites something at an address. Every list of parameters has the usual name first, then its aliases. */
const Citation = z.strictObject({
  names,
  /** Parameters to which the archived copy belongs. */
  url: aliases,
  archiveUrl: aliases,
  archiveDate: aliases,
  /** Parameters with dates, in whose form new ones are written. */
  dates: aliases,
  /** The parameter that says that the address is dead; with its value, and the values by which it is alive. */
  dead: z.optional(
    z.strictObject({
      names: aliases,
      value: pattern,
      alive: z.array(z.string()).check(z.maxLength(ALIASES_MAX)),
    }),
  ),
  /** How a dead link without an archived copy is marked: by `dead`, by a template after the citation, it is always, or in no way that is known. */
  mark: z.enum(["parameter", "template", "always", "none"]),
  /** The name that the template gets when the link is repaired. */
  becomes: z.optional(name),
});

/** Templates in whose parameters stands ordinary text. */
const Container = z.strictObject({
  names,
  /** Those with text; without a list all of them. */
  parameters: z.optional(names),
  /** Text for bare links in them. */
  label: z.optional(name),
});

/** How a wiki writes archived copies, dead links and dates: data, for each wiki its own (docs/repair.md). */
export const Conventions = z.strictObject({
  wiki: described(
    "Database name, with or without @farm.",
    z.string().check(z.regex(/^[a-z0-9_]+(?:@[A-Za-z0-9_.-]+)?$/)),
  ),
  language: described("Of the edit summary.", z.string().check(z.regex(/^[a-z]{2,3}(?:-[a-z0-9-]{1,30})?$/))),
  templateNamespaces: z.optional(aliases),
  fileNamespaces: z.optional(names),
  redirects: z.optional(names),
  dates: Dates,
  citations: z.array(Citation).check(z.maxLength(TEMPLATES_MAX)),
  containers: z.array(Container).check(z.maxLength(TEMPLATES_MAX)),
  /** Templates that show an archived copy. `url`: the parameter with the original address. */
  archiveTemplates: z.array(z.strictObject({ names, url: z.optional(aliases) })),
  /** Templates that mark a dead link. */
  deadTemplates: z.array(z.strictObject({ names, url: z.optional(aliases), text: z.optional(aliases) })),
  /** Templates that show no link, and may stand between a link and its mark; behind any other a mark may be about that one. */
  decorations: z.optional(names),
  /** What is written for a link with an archived copy, the first whose services fit; `*` fits all. */
  archive: z
    .array(z.strictObject({ services: aliases, link: pattern, bare: pattern }))
    .check(z.maxLength(ALIASES_MAX)),
  /** What is written for a link without one; `citation` after a citation. */
  dead: z.strictObject({ link: pattern, bare: pattern, citation: pattern }),
});
export type Conventions = Shape<typeof Conventions>;
export type Citation = Conventions["citations"][number];
