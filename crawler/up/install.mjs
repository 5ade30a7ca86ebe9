import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { constants } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { tryLock } from "./lock.mjs";

/**
 * Brings `node_modules` to the state of bun.lock, on a machine that has nothing but Node 20 with npm, or Bun.
 * Plain JavaScript without dependencies that runs on both: it is the first thing that runs on a fresh clone.
 */

export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const modules = join(root, "node_modules");
const stampFile = join(modules, ".weboid-installed");
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const bunVersion = manifest.dependencies.bun;

const NODE_MAJOR_MIN = 20;
const WAIT_MS_MAX = 15 * 60_000;
const TAIL_BYTES = 16_384;

/** Something that whoever started the program can mend; the message says how. */
export class InstallError extends Error {}

const say = (message) => process.stderr.write(`weboid: ${message}\n`);

/** Changes when the lock file or the machine does (a folder may be shared or copied between machines). */
function wantedStamp() {
  const lock = createHash("sha256")
    .update(readFileSync(join(root, "bun.lock")))
    .digest("hex");
  return `${lock} ${process.platform}-${process.arch}\n`;
}

function isInstalled() {
  try {
    return readFileSync(stampFile, "utf8") === wantedStamp() && installedBun() !== null;
  } catch {
    return false;
  }
}

function versionOf(program) {
  const { status, stdout } = spawnSync(program, ["--version"], { encoding: "utf8", timeout: 20_000 });
  return status === 0 ? (stdout ?? "").trim() : null;
}

/**
 * Bun as the npm package lays it down: `bun/bin/bun.exe` after its install script ran, and the platform's own
 * package where scripts are forbidden (npm 11 asks first).
 */
function bunIn(folder) {
  const platforms = join(folder, "@oven");
  const candidates = [
    join(folder, "bun", "bin", "bun.exe"),
    ...(existsSync(platforms)
      ? readdirSync(platforms).map((name) => join(platforms, name, "bin", "bun"))
      : []),
  ];
  for (const path of candidates) {
    if (!existsSync(path)) continue;
    if (versionOf(path) === bunVersion) return path;
    // npm unpacks without the executable bit what it does not know as a program.
    try {
      chmodSync(path, 0o755);
    } catch {}
    if (versionOf(path) === bunVersion) return path;
  }
  return null;
}

export const installedBun = () => bunIn(modules);

/** Whether a Bun can read our lock file: its format grows with the minor version. */
function readsLock(version) {
  const parts = (text) => text.split(".").map(Number);
  const [major = 0, minor = 0] = parts(version ?? "0.0");
  const [wantedMajor = 0, wantedMinor = 0] = parts(bunVersion);
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
}

/** Runs a program, shows its output on standard error, and returns its exit code with the end of the output. */
function run(program, args, env = {}) {
  return new Promise((done) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let tail = "";
    let stopped = 0;
    const take = (chunk) => {
      process.stderr.write(chunk);
      tail = (tail + chunk.toString("utf8")).slice(-TAIL_BYTES);
    };
    child.stdout.on("data", take);
    child.stderr.on("data", take);
    const ends = ["SIGINT", "SIGTERM", "SIGHUP"].map((signal) => {
      const stop = () => {
        if (signal === "SIGHUP" && process.stdin.isTTY !== true) return;
        child.kill(signal);
        stopped = 128 + constants.signals[signal];
      };
      process.on(signal, stop);
      return () => process.off(signal, stop);
    });
    const finish = (result) => {
      for (const end of ends) end();
      if (stopped !== 0) process.exit(stopped);
      done(result);
    };
    child.on("error", (error) => finish({ code: 127, tail: `${tail}${error.code ?? ""} ${error.message}` }));
    child.on("close", (code) => finish({ code: code ?? 1, tail }));
  });
}

/** What went wrong, and the mend, from the end of an installer's output. */
function mendFor(what, tail) {
  if (/ENOSPC|no space left|disk quota/i.test(tail))
    return `${what}: the disk is full. Free about 1.5 GB on the disk of ${root}, then start again.`;
  if (/EACCES|EPERM|EROFS|permission denied|AccessDenied|read-only file/i.test(tail))
    return `${what}: ${modules} or the package cache in the home folder cannot be written. Start as the owner of the checkout, or give it back with chown -R.`;
  if (/lockfile had changes|frozen/i.test(tail))
    return `${what}: bun.lock does not belong to package.json. Bring both back with: git checkout package.json bun.lock`;
  if (
    /ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|ConnectionRefused|ConnectionClosed|FailedToOpenSocket|DNS|timed? ?out|network|certificate|unable to connect|CERT_/i.test(
      tail,
    )
  )
    return `${what}: the package registry cannot be reached. Connect this machine to the network once (behind a proxy set HTTPS_PROXY; for a registry of your own: npm config set registry URL), then start again. After the first time no network is needed.`;
  return `${what}. The lines above say why; mend that and start again.`;
}

/** npm as a program and its first arguments: the one that started us, else the one on PATH. */
function findNpm() {
  const own = process.env.npm_execpath;
  if (
    own !== undefined &&
    basename(own) === "npm-cli.js" &&
    existsSync(own) &&
    process.versions.bun === undefined
  )
    return [process.execPath, own];
  return versionOf("npm") === null ? null : ["npm"];
}

