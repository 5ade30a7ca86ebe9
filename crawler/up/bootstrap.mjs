#!/usr/bin/env node
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { join } from "node:path";
import { engineFor } from "../cli/engine.mjs";
import { InstallError, install, root } from "./install.mjs";

/**
 * `npm start` and `npm run weboid -- …`: installs what is missing, then runs the command line on the pinned Bun.
 * Runs on Node 20 and on Bun.
 */

const INSTALL_FAILED = 1;
const PARENT_POLL_MS = 250;

async function installed() {
  try {
    return await install();
  } catch (error) {
    if (!(error instanceof InstallError)) throw error;
    process.stderr.write(`weboid: ${error.message}\n`);
    process.exit(INSTALL_FAILED);
  }
}

const bun = await installed();
const child = spawn(bun, [join(root, "crawler/cli/main.ts"), ...process.argv.slice(2)], {
  stdio: "inherit",
  // `up` ends when this process does, even by kill -9: its parent is then another (run.ts).
  env: {
    ...engineFor(process.argv[2]),
    ...process.env,
    WEBOID_PARENT: String(process.pid),
  },
});
// A package manager that is ended may end its shell and not us; whoever runs us as a script waits for our end.
const parent = process.ppid;
if (process.env.npm_lifecycle_event !== undefined)
  setInterval(() => {
    if (process.ppid !== parent) child.kill("SIGTERM");
  }, PARENT_POLL_MS).unref();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
  process.on(signal, () => {
    // A hang-up ends what runs in a terminal; under nohup it is passed over (crawler/runtime/shutdown.ts).
    if (signal !== "SIGHUP" || process.stdin.isTTY === true) child.kill(signal);
  });
child.on("error", (error) => {
  process.stderr.write(`weboid: ${bun} cannot be run: ${error.message}\n`);
  process.exit(INSTALL_FAILED);
});
child.on("exit", (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
