import { Command } from "commander";
import type { Cli } from "../cli.ts";
import { DATABASE, document } from "../help.ts";
import { wholeNumber } from "../options.ts";
import { jsonText } from "../output/json.ts";
import { withRole } from "../role.ts";

interface Options {
  readonly once?: true;
  readonly concurrency?: number;
  readonly json?: true;
}

export function crawl(cli: Cli): Command {
  const command = new Command("crawl")
    .description("check what is due and write down what was seen (C), until stopped")
    .option("--once", "end when nothing is due")
    .option("--concurrency <n>", "checks under way at once (default: 300)", wholeNumber(1, 15_000))
    .option("--json", "at the end one JSON document {checked, stored, booked, ms}")
    .action((options: Options) => run(cli, options));
  return document(command, {
    examples: ["crawl", "crawl --once --concurrency 100"],
    environment: [
      ...DATABASE,
      "WEBOID_CONTACT",
      "WEBOID_DNS",
      "WEBOID_ALLOW_PRIVATE",
      "WEBOID_DENY",
      "WEBOID_ARCHIVES",
      "WEBOID_CONTROL",
    ],
    finding: "the work failed; dead URLs are its results, not failures",
    more: [
      "A host is asked by one connection at a time, with rests between two visits, over all workers on one database; robots.txt groups that name Weboid are honoured (docs/operators.md).",
      "Any number of workers share the load, on any hosts; what one that dies had in hand is done by the others.",
    ],
  });
}

async function run(cli: Cli, { once, concurrency, json }: Options): Promise<void> {
  const [role, { openFleet }, { withBackoff }, { createChecker, OUTAGE_HOLD_MS }] = await Promise.all([
    import("../../sweep/run.ts"),
    import("../../sweep/fleet.ts"),
    import("../../runtime/database-retry.ts"),
    import("../../check/checker.ts"),
  ]);
  const summary = await withRole(
    cli,
    "crawl",
    async (ctx) => {
      const { contact, dns, allowPrivate, deny, controls } = ctx.config;
      const fleet = await openFleet(withBackoff(ctx, once === true));
      const checker = createChecker({
        optedOut: fleet.optedOut,
        readRobots: true,
        contact,
        dns,
        allowPrivate,
        deny,
        controls,
        outageHoldMs: OUTAGE_HOLD_MS,
        onOutage: ctx.log.warn,
        probe: true,
      });
      try {
        return await role.crawl(ctx, {
          once: once === true,
          checker,
          fleet,
          ...(concurrency !== undefined && { concurrency }),
        });
      } finally {
        await checker.close();
        await fleet.close();
      }
    },
    { contact: true },
  );
  if (json === true) await cli.out.line(jsonText(summary));
}
