import type { Command } from "commander";
import { loadCommands } from "../../crawler/cli/testing/run.ts";

const commands = await loadCommands();
const find = (all: readonly Command[], name = "") =>
  all.find((one) => one.name() === name || one.aliases().includes(name));

/** What is wrong with a command line; null: there is such a command with these options. */
export function complaint(line: string): string | null {
  const words = line.split(/\s+/).slice(1);
  // What is named in general: ROLE, …, --version of the program itself.
  if (/^(?:[A-Z…]|--)/.test(words[0] ?? "")) return null;
  const alternatives = (words[0] ?? "").split("|");
  const [command] = alternatives.map((name) => find(commands, name));
  if (command === undefined) return `no command ${words[0]}`;
  const verbs =
    command.commands.length > 0 && /^[a-z]/.test(words[1] ?? "") ? (words[1] ?? "").split("|") : [];
  const missing = verbs.filter((verb) => find(command.commands, verb) === undefined);
  const parts = [command, ...verbs.flatMap((verb) => find(command.commands, verb) ?? [])];
  const known = new Set(["--help", ...parts.flatMap(({ options }) => options.map(({ long }) => long ?? ""))]);
  const options = [...line.matchAll(/(?<=[\s[])--[a-z]+(?:-[a-z]+)*/g)].map(([option]) => option);
  const wrong = [...missing, ...options.filter((option) => !known.has(option))];
  return wrong.length === 0 ? null : wrong.join(", ");
}
