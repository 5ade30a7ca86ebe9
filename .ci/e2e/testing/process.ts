import { type ChildProcess, spawn } from "node:child_process";

export interface StartOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** It prints a line with this, then it is up. */
  readonly until: RegExp;
  readonly msMax: number;
}

export interface Running {
  readonly pid: number;
  /** Standard output so far. */
  output(): string;
  /** Everything it printed, for the message of a failed test. */
  everything(): string;
  /** Sends the signal; resolves with the exit code, null when the signal itself ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

function ended(child: ChildProcess): Promise<number | null> {
  return child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve(child.exitCode)
    : new Promise((done) => child.once("exit", (code) => done(code)));
}

/** Starts a program without a terminal and waits until it says that it is up; throws with its output when it does not. */
export async function start(
  program: string,
  args: readonly string[],
  { cwd, env, until, msMax }: StartOptions,
): Promise<Running> {
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let everything = "";
  const { promise: up, resolve, reject } = Promise.withResolvers<void>();
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString("utf8");
    everything += chunk.toString("utf8");
    if (until.test(everything)) resolve();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    everything += chunk.toString("utf8");
    if (until.test(everything)) resolve();
  });
  const timer = setTimeout(() => reject(new Error(`not up after ${msMax / 1000} s:\n${everything}`)), msMax);
  child.once("error", reject);
  void ended(child).then((code) => reject(new Error(`ended with code ${code}:\n${everything}`)));
  try {
    await up;
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  } finally {
    clearTimeout(timer);
  }
  return {
    pid: child.pid ?? 0,
    output: () => output,
    everything: () => everything,
    async stop(signal = "SIGTERM") {
      child.kill(signal);
      return ended(child);
    },
  };
}

/** Runs a program to its end; throws with its output unless the code is 0. Answers standard output. */
export function run(
  program: string,
  args: readonly string[],
  { cwd, env, msMax }: Omit<StartOptions, "until">,
): Promise<string> {
  return new Promise((done, fail) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    let errors = "";
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString("utf8");
    });
    child.stderr.on("data", (chunk: Buffer) => {
      errors += chunk.toString("utf8");
    });
    const timer = setTimeout(() => child.kill("SIGKILL"), msMax);
    child.once("error", fail);
    child.once("exit", (code) => {
      clearTimeout(timer);
      if (code === 0) done(output);
      else fail(new Error(`${program} ${args.join(" ")} ended with code ${code}:\n${errors}${output}`));
    });
  });
}

/** The address that `weboid up` printed behind these words. */
export function addressOf({ output }: Running, words: string): string {
  const url = new RegExp(`^ +${words} +(http\\S+)$`, "m").exec(output())?.[1];
  if (url === undefined) throw new Error(`no ${words} in:\n${output()}`);
  return url;
}
