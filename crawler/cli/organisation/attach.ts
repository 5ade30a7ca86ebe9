import type { Command } from "commander";
import { attach } from "../../organisation/attach/run.ts";
import { type Cli, DATABASE, document } from "../command.ts";
import { jsonText } from "../output/json.ts";
import { withRole } from "../role.ts";

interface Options {
  readonly once?: true;
  readonly json?: true;
}

/** The role that attaches the domains of all hosts in the database to organisations (O5). */
export function attachVerb(command: Command, cli: Cli): void {
  command
    .description("attach the domains of all links to organisations, in the background")
    .option("--once", "until no domain is due or today's budget is spent, then end")
    .option("--json", "at the end one JSON document: {looked, belong}")
    .action((options: Options) => run(cli, options));
  document(command, {
    examples: ["organisation attach", "organisation attach --once --json"],
    environment: [
      ...DATABASE,
      "WEBOID_CONTACT",
      "WEBOID_REGISTRY_QUESTIONS",
      "WEBOID_DOMAIN_LOOKS",
      "WEBOID_SHARED_HOSTERS",
      "WEBOID_RDAP_BOOTSTRAP",
      "WEBOID_WHOIS",
      "WEBOID_DNS",
      "WEBOID_ALLOW_PRIVATE",
      "WEBOID_DENY",
    ],
    finding: "the work failed",
    more: [
      "Domains with most links come first. Without WEBOID_CONTACT only DNS is asked; several processes share the work and the budgets.",
    ],
  });
}

async function run(cli: Cli, { once, json }: Options): Promise<void> {
  const tally = await withRole(cli, "organisation", (ctx) => attach(ctx, { once: once === true }), {
    component: "organisation",
  });
  if (json) await cli.out.line(jsonText({ ...tally }));
}
