import { describe, expect, test } from "vitest";
import { checkCriteria, freeCode } from "./register.ts";

const site = {
  namespaces: [
    { id: 0, name: "" },
    { id: 4, name: "Projekt" },
    { id: 14, name: "Kategorie" },
  ],
};
const category = (value: string) => ({ effect: "include", kind: "category", value }) as const;
const namespace = (value: string) => ({ effect: "include", kind: "namespace", value }) as const;

describe("criteria against what the wiki has", () => {
  test.each([
    ["Kunst", "Category:Kunst"],
    ["Kategorie:Kunst", "Kategorie:Kunst"],
    ["category: Kunst", "category: Kunst"],
    ["Star Trek: Enterprise", "Category:Star Trek: Enterprise"],
  ])("category %s is %s", (given, stored) => {
    expect(checkCriteria([category(given)], site, "API")).toEqual({ ok: true, value: [category(stored)] });
  });

  test("namespaces that exist stay, others are refused with the list", () => {
    expect(checkCriteria([namespace("4")], site, "API")).toMatchObject({ ok: true });
    expect(checkCriteria([namespace("5")], site, "API")).toMatchObject({
      ok: false,
      error: { message: "API has no namespace 5; it has 0 (main), 4 (Projekt), 14 (Kategorie)" },
    });
  });
});

test.each([
  [[], 2],
  [[0, 1], 2],
  [[0, 1, 2, 7], 8],
])("after codes %j comes %i", (codes, next) => {
  const farms = codes.map((code) => ({ code, name: String(code), sites: "", internalHosts: "" }));
  expect(freeCode(farms)).toBe(next);
});
