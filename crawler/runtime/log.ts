/**
 * The status line at the bottom of a terminal. Log lines share standard error with it: both are written here, so that
 * they do not overwrite each other.
 */
let status = "";
const ERASE = "\r\u001b[2K";

function isTerminal(): boolean {
  return process.stderr.isTTY === true && process.env.TERM !== "dumb";
}

function writeLine(text: string): void {
  process.stderr.write(status === "" ? `${text}\n` : `${ERASE}${text}\n${status}`);
}

/** Shows a status line, on terminals only; an empty text removes it. */
function writeStatus(text: string): void {
  if (text === status) return;
  // A terminal that does not know its size says 0.
  const columns = process.stderr.columns || 80;
  status = text.slice(0, columns - 1);
  process.stderr.write(ERASE + status);
}

/** Lines for standard output on the same terminal, before which the status line is erased and after which it is shown again. */
export function aroundStatus(lines: string): string {
  return status === "" ? lines : `${ERASE}${lines}${status}`;
}

/** Logs go to standard error only; standard output is for data (docs/cli.md). */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** Levels of `WEBOID_LOG`: the least serious messages that are still shown. */
export const LOG_LEVELS = ["info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * A message without control characters, which would steer the operator's terminal, and with further lines indented, so
 * that a line which strangers sent does not pass for one of ours.
 */
export function printable(text: string): string {
  return text
    .replace(/\r?\n/g, "\n    ")
    .replace(/(?![\t\n])[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, "\ufffd");
}

function line(level: string, message: string): void {
  writeLine(`${level}${printable(message)}`);
}

/** `role` names the component, so that lines of several roles in one process can be distinguished. */
export function createLog(role: string, least: LogLevel = "info"): Log {
  const prefix = `${role.padEnd(8)} `;
  const from = LOG_LEVELS.indexOf(least);
  const at = (level: LogLevel, text: string) => (message: string) => {
    if (LOG_LEVELS.indexOf(level) >= from) line(text, message);
  };
  return {
    info: at("info", prefix),
    warn: at("warn", `${prefix}warning: `),
    error: at("error", `${prefix}error: `),
  };
}

export const silentLog: Log = { info() {}, warn() {}, error() {} };

/** Where a long piece of work stands: one line that is rewritten on a terminal, else a plain line now and then. */
export interface Progress {
  update(text: string): void;
  /** Takes the line away and, with a text, logs it as the last word. */
  done(text?: string): void;
}

const TERMINAL_MS = 100;
const PLAIN_MS = 10_000;

interface Surroundings {
  readonly terminal: boolean;
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number;
  readonly show: (text: string) => void;
}

const ofProcess: Surroundings = {
  terminal: isTerminal(),
  now: () => performance.now(),
  show: writeStatus,
};

export function createProgress(log: Log, { terminal, now, show }: Surroundings = ofProcess): Progress {
  let last = terminal ? Number.NEGATIVE_INFINITY : now();
  const every = terminal ? TERMINAL_MS : PLAIN_MS;
  return {
    update(text) {
      if (now() - last < every) return;
      last = now();
      if (terminal) show(printable(text));
      else log.info(text);
    },
    done(text) {
      if (terminal) show("");
      if (text !== undefined) log.info(text);
    },
  };
}
