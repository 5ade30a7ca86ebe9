import { spawn } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findNode, NO_NODE } from "../crawler/runtime/node.mjs";
import { InstallError, install, root } from "../crawler/up/install.mjs";

/**
 * `npm test [-- --e2e] [-- FILTER …]`: installs what is missing, runs every project of vitest.config.ts on the runtime it is
 * written for, two side by side, and ends with one line of sums. Fails on any failed test, on a project without tests (a
 * runner that finds nothing proves nothing), and on a runner that crashed or hung.
 */

/** Projects that need Node (workerd's runner does not start under Bun); the others run on Bun. */
const ON_NODE = new Set(["edge", "node"]);
/** Needs system packages (.ci/run installs them). */
const ON_REQUEST = "e2e";
const PROJECT_MS_MAX = { e2e: 20 * 60_000, pg: 15 * 60_000 };
const PROJECT_MS_DEFAULT = 12 * 60_000;
const SIDE_BY_SIDE = 2;

const args = process.argv.slice(2);
const wanted = args.includes("--e2e");
const filters = args.filter((arg) => arg !== "--e2e");

/** Named in the configuration and in its order, so that a new project is never forgotten here. */
function projects() {
  const config = readFileSync(join(root, "vitest.config.ts"), "utf8");
  return [...config.matchAll(/\bname: "(\w+)"/g)]
    .map(([, name]) => name)
    .filter((name) => wanted || name !== ON_REQUEST);
}

function commandFor(project, bun) {
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  if (!ON_NODE.has(project)) return [bun, "--bun", vitest];
  const node = findNode(root);
  if (node === null) throw new InstallError(NO_NODE);
  return [node, vitest];
}

/** Resolves with the exit code; what it says of its end goes where its own output goes. */
function exitOf(child, msMax, say) {
  return new Promise((done) => {
    const brake = setTimeout(() => {
      say(`still running after ${msMax / 60_000} minutes; stopped`);
      child.kill("SIGKILL");
    }, msMax);
    const finish = (code) => {
      clearTimeout(brake);
      done(code);
    };
    child.on("error", (error) => {
      say(error.message);
      finish(127);
    });
    child.on("exit", (code) => finish(code ?? 1));
  });
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

/** What a project's run amounts to; a file that could not be loaded and a crash count as one failure each. */
function sum(project, report, code) {
  const count = (status) =>
    (report?.testResults ?? [])
      .flatMap((file) => file.assertionResults)
      .filter((test) => test.status === status).length;
  const passed = count("passed");
  const skipped = count("skipped") + count("pending") + count("todo");
  const broken = (report?.testResults ?? []).filter(
    (file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
  ).length;
  let failed = count("failed") + broken;
  if (report === null || (code !== 0 && failed === 0)) {
    process.stdout.write(`project ${project}: the runner ended with code ${code}\n`);
    failed += 1;
  } else if (passed + failed === 0 && filters.length === 0) {
    process.stdout.write(`project ${project}: no tests found\n`);
    failed += 1;
  }
  return { passed, failed, skipped };
}

/** What runs now; a signal ends it, and nothing is begun after one. */
const running = new Set();
let stopped = false;
for (const signal of ["SIGINT", "SIGTERM"])
  process.on(signal, () => {
    stopped = true;
    for (const child of running) child.kill(signal);
  });

/** Runs a project to its end. Its output goes into a file and is shown whole, so that what runs beside it is not mixed in. */
async function runProject(project, [program, ...first], reports) {
  const began = performance.now();
  process.stdout.write(`${project}: begun\n`);
  const report = join(reports, `${project}.json`);
  const output = join(reports, `${project}.log`);
  const written = openSync(output, "a");
  const child = spawn(
    program,
    [...first, "run", "--project", project, "--reporter=default", "--reporter=json"].concat(
      `--outputFile.json=${report}`,
      filters.length > 0 ? ["--passWithNoTests"] : [],
      filters,
    ),
    {
      cwd: root,
      stdio: ["ignore", written, written],
      env: { ...process.env, WRANGLER_SEND_METRICS: "false" },
    },
  );
  running.add(child);
  const msMax = PROJECT_MS_MAX[project] ?? PROJECT_MS_DEFAULT;
  const code = await exitOf(child, msMax, (line) => writeSync(written, `\n${line}\n`));
  running.delete(child);
  closeSync(written);
  const seconds = Math.round((performance.now() - began) / 1_000);
  process.stdout.write(`\n=== ${project}, on ${ON_NODE.has(project) ? "Node" : "Bun"} (${seconds} s)\n`);
  process.stdout.write(readFileSync(output));
  return sum(project, readReport(report), code);
}

async function main() {
  const bun = await install();
  const reports = mkdtempSync(join(tmpdir(), "weboid-test-"));
  const total = { passed: 0, failed: 0, skipped: 0 };
  const queue = projects().map((project) => ({ project, command: commandFor(project, bun) }));
  const lane = async () => {
    for (let next = queue.shift(); next !== undefined && !stopped; next = queue.shift()) {
      const { passed, failed, skipped } = await runProject(next.project, next.command, reports);
      total.passed += passed;
      total.failed += failed;
      total.skipped += skipped;
    }
  };
  try {
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, lane));
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
  process.stdout.write(`\n${total.passed} passed, ${total.failed} failed${skipped}\n`);
  return total.failed === 0 && !stopped ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof InstallError)) throw error;
  process.stderr.write(`weboid: ${error.message}\n`);
  process.exitCode = 1;
}
