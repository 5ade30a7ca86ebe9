/**
 * Prints how often verdicts are wrong in a simulated year: `npm run bench -- simulation`.
 * The same seed gives the same figures everywhere.
 */
import { SCHEDULES, simulate } from "./simulation.ts";
import { LIVES, type LifeName } from "./simulation-lives.ts";

const urls = 2000;
const kinds = Object.keys(LIVES) as LifeName[];
const per10k = (part: number, whole: number): string =>
  whole === 0 ? "–" : ((part / whole) * 10_000).toFixed(1);

for (const schedule of SCHEDULES) {
  console.log(`\n${schedule.name}\n`);
  console.log(
    "| kind | false per 10,000 | in an outage | just checked | reported in six weeks |\n|---|---|---|---|---|",
  );
  for (const kind of kinds) {
    const tally = simulate({ kind, schedule, urls, seed: 2017, stepDays: 1 });
    const reported =
      tally.deaths === 0 ? "" : `${((tally.reportedInTime / tally.deaths) * 100).toFixed(1)} %`;
    const columns = [
      kind,
      per10k(tally.falseDays, tally.livingDays),
      per10k(tally.falseOutageDays, tally.outageDays),
      per10k(tally.falseCheckDays, tally.checkDays),
      reported,
    ];
    console.log(`| ${columns.join(" | ")} |`);
  }
}
