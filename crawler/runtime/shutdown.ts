import { closesConnection } from "../../db/errors.ts";
import { unexpected } from "./errors.ts";
import type { Log } from "./log.ts";

/** How long work in flight may take, so that the process ends within the 10 s of docs/cli.md on a busy machine, too. */
const GRACE_MS = 8_000;
/**
 * A terminal, npm and our own launcher may each pass on the same Ctrl-C: signals this close together are one.
 */
const SAME_MS = 700;

export interface Shutdown {
  /** Aborted by the first SIGINT or SIGTERM, or by SIGHUP at a terminal. */
  readonly signal: AbortSignal;
  /** Which signal it was; null while none came. */
  readonly received: () => NodeJS.Signals | null;
  /** Stops without a signal: standard output was closed, a role ended. `why` is said if work in flight has to be abandoned. */
  stop(why?: Error): void;
  /** Removes the listeners: signals end the process again. */
  dispose(): void;
}

const SIGNALS = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 } as const;

/**
 * Whether a hang-up ends the process: at a terminal. Elsewhere, as under nohup, it is ignored: the launcher may have undone
 * that it was to be ignored, and that cannot be asked.
 */
const hangUpEnds = (): boolean => process.stdin.isTTY === true;

/** The first signal, or `stop`, aborts; a second one, or work in flight that does not end in time, exits at once. */
export function listenForShutdown(log: Log): Shutdown {
  const controller = new AbortController();
  let received: NodeJS.Signals | null = null;
  let since = 0;
  let timer: NodeJS.Timeout | undefined;
  let isDisposed = false;
  const stop = (why?: Error) => {
    if (isDisposed) return;
    timer ??= setTimeout(() => {
      if (why !== undefined) log.error(why.message, "failed");
      log.warn(`work in flight did not end within ${GRACE_MS / 1000} s and was abandoned`, "work-abandoned");
      process.exit(1);
    }, GRACE_MS).unref();
    controller.abort();
  };

  const listener = (name: keyof typeof SIGNALS) => () => {
    if (received !== null) {
      if (performance.now() - since < SAME_MS) return;
      process.exit(128 + SIGNALS[name]);
    }
    received = name;
    since = performance.now();
    log.info("ending: finishing work in flight (once more: at once)");
    stop();
  };
  const listeners = Object.entries({
    SIGINT: listener("SIGINT"),
    SIGTERM: listener("SIGTERM"),
    SIGHUP: hangUpEnds() ? listener("SIGHUP") : () => {},
  });
  for (const [name, listen] of listeners) process.on(name, listen);
  return {
    signal: controller.signal,
    received: () => received,
    stop,
    dispose() {
      isDisposed = true;
      clearTimeout(timer);
      for (const [name, listen] of listeners) process.off(name, listen);
    },
  };
}

/**
 * The two errors of the database driver that nobody can catch (postgres.js 3.4.9): it writes on a socket that was closed a
 * moment ago (https://github.com/porsager/postgres/issues/1066), and it loses a connection while it asks for the types of
 * arrays, before its first statement. Statements reject or run into their time, so nothing is lost by ignoring them.
 */
export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("query" in error) return String(error.query).includes("pg_catalog.pg_type") && closesConnection(error);
  return (
    error instanceof TypeError &&
    /\bsocket\.write\b|reading 'write'/.test(error.message) &&
    /\bnextWrite\b.*[/\\]postgres[/\\].*connection\.js/.test(error.stack ?? "")
  );
}

/** Keeps the process alive through a lost connection; any other error that nobody caught is reported and ends it. */
export function survivesLostConnections(complain: (line: string) => void): void {
  const uncaught = (error: unknown) => {
    if (isLostConnection(error)) return complain("weboid: a connection to the database was lost");
    complain(`weboid: ${unexpected(error)}`);
    process.exit(1);
  };
  process.on("uncaughtException", uncaught);
  process.on("unhandledRejection", uncaught);
}

/** Keeps the process alive where nobody reads its log any more, as after `2>&1 | head`; what else a log meets, as a full disk, ends it. */
export function survivesUnreadLog(): void {
  process.stderr.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}
