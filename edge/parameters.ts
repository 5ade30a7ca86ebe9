import * as z from "zod/mini";
import { LIST_NAMES } from "../shared/answer/lists.ts";
import { SORTS, STATUS_FILTERS } from "../shared/answer/order.ts";
import { EVENT_KINDS, FEED_LIMITS, readCursor } from "../shared/protocol/feed.ts";
import { CURSOR } from "../shared/protocol/lists.ts";
import { LOCK_DAYS_MAX, LOCK_REASON_UNITS_MAX } from "../shared/protocol/people-log.ts";
import { bad, type Parameters, type Parsed, parseWiki, QUERY_LIMITS, quote, WIKI } from "./request.ts";
import { CURSOR_CHARS_MAX } from "./sources/list-place.ts";

/** A parameter of an address. Its schema reads what callers send, and describes it in OpenAPI. */
export interface Parameter<Schema extends z.ZodMiniType = z.ZodMiniType> {
  readonly description: string;
  readonly schema: Schema;
  /** What a message says that it must be. */
  readonly expected: string;
  /** In addresses, where different ones have different parameters of one name. */
  readonly name?: string;
  /** Of the error; left out: `bad-` and the name. */
  readonly code?: string;
  readonly example?: string | number;
}

const parameter = <Schema extends z.ZodMiniType>(
  description: string,
  schema: Schema,
  more: Partial<Omit<Parameter, "description" | "schema">> = {},
): Parameter<Schema> => ({ description, schema, expected: "as documented at /api", ...more });

const choice = <const Values extends readonly [string, ...string[]]>(
  description: string,
  values: Values,
  more: Pick<Parameter, "code"> = {},
) =>
  parameter(description, z.enum(values), {
    expected: `${values.slice(0, -1).join(", ")} or ${values.at(-1)}`,
    ...more,
  });

const wiki = parameter(
  "The wiki; the farm may be left out: WMF.",
  z.pipe(
    z.string().check(z.regex(WIKI)),
    z.transform((text) => parseWiki(text) ?? text),
  ),
  { expected: "like dewiki or dewiki@WMF", code: "bad-dbname", example: "dewiki@WMF" },
);

const separated = (text: string): string[] => text.split(/[|,]/);
const several = (pattern: RegExp) => z.string().check(z.maxLength(1_000), z.regex(pattern));

const distinct = (numbers: readonly number[]): number[] => [...new Set(numbers)].sort((a, b) => a - b);

