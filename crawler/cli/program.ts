import { Command, CommanderError, Help } from "commander";
import { DatabaseError } from "../../db/errors.ts";
import { readConfig, VERSION } from "../runtime/config.ts";
import { UsageError, unexpected, WorkError } from "../runtime/errors.ts";
import { printable } from "../runtime/log.ts";
import type { Cli } from "./command.ts";
import { COMMANDS } from "./commands/index.ts";
import { type Io, lossOf } from "./output/io.ts";

const DESCRIPTION = "Knows, for every wiki of a farm, which external links in its pages still work.";

/**
 * Runs one command line (docs/cli.md).
 * Answer: 0 success, 1 a finding or failure of the work, 2 wrong usage with one line on standard error.
 */
export async function runCli(given: readonly string[], io: Io): Promise<number> {
  const argv = given[0] === "help" ? [...given.slice(1), "--help"] : given;
  let failed = false;
  const cli: Cli = {
    ...io,
    config: () => readConfig(io.env),
    fail: () => {
      failed = true;
    },
  };
  const program = await buildProgram(cli, argv[0]);
  try {
    if (argv.length === 0)
      throw new UsageError("give a command, such as weboid status; weboid --help lists them");
    // An unknown command has no help.
    await parse(program, isUnknown(given[0]) ? given.slice(0, 1) : argv);
    await io.out.flush();
    const loss = lossOf(io.out);
    if (loss !== null) throw new WorkError(loss);
    return failed ? 1 : 0;
  } catch (error) {
    return complaint(error, program, argv, io);
  } finally {
    await io.out.flush();
  }
}

const NAMES = Object.values(COMMANDS).flatMap(Object.keys);
/** All commands are loaded where each is described, or a similar name is looked for: to load only the one that was called begins sooner. */
const needsAll = (name: string): boolean => ["", "help", "-h", "--help"].includes(name) || isUnknown(name);
const isUnknown = (name = ""): boolean => !name.startsWith("-") && name !== "help" && !NAMES.includes(name);

/** Help and the version end commander by an exception, and are answers. */
async function parse(program: Command, argv: readonly string[]): Promise<void> {
  try {
    await program.parseAsync(argv, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError && error.exitCode === 0)) throw error;
  }
}

/** The program with the called command; all of them where none is, for help and suggestions. */
async function buildProgram(cli: Cli, called = ""): Promise<Command> {
  const program = new Command("weboid")
    .description(DESCRIPTION)
    .version(VERSION, "-V, --version", "print the version")
    .helpOption("-h, --help", "print help for a command")
    .helpCommand("help [command]", "print help for a command")
    // `--json` behind a verb is the verb's, also where its command has one.
    .enablePositionalOptions()
    .configureHelp({
      subcommandTerm: (command) => command.name(),
      // The argument is the character itself.
      commandUsage: (command) => new Help().commandUsage(command).replace("<->", "-"),
    })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void cli.out.text(text),
      writeErr: () => {},
      outputError: () => {},
      getOutHelpWidth: () => Math.min(cli.out.columns, 120),
      getOutHasColors: () => false,
    })
    .addHelpText(
      "after",
      "\nExit codes: 0 success; 1 a finding or failure of the work; 2 wrong usage.\nData goes to standard output, logs to standard error. Every command has its own --help.",
    );
  for (const [group, commands] of Object.entries(COMMANDS))
    for (const [name, load] of Object.entries(commands)) {
      const command = program.command(name).helpGroup(group);
      if (name === called || needsAll(called)) (await load())(command, cli);
    }
  return program;
}

function complaint(error: unknown, program: Command, argv: readonly string[], io: Io): number {
  if (error instanceof CommanderError) {
    const called = calledCommands(program, argv);
    const path = called.map((command) => command.name()).join(" ");
    const verbs = called.at(-1)?.commands.map((command) => command.name()) ?? [];
    const said =
      error.code === "commander.help"
        ? `${path} needs a verb: ${verbs.join(", ")}`
        : error.message.replace(/^error: /, "").replace(/^command-argument value/, "value");
    io.complain(`weboid: ${shortened(oneLine(said)).replace(/\.$/, "")}; see ${path} --help`);
    return 2;
  }
  if (error instanceof UsageError || error instanceof WorkError || error instanceof DatabaseError) {
    io.complain(`weboid: ${oneLine(error.message)}`);
    return error instanceof UsageError ? 2 : 1;
  }
  io.complain(`weboid: ${printable(unexpected(error))}`);
  return 1;
}

/** What was typed stands in the midst of a message that ends with how to fix it. */
const HEAD_CHARS_MAX = 120;
const TAIL_CHARS_MAX = 280;
const shortened = (text: string): string =>
  text.length <= HEAD_CHARS_MAX + TAIL_CHARS_MAX
    ? text
    : `${text.slice(0, HEAD_CHARS_MAX)}…${text.slice(-TAIL_CHARS_MAX)}`.toWellFormed();

const oneLine = (text: string): string => printable(text.replace(/\s*\n\s*/g, " ")).trim();

/** The commands that the longest prefix of the command line names, from the program on. */
function calledCommands(program: Command, argv: readonly string[]): Command[] {
  const path = [program];
  for (const word of argv) {
    const next = path.at(-1)?.commands.find((command) => command.name() === word);
    if (next === undefined) break;
    path.push(next);
  }
  return path;
}
