import type { Criterion, Farm } from "../../../db/types.ts";
import type { CurrentConfig } from "./plan.ts";

/** As the column has it. */
const CHANGES_EVERY_DEFAULT = 300;

const KEY_OF: Readonly<Record<Criterion["kind"], string>> = {
  namespace: "namespaces",
  category: "categories",
  template: "templates",
  "wikidata-property": "properties",
  page: "pages",
};

/** The configuration as a file that changes nothing when it is applied. */
export function configToml({ farms, wikis }: CurrentConfig): string[] {
  return [
    ...farms.flatMap(farmLines),
    ...wikis.flatMap(({ name, api, paused, stream, changesEveryS, criteria }) => [
      `[wiki.${quote(name)}]`,
      `api = ${quote(api)}`,
      ...(paused ? ["paused = true"] : []),
      ...(stream === "" ? [] : [`stream = ${quote(stream)}`]),
      ...(changesEveryS === CHANGES_EVERY_DEFAULT ? [] : [`changes-every = ${changesEveryS}`]),
      "",
      ...criteriaLines(name, "include", criteria),
      ...criteriaLines(name, "exclude", criteria),
    ]),
  ];
}

const farmLines = ({ name, code, sites, internalHosts, spamList }: Farm): string[] => [
  `[farm.${name}]`,
  `code = ${code}`,
  ...(sites === "" ? [] : [`sites = ${quote(sites)}`]),
  ...(internalHosts === "" ? [] : [`internal-hosts = ${quote(internalHosts)}`]),
  ...(spamList === "" ? [] : [`spam-list = ${quote(spamList)}`]),
  "",
];

function criteriaLines(name: string, effect: Criterion["effect"], criteria: readonly Criterion[]): string[] {
  const own = criteria.filter((one) => one.effect === effect);
  if (own.length === 0) return [];
  const groups = Map.groupBy(own, ({ kind, depth }) =>
    depth === undefined ? KEY_OF[kind] : "category-trees",
  );
  return [
    `[wiki.${quote(name)}.${effect}]`,
    ...[...groups].map(([key, rows]) => `${key} = [${rows.map(item).join(", ")}]`),
    "",
  ];
}

function item({ kind, value, depth }: Criterion): string {
  if (depth !== undefined) return `{ title = ${quote(value)}, depth = ${depth} }`;
  if (kind === "namespace") return value;
  return kind === "page" && value.startsWith("#") ? value.slice(1) : quote(value);
}

/** A literal string where it may be one, as patterns read better so; else a basic one, whose escapes are JSON's. */
const quote = (text: string): string =>
  /^[^'\p{Cc}]*$/u.test(text) && text.includes("\\")
    ? `'${text}'`
    : JSON.stringify(text).replaceAll("\u007f", "\\u007f");
