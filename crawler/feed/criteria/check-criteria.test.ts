import { describe, expect, test } from "vitest";
import type { Criterion } from "../../../db/types.ts";
import { checkCriteria } from "./check.ts";

const site = {
  namespaces: [
    { id: 0, name: "", canonical: null },
    { id: 2, name: "Benutzer", canonical: "User" },
    { id: 4, name: "Projekt", canonical: "Project" },
    { id: 10, name: "Vorlage", canonical: "Template" },
    { id: 14, name: "Kategorie", canonical: "Category" },
  ],
};
const one = (kind: Criterion["kind"], value: string): Criterion => ({ effect: "include", kind, value });
const check = (...criteria: Criterion[]) => checkCriteria(criteria, site, "API");

describe("criteria against what the wiki has", () => {
  test.each<[Criterion["kind"], string, string]>([
    ["category", "Kunst", "Category:Kunst"],
    ["category", "Kategorie:Kunst", "Category:Kunst"],
    ["category", "category: Kunst", "Category:Kunst"],
    ["category", ":Kategorie:Kunst", "Category:Kunst"],
    ["category", "Star Trek: Enterprise", "Category:Star Trek: Enterprise"],
    ["template", "Infobox_Film", "Template:Infobox Film"],
    ["template", "Vorlage:Infobox", "Template:Infobox"],
    ["template", "Benutzer:X/Kasten", "Benutzer:X/Kasten"],
    ["template", "user:X/Kasten", "user:X/Kasten"],
    ["template", "Ort: Kasten", "Template:Ort: Kasten"],
    ["namespace", "4", "4"],
    ["wikidata-property", "p31=q5", "P31=Q5"],
    ["wikidata-property", "P214", "P214"],
    ["page", "Haupt_Seite", "Haupt Seite"],
    ["page", "#007", "#7"],
  ])("%s %s is %s", (kind, given, stored) => {
    expect(check(one(kind, given))).toEqual({ ok: true, value: [one(kind, stored)] });
  });

  test.each<[Criterion["kind"], string, string]>([
    ["namespace", "5", "API has no namespace 5; it has 0 (main), 2 (Benutzer), 4 (Projekt)"],
    ["category", "A|B", "category A|B cannot be a title"],
    ["category", "Kategorie:", "cannot be a title"],
    ["template", "{{Infobox}}", "cannot be a title"],
    ["wikidata-property", "instance of", "P31 or P31=Q5"],
    ["wikidata-property", "P31=Q5|P21", "P31 or P31=Q5"],
    ["page", "#0", "cannot be a title"],
    ["page", "#4294967296", "cannot be a title"],
    ["page", "a<b", "cannot be a title"],
  ])("%s %s is refused: %s", (kind, given, message) => {
    expect(check(one(kind, given))).toMatchObject({
      ok: false,
      error: { kind: "refused", message: expect.stringContaining(message) },
    });
  });

  test("included and excluded at once is a contradiction", () => {
    const both = check(one("category", "X"), { effect: "exclude", kind: "category", value: "Kategorie:X" });
    expect(both).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining("category Category:X is both included and excluded") },
    });
  });
});
