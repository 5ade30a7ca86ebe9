import type { Command } from "commander";
import { backUp } from "../../edge-host/kv/backup.ts";
import { storeOf } from "../../edge-host/order.ts";
import { runEdge } from "../../edge-host/run.ts";
import { dropRoot } from "../../runtime/drop-root.ts";
import { listenForShutdown } from "../../runtime/shutdown.ts";
import { type Cli, document } from "../command.ts";
import { listeningAddress, wholeNumber } from "../options.ts";
import { logged } from "../role.ts";

interface Options {
  readonly port: number;
  readonly host: string;
}

export function edge(command: Command, cli: Cli): void {
  command
    .description("serve answers from this machine in place of Cloudflare, until stopped")
    .option("--port <n>", "port to listen on", wholeNumber(1, 65_535), 8787)
    .option("--host <address>", "address to listen on", listeningAddress, "127.0.0.1")
    .action((options: Options) => run(cli, options));
  document(command, {
    examples: ["edge", "edge --host 0.0.0.0 --port 8080"],
    environment: [
      "EDGE_TOKEN",
      "CLIENT_IP_HEADER",
      "FRIEND_NETWORKS",
      "OAUTH_CLIENT_ID",
      "OAUTH_CLIENT_SECRET",
      "OAUTH_BASE_URL",
      "OAUTH_EDITS_MIN",
      "WEBOID_ADMINS",
      "PUBLIC_URL",
      "SOURCE_URL",
      "ORIGIN_URL",
      "ORIGIN_TOKEN",
      "ORIGIN_TOKEN_OLD",
      "EDGE_TOKEN_OLD",
      "WEBOID_CONTACT",
      "WEBOID_DATA",
      "WEBOID_ALLOW_PRIVATE",
      "WEBOID_DENY",
      "WEBOID_LOG",
      "WEBOID_LOG_FORMAT",
      "WEBOID_METRICS",
    ],
    finding: "it could not listen, or ended by itself",
    more: [
      "Runs the edge Worker in workerd, behind a front that bounds what callers may do. Its store of snapshots is kept under WEBOID_DATA. Without ORIGIN_URL, links of pages that are not watched stay unknown.",
    ],
  });
  backup(command, cli);
}

function backup(command: Command, cli: Cli): void {
  const verb = command
    .command("backup")
    .description("copy the store of the edge into one file, also while it runs")
    .argument("<file>", "file to write; it must not exist")
    .action(async (file: string) => {
      const config = cli.config();
      backUp(storeOf(config.dataDir), file);
      await cli.out.line(`${file} is a copy of the store`);
    });
  document(verb, {
    examples: ["edge backup /backup/kv.sqlite"],
    environment: ["WEBOID_DATA"],
    finding: "there is no store, or the file could not be written",
  });
}

async function run(cli: Cli, { port, host }: Options): Promise<void> {
  const config = cli.config();
  await logged("edge", config, async (log) => {
    dropRoot(config, log);
    const shutdown = listenForShutdown(log);
    try {
      await runEdge({ config, hostname: host, port, signal: shutdown.signal, log });
    } finally {
      shutdown.dispose();
    }
  });
}
