import { describe, expect, test } from "vitest";
import type { Criterion } from "../../../db/types.ts";
import { includedByName, selectionOf } from "./selection.ts";

const is = (effect: Criterion["effect"], kind: Criterion["kind"], value: string, depth = 0): Criterion => ({
  effect,
  kind,
  value,
  ...(depth > 0 && { depth }),
});

describe("criteria (M2)", () => {
  test.each<[string, Criterion[], string[], string[], string[], number[]]>([
    ["none: the main namespace", [], [], ["namespace:0"], [], []],
    [
      "only exclusions: all else of the main namespace",
      [is("exclude", "category", "Category:X")],
      [],
      ["namespace:0"],
      ["category:Category:X"],
      [],
    ],
    ["inclusions replace the default", [is("include", "namespace", "4")], [], ["namespace:4"], [], []],
    [
      "a category without a namespace",
      [is("include", "category", "Category:A"), is("exclude", "namespace", "2")],
      [],
      ["category:Category:A"],
      [],
      [2],
    ],
    [
      "trees: those that are left out are walked before anything is read",
      [is("include", "category", "Category:A", 3), is("exclude", "category", "Category:X", 2)],
      ["tree:Category:X/2"],
      ["tree:Category:A/3"],
      [],
      [],
    ],
    [
      "templates, properties, and single pages in one list",
      [
        is("include", "template", "Template:T"),
        is("include", "wikidata-property", "P31=Q5"),
        is("include", "page", "B"),
        is("include", "page", "#7"),
        is("exclude", "page", "A"),
        is("exclude", "template", "Template:U"),
      ],
      [],
      ["template:Template:T", "wikidata-property:P31=Q5", "pages"],
      ["template:Template:U", "pages"],
      [],
    ],
  ])("%s", (_, criteria, trees, include, exclude, namespaces) => {
    const selection = selectionOf(criteria);
    expect(selection.trees.map(({ name }) => name)).toEqual(trees);
    expect(selection.include.map(({ name }) => name)).toEqual(include);
    expect(selection.exclude.map(({ name }) => name)).toEqual(exclude);
    expect([...selection.namespacesExcluded]).toEqual(namespaces);
  });

  test("single pages by id and by title", () => {
    const { include } = selectionOf([is("include", "page", "B"), is("include", "page", "#7")]);
    expect(include).toMatchObject([{ where: { kind: "pages", ids: [7], titles: ["B"] } }]);
  });

  test.each<[Criterion[], number, boolean]>([
    [[], 0, true],
    [[], 4, false],
    [[is("include", "namespace", "4")], 4, true],
    [[is("include", "namespace", "4")], 0, false],
    [[is("include", "category", "Category:A")], 0, false],
    [[is("include", "page", "#9")], 0, true],
    [[is("include", "page", "Nine")], 4, true],
    [[is("include", "page", "nine")], 4, false],
  ])("%j, page 9 in namespace %i: %s", (criteria, namespace, included) => {
    expect(includedByName(selectionOf(criteria), { pageid: 9, namespace, title: "Nine" })).toBe(included);
  });

  test("another depth is another set of criteria", () => {
    const of = (depth: number) => selectionOf([is("include", "category", "Category:A", depth)]).fingerprint;
    expect(new Set([of(0), of(1), of(2)]).size).toBe(3);
  });
});
