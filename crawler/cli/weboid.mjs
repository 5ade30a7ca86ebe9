#!/bin/sh
//usr/bin/env true; here="$(readlink -f "$0")"; root="${here%/crawler/cli/*}"; bun="$root/node_modules/bun/bin/bun.exe"; : \
//; [ "$1" = check ] && export BUN_JSC_useFTLJIT="${BUN_JSC_useFTLJIT:-0}" BUN_JSC_thresholdForOptimizeAfterWarmUp="${BUN_JSC_thresholdForOptimizeAfterWarmUp:-3000}"; : \
//; [ "$root" != "$here" ] && [ -x "$bun" ] && exec "$bun" "$root/crawler/cli/main.ts" "$@"; : \
//; exec "$(command -v node || command -v bun || echo node)" "$0" "$@"

// The bin of package.json (docs/cli.md). The lines above are comments to JavaScript and one command line to the shell, in
// which what begins with // is handed to `true` and `:`, as each line of its own would cost a process. They run the pinned
// Bun of node_modules where it lies in its place, as a Node in between would cost as much time as all that Weboid loads.
// A list of URLs is checked sooner than the last stage of Bun's compiler pays for itself: `check` goes without
// (docs/decisions/0006-command-line.md). Else, and for `npm start`, JavaScript on whichever of Node and Bun there is goes
// on from here: it installs what is missing, and starts the lines above.
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { fileURLToPath } from "node:url";
import { InstallError, install } from "../up/install.mjs";

const PARENT_POLL_MS = 250;

function fail(message) {
  process.stderr.write(`weboid: ${message}\n`);
  process.exit(1);
}

await install().catch((error) => {
  if (!(error instanceof InstallError)) throw error;
  fail(error.message);
});
const child = spawn("/bin/sh", [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
  stdio: "inherit",
  // `up` ends when this process does, even by kill -9: its parent is then another (crawler/up/parent.ts).
  env: { ...process.env, WEBOID_PARENT: String(process.pid) },
});
// A package manager that is ended may end its shell and not us; the caller of a script waits for our end.
const parent = process.ppid;
if (process.env.npm_lifecycle_event !== undefined)
  setInterval(() => {
    if (process.ppid !== parent) child.kill("SIGTERM");
  }, PARENT_POLL_MS).unref();
// A terminal gives Ctrl-C to both of us; crawler/runtime/shutdown.ts takes the two for one.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
  process.on(signal, () => {
    // A hang-up ends what runs in a terminal; under nohup it is passed over (crawler/runtime/shutdown.ts).
    if (signal !== "SIGHUP" || process.stdin.isTTY === true) child.kill(signal);
  });
child.on("error", (error) => fail(error.message));
child.on("exit", (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
