import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import type { Command } from "commander";
import type { Config } from "../../runtime/config.ts";
import { dropRoot } from "../../runtime/drop-root.ts";
import { WorkError } from "../../runtime/errors.ts";
import { createLog } from "../../runtime/log.ts";
import { type Rotation, rotateTokens } from "../../up/tokens.ts";
import { type Cli, document } from "../command.ts";

export function keys(command: Command, cli: Cli): void {
  command.description("the secrets by which edge, origin and dispatchers know each other");
  const rotate = command
    .command("rotate")
    .description("exchange them, with no moment in which one side refuses the other")
    .option("--finish", "accept those before no longer")
    .option("--force", "also while those that end by it are still used, and are refused then")
    .action(({ finish, force }: { readonly finish?: true; readonly force?: true }) =>
      run(cli, { finish: finish === true, force: force === true }),
    );
  document(rotate, {
    examples: ["keys rotate", "keys rotate --finish"],
    environment: ["WEBOID_DATA", "ORIGIN_TOKEN", "ORIGIN_TOKEN_OLD", "EDGE_TOKEN", "EDGE_TOKEN_OLD"],
    finding: "there are no secrets yet, or those that would end are still used",
    more: [
      "Where ORIGIN_TOKEN or EDGE_TOKEN is set it prints what to set where, in which order; else it changes those of the data folder, of which the next start of `weboid up` takes note.",
    ],
  });
  document(command, { examples: ["keys rotate"] });
}

const AN_HOUR =
  "an hour after edges, origins and dispatchers were restarted with the present ones, restart them without those that end in _OLD";

async function run(cli: Cli, asked: { readonly finish: boolean; readonly force: boolean }): Promise<void> {
  const config = cli.config();
  const { finish, force } = asked;
  if (config.originToken !== null || config.edgeToken !== null) {
    const isUnfinished = config.originTokenOld !== null || config.edgeTokenOld !== null;
    if (isUnfinished && !finish && !force)
      throw new WorkError(
        `an exchange is not finished, as ORIGIN_TOKEN_OLD or EDGE_TOKEN_OLD is set, and another one would end those before: ${AN_HOUR}, unset these here, and rotate again; or use --force`,
      );
    return cli.out.lines(stepsOf(config, finish));
  }
  dropRoot(config, createLog("keys", config.logLevel), { keepsData: existsSync(config.dataDir) });
  const rotation = rotateTokens(config.dataDir, asked);
  if (rotation.kind === "in-use") throw stillUsed(rotation);
  if (rotation.kind === "none")
    throw new WorkError(
      `${config.dataDir} has no secrets yet: they are made by the first start of weboid up; or set ORIGIN_TOKEN and EDGE_TOKEN to those in use`,
    );
  if (rotation.cutsOff)
    cli.complain(
      "weboid: restart weboid up: it runs with secrets that are ended, and until then commands cannot reach its edge",
    );
  await cli.out.line(
    finish
      ? "those before are accepted no longer from the next start on"
      : "new secrets from the next start on; those before are accepted as well until: weboid keys rotate --finish",
  );
}

const stillUsed = ({ sinceMs, restart }: Extract<Rotation, { kind: "in-use" }>): WorkError =>
  new WorkError(
    restart
      ? `the weboid up that runs has not loaded the secrets of ${new Date(sinceMs).toISOString()}, as it started before or is still starting: restart it, and try again an hour later; --force ends them at once`
      : `the exchange of ${new Date(sinceMs).toISOString()} is not finished, and another one would end the secrets before it: weboid keys rotate --finish, an hour after weboid up was restarted with the present ones; --force ends them at once`,
  );

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
