import { expect, test } from "vitest";
import type { DueUrl, HostRecord } from "../../db/types.ts";
import type { Interpretation } from "../classify/interpretation.ts";
import type { Outcome } from "../classify/outcome.ts";
import { DomainNotes } from "./domain-notes.ts";

/** What a host's links agree on that moved from a path to an address. */
function agreed(moves: Readonly<Record<string, string>>) {
  const notes = new DomainNotes();
  const [host, outcome] = [{ name: "old.zz" } as HostRecord, { kind: "answer" } as Outcome];
  for (const [path, value] of Object.entries(moves)) {
    const seen = { notes: [{ key: "moved", value }] } as unknown as Interpretation;
    notes.learn(host, { url: `http://old.zz${path}` } as DueUrl, outcome, seen);
  }
  return notes.agreed().map(({ kind, value }) => `${kind} ${value}`);
}

const NEW = "http://new.zz";
const TWO = { "/a": `${NEW}/a`, "/b?c": `${NEW}/b?c` };
const THREE = { ...TWO, "/c": `${NEW}/c` };

test.each<[string, Readonly<Record<string, string>>, string[]]>([
  ["three pages", THREE, [`moved ${NEW}/`]],
  ["with the first page", { "/": `${NEW}/`, ...THREE }, [`moved ${NEW}/`]],
  ["the first page alone makes none of two three", { "/": `${NEW}/`, ...TWO }, []],
  ["the first page is elsewhere", { "/": "http://other.zz/", ...THREE }, []],
  ["the first page is another path", { "/": `${NEW}/home`, ...THREE }, []],
  ["one page is elsewhere", { ...THREE, "/d": `${NEW}/` }, []],
])("pages that moved to the same paths of another host (M10): %s", (_, moves, expected) => {
  expect(agreed(moves)).toEqual(expected);
});