/** The registry that npm is set up for: Bun reads fewer places than npm does. */
function registryEnv() {
  if (process.env.NPM_CONFIG_REGISTRY ?? process.env.npm_config_registry ?? process.env.BUN_CONFIG_REGISTRY)
    return {};
  const npm = findNpm();
  if (npm === null) return {};
  const [program, ...first] = npm;
  const { status, stdout } = spawnSync(program, [...first, "config", "get", "registry"], {
    cwd: root,
    encoding: "utf8",
    timeout: 20_000,
  });
  const registry = (stdout ?? "").trim();
  return status === 0 && /^https?:\/\/\S+$/.test(registry) ? { NPM_CONFIG_REGISTRY: registry } : {};
}

/** Gets the pinned Bun into a folder of its own, by npm or by a Bun that is too old for the lock file. */
async function fetchBun(folder, oldBun) {
  const npm = findNpm();
  if (npm === null && oldBun === null)
    throw new InstallError(
      "neither npm nor Bun is on this machine. Install Node.js 20 or later with npm (https://nodejs.org) or Bun (https://bun.sh), then start again.",
    );
  say(`fetching Bun ${bunVersion} (about 40 MB, once)`);
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  const spec = `bun@${bunVersion}`;
  const flags = ["--no-save", "--no-audit", "--no-fund", "--no-progress", "--loglevel=error"];
  const [program, ...args] =
    npm === null
      ? [oldBun, "add", "--cwd", folder, "--no-save", spec]
      : [...npm, "install", "--prefix", folder, ...flags, spec];
  const { code, tail } = await run(program, args);
  const bun = bunIn(join(folder, "node_modules"));
  if (bun !== null) return bun;
  throw new InstallError(
    code === 0
      ? `Bun ${bunVersion} does not run on this machine (${process.platform}-${process.arch}). Weboid needs Linux or macOS on x64 or arm64.`
      : mendFor(`Bun ${bunVersion} could not be fetched`, tail),
  );
}

/** A Bun that can read the lock file: the running one, the one of an earlier install, the machine's, or a fetched one. */
async function findBun(temporary) {
  const running = process.versions.bun === undefined ? [] : [process.execPath];
  const earlier = installedBun();
  const known = [...running, ...(earlier === null ? [] : [earlier]), "bun"]
    .map((path) => ({ path, version: versionOf(path) }))
    .filter(({ version }) => version !== null);
  const usable = known.find(({ version }) => readsLock(version));
  return usable?.path ?? (await fetchBun(temporary, known[0]?.path ?? null));
}

/** `./node_modules/.bin/weboid`, which package managers make for dependencies but not for the project itself. */
export function linkProgram() {
  const link = join(modules, ".bin", "weboid");
  const target = join("..", "..", manifest.bin.weboid);
  try {
    if (lstatSync(link).isSymbolicLink() && readlinkSync(link) === target) return;
  } catch {}
  mkdirSync(dirname(link), { recursive: true });
  rmSync(link, { force: true });
  symlinkSync(target, link);
}

async function installHoldingLock() {
  const temporary = mkdtempSync(join(modules, ".weboid-bun-"));
  try {
    const bun = await findBun(temporary);
    say("installing what bun.lock names (about 130 packages, 800 MB unpacked; once)");
    const { code, tail } = await run(bun, ["install", "--frozen-lockfile", "--no-progress"], registryEnv());
    if (code !== 0) throw new InstallError(mendFor("the install failed", tail));
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
  if (installedBun() === null)
    throw new InstallError(
      `Bun ${bunVersion} was installed but does not run. Remove ${modules} and start again.`,
    );
  linkProgram();
  writeFileSync(stampFile, wantedStamp());
  say("installed");
}

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

/** Two starts at once: the second waits for the first, then finds everything there. */
async function installOnce() {
  const until = Date.now() + WAIT_MS_MAX;
  for (let told = false; Date.now() < until; await sleep(250)) {
    const lock = tryLock(join(modules, ".weboid-installing"));
    if (lock.held) {
      try {
        if (!isInstalled()) await installHoldingLock();
        return;
      } finally {
        lock.release();
      }
    }
    if (!told) say(`process ${lock.holder?.pid ?? "?"} is installing already; waiting for it`);
    told = true;
  }
  throw new InstallError(`another install in ${modules} does not end. Stop it and start again.`);
}

/**
 * Returns the path of the pinned Bun after `node_modules` is as bun.lock says. Does nothing but look when it is.
 * Throws an InstallError whose message says the mend.
 */
export async function install() {
  const major = Number(process.versions.node.split(".")[0]);
  if (process.versions.bun === undefined && major < NODE_MAJOR_MIN)
    throw new InstallError(
      `this is Node.js ${process.versions.node}; Weboid needs ${NODE_MAJOR_MIN} or later, from https://nodejs.org.`,
    );
  if (process.platform === "win32")
    throw new InstallError("Weboid runs on Linux and macOS; on Windows start it inside WSL.");
  if (!isInstalled()) {
    try {
      mkdirSync(modules, { recursive: true });
      await installOnce();
    } catch (error) {
      if (error instanceof InstallError || typeof error.code !== "string") throw error;
      throw new InstallError(mendFor(`the install failed (${error.code})`, `${error.code} ${error.message}`));
    }
  }
  const bun = installedBun();
  if (bun === null) throw new InstallError(`Bun is not where it was. Remove ${modules} and start again.`);
  return bun;
}
