import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { documentText } from "./blocks.ts";

const root = join(import.meta.dirname, "../..");
const sources = globSync("crawler/**/*.ts", { cwd: root })
  .filter((file) => !/\.(?:test|e2e|bench)\.ts$|\/testing\//.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));
const watchedIn = (text: string) =>
  [...text.matchAll(/\bwatchCache\(\s*"([a-z-]+)"/g)].map(([, name = ""]) => name);
const rows = documentText("docs/run/bounds.md")
  .split("## In the memory of roles")[1]
  ?.split("With other figures")[0]
  ?.matchAll(/^\| .*\]\(\.\.\/\.\.\/(.*)\) \| .* \| `([a-z-]+)` \|$/gm);

test("each cache that is shown is a line of docs/run/bounds.md with its file, and each line is one of them", () => {
  const watched = sources.flatMap(({ file, text }) => watchedIn(text).map((name) => `${file} ${name}`));
  expect(watched.length).toBeGreaterThan(15);
  expect([...(rows ?? [])].map(([, file, name]) => `${file} ${name}`).toSorted()).toEqual(watched.toSorted());
});

test("each QuickLRU of a role is shown", () => {
  const hidden = sources.filter(
    ({ text }) => text.split(/\bnew QuickLRU\b/).length - 1 > watchedIn(text).length,
  );
  expect(hidden.map(({ file }) => file)).toEqual([]);
});
