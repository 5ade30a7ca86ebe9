import type { Command } from "commander";
import { requireContact } from "../../runtime/config.ts";
import { withBackoff } from "../../runtime/database-retry.ts";
import { openFleet } from "../../sweep/fleet.ts";
import { openChecker } from "../../sweep/open-checker.ts";
import * as role from "../../sweep/run.ts";
import { type Cli, document, ROLE } from "../command.ts";
import { wholeNumber } from "../options.ts";
import { jsonText } from "../output/json.ts";
import { withRole } from "../role.ts";

interface Options {
  readonly once?: true;
  readonly concurrency?: number;
  readonly json?: true;
}

export function crawl(command: Command, cli: Cli): void {
  command
    .description("check the links that are due and store the results, until stopped")
    .option("--once", "end when nothing is due")
    .option("--concurrency <n>", "checks under way at once (default: 300)", wholeNumber(1, 15_000))
    .option("--json", "at the end one JSON document {checked, stored, booked, ms}")
    .action((options: Options) => run(cli, options));
  document(command, {
    examples: ["crawl", "crawl --once --concurrency 100"],
    environment: [
      ...ROLE,
      "WEBOID_CONTACT",
      "WEBOID_DNS",
      "WEBOID_ALLOW_PRIVATE",
      "WEBOID_DENY",
      "WEBOID_ARCHIVES",
      "WEBOID_CONTROL",
    ],
    finding: "the work failed; dead URLs are its results, not failures",
    more: [
      "A host sees one connection at a time, with pauses between two visits, from all workers on one database together; robots.txt groups that name Weboid are honoured (docs/neighbour.md).",
      "Any number of workers share the load, on any hosts; when one dies, the others do its work.",
    ],
  });
}

async function run(cli: Cli, { once, concurrency, json }: Options): Promise<void> {
  const summary = await withRole(
    cli,
    "crawl",
    async (ctx) => {
      await using opened = new AsyncDisposableStack();
      const fleet = await openFleet(withBackoff(ctx, once === true));
      opened.defer(() => fleet.close());
      return await role.crawl(ctx, {
        once: once === true,
        checker: openChecker(ctx.config, opened, { fleet, log: ctx.log }),
        fleet,
        ...(concurrency !== undefined && { concurrency }),
      });
    },
    { settings: requireContact, component: "crawl" },
  );
  if (json) await cli.out.line(jsonText(summary));
}
