import type { Command } from "commander";
import type { Config } from "../runtime/config.ts";
import { WorkError } from "../runtime/errors.ts";
import type { Io, Output } from "./output/io.ts";

/** What a command's action has at hand. Heavy parts are loaded by the action that needs them, never by `--help`. */
export interface Cli extends Io {
  readonly out: Output;
  /** The environment, checked; throws a UsageError. */
  config(): Promise<Config>;
  /** The command was understood, and its work failed or found something: exit code 1. */
  fail(): void;
}

export type CommandFactory = (cli: Cli) => Command;

/** For a verb of contract.md whose work is not built yet: it must not pretend. */
export function comesLater(what: string): never {
  throw new WorkError(`${what} comes with a later version; nothing was done`);
}
