/** JSON Schema 2020-12, as far as it is needed here; plain data. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** Properties of an object; the names of those that may be absent end in `?`. */
type Properties = Readonly<Record<string, JsonSchema>>;

/** Further keys may come with later versions (docs/api.md), so they are allowed. */
export function object(properties: Properties, description?: string): JsonSchema {
  const names = Object.keys(properties);
  return {
    type: "object",
    ...(description !== undefined && { description }),
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [name.replace(/\?$/, ""), schema]),
    ),
    required: names.filter((name) => !name.endsWith("?")),
  };
}

export const list = (items: JsonSchema, more: JsonSchema = {}): JsonSchema => ({
  type: "array",
  items,
  ...more,
});
export const text = (description?: string, more: JsonSchema = {}): JsonSchema => ({
  type: "string",
  ...(description !== undefined && { description }),
  ...more,
});
export const count = (description?: string, more: JsonSchema = {}): JsonSchema => ({
  type: "integer",
  minimum: 0,
  ...(description !== undefined && { description }),
  ...more,
});
export const flag = (description: string): JsonSchema => ({ type: "boolean", description });
export const choice = (values: readonly string[], description?: string): JsonSchema => ({
  type: "string",
  enum: [...values],
  ...(description !== undefined && { description }),
});

/** The same, or null. */
export function orNull(schema: JsonSchema): JsonSchema {
  const { type, enum: values } = schema;
  if (typeof type !== "string") return { anyOf: [schema, { type: "null" }] };
  return { ...schema, type: [type, "null"], ...(Array.isArray(values) && { enum: [...values, null] }) };
}

/** Another definition of definitions.ts. */
export const ref = (name: string): JsonSchema => ({ $ref: name });
