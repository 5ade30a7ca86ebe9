import { writeLine } from "./terminal.ts";

/** Logs go to standard error only; standard output is for data (contract.md). */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** `WEBOID_LOG`: the least serious messages that are still shown. */
export const LOG_LEVELS = ["info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * Messages quote what strangers sent: control characters would steer the operator's terminal, and a line of
 * theirs would pass for one of ours, so further lines are indented.
 */
export function printable(text: string): string {
  return text
    .replace(/\r?\n/g, "\n    ")
    .replace(/(?![\t\n])[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, "\ufffd");
}

function line(level: string, message: string): void {
  writeLine(`${level}${printable(message)}`);
}

/** `role` names the component, so that lines of several roles in one process can be told apart. */
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
