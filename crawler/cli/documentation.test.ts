import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readConfig } from "../runtime/config.ts";
import { COMMANDS } from "./commands/index.ts";

const page = readFileSync(join(import.meta.dirname, "../../docs/cli.md"), "utf8");

test.each(COMMANDS.map((factory) => [factory({} as never)]))(
  "docs/cli.md tells of every command (%#)",
  (command) => {
    expect(page).toContain(`weboid ${command.name()}`);
    const verbs = command.commands.map((verb) => verb.name());
    expect(verbs.filter((verb) => !page.includes(`${command.name()} ${verb}`))).toEqual([]);
    const options = [command, ...command.commands].flatMap((one) =>
      one.options.map(({ long }) => long ?? ""),
    );
    expect(options.filter((option) => !page.includes(option))).toEqual([]);
  },
);

test("docs/cli.md tells of every variable that is read", () => {
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
});
