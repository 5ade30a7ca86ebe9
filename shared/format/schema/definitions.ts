import { PAGE_DEFINITIONS } from "./page.ts";
import { SERVICE_DEFINITIONS } from "./service.ts";
import type { JsonSchema } from "./types.ts";
import { WIKI_DEFINITIONS } from "./wiki.ts";

const ALL = { ...PAGE_DEFINITIONS, ...WIKI_DEFINITIONS, ...SERVICE_DEFINITIONS } as const;
export type DefinitionName = keyof typeof ALL;
export const DEFINITIONS: Readonly<Record<DefinitionName, JsonSchema>> = ALL;
const isDefinition = (name: unknown): name is DefinitionName =>
  typeof name === "string" && Object.hasOwn(ALL, name);

/** Documents that are answers as a whole, by the name of their file: `/api/schema/page.json`. */
export const DOCUMENTS = {
  page: "PageAnswer",
  problems: "Problems",
  list: "ListAnswer",
  domains: "DomainsAnswer",
  paths: "PathsAnswer",
  overview: "Overview",
  feed: "Feed",
  event: "EventAnswer",
  normalise: "Normalised",
  wikis: "Wikis",
  queued: "Queued",
  source: "Source",
  healthz: "Health",
  error: "ErrorAnswer",
} as const satisfies Readonly<Record<string, DefinitionName>>;
export type DocumentName = keyof typeof DOCUMENTS;
export const isDocument = (name: string): name is DocumentName => Object.hasOwn(DOCUMENTS, name);

/** The schema with its references led to where the definitions stand: `#/$defs/` or `#/components/schemas/`. */
export function resolved(schema: unknown, prefix: string): unknown {
  if (Array.isArray(schema)) return schema.map((member) => resolved(member, prefix));
  if (typeof schema !== "object" || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) =>
      key === "$ref" && isDefinition(value) ? [key, prefix + value] : [key, resolved(value, prefix)],
    ),
  );
}

/** The definitions that a schema leads to, over however many others. */
function reached(schema: unknown, into = new Set<DefinitionName>()): Set<DefinitionName> {
  if (typeof schema !== "object" || schema === null) return into;
  for (const [key, value] of Object.entries(schema)) {
    if (key === "$ref" && isDefinition(value) && !into.has(value)) {
      into.add(value);
      reached(DEFINITIONS[value], into);
    } else reached(value, into);
  }
  return into;
}

/** A schema that needs no other file. `base`: scheme and host of this edge. */
export function schemaDocument(name: DocumentName, base: string): JsonSchema {
  const schema = DEFINITIONS[DOCUMENTS[name]];
  const prefix = "#/$defs/";
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: `${base}/api/schema/${name}.json`,
    title: DOCUMENTS[name],
    ...(resolved(schema, prefix) as JsonSchema),
    $defs: Object.fromEntries(
      [...reached(schema)].sort().map((each) => [each, resolved(DEFINITIONS[each], prefix)]),
    ),
  };
}
