import { spawn } from "node:child_process";
import { closeSync, fstatSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { InstallError, install, root } from "../crawler/up/install.mjs";

/**
 * `npm test [-- --e2e] [-- FILTER …]`: installs what is missing, runs every project of vitest.config.ts on the runtime it is
 * written for, two side by side, and ends with one line of sums. Fails on any failed test, on a project without tests (a
 * runner that finds nothing proves nothing), and on a runner that crashed or hung.
 */

/** Projects that need Node (workerd's runner does not start under Bun); the others run on Bun. */
const ON_NODE = new Set(["edge"]);
/** Needs system packages (.ci/run installs them). */
const ON_REQUEST = "e2e";
/** A runner that prints nothing for so long hangs: every test ends by itself long before (vitest.config.ts). */
const SILENCE_MS_MAX = { e2e: 12 * 60_000 };
const SILENCE_MS_DEFAULT = 10 * 60_000;
const SIDE_BY_SIDE = 2;
/** Tests provoke warnings by the thousand: what a test prints is shown when it fails. */
const QUIET = "--silent=passed-only";
/** Of each failure, repeated at the end. */
const FAILURE_LINES_MAX = 12;
const FAILURE_LINE_MAX = 300;
/** Of a runner that failed although no test did. */
const LAST_LINES_MAX = 60;

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
  return [join(root, "node_modules", ".bin", "node"), vitest];
}

/** Resolves with the exit code of a runner that writes into `output`; one that falls silent is killed, and the output says so. */
function exitOf(child, output, silenceMsMax) {
  return new Promise((done) => {
    let size = -1;
    let grewAt = performance.now();
    const watch = setInterval(() => {
      const now = fstatSync(output).size;
      if (now !== size) grewAt = performance.now();
      size = now;
      if (performance.now() - grewAt < silenceMsMax) return;
      writeSync(output, `\nnothing printed for ${silenceMsMax / 60_000} minutes; stopped\n`);
      child.kill("SIGKILL");
    }, 1_000);
    const finish = (code) => {
      clearInterval(watch);
      done(code);
    };
    child.on("error", (error) => {
      writeSync(output, `\n${error.message}\n`);
      finish(127);
    });
    child.on("exit", (code) => finish(code ?? 1));
  });
}

/** Files of whole-system tests take minutes: each test says that it ended, so that one that hangs is known from a slow one. */
const reporterOf = (project) => (project === ON_REQUEST ? "verbose" : "default");

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

/** A test's failure: one line to find it by and the head of its message, without the runner's own places. */
function failureText(project, file, name, messages) {
  const lines = messages
    .join("\n")
    .split("\n")
    .filter((line) => !line.includes("node_modules"))
    .slice(0, FAILURE_LINES_MAX)
    .map((line) => line.slice(0, FAILURE_LINE_MAX));
  return [`${project} > ${relative(root, file)} > ${name}`, ...lines].join("\n    ");
}

/** What a runner itself says of its end: errors that belong to no test, else its last lines. */
function lastWords(log) {
  const lines = stripVTControlCharacters(log).trimEnd().split("\n");
  const unhandled = lines.findIndex((line) => line.includes("Unhandled Error"));
  const said =
    unhandled === -1 ? lines.slice(-LAST_LINES_MAX) : lines.slice(unhandled, unhandled + LAST_LINES_MAX);
  return said.map((line) => line.slice(0, FAILURE_LINE_MAX)).join("\n    ");
}

/** What a project's run amounts to; a file that could not be loaded and a crash count as one failure each. */
function sum(project, report, code, log) {
  const sums = { passed: 0, failed: 0, skipped: 0, failures: [] };
  const fail = (text) => {
    sums.failed += 1;
    sums.failures.push(text);
  };
  for (const file of report?.testResults ?? []) {
    const before = sums.failed;
    for (const { status, fullName, failureMessages } of file.assertionResults) {
      if (status === "failed") fail(failureText(project, file.name, fullName, failureMessages));
      else if (status === "passed") sums.passed += 1;
      else sums.skipped += 1;
    }
    if (file.status === "failed" && sums.failed === before)
      fail(failureText(project, file.name, "(the file)", [file.message]));
  }
  if (report === null || (code !== 0 && sums.failed === 0))
    fail(`${project}: the runner ended with code ${code}; it said at last\n    ${lastWords(log)}`);
  else if (sums.passed + sums.failed === 0 && filters.length === 0) fail(`${project}: no tests found`);
  return sums;
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
    [
      ...first,
      "run",
      "--project",
      project,
      `--reporter=${reporterOf(project)}`,
      "--reporter=json",
      QUIET,
    ].concat(`--outputFile.json=${report}`, filters.length > 0 ? ["--passWithNoTests"] : [], filters),
    {
      cwd: root,
      stdio: ["ignore", written, written],
      env: { ...process.env, WRANGLER_SEND_METRICS: "false" },
    },
  );
  running.add(child);
  const code = await exitOf(child, written, SILENCE_MS_MAX[project] ?? SILENCE_MS_DEFAULT);
  running.delete(child);
  closeSync(written);
  const seconds = Math.round((performance.now() - began) / 1_000);
  process.stdout.write(`\n=== ${project}, on ${ON_NODE.has(project) ? "Node" : "Bun"} (${seconds} s)\n`);
  const log = readFileSync(output, "utf8");
  process.stdout.write(log);
  return sum(project, readReport(report), code, log);
}

async function main() {
  const bun = await install();
  const reports = mkdtempSync(join(tmpdir(), "weboid-test-"));
  const total = { passed: 0, failed: 0, skipped: 0, failures: [] };
  const queue = projects().map((project) => ({ project, command: commandFor(project, bun) }));
  const lane = async () => {
    for (let next = queue.shift(); next !== undefined && !stopped; next = queue.shift()) {
      const sums = await runProject(next.project, next.command, reports);
      for (const [name, one] of Object.entries(sums))
        total[name] = Array.isArray(one) ? total[name].concat(one) : total[name] + one;
    }
  };
  try {
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, lane));
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
  // After everything else: of a log that is cut, its end is what is left.
  if (total.failures.length > 0) process.stdout.write(`\nFailed:\n  ${total.failures.join("\n  ")}\n`);
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
