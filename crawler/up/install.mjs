import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
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

/** The packages of the pinned Bun that may run here, as bun.lock has them: the usual one first, musl's after it. */
function bunPackages() {
  const cpu = process.arch === "arm64" ? "aarch64" : process.arch;
  return [...lockFile().matchAll(/\["(@oven\/bun-[^"@]+)@([^"]+)".*"(sha512-[^"]+)"\]/g)]
    .map(([, name, packaged, integrity]) => ({ name, packaged, integrity }))
    .filter(
      ({ name }) => name.startsWith(`@oven/bun-${process.platform}-${cpu}`) && !name.endsWith("-android"),
    );
}

const run = (program, args, options) =>
  spawnSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], ...options });

/** Bun as bun.lock's hash has it, in this folder: no other ever runs. No script of the package runs for it. */
function fetchBun(folder) {
  say(`fetching Bun ${version} (about 50 MB, once)`);
  const own = process.env.npm_execpath;
  const [npm, ...first] = own?.endsWith("npm-cli.js") ? [process.execPath, own] : ["npm"];
  for (const { name, packaged, integrity } of bunPackages()) {
    const args = [...first, "pack", `${name}@${packaged}`, "--pack-destination", folder, "--loglevel=error"];
    const { status, stdout, stderr, error } = run(npm, args, { cwd: folder });
    process.stderr.write(stderr ?? "");
    if (status !== 0) throw failure("Bun could not be fetched", `${stderr} ${error?.message}`);
    const archive = join(folder, stdout.trim().split("\n").at(-1) ?? "");
    if (`sha512-${createHash("sha512").update(readFileSync(archive)).digest("base64")}` !== integrity)
      throw new InstallError(
        `${name}@${packaged} is not what bun.lock names: its hash is another. Nothing of it ran. Look at the package registry that npm is set up for (npm config get registry), and at what stands before it.`,
      );
    const unpacked = run("tar", ["-xzf", archive, "-C", folder]);
    if (unpacked.status !== 0)
      throw failure("Bun could not be unpacked", `${unpacked.stderr} ${unpacked.error?.message}`);
    const program = join(folder, "package/bin/bun");
    if (versionOf(program) === version) return program;
  }
  throw new InstallError(
    `Bun ${version} does not run on this ${process.platform}-${process.arch}: Weboid needs Linux or macOS.`,
  );
}

function installNow() {
  // Hardened machines let nothing run from the folder for temporary files.
  const folder = mkdtempSync(join(modules, ".weboid-bun-"));
  try {
    // Any Bun takes what it installs by the lock file's hashes, the pinned Bun too.
    const running = process.versions.bun === undefined ? null : process.execPath;
    const program = versionOf(bun) === version ? bun : (running ?? fetchBun(folder));
    say("installing what bun.lock names (about 130 packages, 800 MB unpacked; once)");
    const args = ["install", "--cwd", root, "--frozen-lockfile", "--no-progress"];
    const { status, stderr, error } = run(program, args, { cwd: folder, stdio: ["ignore", 2, "pipe"] });
    process.stderr.write(stderr ?? "");
    if (status !== 0) throw failure("the install failed", `${stderr} ${error?.message}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  if (versionOf(bun) !== version)
    throw new InstallError(`${bun} does not run. Remove ${modules} and start again.`);
  writeFileSync(stamp, lockFile());
  say("installed");
}

/** A number of none, as after a power cut, holds nothing; our own is of a start before, in a container that was killed. */
function isAlive(pid) {
  if (!(pid > 0) || pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** Beside the lock; of this process alone. */
const aside = `${lock}.${process.pid}`;

/** Makes the lock of what stands aside, whole at once; false where there is one. */
function linkLock() {
  try {
    linkSync(aside, lock);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

/** Others never see it empty, and take it for a dead one's. */
function takeLock() {
  writeFileSync(aside, String(process.pid));
  return linkLock();
}

/** Of two starts that see a dead one's, the second may meet the first one's own by now, which it gives back unless a third has one. */
function removeDeadLock() {
  try {
    renameSync(lock, aside);
  } catch (error) {
    if (error.code === "ENOENT") return;
    throw error;
  }
  if (isAlive(Number(textOf(aside)))) linkLock();
  else rmSync(aside, { force: true });
}

/** Two starts at once: the second waits for the first, then finds everything there. A dead process holds nothing. */
async function holdLock() {
  const until = Date.now() + WAIT_MS_MAX;
  for (let isSaid = false; Date.now() < until; ) {
    if (takeLock()) return;
    const pid = Number(textOf(lock));
    if (!isAlive(pid)) {
      removeDeadLock();
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
