/**
 * Everything that can go wrong, at once, for as long as wanted. Arguments: `--minutes N` (default 5), `--seed N`.
 */
import { argument } from "../testing/argument.ts";
import { runChaos } from "./trial.ts";

const seed = argument("--seed", Number(process.env.WEBOID_CHAOS_SEED ?? Date.now() % 1_000_000));
const report = await runChaos({
  seed,
  seconds: argument("--minutes", 5) * 60,
  log: (line) => console.log(line),
});
console.log(JSON.stringify(report, null, 2));
process.exit(report.findings.length === 0 ? 0 : 1);
