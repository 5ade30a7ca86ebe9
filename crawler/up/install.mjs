import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

/**
 * Brings `node_modules` to the state of bun.lock, on a machine that has nothing but Node 20 with npm, or Bun.
 * Plain JavaScript without dependencies that runs on both: it is the first thing that runs on a fresh clone.
 */

export const root = fileURLToPath(new URL("../../", import.meta.url));
const modules = join(root, "node_modules");
const bun = join(modules, "bun/bin/bun.exe");
const stamp = join(modules, ".weboid-installed");
const lock = join(modules, ".weboid-installing");
const version = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).dependencies.bun;

const NODE_MAJOR_MIN = 20;
const WAIT_MS_MAX = 15 * 60_000;

/** Something that the user can fix; the message says how. */
export class InstallError extends Error {}

const say = (message) => process.stderr.write(`weboid: ${message}\n`);
const lockFile = () => readFileSync(join(root, "bun.lock"), "utf8");
const textOf = (path) => (existsSync(path) ? readFileSync(path, "utf8") : null);
const versionOf = (program) => spawnSync(program, ["--version"], { encoding: "utf8" }).stdout?.trim() ?? null;

/** The stamp repeats the lock file; in a folder that was copied from another machine Bun does not run. */
const isInstalled = () => textOf(stamp) === lockFile() && versionOf(bun) === version;

/** What is wrong, and how to fix it, by what an installer printed. */
const REMEDIES = [
  [
    /spawnSync npm ENOENT/,
    "there is no npm. Install Node.js 20 or later with npm (https://nodejs.org), or Bun (https://bun.sh), then start again.",
  ],
  [
    /ENOSPC|no space left|disk quota/i,
    `the disk is full. Free about 1.5 GB on the disk of ${root}, then start again.`,
  ],
  [
    /EACCES|EPERM|EROFS|permission denied|AccessDenied|read-only/i,
    `${modules} or the package cache in the home folder cannot be written. Start as the owner of the checkout, or give it back with chown -R.`,
  ],
  [
    /ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|Connection|FailedToOpenSocket|DNS|timed? ?out|network|certificate|CERT_|unable to connect/i,
    "the package registry cannot be reached. Connect this machine to the network once (behind a proxy set HTTPS_PROXY; for a registry of your own: npm config set registry URL), then start again. After the first time no network is needed.",
  ],
  [/^/, "the lines above say why; fix that and start again."],
];

const failure = (what, output) =>
  new InstallError(`${what}: ${REMEDIES.find(([pattern]) => pattern.test(output))[1]}`);

/** The command of the pinned Bun: installed earlier, running this, or fetched by npm or by another Bun. */
function pinnedBun() {
  const running = process.versions.bun === undefined ? null : process.execPath;
  const found = [bun, running].find((path) => path !== null && versionOf(path) === version);
  if (found !== undefined) return [found];
  say(`fetching Bun ${version} (about 40 MB, once)`);
  if (running !== null) return [running, "x", `bun@${version}`];
  const own = process.env.npm_execpath;
  const npm = own?.endsWith("npm-cli.js") ? [process.execPath, own] : ["npm"];
  // Its install script puts the program in its place, whatever npm is configured to do with scripts.
  const flags = ["--yes", "--ignore-scripts=false", "--allow-scripts=bun", "--loglevel=error"];
  return [...npm, "exec", ...flags, `--package=bun@${version}`, "--", "bun"];
}

function installNow() {
  const [program, ...first] = pinnedBun();
  say("installing what bun.lock names (about 130 packages, 800 MB unpacked; once)");
  const args = [...first, "install", "--cwd", root, "--frozen-lockfile", "--no-progress"];
  // Outside the checkout, where npm would take a Bun whose install was interrupted.
  const options = { cwd: tmpdir(), encoding: "utf8", stdio: ["ignore", 2, "pipe"] };
  const { status, stderr, error } = spawnSync(program, args, options);
  process.stderr.write(stderr ?? "");
  if (status !== 0) throw failure("the install failed", `${stderr} ${error?.message}`);
  if (versionOf(bun) !== version)
    throw new InstallError(
      `Bun ${version} does not run on this ${process.platform}-${process.arch}: Weboid needs Linux or macOS.`,
    );
  writeFileSync(stamp, lockFile());
  say("installed");
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** Two starts at once: the second waits for the first, then finds everything there. A dead process holds nothing. */
async function holdLock() {
  const until = Date.now() + WAIT_MS_MAX;
  for (let isSaid = false; Date.now() < until; ) {
    try {
      return writeFileSync(lock, String(process.pid), { flag: "wx" });
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    const pid = Number(textOf(lock));
    if (!isAlive(pid)) {
      rmSync(lock, { force: true });
      continue;
    }
    if (!isSaid) say(`process ${pid} is installing already; waiting for it`);
    isSaid = true;
    await sleep(250);
  }
  throw new InstallError(`another install does not end. Stop it, remove ${lock}, and start again.`);
}

/**
 * Returns the path of the pinned Bun after `node_modules` is as bun.lock says. Changes nothing when it is.
 * Throws an InstallError whose message says how to fix it.
 */
export async function install() {
  if (Number(process.versions.node.split(".")[0]) < NODE_MAJOR_MIN)
    throw new InstallError(
      `this is Node.js ${process.versions.node}; Weboid needs ${NODE_MAJOR_MIN} or later, from https://nodejs.org.`,
    );
  if (isInstalled()) return bun;
  try {
    mkdirSync(modules, { recursive: true });
    await holdLock();
    try {
      if (!isInstalled()) installNow();
    } finally {
      rmSync(lock, { force: true });
    }
    return bun;
  } catch (error) {
    if (error instanceof InstallError || typeof error.code !== "string") throw error;
    throw failure("the install failed", error.message);
  }
}