const CATEGORY_TITLE = z.pipe(
  z.string(),
  z.pipe(
    z.transform((text: string) => text.replaceAll("_", " ").trim()),
    z
      .string()
      .check(z.minLength(1), z.maxLength(QUERY_LIMITS.titleUnits), z.regex(/^[^\p{Cc}#<>[\]{}|\ufffd]*$/u)),
  ),
);

const DEPTH_MAX = 10;
/** As for category trees of the criteria, unless another is given. */
export const DEPTH_DEFAULT = 5;
const NAMESPACE_MAX = 99_999;

const LOCK_TARGET_UNITS_MAX = 2_000;

/** Parameters by name; those of a path and of a query alike. */
export const PARAMETERS = {
  wiki,
  dbname: wiki,
  pageid: parameter(
    `Page ids, at most ${QUERY_LIMITS.pages}, joined with |.`,
    z.string().check(z.regex(/^\d{1,10}(\|\d{1,10})*$/)),
    { example: "9301140" },
  ),
  curid: parameter("As pageid.", z.string()),
  title: parameter(
    `In place of pageid: titles, at most ${QUERY_LIMITS.pages}, joined with |. Redirects are followed; each page of the answer has in asked the titles that led to it.`,
    z.string(),
  ),
  show: choice("findings (default): what a reader should hear of; all: every URL.", ["findings", "all"]),
  status: choice("Only URLs of that verdict, whatever show says.", STATUS_FILTERS),
  sort: choice(
    "Order of the URLs: by concern (default in HTML), the longest in its state first, or by domain (default elsewhere).",
    SORTS,
  ),
  revision: parameter(
    "The revision that the caller has: where the page's newest is another one, 409.",
    z.int().check(z.gte(1)),
    { expected: "the number of a revision", example: 120843 },
  ),
  callback: parameter(
    "Name of the function that is called with the answer; no word that JavaScript keeps for itself.",
    z.string().check(z.regex(/^[A-Za-z_$][A-Za-z0-9_$]{0,63}$/)),
  ),
  lang: parameter("Language of the words in HTML and Atom, and of what is said of repairs.", z.string(), {
    example: "de",
  }),
  uselang: parameter("As lang.", z.string()),
  part: parameter(
    "Of the gadget: what it loads when it finds something (marks), or when somebody wants a repair (repair). Left out: the gadget itself.",
    z.enum(["marks", "repair"]),
    { expected: "marks or repair, or left out for the gadget itself" },
  ),
  ping: choice("1: nothing is answered (202); the pages are looked at again.", ["0", "1"]),
  namespace: parameter("Number of a namespace.", z.int().check(z.gte(0), z.lte(NAMESPACE_MAX)), {
    expected: "one number, such as 0 for articles",
    example: 0,
  }),
  namespaces: parameter(
    "Numbers of namespaces, joined with |.",
    z.pipe(
      several(/^-?\d{1,9}([|,]-?\d{1,9})*$/),
      z.pipe(
        z.transform((text: string) => distinct(separated(text).map(Number))),
        z.array(z.int32()).check(z.maxLength(FEED_LIMITS.namespaces)),
      ),
    ),
    {
      expected: `the number of a namespace, several joined with "|", at most ${FEED_LIMITS.namespaces}`,
      name: "namespace",
    },
  ),
  category: parameter("Title of a category, in place of namespace.", CATEGORY_TITLE, {
    expected: "the title of one category, with or without its namespace",
  }),
  watchedPageids: parameter(
    `Of a watchlist: page ids, at most ${FEED_LIMITS.watched}, joined with |.`,
    z.pipe(
      z.string().check(z.maxLength(16_000), z.regex(/^\d{1,10}([|,]\d{1,10})*$/)),
      z.pipe(
        z.transform((text: string) => distinct(separated(text).map(Number))),
        z.array(z.int().check(z.gte(1), z.lte(QUERY_LIMITS.pageid))).check(z.maxLength(FEED_LIMITS.watched)),
      ),
    ),
    {
      expected: `page ids from 1 to ${QUERY_LIMITS.pageid} joined with "|", at most ${FEED_LIMITS.watched}`,
      name: "pageid",
      example: "9301140",
    },
  ),
  watchedTitles: parameter(
    `Of a watchlist: titles of pages, at most ${FEED_LIMITS.watched}, joined with | or line breaks. They are looked up among the watched pages.`,
    z.pipe(
      z.string(),
      z.pipe(
        z.transform((text: string) => [
          ...new Set(text.split(/[|\r\n]+/).flatMap((title) => title.replaceAll("_", " ").trim() || [])),
        ]),
        z
          .array(z.string().check(z.maxLength(QUERY_LIMITS.titleUnits)))
          .check(z.minLength(1), z.maxLength(FEED_LIMITS.watched)),
      ),
    ),
    { expected: `titles of pages joined with "|", at most ${FEED_LIMITS.watched}`, name: "title" },
  ),
  watchedCategory: parameter(
    `Of a watchlist: the title of a category, for its pages and those of its subcategories; at most ${FEED_LIMITS.watchedInTrees} pages.`,
    CATEGORY_TITLE,
    { expected: "the title of one category, with or without its namespace", name: "category" },
  ),
  depth: parameter(
    `With category: levels of subcategories that belong to it; left out: ${DEPTH_DEFAULT}.`,
    z.int().check(z.gte(0), z.lte(DEPTH_MAX)),
    { expected: `a number of levels from 0 to ${DEPTH_MAX}` },
  ),
  cursor: parameter(
    "Of the answer before, to go on; left out: from the beginning.",
    z.string().check(z.maxLength(CURSOR_CHARS_MAX)),
    { expected: "the one of the answer before; leave it out to begin" },
  ),
  listCursor: parameter(
    "Of the answer before, to go on; left out: from the beginning.",
    z.string().check(z.regex(CURSOR)),
    { expected: "the one of the answer before; leave it out to begin", name: "cursor" },
  ),
  logCursor: parameter(
    "Only entries below this number: next of the answer before; left out: from the newest on.",
    z.int().check(z.gte(1)),
    { expected: "the next of the answer before; leave it out to begin", name: "cursor", example: 101 },
  ),
  url: parameter("Percent-encoded.", z.string().check(z.maxLength(QUERY_LIMITS.urlUnits)), {
    expected: `a URL of at most ${QUERY_LIMITS.urlUnits} characters`,
    example: "HTTP://Example.com:80/a/../b",
  }),
  prefix: parameter(
    "With what the name of the wiki begins.",
    z.string().check(z.regex(/^[A-Za-z0-9_-]{0,64}(?:@[A-Za-z0-9_-]{0,32})?$/)),
    { expected: "the beginning of a wiki's name, such as dew or dewiki@W", example: "dew" },
  ),
  domain: parameter("Only links to this domain and all below it.", z.string(), { example: "example.com" }),
  path: parameter(
    "With domain: only links whose path begins so.",
    z.string().check(z.maxLength(QUERY_LIMITS.urlUnits)),
    { expected: "the start of a path" },
  ),
  since: parameter(
    "A cursor of an answer before; 0: the oldest that is kept; left out: the newest.",
    z.pipe(
      z.string().check(z.refine((text) => readCursor(text) !== null)),
      z.transform((text) => readCursor(text)),
    ),
    {
      expected: "a cursor as an answer of this feed has it, 0 for all that is kept, or be left out",
      code: "bad-cursor",
    },
  ),
  limit: parameter(
    `Events of one answer at most; left out: ${FEED_LIMITS.eventsDefault}.`,
    z.int().check(z.gte(1), z.lte(FEED_LIMITS.events)),
    { expected: `a number from 1 to ${FEED_LIMITS.events}` },
  ),
  kind: parameter(
    `Only these kinds, joined with |: ${EVENT_KINDS.join(", ")}.`,
    z.pipe(
      several(/^[a-z|,-]+$/),
      z.pipe(
        z.transform((text: string) => [...new Set(separated(text))].sort()),
        z.array(z.enum(EVENT_KINDS)),
      ),
    ),
    { expected: `of ${EVENT_KINDS.join(", ")}, several joined with "|"` },
  ),
  event: parameter("The id of an event.", z.string()),
  list: choice("Which list.", LIST_NAMES),
  link: parameter("The link.", z.string(), { name: "url" }),
  wikiOfLink: { ...wiki, description: "The wiki on whose pages it stands.", name: "dbname" },
  pageOfLink: parameter("The page to which the form leads back.", z.string(), { name: "pageid" }),
  action: choice(
    "Of the form's buttons: make (default), withdraw, or block.",
    ["make", "withdraw", "block"],
    {
      code: "bad-action",
    },
  ),
  wholeDomain: parameter("All links to its host that are shown as broken.", z.enum(["1"]), {
    name: "domain",
  }),
  replacement: parameter("The address to put in its place.", z.string()),
  token: parameter(
    "Of the form; it holds for an hour, and for the network that opened it, or for its login.",
    z.string(),
  ),
  logAction: parameter(
    "Of the form's buttons; lock and unlock are for administrators.",
    z.enum(["undo", "lock", "unlock"]),
    { expected: "that of a button of the form", name: "action" },
  ),
  entry: parameter("With undo: the number of the entry.", z.int().check(z.gte(1)), {
    expected: "the number of an entry",
    code: "bad-action",
  }),
  target: parameter(
    "With lock and unlock: a URL, a host, a host with the start of a path, or * for everything.",
    z.string().check(z.maxLength(LOCK_TARGET_UNITS_MAX)),
    { expected: `of at most ${LOCK_TARGET_UNITS_MAX} characters`, code: "bad-action" },
  ),
  reason: parameter(
    `With lock: why, in public; at most ${LOCK_REASON_UNITS_MAX} characters.`,
    z.string().check(z.maxLength(LOCK_REASON_UNITS_MAX)),
    { expected: `of at most ${LOCK_REASON_UNITS_MAX} characters`, code: "bad-action" },
  ),
  days: parameter(
    "With lock: for how many days, today included.",
    z.int().check(z.gte(1), z.lte(LOCK_DAYS_MAX)),
    { expected: `a number from 1 to ${LOCK_DAYS_MAX}`, code: "bad-action" },
  ),
  after: parameter("Only pages beyond this id.", z.int().check(z.gte(0), z.lte(QUERY_LIMITS.pageid)), {
    expected: `the id of a page, at most ${QUERY_LIMITS.pageid}`,
    code: "bad-pageid",
  }),
} as const;
export type ParameterName = keyof typeof PARAMETERS;

export const EXTENTS = PARAMETERS.show.schema.options;

/** As it stands in an address. */
export const nameOf = (name: ParameterName): string => (PARAMETERS[name] as Parameter).name ?? name;

type Values<Name extends ParameterName> = {
  readonly [Key in Name]: z.output<(typeof PARAMETERS)[Key]["schema"]> | undefined;
};

/** The values of these parameters, undefined where they are left out; or the error of the first that is wrong. */
export function readParameters<Name extends ParameterName>(
  given: Parameters,
  names: readonly Name[],
): Parsed<Values<Name>> {
  const values: [string, unknown][] = [];
  for (const name of names) {
    const text = given(nameOf(name));
    const { schema, expected, code = `bad-${nameOf(name)}` }: Parameter = PARAMETERS[name];
    if (text === undefined) continue;
    const isNumber = schema._zod.def.type === "number" && /^\d{1,15}$/.test(text);
    const read = z.safeParse(schema, isNumber ? Number(text) : text);
    if (!read.success) return bad(code, `${nameOf(name)} must be ${expected}, not ${quote(text)}`);
    values.push([name, read.data]);
  }
  return { kind: "query", query: Object.fromEntries(values) as Values<Name> };
}
