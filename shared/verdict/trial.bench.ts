/**
 * Prints the second table of docs/statuses-and-verdicts.md: `bun shared/verdict/trial.bench.ts`.
 * The same seed gives the same figures everywhere.
 */
import { PACES, tryOut } from "./trial.ts";
import { BEHAVIOURS, type BehaviourName } from "./trial-behaviours.ts";

const urls = 1000;
const names = Object.keys(BEHAVIOURS) as BehaviourName[];
const per10k = (part: number, whole: number): string => {
  const rate = whole === 0 ? 0 : (part / whole) * 10_000;
  return rate === 0 ? "0" : rate.toFixed(rate < 10 ? 1 : 0);
};

console.log(
  `| behaviour | ${PACES.map(({ name }) => name).join(" | ")} |\n|---|${"---|".repeat(PACES.length)}`,
);
for (const behaviour of names) {
  const cells = PACES.map((pace) => {
    const found = tryOut({ behaviour, pace, urls, seed: 3612 });
    const wrong = `${per10k(found.falseDays, found.days)}/${per10k(found.falseLooks, found.looks)}/${per10k(found.falseEnds, found.ends)}`;
    const told = (part: number): string => ((part / found.deaths) * 100).toFixed(1);
    const clean = wrong === "0/0/0" ? "0" : wrong;
    return found.deaths === 0
      ? clean
      : `${told(found.told)} % (${told(found.toldByLook)})${clean === "0" ? "" : `, ${clean}`}`;
  });
  console.log(`| ${behaviour} | ${cells.join(" | ")} |`);
}
