import { Command } from "commander";
import type { Cli } from "../cli.ts";
import { DATABASE, document } from "../help.ts";
import { wholeNumber } from "../options.ts";
import { withRole } from "../role.ts";

interface Options {
  readonly port?: number;
  readonly host: string;
}

const PORT = 8789;

export function origin(cli: Cli): Command {
  const command = new Command("origin")
    .description("serve what the edge asks when its snapshots do not know, until stopped")
    .option(
      "--port <n>",
      `where to listen (default: the port of ORIGIN_URL, else ${PORT})`,
      wholeNumber(0, 65_535),
    )
    .option("--host <address>", "address to listen on", "127.0.0.1")
    .action((options: Options) => run(cli, options));
  return document(command, {
    examples: ["origin", "origin --host 10.0.0.5 --port 8789"],
    environment: [...DATABASE, "ORIGIN_URL", "ORIGIN_TOKEN", "WEBOID_ARCHIVES"],
    finding: "it could not listen",
  });
}

async function run(cli: Cli, options: Options): Promise<void> {
  const { serveOrigin } = await import("../../origin/run.ts");
  await withRole(cli, "origin", (ctx) =>
    serveOrigin(ctx, {
      port: options.port ?? portOf(ctx.config.originUrl) ?? PORT,
      hostname: options.host,
      token: ctx.config.originToken,
    }),
  );
}

/** null: the address names none. */
function portOf(address: string | null): number | null {
  const port = address === null ? "" : new URL(address).port;
  return port === "" ? null : Number(port);
}
