import { stringify } from "smol-toml";
import type { Criterion } from "../../../db/types.ts";
import type { Farm } from "../../../db/wikis/farms.ts";
import type { Wiki } from "../../../db/wikis/wikis.ts";
import type { ConfigFile, WantedFarm, WantedWiki } from "./file.ts";

/** A wiki with its criteria, as the database has them. */
export interface CurrentWiki extends Wiki {
  readonly criteria: readonly Criterion[];
}

export interface CurrentConfig {
  readonly farms: readonly Farm[];
  readonly wikis: readonly CurrentWiki[];
}

/** One line of the difference: what comes, changes or goes. */
export interface Change {
  readonly sign: "+" | "~" | "-";
  readonly text: string;
}

/** The difference between a file and the database; with `prune`, wikis that the file does not name are paused. */
export function planChanges(
  wanted: ConfigFile,
  current: CurrentConfig,
  { prune }: { readonly prune: boolean },
): Change[] {
  const named = new Set(wanted.wikis.map(({ name }) => name));
  const farms = new Set([...current.farms, ...wanted.farms].map(({ name }) => name));
  const made = [...new Set(wanted.wikis.map(({ farm }) => farm))].filter((name) => !farms.has(name));
  return [
    ...wanted.farms.flatMap((farm) => farmChanges(farm, current.farms)),
    ...made.map((name): Change => ({ sign: "+", text: `farm ${name}` })),
    ...wanted.wikis.flatMap((wiki) => wikiChanges(wiki, current.wikis)),
    ...current.wikis
      .filter(({ name, paused }) => prune && !paused && !named.has(name))
      .map(({ name }): Change => ({ sign: "-", text: `wiki ${name}: paused, as the file does not name it` })),
  ];
}

function farmChanges(wanted: WantedFarm, farms: readonly Farm[]): Change[] {
  const before = farms.find(({ name }) => name === wanted.name);
  const { name, code, sites, internalHosts, spamList } = wanted;
  if (before === undefined)
    return [
      {
        sign: "+",
        text: [
          `farm ${name}`,
          ...(code === undefined ? [] : [`code ${code}`]),
          ...(sites === undefined ? [] : [`sites ${sites}`]),
          ...(internalHosts === undefined ? [] : [`internal hosts ${internalHosts}`]),
          ...(spamList === undefined ? [] : [`spam list ${spamList || "none"}`]),
        ].join(", "),
      },
    ];
  return [
    ...changed(`farm ${name}: sites`, before.sites, sites),
    ...changed(`farm ${name}: internal hosts`, before.internalHosts, internalHosts),
    ...changed(`farm ${name}: spam list`, before.spamList, spamList),
  ];
}

const changed = (what: string, before: string, after: string | undefined): Change[] =>
  after === undefined || after === before
    ? []
    : [{ sign: "~", text: `${what} ${before || "none"} -> ${after || "none"}` }];

function wikiChanges(wanted: WantedWiki, wikis: readonly CurrentWiki[]): Change[] {
  const before = wikis.find(({ name }) => name === wanted.name);
  const { name, api = "", paused, stream, changesEvery } = wanted;
  const criteria = (sign: Change["sign"], rows: readonly Criterion[]) =>
    rows.map((row): Change => ({ sign, text: `wiki ${name}: ${describe(row)}` }));
  if (before === undefined)
    return [
      {
        sign: "+",
        text: `wiki ${name} at ${api}${paused ? ", paused" : ""}${stream ? `, stream ${stream}` : ""}${changesEvery === undefined ? "" : `, changes every ${changesEvery} s`}`,
      },
      ...criteria("+", watched(wanted.criteria)),
    ];
  const { added, removed } = difference(before.criteria, wanted.criteria);
  return [
    ...changed(`wiki ${name}: api`, before.api, wanted.api),
    ...changed(`wiki ${name}: stream`, before.stream, stream),
    ...changed(`wiki ${name}: changes-every`, String(before.changesEveryS), changesEvery?.toString()),
    ...(paused === before.paused
      ? []
      : [{ sign: "~", text: `wiki ${name}: ${paused ? "paused" : "fed again"}` } as const]),
    ...criteria("-", removed),
    ...criteria("+", added),
  ];
}

const MAIN: Criterion = { effect: "include", kind: "namespace", value: "0" };

/** What criteria mean: where they include nothing, the main namespace is watched (M2). */
const watched = (criteria: readonly Criterion[]): readonly Criterion[] =>
  criteria.some(({ effect }) => effect === "include") ? criteria : [MAIN, ...criteria];

/** Between what is watched before and after; criteria are a set. */
export function difference(before: readonly Criterion[], after: readonly Criterion[]) {
  const [from, to] = [watched(before), watched(after)];
  const [had, has] = [new Set(from.map(describe)), new Set(to.map(describe))];
  return {
    added: to.filter((one) => !had.has(describe(one))),
    removed: from.filter((one) => !has.has(describe(one))),
  };
}

const describe = ({ effect, kind, value, depth = 0 }: Criterion): string =>
  `${effect} ${kind} ${value}${depth > 0 ? ` with ${depth} levels of subcategories` : ""}`;

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
export function configToml({ farms, wikis }: CurrentConfig): string {
  const farm = farms.map(({ name, code, sites, internalHosts, spamList }) => {
    const texts = { sites, "internal-hosts": internalHosts, "spam-list": spamList };
    return [name, { code, ...withoutEmpty(texts) }] as const;
  });
  const wiki = wikis.map(({ name, api, paused, stream, changesEveryS, criteria }) => {
    const table = {
      api,
      ...(paused && { paused }),
      ...withoutEmpty({ stream }),
      ...(changesEveryS !== CHANGES_EVERY_DEFAULT && { "changes-every": changesEveryS }),
      ...criteriaTable("include", criteria),
      ...criteriaTable("exclude", criteria),
    };
    return [name, table] as const;
  });
  return stringify({ farm: Object.fromEntries(farm), wiki: Object.fromEntries(wiki) });
}

const withoutEmpty = (texts: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ""));

function criteriaTable(effect: Criterion["effect"], criteria: readonly Criterion[]) {
  const own = criteria.filter((one) => one.effect === effect);
  const lists = Map.groupBy(own, ({ kind, depth }) =>
    depth === undefined ? KEY_OF[kind] : "category-trees",
  );
  return (
    own.length > 0 && { [effect]: Object.fromEntries([...lists].map(([key, rows]) => [key, rows.map(item)])) }
  );
}

function item({ kind, value, depth }: Criterion) {
  if (depth !== undefined) return { title: value, depth };
  if (kind === "namespace") return Number(value);
  return kind === "page" && value.startsWith("#") ? Number(value.slice(1)) : value;
}
