import { EVENT_KINDS, FEED_LIMITS } from "../../shared/protocol/feed.ts";
import { DEPTH_MAX } from "../pages/list-query.ts";
import { EXTENTS, STATUS_FILTERS } from "../pages/query.ts";
import { QUERY_LIMITS } from "../request.ts";
import { CURSOR_CHARS_MAX } from "../sources/list-place.ts";

/** A parameter as OpenAPI has it; `schema` is JSON Schema. */
export interface Parameter {
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly example?: string | number;
}

const text = (description: string, more: Readonly<Record<string, unknown>> = {}): Parameter => ({
  description,
  schema: { type: "string", ...more },
});
const choice = (description: string, values: readonly string[]): Parameter =>
  text(description, { enum: [...values] });
const WIKI = "^[A-Za-z0-9_-]{1,64}(@[A-Za-z0-9_-]{1,32})?$";

/** Parameters by name; those of a path and of a query alike. */
export const PARAMETERS = {
  wiki: { ...text("The wiki; the farm may be left out: WMF.", { pattern: WIKI }), example: "dewiki@WMF" },
  dbname: { ...text("The wiki; the farm may be left out: WMF.", { pattern: WIKI }), example: "dewiki@WMF" },
  pageid: {
    ...text(`Page ids, at most ${QUERY_LIMITS.pages}, joined with |.`, {
      pattern: "^\\d{1,10}(\\|\\d{1,10})*$",
    }),
    example: "9301140",
  },
  curid: text("As pageid."),
  title: text(
    `In place of pageid: titles, at most ${QUERY_LIMITS.pages}, joined with |. Redirects are followed; each page of the answer has in asked the titles that led to it.`,
  ),
  show: choice("findings (default): what a reader should hear of; all: every URL.", EXTENTS),
  status: choice("Only URLs of that verdict, whatever show says.", STATUS_FILTERS),
  callback: text(
    "Name of the function that is called with the answer; no word that JavaScript keeps for itself.",
    {
      pattern: "^[A-Za-z_$][A-Za-z0-9_$]{0,63}$",
    },
  ),
  lang: { ...text("Language of the words in HTML and Atom."), example: "de" },
  uselang: text("As lang."),
  part: choice("Of the gadget: what it loads when it finds something. Left out: the gadget itself.", [
    "marks",
  ]),
  ping: choice("1: nothing is answered (202); the pages are looked at again.", ["0", "1"]),
  namespace: {
    description: "Number of a namespace.",
    schema: { type: "integer", minimum: 0, maximum: 99_999 },
    example: 0,
  },
  namespaces: text("Numbers of namespaces, joined with |.", { pattern: "^-?\\d{1,9}([|,]-?\\d{1,9})*$" }),
  category: text("Title of a category, in place of namespace."),
  depth: {
    description: "Levels of subcategories that belong to it.",
    schema: { type: "integer", minimum: 0, maximum: DEPTH_MAX, default: 5 },
  },
  cursor: text("Of the answer before, to go on; left out: from the beginning.", {
    maxLength: CURSOR_CHARS_MAX,
  }),
  url: {
    ...text("Percent-encoded.", { maxLength: QUERY_LIMITS.urlUnits }),
    example: "HTTP://Example.com:80/a/../b",
  },
  prefix: { ...text("With what the name of the wiki begins."), example: "dew" },
  domain: { ...text("Only links to this domain and all below it."), example: "example.com" },
  path: text("With domain: only links whose path begins so."),
  since: text("A cursor of an answer before; 0: the oldest that is kept; left out: the newest."),
  limit: {
    description: "Events of one answer at most.",
    schema: { type: "integer", minimum: 1, maximum: FEED_LIMITS.events, default: FEED_LIMITS.eventsDefault },
  },
  kind: text(`Only these kinds, joined with |: ${EVENT_KINDS.join(", ")}.`),
  event: text("The id of an event."),
  after: { description: "Only pages beyond this id.", schema: { type: "integer", minimum: 0 } },
} as const satisfies Readonly<Record<string, Parameter>>;
export type ParameterName = keyof typeof PARAMETERS;

/** As it stands in an address: of a feed there may be several namespaces, under the one name. */
export const nameOf = (name: ParameterName): string => (name === "namespaces" ? "namespace" : name);
