import { Command } from "commander";
import type { Cli } from "../cli.ts";
import { DATABASE, document } from "../help.ts";
import { withRole } from "../role.ts";

interface Options {
  readonly once?: true;
  readonly json?: true;
}

export function maintain(cli: Cli): Command {
  const command = new Command("maintain")
    .description("let everything that expires expire (M11), now and every six hours")
    .option("--once", "now, then end")
    .option("--json", "at the end one JSON document: how many of each kind expired")
    .action((options: Options) => run(cli, options));
  return document(command, {
    examples: ["maintain", "maintain --once --json"],
    environment: DATABASE,
    finding: "the work failed",
  });
}

async function run(cli: Cli, { once, json }: Options): Promise<void> {
  const role = await import("../../maintain/run.ts");
  const expired = await withRole(cli, "maintain", (ctx) => role.maintain(ctx, { once: once === true }));
  if (json === true) await cli.out.line(JSON.stringify(expired));
}
