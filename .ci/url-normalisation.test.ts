import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { answerOf } from "../shared/url/testing/answer.ts";

const page = readFileSync(new URL("../docs/url-normalisation.md", import.meta.url), "utf8");
const rows = [...page.matchAll(/^\| `(.+)` \| `(.+)` \|$/gm)].map(([, input = "", answer = ""]) => ({
  input,
  answer,
}));

test.each(rows)("docs/url-normalisation.md: $input becomes $answer", ({ input, answer }) => {
  expect(answerOf(input)).toBe(answer);
});

test("every row of its tables was read", () => {
  const all = page.split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| given"));
  expect(rows).toHaveLength(all.length);
  expect(rows.length).toBeGreaterThan(60);
});
