/**
 * Prints the table of verdicts in docs/measurements.md: `npm run bench -- trial`.
 * The same seed gives the same figures everywhere.
 */
import { type Findings, PACES, tryOut } from "./testing/trial.ts";
import { BEHAVIOURS, type BehaviourName } from "./testing/trial-behaviours.ts";

const urls = 1000;
const names = Object.keys(BEHAVIOURS) as BehaviourName[];
const { own, ownLate, ownLost, three, irregular, monthly, fortnightly, fortnightlyAlone, weekly, daily } =
  PACES;
const paces = [
  own,
  ownLate,
  ownLost,
  three,
  irregular,
  monthly,
  fortnightly,
  fortnightlyAlone,
  weekly,
  daily,
];

/** The mix of the first row: how many of 1,000 links behave so; the others are steady. */
const MIX: Partial<Record<BehaviourName, number>> = {
  "one failed check in 50": 200,
  "outage of 1–7 days": 60,
  "outage of 8–14 days": 12,
  "outage of 15–21 days": 3,
  "outage of 22–30 days": 2,
  "three outages of 2–10 days": 5,
  "six outages of 1–14 days": 1,
  "fails 5 % of days": 5,
  "fails 10 %": 3,
  "fails 30 %": 1,
  "fails 50 %": 1,
  "down 3 days, up 10": 2,
  "down 6 days, up 20": 2,
  "walled always": 40,
  "walled from a day on": 5,
  "walled now and then": 5,
  "walled by 403 and 503": 2,
  "walled by 429 and mostly 503": 1,
  "back after 1–2 months": 5,
  "back after 3–6 months": 10,
  "dies: 404": 14,
  "dies: no domain": 5,
  "dies: silence": 5,
  "dies: one of 500 502 503": 2,
  "dies: 404, one check in 20 refused": 1,
  "dies: silence or 404, with one failed check in 50 before": 3,
  "dies after one outage": 2,
  "dies after two outages": 1,
  "dies, failed 10 % of days before": 1,
};

const per10k = (part: number, whole: number): string => {
  const rate = whole === 0 ? 0 : (part / whole) * 10_000;
  return rate === 0 ? "0" : rate.toFixed(rate < 10 ? 1 : 0);
};

type Counts = Omit<Findings, "urls">;

const percent = (part: number, whole: number): string =>
  ((part / whole) * 100).toFixed(1).replace("100.0", "100");

/** A cell: the share of deaths reported on the 42nd day after death / after the first failed check, and wrong days/checks/ends per 10,000. */
function cell(found: Counts): string {
  const wrong = `${per10k(found.falseDays, found.days)}/${per10k(found.falseChecks, found.checks)}/${per10k(found.falseEnds, found.ends)}`;
  const clean = wrong === "0/0/0" ? "0" : wrong;
  if (found.deaths === 0) return clean;
  const [reported, sinceSeen] = [found.reported, found.reportedSinceSeen].map((part) =>
    percent(part, found.deaths),
  );
  const both = reported === sinceSeen ? `${reported} %` : `${reported}/${sinceSeen} %`;
  return clean === "0" ? both : `${both}, ${clean}`;
}

function weighted(all: readonly (readonly [number, Findings])[]): Counts {
  const sum = (count: (found: Findings) => number) =>
    all.reduce((total, [weight, found]) => total + weight * count(found), 0);
  return {
    days: sum(({ days }) => days),
    falseDays: sum(({ falseDays }) => falseDays),
    checks: sum(({ checks }) => checks),
    falseChecks: sum(({ falseChecks }) => falseChecks),
    ends: sum(({ ends }) => ends),
    falseEnds: sum(({ falseEnds }) => falseEnds),
    falseEver: sum(({ falseEver }) => falseEver),
    deaths: sum(({ deaths }) => deaths),
    reported: sum(({ reported }) => reported),
    reportedSinceSeen: sum(({ reportedSinceSeen }) => reportedSinceSeen),
    reportedSoon: sum(({ reportedSoon }) => reportedSoon),
    reportedSoonSinceSeen: sum(({ reportedSoonSinceSeen }) => reportedSoonSinceSeen),
  };
}

const rest = 1000 - Object.values(MIX).reduce((total, share) => total + share, 0);
const found = names.map((behaviour) => ({
  behaviour,
  share: behaviour === "steady" ? rest : (MIX[behaviour] ?? 0),
  at: paces.map((pace) => tryOut({ behaviour, pace, urls, seed: 3612 })),
}));
/** Deaths reported on the 28th day after the first failed check / after death itself. */
const soonCell = ({ reportedSoon, reportedSoonSinceSeen, deaths }: Counts): string =>
  `${percent(reportedSoonSinceSeen, deaths)}/${percent(reportedSoon, deaths)} %`;
const row = (...cells: string[]) => console.log(`| ${cells.join(" | ")} |`);

row("behaviour", ...paces.map(({ name }) => name));
console.log(`|${"---|".repeat(paces.length + 1)}`);
row(
  "a plausible mix",
  ...paces.map((_, nth) =>
    cell(
      weighted(found.flatMap(({ share, at }) => at.slice(nth, nth + 1).map((one) => [share, one] as const))),
    ),
  ),
);
for (const { behaviour, at } of found) row(behaviour, ...at.map(cell));

console.log("\nWithin four weeks\n");
row("behaviour", ...paces.map(({ name }) => name));
console.log(`|${"---|".repeat(paces.length + 1)}`);
for (const { behaviour, at } of found)
  if (at.every(({ deaths }) => deaths > 0)) row(behaviour, ...at.map(soonCell));
