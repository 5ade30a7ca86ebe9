import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { asDay } from "../../../shared/calendar/day.ts";
import { createPaint } from "../output/paint.ts";
import { widthOf } from "../output/text.ts";
import { briefLine, createTally } from "./brief.ts";
import type { CheckLine } from "./line.ts";
import { resultOf } from "./outlook.ts";
import { checkLine, LINES } from "./testing/lines.ts";

const TODAY = asDay(3600);
const plain = createPaint(false);
const render = (line: CheckLine, columns = 80, paint = plain) =>
  briefLine(line, resultOf(line, TODAY), paint, columns);

describe("a line", () => {
  test.each<[keyof typeof LINES, string]>([
    ["works", "✓ working       200   212 ms  https://www.a.net/page"],
    ["moved", "→ moved         301   212 ms  http://a.net/old  → https://b.net/new"],
    ["notFound", "✗ broken        404   212 ms  https://www.a.net/page  HTTP 404 (not found)"],
    ["silent", "✗ broken              58.0 s  https://www.a.net/page  no answer within the tim…"],
    ["wall", "⊘ closed        403   212 ms  https://www.a.net/page  robots are turned away (…"],
    ["invalid", "! invalid                     http:///nowhere  The host is missing."],
    ["mail", "– not checked                 mailto:x@a.net  Only http, https, ftp, ftps and…"],
  ])("of %s", (name, row) => expect(render(LINES[name])).toBe(row));

  test.each<[number, string]>([
    [
      100,
      "→ moved         301   212 ms  https://a.net/2017/some/rathe…g/interesting.html  → /in-another-place",
    ],
    [80, "→ moved         301   212 ms  https://a.net/2017…esting.html  → /in-another-pl…"],
    [50, "→ moved        https://a.net/2017/s…eresting.html"],
    [30, "→ moved  https://a.ne…ng.html"],
    [12, "→ moved  h…"],
    [1, "…"],
  ])("in %i columns", (columns, row) => {
    const url = "https://a.net/2017/some/rather/long/path/to/something/interesting.html";
    const line = { ...LINES.moved, url, normalised: url, finalUrl: "https://a.net/in-another-place" };
    expect(render(line, columns)).toBe(row);
  });

  test("says of content in doubt that it is so", () =>
    expect(briefLine(LINES.works, "doubtful", plain, 80)).toBe(
      "? doubtful      200   212 ms  https://www.a.net/page  the content is in doubt",
    ));

  test("with wide characters", () => {
    const row = render(checkLine({ url: `https://例え.テスト/${"日本🎉".repeat(40)}` }));
    expect(widthOf(row)).toBeLessThan(80);
    expect(widthOf(row)).toBeGreaterThan(76);
  });
});

test("no line runs over, whatever is in it and however wide the terminal", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 300 }),
    fc.string({ unit: "grapheme", maxLength: 300 }),
    fc.constantFrom(
      "e\u0301\u0300\u0302\u0303\u0304\u0305".repeat(200),
      "👨‍👩‍👧".repeat(50),
      "\u001b]0;x\u0007".repeat(9),
    ),
  );
  fc.assert(
    fc.property(
      text,
      text,
      fc.integer({ min: 1, max: 300 }),
      fc.constantFrom(...Object.values(LINES)),
      (url, error, columns, line) => {
        const row = render({ ...line, url, error }, columns);
        expect(row).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
        expect(widthOf(row)).toBeLessThanOrEqual(Math.max(1, columns - 1));
        expect(row.length).toBeLessThanOrEqual(columns * 8);
      },
    ),
  );
});

test("colours change nothing but colours", () => {
  const coloured = render(LINES.notFound, 80, createPaint(true));
  expect(coloured).toBe(
    "\u001b[31m✗ broken     \u001b[39m\u001b[90m   404   212 ms\u001b[39m  https://www.a.net/page  \u001b[90mHTTP 404 (not found)\u001b[39m",
  );
});

describe("the summary", () => {
  const sum = (lines: readonly CheckLine[], ms: number, columns = 80) => {
    const tally = createTally(TODAY);
    for (const line of lines) tally.add(line);
    return tally.lines(ms, plain, columns);
  };

  test("counts, tells the rate, and names the slowest hosts once each", () =>
    expect(
      sum(
        [
          LINES.works,
          checkLine({ ms: 900 }),
          LINES.moved,
          LINES.invalid,
          LINES.silent,
          checkLine({ url: "https://b.net:8443/", ms: 1_500 }),
          checkLine({ url: "https://c.net/", ms: 30 }),
        ],
        4_200,
      ),
    ).toEqual([
      "working 4 · moved 1 · broken 1 · invalid 1",
      "7 checked in 4.2 s, 1.7 a second",
      "slowest: www.a.net 58.0 s · b.net:8443 1.5 s · a.net 212 ms",
    ]));

  test("has no slowest among so few", () =>
    expect(sum([LINES.works, LINES.notFound], 20)).toEqual([
      "working 1 · broken 1",
      "2 checked in 20 ms, 100 a second",
    ]));

  test("breaks between items where it must", () => {
    const rows = sum(Object.values(LINES), 60_000, 30);
    expect(rows.slice(0, 3)).toEqual([
      "working 3 · moved 1",
      "doubtful 3 · closed 1",
      "broken 4 · invalid 1",
    ]);
    expect(Math.max(...rows.map(widthOf))).toBeLessThan(30);
  });
});
