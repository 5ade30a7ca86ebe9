/**
 * Everything that can go wrong, at once, for as long as wanted. Arguments: `--minutes N` (default 5), `--seed N`.
 */
import { runChaos } from "./trial.ts";

const argument = (name: string, other: number): number => {
  const at = process.argv.indexOf(name);
  return at < 0 ? other : Number(process.argv[at + 1]);
};
const seed = argument("--seed", Number(process.env.WEBOID_CHAOS_SEED ?? Date.now() % 1_000_000));
const report = await runChaos({
  seed,
  seconds: argument("--minutes", 5) * 60,
  log: (line) => console.log(line),
});
console.log(JSON.stringify(report, null, 2));
process.exit(report.findings.length === 0 ? 0 : 1);
