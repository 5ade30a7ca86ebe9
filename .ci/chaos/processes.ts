import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, globSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { pauseMs } from "./time.ts";

/** This checkout, whose program runs where no other is named. */
export const ROOT = resolve(import.meta.dirname, "../..");
const mainOf = (root: string) => join(root, "crawler/cli/main.ts");
/** As systemd's RestartSec. */
const RESTART_MS = 300;
const LINES_MAX = 400;
const STOP_MS_MAX = 15_000;
const STARTED_MS_MAX = 10_000;

/** Lets processes live at another time (Debian's package faketime); null: it is not installed. */
export const faketimeLibrary = (): string | null =>
  globSync("/usr/lib/{*/,}faketime/libfaketime.so.1").find((file) => existsSync(file)) ?? null;

export interface RoleOptions {
  readonly name: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Its clock can be set; a file says by how much. */
  readonly clockFile: string | null;
  /** The name of its machine, where a process may have one of its own; absent: that of this one. */
  readonly host?: string | undefined;
  /** The checkout whose program it runs; absent: this one. */
  readonly root?: string | undefined;
}

/** Whether a process may live on a machine of another name. */
export const canNameHosts = (): boolean => spawnSync("unshare", ["--uts", "hostname", "other"]).status === 0;

/** What starts a program on a machine of that name. */
const onHost = (host: string): string[] => [
  "unshare",
  "--uts",
  "sh",
  "-c",
  'hostname "$0" && exec "$@"',
  host,
];

/** What an end of a process was. */
export interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Its last lines on standard error. */
  readonly last: readonly string[];
}

/** A process of a role that is started again whenever it ends, as by an init system, until it is stopped. */
export class RoleProcess {
  readonly name: string;
  /** Ends that nobody asked for. */
  readonly ends: End[] = [];
  starts = 0;
  kills = 0;
  /** How often it stood still, and others may have taken over what it had in hand. */
  freezes = 0;
  /** Everything on standard error that no program should say: stacks, and what it calls a bug. */
  readonly unseemly: string[] = [];
  readonly #options: RoleOptions;
  #root: string;
  #child: ChildProcess | null = null;
  #lines: string[] = [];
  #stopping = false;
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** Resolves once it says that it is at work, or ends, or has run for so long that it must be at work: not every earlier program says so. */
  #started: Promise<void> = Promise.resolve();

  constructor(options: RoleOptions) {
    this.name = options.name;
    this.#options = options;
    this.#root = options.root ?? ROOT;
    this.setClock(0);
    this.#start();
  }

  /** Seconds by which its machine's clock is wrong from now on. */
  setClock(seconds: number): void {
    const { clockFile } = this.#options;
    if (clockFile === null) return;
    writeFileSync(clockFile, `${seconds >= 0 ? "+" : ""}${seconds}\n`);
    chmodSync(clockFile, 0o644);
  }

  /** Null: it is not running. */
  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  lines(): readonly string[] {
    return this.#lines;
  }

  kill(): void {
    if (this.#child === null) return;
    this.kills += 1;
    this.#child.kill("SIGKILL");
  }

  /** As its machine goes down, and stays down. */
  lose(): void {
    this.#stopping = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.kill();
  }

  /** As its machine stands still, with all its connections open. */
  freeze(): void {
    this.freezes += 1;
    this.#child?.kill("SIGSTOP");
  }

  /** It goes on as if no time had passed. */
  thaw(): void {
    this.#child?.kill("SIGCONT");
  }

  /** SIGTERM; answers its exit code, null where it had to be killed. */
  async stop(): Promise<number | null> {
    this.#stopping = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    const child = this.#child;
    if (child === null) return 0;
    const ended = new Promise<number | null>((done) => child.once("exit", (code) => done(code)));
    child.kill("SIGTERM");
    const brake = setTimeout(() => child.kill("SIGKILL"), STOP_MS_MAX);
    const code = await ended;
    clearTimeout(brake);
    return code;
  }

  /** Ends it in good order, and starts another checkout's program in its place; answers its exit code. */
  async replaceBy(root: string): Promise<number | null> {
    // Before that, SIGTERM ends it as any program that loads its modules.
    await this.#started;
    const code = await this.stop();
    this.#root = root;
    this.#stopping = false;
    this.#start();
    return code;
  }

  #start(): void {
    const { args, env, clockFile, host } = this.#options;
    const library = clockFile === null ? null : faketimeLibrary();
    this.starts += 1;
    const [program = "", ...words] = [
      ...(host === undefined ? [] : onHost(host)),
      process.execPath,
      mainOf(this.#root),
      ...args,
    ];
    const child = spawn(program, words, {
      cwd: this.#root,
      stdio: ["ignore", "ignore", "pipe"],
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        ...env,
        ...(library !== null &&
          clockFile !== null && {
            LD_PRELOAD: library,
            FAKETIME_TIMESTAMP_FILE: clockFile,
            FAKETIME_CACHE_DURATION: "1",
            // A clock that is set does not change how much time goes by.
            FAKETIME_DONT_FAKE_MONOTONIC: "1",
          }),
      },
    });
    this.#child = child;
    const { promise, resolve: isAtWork } = Promise.withResolvers<void>();
    this.#started = Promise.race([promise, pauseMs(STARTED_MS_MAX)]);
    const last: string[] = [];
    createInterface(child.stderr).on("line", (line) => {
      this.#lines = [...this.#lines, `${new Date().toISOString().slice(11, 23)} ${line}`].slice(-LINES_MAX);
      last.push(line);
      if (line.includes('"event":"started"')) isAtWork();
      if (last.length > 20) last.shift();
      if (/\bbug in Weboid\b|^\s+at .*:\d+:\d+\)?$|panic|Segmentation/i.test(line)) this.unseemly.push(line);
    });
    child.once("error", () => {});
    child.once("exit", (code, signal) => {
      this.#child = null;
      isAtWork();
      if (this.#stopping) return;
      if (signal !== "SIGKILL") this.ends.push({ code, signal, last });
      this.#timer = setTimeout(() => this.#start(), RESTART_MS);
    });
  }
}

/** Runs a command to its end, in so many milliseconds at most. */
export async function runCommand(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  msMax: number,
  root = ROOT,
): Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }> {
  const child = spawn(process.execPath, [mainOf(root), ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => {
    stdout += chunk.toString("utf8");
  });
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk.toString("utf8");
  });
  const brake = setTimeout(() => child.kill("SIGKILL"), msMax);
  const code = await new Promise<number | null>((done) => child.once("close", (ended) => done(ended)));
  clearTimeout(brake);
  return { code, stdout, stderr };
}
