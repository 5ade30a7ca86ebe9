/** Prints the table of relaunches in docs/measurements.md: `npm run bench -- relaunches`. The same seed gives the same figures. */
import { PACES } from "../verdicts/testing/trial.ts";
import { SITES, type SiteName, tryOut } from "./testing/trial.ts";

const share = (part: number, whole: number): string => (whole === 0 ? "–" : (part / whole).toFixed(3));

for (const pace of [PACES.own, PACES.ownLate, PACES.ownLost, PACES.monthly]) {
  console.log(
    `\n| checked ${pace.name} | found | found wrongly at the end | on any day | links named / lost |\n|---|---|---|---|---|`,
  );
  for (const name of Object.keys(SITES) as SiteName[]) {
    const { wanted, found, sites, falseAtEnd, falseEver, named, lost } = tryOut(name, {
      pace,
      sites: 200,
      seed: 3612,
    });
    console.log(
      `| ${name} | ${share(found, wanted)} | ${share(falseAtEnd, sites)} | ${share(falseEver, sites)} | ${share(named, lost)} |`,
    );
  }
}
