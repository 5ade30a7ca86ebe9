import { randomBytes } from "node:crypto";
import type { Command } from "commander";
import type { Config } from "../../runtime/config.ts";
import { dropRoot } from "../../runtime/drop-root.ts";
import { WorkError } from "../../runtime/errors.ts";
import { createLog } from "../../runtime/log.ts";
import { rotateTokens } from "../../up/data-folder.ts";
import { type Cli, document } from "../command.ts";

export function keys(command: Command, cli: Cli): void {
  command.description("the secrets by which edge, origin and dispatchers know each other");
  const rotate = command
    .command("rotate")
    .description("exchange them, with no moment in which one side refuses the other")
    .option("--finish", "accept those before no longer")
    .action(({ finish }: { readonly finish?: true }) => run(cli, finish === true));
  document(rotate, {
    examples: ["keys rotate", "keys rotate --finish"],
    environment: ["WEBOID_DATA", "ORIGIN_TOKEN", "EDGE_TOKEN"],
    finding: "there are no secrets yet",
    more: [
      "Where ORIGIN_TOKEN or EDGE_TOKEN is set it prints what to set where, in which order; else it changes those of the data folder, of which the next start of `weboid up` takes note.",
    ],
  });
  document(command, { examples: ["keys rotate"] });
}

async function run(cli: Cli, finish: boolean): Promise<void> {
  const config = cli.config();
  if (config.originToken !== null || config.edgeToken !== null) return cli.out.lines(stepsOf(config, finish));
  dropRoot(config, createLog("keys", config.logLevel));
  if (!rotateTokens(config.dataDir, finish))
    throw new WorkError(
      `${config.dataDir} has no secrets yet: they are made by the first start of weboid up; or set ORIGIN_TOKEN and EDGE_TOKEN to those in use`,
    );
  await cli.out.line(
    finish
      ? "those before are accepted no longer from the next start on"
      : "new secrets from the next start on; those before are accepted as well until: weboid keys rotate --finish",
  );
}

/** Who receives accepts both before anybody sends the new one. */
function stepsOf({ originToken, edgeToken }: Config, finish: boolean): string[] {
  if (finish)
    return [
      "restart origins without ORIGIN_TOKEN_OLD",
      "restart edges without ORIGIN_TOKEN_OLD and EDGE_TOKEN_OLD",
    ];
  const settings = (name: string, old: string | null): string[] =>
    old === null ? [] : [`${name}=${randomBytes(32).toString("hex")}`, `${name}_OLD=${old}`];
  const [origin, edge] = [settings("ORIGIN_TOKEN", originToken), settings("EDGE_TOKEN", edgeToken)];
  return [
    ...(originToken === null ? [] : ["# 1. restart origins with", ...origin]),
    "# 2. then edges with",
    ...origin,
    ...edge,
    ...(edgeToken === null ? [] : ["# 3. then dispatchers with", ...edge.slice(0, 1)]),
    "# last, an hour later, all of them without those that end in _OLD",
  ];
}
