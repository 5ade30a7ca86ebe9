import * as z from "zod/mini";
import { DOCUMENTS, NAMED } from "./documents.ts";

export type JsonSchema = z.core.JSONSchema.JSONSchema;
export type DocumentName = keyof typeof DOCUMENTS;
export const isDocument = (name: string): name is DocumentName => Object.hasOwn(DOCUMENTS, name);
export type DefinitionName = keyof typeof NAMED;

/** By name; `$ref`s are made of it. */
const names = z.registry<{ id: DefinitionName }>();
for (const [name, schema] of Object.entries(NAMED)) names.add(schema, { id: name as DefinitionName });

type Override = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>["override"]>;

/** Further keys may come with later versions (docs/api.md), so they are allowed; and what is left out of a list is no default. */
const published: Override = ({ zodSchema, jsonSchema }) => {
  delete jsonSchema.additionalProperties;
  delete jsonSchema.default;
  // What a number of JSON can be anyway.
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  const description = z.globalRegistry.get(zodSchema)?.description;
  if (description !== undefined) jsonSchema.description = description;
};

/** The schema of a parameter as callers write it, before it is read. */
export function parameterSchema(schema: z.ZodMiniType): JsonSchema {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, { io: "input", override: published });
  return plain;
}

/** All named schemas; they refer to each other by `prefix` and name, such as `#/components/schemas/Day`. */
export function definitions(prefix: string): Readonly<Record<DefinitionName, JsonSchema>> {
  const { schemas } = z.toJSONSchema(names, { uri: (id) => prefix + id, override: published });
  for (const schema of Object.values(schemas)) {
    delete schema.$schema;
    delete schema.$id;
  }
  return schemas as unknown as Readonly<Record<DefinitionName, JsonSchema>>;
}

/** The schema of an answer (JSON Schema 2020-12), which needs no other file. `base`: scheme and host of this edge. */
export function schemaDocument(name: DocumentName, base: string): JsonSchema {
  const schema = z.toJSONSchema(DOCUMENTS[name], { metadata: names, override: published });
  return { ...schema, $id: `${base}/api/schema/${name}.json`, title: names.get(DOCUMENTS[name])?.id ?? name };
}
