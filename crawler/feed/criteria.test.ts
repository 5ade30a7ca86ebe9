import { describe, expect, test } from "vitest";
import type { Criterion } from "../../db/types.ts";
import { namespaceIncluded, selectionOf } from "./criteria.ts";

const is = (effect: Criterion["effect"], kind: Criterion["kind"], value: string): Criterion => ({
  effect,
  kind,
  value,
});

describe("criteria (M2)", () => {
  test.each<[string, Criterion[], string[], string[], number[], number]>([
    ["none: the main namespace", [], ["namespace:0"], [], [], 0],
    [
      "only exclusions: all else of the main namespace",
      [is("exclude", "category", "Category:X")],
      ["namespace:0"],
      ["category:Category:X"],
      [],
      0,
    ],
    ["inclusions replace the default", [is("include", "namespace", "4")], ["namespace:4"], [], [], 0],
    [
      "a category without a namespace",
      [is("include", "category", "Category:A"), is("exclude", "namespace", "2")],
      ["category:Category:A"],
      [],
      [2],
      0,
    ],
    ["what comes later is named", [is("include", "template", "Template:T")], [], [], [], 1],
  ])("%s", (_, criteria, include, exclude, namespaces, later) => {
    const selection = selectionOf(criteria);
    expect(selection.include.map(({ name }) => name)).toEqual(include);
    expect(selection.exclude.map(({ name }) => name)).toEqual(exclude);
    expect([...selection.namespacesExcluded]).toEqual(namespaces);
    expect(selection.later).toHaveLength(later);
  });

  test.each<[Criterion[], number, boolean]>([
    [[], 0, true],
    [[], 4, false],
    [[is("include", "namespace", "4")], 4, true],
    [[is("include", "namespace", "4")], 0, false],
    [[is("exclude", "namespace", "0")], 0, false],
    [[is("include", "category", "Category:A")], 0, false],
  ])("%j, namespace %i: %s", (criteria, namespace, included) => {
    expect(namespaceIncluded(selectionOf(criteria), namespace)).toBe(included);
  });
});
