import { describe, expect, test } from "vitest";
import { asDay } from "../calendar/day.ts";
import { repair } from "./repair.ts";
import { applied } from "./testing/applied.ts";
import { COPY } from "./testing/cases.ts";
import { HOSTILE, hostilePage } from "./testing/hostile.ts";
import { scan } from "./wikitext/scan.ts";

const SIZE = 100_000;

const links = [
  { url: "http://dead.zz/a", verdict: "unreachable", archives: [{ type: "archive.org", url: COPY }] },
];

/** How the work grows with the page is measured by repair.bench.ts. */
describe("hostile pages", () => {
  test.each(Object.entries(HOSTILE))("%s, without end: an answer, and its edits give it", (_, piece) => {
    const wikitext = hostilePage(piece, SIZE);
    for (const dbname of ["enwiki", "dewiki"]) {
      const answer = repair({ id: 1, dbname, today: asDay(3612), wikitext, links });
      expect(applied(wikitext, answer.edits) === answer.wikitext).toBe(true);
    }
  });

  test("100,000 templates in each other are closed from the inside out", () => {
    const depth = 100_000;
    const { nodes } = scan("{{a|".repeat(depth) + "}}".repeat(depth));
    expect(nodes.length).toBe(depth + 1);
    expect(nodes.every(({ end }) => end > 0)).toBe(true);
    expect(nodes[1]).toMatchObject({ start: 0, end: depth * 6 });
    expect(nodes.at(-1)).toMatchObject({ start: (depth - 1) * 4, end: depth * 4 + 2 });
  });
});
