import { expect, test } from "vitest";
import { type StoredNamespace, storedTitles } from "./stored-titles.ts";

const space = (id: number, name: string, more: Partial<StoredNamespace> = {}): StoredNamespace => ({
  id,
  name,
  canonical: null,
  aliases: [],
  caseSensitive: false,
  ...more,
});
const GERMAN = [
  space(0, ""),
  space(1, "Diskussion", { canonical: "Talk" }),
  space(2, "Benutzer", { canonical: "User", aliases: ["Benutzerin", "BD_x"] }),
  space(100, "gadget", { caseSensitive: true }),
];

test.each([
  ["Köln", ["Köln"]],
  ["köln_am  Rhein", ["Köln am Rhein", "köln am Rhein"]],
  ["  :ärger ", ["Ärger", "ärger"]],
  ["talk:köln", ["Diskussion:Köln", "Diskussion:köln"]],
  ["DISKUSSION : Köln", ["Diskussion:Köln"]],
  ["benutzerin:Anna/x", ["Benutzer:Anna/x"]],
  ["Gadget:abc", ["gadget:abc"]],
  ["Star Trek: Picard", ["Star Trek: Picard"]],
  ["star Trek: Picard", ["Star Trek: Picard", "star Trek: Picard"]],
  ["K\u0061\u0308se", ["Käse"]],
  ["\u200eKöln\u00a0Süd\u202c", ["Köln Süd"]],
  ["ßuper", ["ßuper"]],
  ["ǆ", ["Ǆ", "ǆ"]],
  ["𐐨x", ["𐐀x", "𐐨x"]],
  ["a<b", []],
  ["Talk:", []],
  [":", []],
  ["x".repeat(256), []],
])("%j", (text, titles) => expect(storedTitles(text, GERMAN, "de")).toEqual(titles));

test("as its wiki has it: a dot on the capital, and small letters in front", () => {
  expect(storedTitles("istanbul", GERMAN, "tr")).toEqual(["İstanbul", "istanbul"]);
  expect(storedTitles("ısı", GERMAN, "tr")).toEqual(["Isı", "ısı"]);
  const words = [space(0, "", { caseSensitive: true }), space(1, "Talk", { caseSensitive: true })];
  expect(storedTitles("apple", words, "en")).toEqual(["apple"]);
  expect(storedTitles("talk:apple", words, "en")).toEqual(["Talk:apple"]);
});

test("of a wiki that did not give its namespaces yet, titles are taken as they are written", () => {
  expect(storedTitles("köln", [], "de")).toEqual(["köln"]);
  expect(storedTitles("Diskussion:Köln", [], "de")).toEqual(["Diskussion:Köln"]);
});
