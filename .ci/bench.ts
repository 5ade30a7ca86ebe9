import { Glob } from "bun";

/**
 * `npm run bench [NAME]`: runs the benchmarks (`*.bench.ts`) one after the other, or those whose path contains NAME. By hand
 * only: figures are ratios within one run, and machines are shared. What a bench takes as arguments stands at its head.
 */
const [wanted = ""] = process.argv.slice(2);
const files = [...new Glob("{shared,db,crawler,edge}/**/*.bench.ts").scanSync()]
  .sort()
  .filter((file) => file.includes(wanted));
if (files.length === 0) {
  console.error(`no benchmark's path contains ${JSON.stringify(wanted)}; leave the name out to run all`);
  process.exit(2);
}
let failed = false;
for (const file of files) {
  console.log(`\n=== ${file}`);
  const { exitCode } = Bun.spawnSync([process.execPath, file], { stdout: "inherit", stderr: "inherit" });
  failed ||= exitCode !== 0;
}
process.exit(failed ? 1 : 0);
