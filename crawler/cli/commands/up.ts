import type { Command } from "commander";
import { dropRoot } from "../../runtime/drop-root.ts";
import { listenForShutdown } from "../../runtime/shutdown.ts";
import * as system from "../../up/run.ts";
import { type Cli, document } from "../command.ts";
import { each, httpUrl, wholeNumber } from "../options.ts";
import { logged } from "../role.ts";

interface Options {
  readonly wiki?: readonly string[];
  readonly port?: number;
  readonly age?: number;
}

/** Half a year: more checks than any rule of the verdict asks for. */
const WEEKS_MAX = 26;

export function up(command: Command, cli: Cli): void {
  command
    .description(
      "run the whole system on this machine: for the wikis given by --wiki, else those configured, else a built-in sample wiki and sample web",
    )
    .option(
      "--wiki <api-url>",
      "address of a wiki's api.php, registered and fed; may be given several times",
      each(httpUrl),
    )
    .option(
      "--port <number>",
      "port of the edge on 127.0.0.1 (default: 8787, or another where that is taken)",
      wholeNumber(1, 65_535),
    )
    .option(
      "--age <weeks>",
      "for trials on test webs: at the first start, simulate so many weeks, at most 26 (sample without it: 51)",
      wholeNumber(0, WEEKS_MAX),
    )
    .action((options: Options) => run(cli, options));
  document(command, {
    examples: ["up", "up --wiki https://wiki.example.net/w/api.php --port 8080"],
    environment: [
      "WEBOID_CONTACT",
      "DATABASE_URL",
      "WEBOID_DATA",
      "WEBOID_DNS",
      "WEBOID_WIKI_CREDENTIALS",
      "WEBOID_ALLOW_PRIVATE",
      "WEBOID_DENY",
      "WEBOID_ARCHIVES",
      "WEBOID_REGISTRY_QUESTIONS",
      "WEBOID_DOMAIN_LOOKS",
      "WEBOID_SHARED_HOSTERS",
      "WEBOID_RDAP_BOOTSTRAP",
      "WEBOID_WHOIS",
      "CLIENT_IP_HEADER",
      "FRIEND_NETWORKS",
      "OAUTH_CLIENT_ID",
      "OAUTH_CLIENT_SECRET",
      "OAUTH_BASE_URL",
      "OAUTH_EDITS_MIN",
      "WEBOID_ADMINS",
      "PUBLIC_URL",
      "SOURCE_URL",
      "WEBOID_CONTROL",
      "WEBOID_METRICS",
      "WEBOID_LOG",
      "WEBOID_LOG_FORMAT",
    ],
    finding: "it could not be started, or a part of it failed",
    more: ["Prints the addresses to open when everything answers, and runs until Ctrl-C or SIGTERM."],
  });
}

async function run(cli: Cli, { wiki = [], port, age }: Options): Promise<void> {
  const config = cli.config();
  const print = async (line: string) => {
    await cli.out.line(line);
    await cli.out.flush();
  };
  await logged("up", config, async (log) => {
    dropRoot(config, log);
    const shutdown = listenForShutdown(log);
    try {
      await system.up(
        { config, env: cli.env, signal: shutdown.signal, print },
        { wikis: wiki, port: port ?? null, ageWeeks: age ?? null },
      );
    } finally {
      shutdown.dispose();
    }
  });
}
