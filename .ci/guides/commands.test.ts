import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { weboidLinesOf } from "./blocks.ts";
import { complaint } from "./complaint.ts";

/** docs/cli.md has a test of its own, beside the commands. */
const pages = ["", "run/"]
  .flatMap((folder) =>
    readdirSync(join(import.meta.dirname, "../../docs", folder)).map((page) => `${folder}${page}`),
  )
  .filter((page) => page.endsWith(".md") && page !== "cli.md")
  .map((page) => `docs/${page}`);
test.each(pages)("%s names only commands, verbs and options that there are", (page) => {
  const wrong = weboidLinesOf(page).flatMap((line) => {
    const why = complaint(line);
    return why === null ? [] : [`${line}: ${why}`];
  });
  expect(wrong).toEqual([]);
});

test("the documents of operators name many", () => {
  const lines = pages.flatMap(weboidLinesOf);
  expect(lines.length).toBeGreaterThan(100);
});
