import { parse, TomlError } from "smol-toml";
import { z } from "zod";
import type { Criterion } from "../../../db/types.ts";
import { isPattern } from "../options.ts";
import {
  CHANGES_EVERY_MAX,
  CHANGES_EVERY_MIN,
  NAMESPACE_MAX,
  TREE_DEPTH_DEFAULT,
  TREE_DEPTH_MAX,
} from "../wiki/options.ts";

/**
 * On which lines the tables and keys of a TOML file begin. The parser gives no positions, so mistakes
 * in the meaning are placed by this; the file is valid TOML by then. Keys in inline tables stand where their table does.
 */
function lineIndex(text: string): (path: readonly PropertyKey[]) => number | null {
  const lines = new Map<string, number>();
  let table: readonly string[] = [];
  text.split("\n").forEach((line, at) => {
    const header = /^\s*\[\[?\s*(.+?)\s*\]\]?\s*(?:#.*)?$/.exec(line)?.[1];
    const isHeader = header !== undefined && KEYS.test(header);
    const key = isHeader ? undefined : ASSIGNMENT.exec(line)?.[1];
    if (isHeader) table = keysOf(header);
    else if (key === undefined) return;
    const path = isHeader ? table : [...table, ...keysOf(key ?? "")];
    for (let end = 1; end <= path.length; end += 1) {
      const name = JSON.stringify(path.slice(0, end));
      // A table named before its own header, as the parent of another, has its place at the header.
      if (!lines.has(name)) lines.set(name, at + 1);
    }
  });
  return (path) => {
    for (let end = path.length; end > 0; end -= 1) {
      const line = lines.get(JSON.stringify(path.slice(0, end).map(String)));
      if (line !== undefined) return line;
    }
    return null;
  };
}

const KEY = String.raw`(?:"(?:[^"\\]|\\.)*"|'[^']*'|[A-Za-z0-9_-]+)`;
const DOTTED = String.raw`${KEY}(?:\s*\.\s*${KEY})*`;
const KEYS = new RegExp(`^${DOTTED}$`);
const ASSIGNMENT = new RegExp(String.raw`^\s*(${DOTTED})\s*=`);

const keysOf = (dotted: string): string[] =>
  [...dotted.matchAll(new RegExp(KEY, "g"))].map(([key]) => (/^["']/.test(key) ? key.slice(1, -1) : key));

/** What a file says of a farm; what it does not say stays as it is. */
export interface WantedFarm {
  readonly name: string;
  readonly code?: number | undefined;
  readonly sites?: string | undefined;
  readonly internalHosts?: string | undefined;
  /** "": it has none. */
  readonly spamList?: string | undefined;
}

/** What a file says of a wiki. Of what is watched, and whether it is fed, this is the whole word. */
export interface WantedWiki {
  /** `dewiki@WMF` */
  readonly name: string;
  readonly dbname: string;
  readonly farm: string;
  /** Absent: as it is. */
  readonly api?: string | undefined;
  /** Of `api`, where the file gives it (givenEndpoint). Absent: as it is. */
  readonly configuredEndpoint?: string | undefined;
  readonly paused: boolean;
  /** "": it has none; absent: as it is. */
  readonly stream?: string | undefined;
  /** Seconds; absent: as it is. */
  readonly changesEvery?: number | undefined;
  /** Empty: the main namespace (M2). */
  readonly criteria: readonly Criterion[];
  readonly line: number | null;
}

export interface ConfigFile {
  readonly farms: readonly WantedFarm[];
  readonly wikis: readonly WantedWiki[];
}

export type ParsedConfig =
  | { readonly ok: true; readonly value: ConfigFile }
  /** One line that says where and what; without the file's name. */
  | { readonly ok: false; readonly error: string };

const title = z.string().trim().min(1).max(255);
/** Without their effect: whether they include or exclude. */
type Mark = Omit<Criterion, "effect">;
const marksOf = (kind: Criterion["kind"], value: z.ZodType<string | number>) =>
  z.array(value.transform((one): Mark => ({ kind, value: String(one) }))).default([]);
const tree = z
  .union([
    title.transform((name) => ({ title: name, depth: TREE_DEPTH_DEFAULT })),
    z.strictObject({ title, depth: z.int().min(1).max(TREE_DEPTH_MAX).default(TREE_DEPTH_DEFAULT) }),
  ])
  .transform(({ title: value, depth }): Mark => ({ kind: "category", value, depth }));
const marks = z.strictObject({
  namespaces: marksOf("namespace", z.int().min(0).max(NAMESPACE_MAX)),
  categories: marksOf("category", title),
  "category-trees": z.array(tree).default([]),
  templates: marksOf("template", title),
  properties: marksOf("wikidata-property", title),
  pages: marksOf(
    "page",
    z.union([
      title,
      z
        .int()
        .min(1)
        .transform((id) => `#${id}`),
    ]),
  ),
});
const isWeb = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? "");
const hasNoUser = (text: string): boolean => (URL.parse(text)?.username ?? "") === "";
const httpUrl = z
  .string()
  .refine(isWeb, "is no http or https address")
  .refine(hasNoUser, "is an address with a user name; leave that out")
  .transform((text) => new URL(text).href);
/** "": there is none any more. */
const httpUrlOrNone = z
  .string()
  .refine((text) => text === "" || isWeb(text), "is no http or https address, nor empty")
  .refine(hasNoUser, "is an address with a user name; leave that out")
  .transform((text) => URL.parse(text)?.href ?? "");
const farm = z.strictObject({
  code: z.int().min(0).max(32_767).optional(),
  sites: z.string().max(1_000).optional(),
  "internal-hosts": z.string().max(1_000).refine(isPattern, "is no regular expression").optional(),
  "spam-list": httpUrlOrNone.optional(),
});
const wiki = z.strictObject({
  api: httpUrl.optional(),
  paused: z.boolean().default(false),
  stream: httpUrlOrNone.optional(),
  "changes-every": z.int().min(CHANGES_EVERY_MIN).max(CHANGES_EVERY_MAX).optional(),
  include: marks.optional(),
  exclude: marks.optional(),
});
const FARM_NAME = /^[A-Za-z0-9_-]{1,32}$/;
const WIKI_NAME = /^[A-Za-z0-9_-]{1,64}@[A-Za-z0-9_-]{1,32}$/;
const file = z.strictObject({
  farm: z.record(z.string().regex(FARM_NAME, "is no name of a farm"), farm).default({}),
  wiki: z
    .record(z.string().regex(WIKI_NAME, "is no dbname@farm; in a file the farm stands with every wiki"), wiki)
    .default({}),
});

/** Pure: the text of a configuration file (docs/feeding.md). */
export function parseConfigFile(text: string): ParsedConfig {
  let raw: unknown;
  try {
    raw = parse(text, { unsafeKeyBehaviour: "throw" });
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const what = error.message.split("\n", 1)[0]?.replace(/^Invalid TOML document: /, "") ?? "";
    return { ok: false, error: `line ${error.line}, column ${error.column}: ${what}` };
  }
  const lineOf = lineIndex(text);
  const parsed = file.safeParse(raw);
  if (!parsed.success) return { ok: false, error: complaint(parsed.error.issues[0], lineOf) };
  const farms = Object.entries(parsed.data.farm).map(
    ([name, { "internal-hosts": internalHosts, "spam-list": spamList, ...rest }]) => ({
      name,
      ...rest,
      internalHosts,
      spamList,
    }),
  );
  const wikis = Object.entries(parsed.data.wiki).map(
    ([name, { include, exclude, api, paused, stream, "changes-every": changesEvery }]): WantedWiki => {
      const [dbname = "", farmName = ""] = name.split("@");
      const criteria = [...criteriaOf("include", include), ...criteriaOf("exclude", exclude)];
      return {
        name,
        dbname,
        farm: farmName,
        api,
        paused,
        stream,
        changesEvery,
        criteria,
        line: lineOf(["wiki", name]),
      };
    },
  );
  return { ok: true, value: { farms, wikis } };
}

const criteriaOf = (effect: Criterion["effect"], given: z.infer<typeof marks> | undefined): Criterion[] =>
  Object.values(given ?? {})
    .flat()
    .map((mark) => ({ effect, ...mark }));

const WANTED: Readonly<Record<string, string>> = {
  boolean: "true or false, without quotes",
  string: "a text in quotes",
  number: "a number, without quotes",
  array: "a list, as in [1, 2]",
  object: "a table",
  record: "a table",
};

function complaint(issue: z.core.$ZodIssue | undefined, lineOf: ReturnType<typeof lineIndex>): string {
  if (issue === undefined) return "it cannot be read";
  const unknown = issue.code === "unrecognized_keys" ? issue.keys[0] : undefined;
  const path = unknown === undefined ? issue.path : [...issue.path, unknown];
  const line = lineOf(path);
  const where = line === null ? "" : `line ${line}: `;
  const name = path.map(String).join(".");
  if (unknown !== undefined)
    return `${where}${name} is unknown; there may be: ${knownKeys(issue.path).join(", ")}`;
  const nested = issue.message.replace(/^Invalid input: /, "");
  const wanted = issue.code === "invalid_type" ? WANTED[issue.expected] : undefined;
  if (wanted !== undefined) return `${where}${name} is wrong: give ${wanted}`;
  if (issue.code === "invalid_key") return `${where}${name} ${issue.issues[0]?.message ?? "is no name"}`;
  if (issue.code === "invalid_union")
    return `${where}${name} is neither a text nor what else may stand there`;
  return `${where}${name} ${/^(?:is|are) /.test(nested) ? nested : `is wrong: ${nested}`}`;
}

function knownKeys(path: readonly PropertyKey[]): string[] {
  if (path.length === 0) return Object.keys(file.shape);
  if (path[0] === "farm") return Object.keys(farm.shape);
  if (path.length === 2) return Object.keys(wiki.shape);
  return path.length === 3 ? Object.keys(marks.shape) : ["title", "depth"];
}
