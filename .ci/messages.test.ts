import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { nameOf, PARAMETERS, type ParameterName } from "../edge/parameters.ts";
import { CATALOGUES } from "../shared/i18n/catalogues.ts";
import en from "../shared/i18n/en.json" with { type: "json" };

const root = resolve(import.meta.dirname, "..");

/** Names put together in the source from a table of another room; messages.test.ts compares these with their tables. */
const FROM_TABLES =
  /^(verdict|count|explain|status|cause|note|spam|for|sort|namespace|risk|repair-reason)-|^list-((title-)?(spam|unreachable|doubtful|broken|moved|invalid)|paths)$/;
/** Looked up by the code of an error, wherever it arose. */
const ERRORS = /^error-(.*)$/;

function sourceText(): string {
  return ["shared", "edge"]
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
        .filter((file) => /\.ts$/.test(file) && !/\.(test|e2e|bench)\.ts$|node_modules/.test(file))
        .map((file) => readFileSync(join(root, folder, file), "utf8")),
    )
    .join("\n");
}

/** Errors of parameters have their names. */
const PARAMETER_ERRORS = new Set(
  Object.keys(PARAMETERS).map((name) => `error-bad-${nameOf(name as ParameterName)}`),
);

test("no message is left over", () => {
  const source = sourceText();
  const unused = Object.keys(en).filter(
    (key) =>
      key !== "@metadata" &&
      !FROM_TABLES.test(key) &&
      !PARAMETER_ERRORS.has(key) &&
      !source.includes(`"${ERRORS.exec(key)?.[1] ?? key}"`) &&
      !source.includes(`"${key}"`),
  );
  expect(unused).toEqual([]);
});

test("no language lags behind English", () => {
  const missing = Object.entries(CATALOGUES).flatMap(([lang, catalogue]) =>
    Object.keys(en)
      .filter((key) => !Object.hasOwn(catalogue, key))
      .map((key) => `${lang}: ${key}`),
  );
  expect(missing).toEqual([]);
});
