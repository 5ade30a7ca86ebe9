import { describe, expect, test } from "vitest";
import { asDay } from "../calendar/day.ts";
import en from "./conventions/en.json";
import { Conventions } from "./conventions/schema.ts";
import { planRepair, repair } from "./repair.ts";
import { applied } from "./testing/applied.ts";
import { HOSTILE, HOSTILE_PAIRS, hostilePage, hostilePair, LINKS } from "./testing/hostile.ts";
import { scan, TooManyParts } from "./wikitext/scan.ts";

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

  test("80,000 templates in each other are closed from the inside out", () => {
    const depth = 80_000;
    const { nodes } = scan("{{a|".repeat(depth) + "}}".repeat(depth));
    expect(nodes.length).toBe(depth + 1);
    expect(nodes.every(({ end }) => end > 0)).toBe(true);
    expect(nodes[1]).toMatchObject({ start: 0, end: depth * 6 });
    expect(nodes.at(-1)).toMatchObject({ start: (depth - 1) * 4, end: depth * 4 + 2 });
  });
});

describe("what a page may have", () => {
  const MIB = 1024 * 1024;
  const page = (piece: string, chars: number) => piece.repeat(chars / piece.length);

  test.each(["[[", "{{a|", "[//a ", "<ref>", "http://a.zz/ ", "{{cite web|a=b}}"])(
    "2 MiB of %j are refused",
    (piece) => expect(() => scan(page(piece, 2 * MIB))).toThrow(TooManyParts),
  );

  test("2 MiB of arguments are refused", () =>
    expect(() => scan(`{{a${page("|", 2 * MIB)}}}`)).toThrow(TooManyParts));

  test.each([
    "* [[Name of somebody]]\n",
    "* [[Name of somebody|Somebody]], who did something (1900–1990)\n",
    "* [http://site.example/page Title of the page]\n",
    "* {{cite web |url=http://site.example/page |title=A title |website=W |date=2 May 2011}}\n",
    "|-\n| [[Name of somebody]] || {{flag|X}} || 12 || <ref>{{cite web|url=http://site.example/page|title=Title of the page}}</ref>\n",
  ])("2 MiB of %j are not", (piece) => expect(scan(page(piece, 2 * MIB)).nodes.length).toBeGreaterThan(0));
});

test("links in more places than are asked for are counted, and not planned", () => {
  const request = { id: 1, dbname: "enwiki", today: asDay(3612), links: LINKS };
  const wikitext = "http://dead.zz/a http://dead.zz/a http://dead.zz/a";
  const planned = planRepair({ ...request, wikitext }, Conventions.parse(en), 2);
  expect([planned.places, planned.result().wikitext]).toEqual([3, wikitext]);
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

  test.each(["D", "M"])("a date of nothing but %s is refused", (letter) => {
    const dates = { ...en.dates, default: `${letter.repeat(59)}!` };
    expect(Conventions.safeParse({ ...en, dates }).success).toBe(false);
  });

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
