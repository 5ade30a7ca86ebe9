import { readFileSync } from "node:fs";
import { Glob } from "bun";

/**
 * `npm run bench` lists the benchmarks (`*.bench.ts`), `npm run bench -- NAME [ARGUMENT …]` runs those whose path contains NAME,
 * one after the other. By hand only: figures are ratios within one run, and machines are shared. What a bench takes as arguments
 * stands at its head.
 */
const [wanted, ...args] = process.argv.slice(2);
const files = [...new Glob("{shared,db,crawler,edge,.ci}/**/*.bench.ts").scanSync({ dot: true })].sort();
if (wanted === undefined) {
  for (const file of files) {
    // The first sentence of its head.
    const [, about = ""] = /^\/\*\*\s+\* (.*?)[.:]\s/s.exec(readFileSync(file, "utf8")) ?? [];
    console.log(`${file}\n    ${about.replace(/\n \* /g, " ")}`);
  }
  console.log("\nrun one, or several alike: npm run bench -- NAME (a part of the path) [ARGUMENT …]");
  process.exit(0);
}
const chosen = files.filter((file) => file.includes(wanted));
if (chosen.length === 0) {
  console.error(`no benchmark's path contains ${JSON.stringify(wanted)}; npm run bench lists them`);
  process.exit(2);
}
let failed = false;
for (const file of chosen) {
  console.log(`\n=== ${file}`);
  const { exitCode } = Bun.spawnSync([process.execPath, file, ...args], {
    stdout: "inherit",
    stderr: "inherit",
  });
  failed ||= exitCode !== 0;
}
process.exit(failed ? 1 : 0);
