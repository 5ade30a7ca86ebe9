import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { DOCUMENTS, NAMED } from "../../shared/format/documents.ts";
import { isDocument, schemaDocument } from "../../shared/format/schema.ts";
import { ADDRESSES } from "./api-addresses.ts";
import { openApi } from "./openapi.ts";

const BASE = "https://weboid.example";
const names = Object.keys(DOCUMENTS).filter(isDocument);

test("the description of the addresses is valid OpenAPI 3.1", async () => {
  const document = openApi(BASE, "1.2.3");
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  expect([valid, errors]).toEqual([true, undefined]);
  const text = JSON.stringify(document);
  for (const [, name = ""] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g))
    expect(Object.keys(NAMED)).toContain(name);
});

test("each operation has a name of its own, and forms for people are among them", () => {
  const { paths } = openApi(BASE, "1.2.3");
  const names = Object.values(paths as Record<string, Record<string, { operationId: string }>>).flatMap(
    (operations) => Object.values(operations).map(({ operationId }) => operationId),
  );
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(
    expect.arrayContaining(["getCheck", "postCheck", "postReport", "postReplacement", "getLog", "postLog"]),
  );
});

describe("schemas", () => {
  test.each(names)("%s.json is a JSON Schema that needs no other file", (name) => {
    const document = schemaDocument(name, BASE);
    expect(document.$id).toBe(`${BASE}/api/schema/${name}.json`);
    new Ajv2020({ strict: true, allowUnionTypes: true, formats: { "date-time": true } }).compile(document);
  });

  test("each answer of an address has one of its own", () => {
    const described = new Set<unknown>(Object.values(DOCUMENTS));
    for (const { schema } of ADDRESSES)
      if (schema !== undefined) expect(described.has(NAMED[schema]), schema).toBe(true);
  });
});
