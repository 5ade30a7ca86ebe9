import { spawn } from "node:child_process";
import { closeSync, fstatSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { InstallError, install, root } from "../crawler/up/install.mjs";

/**
 * `npm test [-- --e2e] [-- FILTER …]`: installs what is missing, runs every project of vitest.config.ts on the runtime it is
 * written for, two side by side, and ends with one line of sums. Files with failed tests, if they are few, are run once more
 * when the machine is quiet: what fails then is a failure, what passes then is named as unsteady (decision 70). Fails on any
 * failed test, on a project without tests (a runner that finds nothing proves nothing), and on a runner that crashed or hung.
 */

/** Projects that need Node (workerd's runner does not start under Bun); the others run on Bun. */
const ON_NODE = new Set(["edge"]);
/** Needs system packages (.ci/run installs them). */
const ON_REQUEST = "e2e";
/**
 * A runner that prints nothing for so long hangs: every test ends by itself long before (vitest.config.ts; those of the whole
 * system after a quarter of an hour at most, and say what they waited for).
 */
const SILENCE_MS_MAX = { e2e: 20 * 60_000 };
const SILENCE_MS_DEFAULT = 10 * 60_000;
const SIDE_BY_SIDE = 2;
/** Tests provoke warnings by the thousand: what a test prints is shown when it fails. */
const QUIET = "--silent=passed-only";
/** More files with failures in a project are no accident. */
const SECOND_RUN_FILES_MAX = 3;
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

/** A test's failure: a name to find it by and the head of its message, without the runner's own places. */
function failureOf(project, file, test, messages) {
  const lines = messages
    .join("\n")
    .split("\n")
    .filter((line) => !line.includes("node_modules"))
    .slice(0, FAILURE_LINES_MAX)
    .map((line) => line.slice(0, FAILURE_LINE_MAX));
  const name = `${project} > ${relative(root, file)} > ${test}`;
  return { file, name, text: [name, ...lines].join("\n    ") };
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
  const fail = (failure) => {
    sums.failed += 1;
    sums.failures.push(failure);
  };
  for (const file of report?.testResults ?? []) {
    const before = sums.failed;
    for (const { status, fullName, failureMessages } of file.assertionResults) {
      if (status === "failed") fail(failureOf(project, file.name, fullName, failureMessages));
      else if (status === "passed") sums.passed += 1;
      else sums.skipped += 1;
    }
    if (file.status === "failed" && sums.failed === before)
      fail(failureOf(project, file.name, "(the file)", [file.message]));
  }
  // What belongs to no test is hidden by no test's failure.
  const isUnhandled = code !== 0 && log.includes("Unhandled Error");
  if (report === null || isUnhandled || (code !== 0 && sums.failed === 0))
    fail(ofRunner(project, `the runner ended with code ${code}; it said at last\n    ${lastWords(log)}`));
  else if (sums.passed + sums.failed === 0 && filters.length === 0) fail(ofRunner(project, "no tests found"));
  return sums;
}

/** A failure that belongs to no file. */
const ofRunner = (project, text) => ({ file: null, name: project, text: `${project}: ${text}` });

/** The files to be run once more: null where there are none, or too many for an accident. */
function filesOfSecondRun({ failures }) {
  const files = [...new Set(failures.map(({ file }) => file))];
  return files.length > 0 && files.length <= SECOND_RUN_FILES_MAX && !files.includes(null) ? files : null;
}

/** What two runs amount to: the second one's failures, and as unsteady what failed in the first alone. */
function joined(first, second) {
  const again = new Set(second.failures.map(({ name }) => name));
  const unsteady = first.failures.filter(({ name }) => !again.has(name));
  const tests = first.passed + first.failed;
  return {
    ...first,
    passed: tests - second.failed,
    failed: second.failed,
    failures: second.failures,
    unsteady,
  };
}

/** What runs now; a signal ends it, and nothing is begun after one. */
const running = new Set();
let stopped = false;
for (const signal of ["SIGINT", "SIGTERM"])
  process.on(signal, () => {
    stopped = true;
    for (const child of running) child.kill(signal);
  });

/** Runs a project, or files of it, to its end. Its output goes into a file and is shown whole, so that what runs beside it is not mixed in. */
async function runProject({ project, command: [program, ...first] }, reports, wanted = filters) {
  const began = performance.now();
  process.stdout.write(`${project}: begun\n`);
  const report = join(reports, `${project}.json`);
  const output = join(reports, `${project}.log`);
  rmSync(report, { force: true });
  const written = openSync(output, "w");
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
    ].concat(`--outputFile.json=${report}`, wanted.length > 0 ? ["--passWithNoTests"] : [], wanted),
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
  const queue = projects().map((project) => ({ project, command: commandFor(project, bun) }));
  const results = [];
  const lane = async () => {
    for (let next = queue.shift(); next !== undefined && !stopped; next = queue.shift())
      results.push({ run: next, sums: await runProject(next, reports) });
  };
  try {
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, lane));
    for (const result of results) {
      const files = stopped || filters.length > 0 ? null : filesOfSecondRun(result.sums);
      if (files !== null) result.sums = joined(result.sums, await runProject(result.run, reports, files));
    }
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
  const all = results.map(({ sums }) => sums);
  const total = (name) => all.reduce((sum, one) => sum + one[name], 0);
  const texts = (name) => all.flatMap((one) => (one[name] ?? []).map(({ text }) => text)).join("\n  ");
  // After everything else: of a log that is cut, its end is what is left.
  const unsteady = texts("unsteady");
  if (unsteady !== "")
    process.stdout.write(`\nUnsteady, failed beside others and passed in a second run:\n  ${unsteady}\n`);
  if (total("failed") > 0) process.stdout.write(`\nFailed:\n  ${texts("failures")}\n`);
  const skipped = total("skipped") > 0 ? `, ${total("skipped")} skipped` : "";
  process.stdout.write(`\n${total("passed")} passed, ${total("failed")} failed${skipped}\n`);
  return total("failed") === 0 && !stopped ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof InstallError)) throw error;
  process.stderr.write(`weboid: ${error.message}\n`);
  process.exitCode = 1;
}
