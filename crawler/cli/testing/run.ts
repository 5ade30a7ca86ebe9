import { EventEmitter } from "node:events";
import { Command } from "commander";
import { COMMANDS } from "../commands/index.ts";
import { createOutput, type Sink } from "../output/io.ts";
import { runCli } from "../program.ts";

/** All commands with their verbs and options. */
export function loadCommands(): Promise<Command[]> {
  const program = new Command("");
  return Promise.all(
    Object.values(COMMANDS)
      .flatMap(Object.entries)
      .map(async ([name, load]) => {
        const command = program.command(name);
        (await load())(command, {} as never);
        return command;
      }),
  );
}

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  /** Lines on standard error that the command itself wrote (logs of roles go to the process's own). */
  readonly stderr: string[];
}

interface Surroundings {
  readonly env?: Record<string, string>;
  readonly stdin?: string;
  readonly terminal?: boolean;
  readonly columns?: number;
  /** Standard input is a terminal. */
  readonly typed?: boolean;
  /** The reader of standard output goes away after that many pieces. */
  readonly closeAfter?: number;
  /** The error's code then. */
  readonly closeCode?: string;
}

/** Runs a command line inside this process. */
export async function weboid(args: readonly string[], surroundings: Surroundings = {}): Promise<Ran> {
  const pieces: string[] = [];
  const gone = Object.assign(new Error("closed"), { code: surroundings.closeCode ?? "EPIPE" });
  const sink: Sink = Object.assign(new EventEmitter(), {
    isTTY: surroundings.terminal === true,
    columns: surroundings.columns ?? 100,
    write(piece: string, done: (error?: Error) => void) {
      const open = pieces.length < (surroundings.closeAfter ?? Number.POSITIVE_INFINITY);
      if (open) pieces.push(piece);
      setImmediate(() => (open ? done() : done(gone)));
      return true;
    },
  });
  const stderr: string[] = [];
  const code = await runCli(args, {
    env: surroundings.env ?? {},
    stdin: stdinOf(surroundings.stdin ?? ""),
    typed: surroundings.typed === true,
    out: createOutput(sink),
    complain: (line) => stderr.push(line),
  });
  return { code, stdout: pieces.join(""), stderr };
}

async function* stdinOf(text: string): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

/** The JSON lines of standard output. */
export function jsonLines({ stdout }: Ran): unknown[] {
  return stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}
