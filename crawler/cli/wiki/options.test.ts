import { Command } from "commander";
import { expect, test } from "vitest";
import { addCriteriaOptions } from "./options.ts";

const parse = (...argv: string[]) =>
  addCriteriaOptions(new Command("set"))
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
    .parse(argv, { from: "user" })
    .opts();

test.each([
  ["--page", "#0", "# and a page id"],
  ["--page", "#-1", "# and a page id"],
  ["--page", "#4294967296", "# and a page id from 1 to 4294967295"],
  ["--exclude-page", "#x", "# and a page id"],
  ["--property", "Q5", "Give a property as P31 or P31=Q5"],
  ["--template", "A|B", "Give a title as the wiki shows it"],
  ["--category-tree", "", "Give a title as the wiki shows it"],
])("%s %s is wrong usage, before any wiki is asked", (option, value, fix) => {
  expect(() => parse(`${option}=${value}`)).toThrow(fix);
});

test("takes titles, page ids and properties", () => {
  expect(parse("--page", "#12", "--page", "A_b", "--property", "p31=q5", "--template", "Infobox")).toEqual({
    page: ["#12", "A b"],
    property: ["p31=q5"],
    template: ["Infobox"],
  });
});
