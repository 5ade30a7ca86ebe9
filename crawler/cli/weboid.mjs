#!/bin/sh
//usr/bin/env true; here="$(readlink -f "$0")"; root="${here%/crawler/cli/*}"; bun="$root/node_modules/bun/bin/bun.exe"; : \
//; [ "$1" = check ] && export BUN_JSC_useFTLJIT="${BUN_JSC_useFTLJIT:-0}" BUN_JSC_thresholdForOptimizeAfterWarmUp="${BUN_JSC_thresholdForOptimizeAfterWarmUp:-3000}"; : \
//; [ "$root" != "$here" ] && [ -x "$bun" ] && exec "$bun" "$root/crawler/cli/main.ts" "$@"; : \
//; exec "$(command -v node || command -v bun || echo node)" "$0" "$@"

// The bin of package.json (contract.md). The lines above are comments to JavaScript and one command line to the shell, in
// which what begins with // is handed to `true` and `:`, as each line of its own would cost a process. They run the pinned
// Bun of node_modules at once where it lies in its place, as a Node in between would cost as much time as all that Weboid
// loads. Else whichever of Node and Bun this machine has looks for it, from here on; plain JavaScript, so that any Node
// from 20 on reads it. A list of URLs is checked sooner than the last stage of Bun's compiler pays for itself
// (docs/decisions/0006-command-line.md): `check` goes without.
import { spawn } from "node:child_process";
import { existsSync, readdirSync, realpathSync } from "node:fs";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { engineFor } from "./engine.mjs";

const root = join(dirname(realpathSync(fileURLToPath(import.meta.url))), "..", "..");
const main = join(root, "crawler", "cli", "main.ts");

/** Where the npm package lays its binary; the platform's own package where install scripts are forbidden. */
function installedBun() {
  const modules = join(root, "node_modules");
  const platforms = join(modules, "@oven");
  return [
    join(modules, "bun", "bin", "bun.exe"),
    ...(existsSync(platforms)
      ? readdirSync(platforms).map((name) => join(platforms, name, "bin", "bun"))
      : []),
  ].find((path) => existsSync(path));
}

const bun = installedBun();
if (bun === undefined) {
  process.stderr.write(
    "weboid: node_modules is missing; run npm start (or bun install) in the checkout first\n",
  );
  process.exit(1);
}

if (process.versions.bun !== undefined && realpathSync(process.execPath) === realpathSync(bun)) {
  await import(main);
} else {
  const child = spawn(bun, [main, ...process.argv.slice(2)], {
    stdio: "inherit",
    // As in crawler/up/bootstrap.mjs: `up` ends when its launcher is gone, even by kill -9.
    env: {
      ...engineFor(process.argv[2]),
      ...process.env,
      WEBOID_PARENT: String(process.pid),
    },
  });
  // A terminal gives Ctrl-C to both of us; crawler/runtime/shutdown.ts takes the two for one.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
    process.on(signal, () => {
      // A hang-up ends what runs in a terminal; under nohup it is passed over (crawler/runtime/shutdown.ts).
      if (signal !== "SIGHUP" || process.stdin.isTTY === true) child.kill(signal);
    });
  child.on("error", (error) => {
    process.stderr.write(
      `weboid: ${bun} cannot be run (${error.message}); run npm start or bun install again\n`,
    );
    process.exit(1);
  });
  child.on("exit", (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
}
