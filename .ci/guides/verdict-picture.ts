import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { dice } from "../../crawler/sample/verdicts/testing/dice.ts";
import { checksOf, PACES } from "../../crawler/sample/verdicts/testing/trial.ts";
import { asDay } from "../../shared/calendar/day.ts";
import { FINE, NOT_FOUND, REFUSED, type Status, UNAVAILABLE } from "../../shared/status/table.ts";
import { judge } from "../../shared/verdict/judge.ts";
import type { Verdict } from "../../shared/verdict/types.ts";

/**
 * The picture of docs/verdicts.md: what the rules make of four links, by the crawler's own plan of checks. `npm run pictures` writes it,
 * a test compares it with the rules as they are.
 */
export const PICTURE = "docs/pictures/verdicts.svg";

/** Of the trial, from the first check on. */
const DAYS = 119;
/** The sweep comes on this day of the first four weeks. */
const SEED = 1;

interface Case {
  readonly title: string;
  readonly answer: (day: number) => Status;
}

const from =
  (first: number, status: Status, until = Number.POSITIVE_INFINITY) =>
  (day: number) =>
    day >= first && day < until ? status : FINE;

export const CASES = {
  gone: { title: "The page is deleted: 404 from day 35 on", answer: from(35, NOT_FOUND) },
  broken: { title: "The server breaks: 503 from day 35 on", answer: from(35, UNAVAILABLE) },
  outage: { title: "An outage: 503 from day 40 to day 50", answer: from(40, UNAVAILABLE, 50) },
  refused: { title: "Robots are shut out: 403 from day 35 on", answer: from(35, REFUSED) },
} as const satisfies Record<string, Case>;

interface Life {
  readonly checks: readonly { readonly day: number; readonly good: boolean }[];
  /** By day, from 0 on. */
  readonly verdicts: readonly Verdict[];
}

export function lifeOf({ answer }: Case): Life {
  const all = checksOf({ answer }, PACES.own, dice(SEED));
  const begun = all[0]?.day ?? 0;
  const checks = all.filter(({ day }) => day <= begun + DAYS);
  const verdicts = Array.from({ length: begun + DAYS + 1 }, (_, day) => {
    const { history = [] } = checks.findLast((check) => check.day <= day) ?? {};
    return judge({ history, notes: [] }, asDay(day)).verdict;
  });
  return { checks: checks.map(({ day }) => ({ day, good: answer(day) === FINE })), verdicts };
}

const COLOURS: Partial<Record<Verdict, string>> = {
  working: "#2a7f3f",
  doubtful: "#c98a00",
  unreachable: "#b32424",
  refused: "#72777d",
};
const NAMES: Partial<Record<Verdict, string>> = { unreachable: "dead", refused: "closed to robots" };
const [LEFT, WIDTH, ROW, HEAD] = [16, 760, 78, 24];

/** Runs of one verdict. */
function spansOf(verdicts: readonly Verdict[]): { verdict: Verdict; from: number; to: number }[] {
  const spans: { verdict: Verdict; from: number; to: number }[] = [];
  for (const [day, verdict] of verdicts.entries()) {
    const last = spans.at(-1);
    if (last?.verdict === verdict) last.to = day + 1;
    else spans.push({ verdict, from: day, to: day + 1 });
  }
  return spans.filter(({ verdict }) => verdict !== "unknown");
}

export function verdictPicture(): string {
  const rows = Object.values(CASES).map((one, at) => {
    const { checks, verdicts } = lifeOf(one);
    const x = (day: number) => LEFT + Math.round((day * WIDTH) / verdicts.length);
    const y = HEAD + at * ROW;
    const bars = spansOf(verdicts).flatMap(({ verdict, from, to }) => [
      `<rect x="${x(from)}" y="${y + 12}" width="${x(to) - x(from)}" height="22" fill="${COLOURS[verdict]}"/>`,
      `<text x="${x(from) + 5}" y="${y + 28}" fill="#fff">${NAMES[verdict] ?? verdict}</text>`,
    ]);
    const marks = checks.map(({ day, good }) =>
      good
        ? `<circle cx="${x(day)}" cy="${y + 43}" r="4" fill="#2a7f3f"/>`
        : `<path d="M${x(day) - 4} ${y + 39}l8 8m0-8l-8 8" stroke="#b32424" stroke-width="2"/>`,
    );
    return [`<text x="${LEFT}" y="${y + 4}">${one.title}</text>`, ...bars, ...marks].join("\n");
  });
  const height = HEAD + rows.length * ROW;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${LEFT * 2 + WIDTH} ${height}" font-family="sans-serif" font-size="13" role="img">
<title>What Weboid says of four links, day by day; dots are good checks, crosses are failed ones</title>
<rect width="100%" height="100%" fill="#fff"/>
${rows.join("\n")}
</svg>
`;
}

if (import.meta.main) writeFileSync(join(import.meta.dirname, "../..", PICTURE), verdictPicture());
