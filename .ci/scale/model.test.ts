import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { MEASURED, project, rows, SIZES } from "./model.ts";

const page = readFileSync(new URL("../../docs/scale.md", import.meta.url), "utf8");

test("docs/scale.md has the rows that the model gives", () => {
  for (const row of rows()) expect(page).toContain(`\n${row}\n`);
});

test("and the figures that it begins with", () => {
  const [, table = ""] = /^## Measured\n(.*?)^## /ms.exec(page) ?? [];
  const figures = [...table.matchAll(/^\|[^|]+\| ([\d,.]+)[^|]*\|/gm)].map(([, figure = ""]) =>
    Number(figure.replaceAll(",", "")),
  );
  expect(figures).toEqual(expect.arrayContaining(Object.values(MEASURED)));
});

test("ten times as many of everything take ten times as much", () => {
  const [small, large] = SIZES.map(project);
  expect((large?.database ?? 0) / (small?.database ?? 1)).toBeCloseTo(10);
  expect((large?.logPerDay ?? 0) / (small?.logPerDay ?? 1)).toBeCloseTo(10);
});
