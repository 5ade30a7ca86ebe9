import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, onTestFinished, test } from "vitest";
import { readFacts } from "../../crawler/cli/organisation/facts-file.ts";
import { reportStatus } from "../../crawler/cli/status/report.ts";
import { empty, today } from "../../crawler/cli/status/testing/counts.ts";
import { isDocument, schemaDocument } from "../../shared/format/schema.ts";
import { blocksOf } from "./blocks.ts";
import { LEFT_OUT, readExample } from "./examples.ts";

/**
 * The JSON that the guides show is what the published schemas say: no key is unknown, none is missing but where the example
 * says "…", and each value has its type.
 */

type Schema = { readonly [key: string]: unknown };

/** The schema, of which an object may say that something is left out. */
function lenient(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(lenient);
  if (typeof schema !== "object" || schema === null) return schema;
  const { required, ...rest } = schema as Schema;
  const inner = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, lenient(value)]));
  if (typeof inner.properties !== "object" || inner.properties === null)
    return { ...inner, ...(required !== undefined && { required }) };
  return {
    ...inner,
    properties: { ...inner.properties, [LEFT_OUT]: true },
    additionalProperties: false,
    anyOf: [{ required: [LEFT_OUT] }, { required: required ?? [] }],
  };
}

/** What each example shows, in order; "feed.events": one event of an answer. */
const EXAMPLES = {
  "docs/api.md": [
    "page",
    "repair",
    "list",
    "paths",
    "domain",
    "organisation",
    "organisations",
    "relaunches",
    "overview",
  ],
  "docs/feed.md": ["feed", "feed.events"],
};

function errorsOf(what: string, example: unknown): unknown[] {
  const [name = "", member] = what.split(".");
  if (!isDocument(name)) throw new Error(`${name} is no answer`);
  const schema = lenient(schemaDocument(name, "https://weboid.zz")) as Schema;
  const validate = new Ajv2020({ strict: false, allErrors: true, validateFormats: false }).compile(schema);
  validate(member === undefined ? example : { [LEFT_OUT]: true, [member]: [example] });
  return validate.errors ?? [];
}

for (const [page, names] of Object.entries(EXAMPLES)) {
  const blocks = blocksOf(page).filter(({ language }) => language === "json");
  test(`${page}: the JSON that it shows is as the schemas say`, () => {
    expect(blocks).toHaveLength(names.length);
    const errors = names.map((name, at) => [name, errorsOf(name, readExample(blocks[at]?.text ?? ""))]);
    expect(errors).toEqual(names.map((name) => [name, []]));
  });
}

test("docs/cli.md: what status prints, and a file of facts", async () => {
  const [, status, facts] = blocksOf("docs/cli.md").filter(({ language }) => language === "json");
  const shown = readExample(status?.text ?? "") as object;
  expect(Object.keys(shown).toSorted()).toEqual(Object.keys(reportStatus(empty, today)).toSorted());
  const folder = mkdtempSync(join(tmpdir(), "weboid-facts-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "facts.json"), facts?.text ?? "");
  const { hosts } = await readFacts(join(folder, "facts.json"), "uni-seeberg.example");
  expect(hosts).toEqual(["see.example"]);
});

test("a key too many or too few is found", () => {
  expect(errorsOf("queued", { "…": true })).toEqual([]);
  expect(errorsOf("queued", {})).not.toEqual([]);
  expect(errorsOf("queued", { "…": true, invented: 1 })).not.toEqual([]);
});
