import { randomBytes } from "node:crypto";
import { createRequire } from "node:module";
import { hostname } from "node:os";
import type { LogEvent } from "./log-events.ts";

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

/** Logs go to standard error only; standard output is for data (docs/run/logs.md). */
export interface Log {
  info(message: string, event?: LogEvent): void;
  warn(message: string, event: LogEvent): void;
  error(message: string, event: LogEvent): void;
}

/** Levels of `WEBOID_LOG`: the least serious messages that are still shown. */
export const LOG_LEVELS = ["info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Forms of `WEBOID_LOG_FORMAT`. */
export const LOG_FORMATS = ["text", "json"] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

const CONTROLS = /(?![\t\n])[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/**
 * A message without control characters, which would steer the operator's terminal, and with further lines indented, so
 * that a line which strangers sent does not pass for one of ours.
 */
export function printable(text: string): string {
  return text.replace(/\r?\n/g, "\n    ").replace(CONTROLS, "\ufffd");
}

type Write = (level: Exclude<LogLevel, "silent">, message: string, event?: LogEvent) => void;

const logOf = (least: LogLevel, write: Write): Log => {
  const from = LOG_LEVELS.indexOf(least);
  const at =
    (level: Exclude<LogLevel, "silent">) =>
    (message: string, event?: LogEvent): void => {
      if (LOG_LEVELS.indexOf(level) >= from) write(level, message, event);
    };
  return { info: at("info"), warn: at("warn"), error: at("error") };
};

const BEFORE = { info: "", warn: "warning: ", error: "error: " };

/** A log for people. `role` names the component, so that lines of several roles in one process can be distinguished. */
export function createLog(role: string, least: LogLevel = "info", time: () => string = () => ""): Log {
  return logOf(least, (level, message) =>
    writeLine(`${time()}${role.padEnd(8)} ${BEFORE[level]}${printable(message)}`),
  );
}

/** One start of a program: lines of several roles in one process have the same (docs/run/logs.md). */
const RUN = randomBytes(4).toString("hex");

/** JSON lines for programs, one for each event. */
export function createJsonLog(role: string, least: LogLevel, write: (line: string) => void): Log {
  // Loaded only here: every command that writes for people starts without.
  const { pino } = createRequire(import.meta.url)("pino") as typeof import("pino");
  const logger = pino(
    {
      base: { role, run: RUN, host: hostname(), pid: process.pid },
      messageKey: "message",
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
    },
    { write: (line: string) => write(line.trimEnd()) },
  );
  return logOf(least, (level, message, event) =>
    logger[level](event === undefined ? {} : { event }, "%s", message.replace(CONTROLS, "\ufffd")),
  );
}

interface LogChoice {
  readonly logLevel: LogLevel;
  /** null: text at a terminal, JSON elsewhere. */
  readonly logFormat: LogFormat | null;
}

export const logsJson = ({ logFormat }: Pick<LogChoice, "logFormat">): boolean =>
  logFormat === null ? process.stderr.isTTY !== true : logFormat === "json";

/** The log of what runs for long: for people with the time of day, at a terminal; else for programs. */
export function createRoleLog(role: string, { logLevel, logFormat }: LogChoice): Log {
  if (logsJson({ logFormat })) return createJsonLog(role, logLevel, writeLine);
  return createLog(role, logLevel, () => `${new Date().toTimeString().slice(0, 8)} `);
}

export const silentLog: Log = { info() {}, warn() {}, error() {} };

/** Where a long piece of work stands: one line that is rewritten on a terminal, else a plain line now and then, ever less often. */
export interface Progress {
  update(text: string): void;
  /** Takes the line away and, with a text, logs it as the last word. */
  done(text?: string): void;
}

const TERMINAL_MS = 100;
/** Plain lines come less and less often: a role that runs for years is quiet. */
const PLAIN_MS = { first: 10_000, most: 600_000 };

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
  let every = terminal ? TERMINAL_MS : PLAIN_MS.first;
  return {
    update(text) {
      if (now() - last < every) return;
      last = now();
      if (terminal) return show(printable(text));
      log.info(text, "progress");
      every = Math.min(every * 2, PLAIN_MS.most);
    },
    done(text) {
      if (terminal) show("");
      if (text !== undefined) log.info(text);
    },
  };
}
