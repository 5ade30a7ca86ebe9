import { Command } from "commander";
import type { Cli } from "../cli.ts";
import { DATABASE, document } from "../help.ts";
import { jsonText } from "../output/json.ts";
import { withRole } from "../role.ts";

export function migrate(cli: Cli): Command {
  const command = new Command("migrate")
    .description("bring the database up to date; safe to run twice and side by side")
    .option("--json", "print {applied: [names]}")
    .action((options: { readonly json?: true }) => run(cli, options.json === true));
  return document(command, {
    examples: ["migrate", "migrate --json"],
    environment: DATABASE,
    finding: "the database could not be brought up to date",
  });
}

async function run(cli: Cli, json: boolean): Promise<void> {
  const applied = await withRole(
    cli,
    "migrate",
    async ({ db, log }) => (await import("../../../db/migrate.ts")).migrate(db, log),
    { schema: "any", max: 1 },
  );
  if (json) await cli.out.line(jsonText({ applied }));
  else await cli.out.line(applied.length === 0 ? "up to date" : `applied: ${applied.join(", ")}`);
}
