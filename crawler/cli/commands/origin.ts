import type { Command } from "commander";
import { originToken, serveOrigin } from "../../origin/run.ts";
import { type Cli, document, READING, ROLE } from "../command.ts";
import { listeningAddress, wholeNumber } from "../options.ts";
import { withRole } from "../role.ts";

interface Options {
  readonly port?: number;
  readonly host: string;
}

const PORT = 8789;

export function origin(command: Command, cli: Cli): void {
  command
    .description("answer what the edge's snapshots cannot, until stopped")
    .option(
      "--port <n>",
      `port to listen on (default: that of ORIGIN_URL, else ${PORT})`,
      wholeNumber(0, 65_535),
    )
    .option("--host <address>", "address to listen on", listeningAddress, "127.0.0.1")
    .action(({ port, host }: Options) =>
      withRole(
        cli,
        "origin",
        (ctx) => {
          const { originUrl, originTokenOld } = ctx.config;
          const configured = Number(originUrl === null ? 0 : new URL(originUrl).port);
          return serveOrigin(ctx, {
            port: port ?? (configured || PORT),
            hostname: host,
            token: originToken(ctx.config),
            oldToken: originTokenOld,
          });
        },
        { settings: originToken, component: "origin", reads: true },
      ),
    );
  document(command, {
    examples: ["origin", "origin --host 10.0.0.5 --port 8789"],
    environment: [...ROLE, ...READING, "ORIGIN_URL", "ORIGIN_TOKEN", "ORIGIN_TOKEN_OLD", "WEBOID_ARCHIVES"],
    finding: "it could not listen",
  });
}
