import type { Command } from "commander";
import * as database from "../../../db/migrate.ts";
import { type Cli, document } from "../command.ts";
import { jsonText } from "../output/json.ts";
import { withRole } from "../role.ts";

export function migrate(command: Command, cli: Cli): void {
  command
    .description("bring the database up to date; safe to run twice and side by side")
    .option("--json", "print {applied: [names]}")
    .action(async ({ json }: { readonly json?: true }) => {
      const work = { schema: "any", max: 1 } as const;
      const applied = await withRole(cli, "migrate", ({ db, log }) => database.migrate(db, log), work);
      if (json) return cli.out.line(jsonText({ applied }));
      await cli.out.line(applied.length === 0 ? "up to date" : `applied: ${applied.join(", ")}`);
    });
  document(command, {
    examples: ["migrate", "migrate --json"],
    finding: "the database could not be brought up to date",
  });
}
