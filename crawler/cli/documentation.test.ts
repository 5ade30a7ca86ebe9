import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { expect, test } from "vitest";
import { COMPONENTS } from "../../db/roles/grants.ts";
import { readConfig } from "../runtime/config.ts";
import { starting } from "./status/alarm.ts";
import { loadCommands } from "./testing/run.ts";

const page = readFileSync(join(import.meta.dirname, "../../docs/cli.md"), "utf8");

const EXAMPLES = join(import.meta.dirname, "../../docs/examples");
const commands = await loadCommands();
const optionsOf = (command: Command) =>
  [command, ...command.commands].flatMap((one) => one.options.map(({ long }) => long ?? ""));

test.each(commands.map((command) => [command]))("docs/cli.md describes every command (%#)", (command) => {
  expect(page).toContain(`weboid ${command.name()}`);
  const verbs = command.commands.map((verb) => verb.name());
  expect(verbs.filter((verb) => !page.includes(`${command.name()} ${verb}`))).toEqual([]);
  expect(optionsOf(command).filter((option) => !page.includes(option))).toEqual([]);
});

test("docs/cli.md describes no command, verb or option that there is not", () => {
  const options = new Set(["--help", "--version", ...commands.flatMap(optionsOf)]);
  const named = [...page.matchAll(/(?<![\w-])--[a-z]+(?:-[a-z]+)*/g)].map(([option]) => option);
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((option) => !options.has(option))).toEqual([]);
  const called = [...page.matchAll(/(?:^\$ |`)weboid ([a-z]+)(?: ([a-z]+)\b)?/gm)];
  expect(called.length).toBeGreaterThan(60);
  const unknown = called.filter(([, name, verb]) => {
    const command = commands.find((one) => [one.name(), ...one.aliases()].includes(name ?? ""));
    const verbs = command?.commands.map((one) => one.name()) ?? [];
    return command === undefined || (verb !== undefined && verbs.length > 0 && !verbs.includes(verb));
  });
  expect(unknown.map(([text]) => text)).toEqual([]);
});

/** Commands that a unit starts; an empty line of a drop-in takes back what stood before. */
function startedBy(...files: string[]): string[] {
  const texts = files.map((file) => readFileSync(join(EXAMPLES, file), "utf8"));
  const lines = [...texts.join("\n").matchAll(/^ExecStart=(?:.*\/(weboid .*))?$/gm)].map(
    ([, line = ""]) => line,
  );
  return lines.slice(lines.lastIndexOf("") + 1);
}

test.each([...COMPONENTS, "edge"])("the unit weboid@%s starts a role", (role) => {
  const dropIns = globSync(`weboid@${role}.service.d/*.conf`, { cwd: EXAMPLES });
  const started = startedBy("weboid@.service", ...dropIns).map((line) => line.replace("%i", role));
  expect(started).toEqual([starting({ own: false }, role)]);
  const [, name, verb] = started.join(" ").split(" ");
  const command = commands.find((one) => one.name() === name);
  expect(command).toBeDefined();
  expect(command?.commands.map((one) => one.name()) ?? []).toEqual(
    verb === undefined ? expect.any(Array) : expect.arrayContaining([verb]),
  );
});

test("docs/cli.md describes every variable that is read, and of no other", () => {
  const read = new Set<string>();
  const env = new Proxy<Record<string, string>>(
    {},
    {
      get(_, name) {
        read.add(String(name));
        return undefined;
      },
    },
  );
  readConfig(env, "/");
  expect(read.size).toBeGreaterThan(5);
  expect([...read].filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  const described = [...page.matchAll(/^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) \|/gm)].flatMap(([, names = ""]) =>
    [...names.matchAll(/[A-Z_]+/g)].map(([name]) => name),
  );
  expect(described.filter((name) => !read.has(name))).toEqual([]);
  expect(described).toHaveLength(read.size);
});
