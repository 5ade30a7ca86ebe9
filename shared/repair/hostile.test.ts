import { describe, expect, test } from "vitest";
import { asDay } from "../calendar/day.ts";
import en from "./conventions/en.json";
import { Conventions } from "./conventions/schema.ts";
import { repair } from "./repair.ts";
import { applied } from "./testing/applied.ts";
import { HOSTILE, HOSTILE_PAIRS, hostilePage, hostilePair, LINKS } from "./testing/hostile.ts";
import { scan } from "./wikitext/scan.ts";

const SIZE = 100_000;
/** Of what was quadratic once: that took minutes. */
const GREAT = 400_000;

/** How the work grows with the page is measured by repair.bench.ts. */
describe("hostile pages", () => {
  test.each(Object.entries(HOSTILE))("%s, without end: an answer, and its edits give it", (_, piece) => {
    const wikitext = hostilePage(piece, SIZE);
    for (const dbname of ["enwiki", "dewiki"]) {
      const answer = repair({ id: 1, dbname, today: asDay(3612), wikitext, links: LINKS });
      expect(applied(wikitext, answer.edits) === answer.wikitext).toBe(true);
    }
  });

  test.each(Object.entries(HOSTILE_PAIRS))("%s, very long: an answer, and its edits give it", (_, pair) => {
    const wikitext = hostilePair(pair, GREAT);
    for (const dbname of ["enwiki", "dewiki"]) {
      const answer = repair({ id: 1, dbname, today: asDay(3612), wikitext, links: LINKS });
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

describe("hostile conventions", () => {
  const [cite] = en.citations;
  const many = (count: number): string[] => Array.from({ length: count }, (_, at) => `n${at}`);
  const written = [" ", ".", ",", "/", "-"].flatMap((one) =>
    [" ", ".", ",", "/", "-"].map((other) => `D${one}MMMM${other}YYYY`),
  );
  const conventions = (forms: number, dates: string[]) => ({
    ...en,
    dates: { ...en.dates, others: written.slice(0, forms) },
    citations: [{ ...cite, dates }],
  });

  test.each([
    ["forms of dates", conventions(21, ["date"])],
    ["parameters with dates", conventions(1, many(21))],
    ["parameters with a date, all alike", conventions(1, Array(21).fill("date"))],
    [
      "values of a living address",
      { ...en, citations: [{ ...cite, dead: { ...cite?.dead, alive: many(21) } }] },
    ],
    ["archives", { ...en, archive: Array(21).fill(en.archive[0]) }],
  ])("more than 20 %s are refused", (_, given) => expect(Conventions.safeParse(given).success).toBe(false));

  test.each(["n19", "date"])(
    "with as many as there may be, a page that is full of %s is repaired",
    (name) => {
      const allowed = Conventions.parse(conventions(20, name === "date" ? Array(20).fill(name) : many(20)));
      const piece = `|${name}=1`;
      const wikitext = `{{cite web|url=http://dead.zz/a${piece.repeat(SIZE / piece.length)}}}`;
      const page = { id: 1, dbname: "enwiki", today: asDay(3612), wikitext, links: LINKS };
      const answer = repair(page, [allowed]);
      expect(applied(wikitext, answer.edits) === answer.wikitext).toBe(true);
    },
  );
});
