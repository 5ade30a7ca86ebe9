import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** How a child of the host is started. It has a standard input that stays open, and ends with it. */
export interface Program {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A descriptor on which it says that it is ready, by its first line: 1, or 3. */
  readonly readyFd: 1 | 3;
}

const READY_MS_MAX = 20_000;
const RESTART_MS = 500;
/** More ends than this within the time mean that starting again does not help. */
const ENDS_MAX = 5;
const ENDS_MS = 60_000;
/** Of what it wrote last, for the sentence that says why it ended. */
const LINE_UNITS_MAX = 500;
/** What it wrote longer before its end is not the reason of that. */
const LAST_MS_MAX = 5_000;

interface Keeping {
  readonly warn: (line: string) => void;
  /** It cannot be kept running. */
  readonly failed: (why: string) => void;
}

/** Starts a program, and starts it again whenever it ends. Resolves when it is ready; rejects when it ends before. */
export async function keep(program: Program, { warn, failed }: Keeping): Promise<void> {
  let ends: number[] = [];
  const restart = (why: string) => {
    const now = performance.now();
    ends = [...ends.filter((at) => now - at < ENDS_MS), now];
    if (ends.length > ENDS_MAX) return failed(`${why}, ${ends.length} times in a minute`);
    warn(`${why}; it is started again`);
    setTimeout(() => void run(program, warn).ended.then(restart), RESTART_MS);
  };
  const { ready, ended } = run(program, warn);
  await Promise.race([ready, ended.then((why) => Promise.reject(new Error(why)))]);
  void ended.then(restart);
}

function run({ name, command, args, env, readyFd }: Program, warn: (line: string) => void) {
  const child = spawn(command, args, {
    env: env as NodeJS.ProcessEnv,
    stdio: ["pipe", "pipe", "pipe", "pipe"],
    // A group of its own, so that what it started ends with it.
    detached: true,
  });
  child.stdin.on("error", () => {});
  let last = { line: "", at: 0 };
  const said = (line: string) => {
    if (line.trim() === "") return;
    last = { line: line.slice(0, LINE_UNITS_MAX), at: performance.now() };
    warn(line);
  };
  const ended = new Promise<string>((done) => {
    child.once("error", (error) => done(`${name} did not start: ${error.message}`));
    child.once("exit", () => killGroup(child.pid));
    child.once("close", (code, signal) => {
      const isReason = last.line !== "" && performance.now() - last.at < LAST_MS_MAX;
      done(`${name} ended with ${signal ?? `code ${code}`}${isReason ? ` (${last.line})` : ""}`);
    });
  });
  const ready = new Promise<void>((done) => {
    const lines = createInterface({ input: child.stdio[readyFd] as NodeJS.ReadableStream });
    lines.once("line", () => done());
  });
  for (const stream of readyFd === 1 ? [child.stderr] : [child.stdout, child.stderr])
    createInterface({ input: stream }).on("line", said);
  const limit = setTimeout(() => killGroup(child.pid), READY_MS_MAX);
  void Promise.race([ready, ended]).then(() => clearTimeout(limit));
  return { ready, ended };
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // Nothing of it is left.
  }
}
