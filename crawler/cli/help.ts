import type { Command } from "commander";
import { wrapped } from "./output/text.ts";

/** What each variable of the environment means, for `--help` and docs/cli.md. */
const ENVIRONMENT = {
  DATABASE_URL: "PostgreSQL to use; unset: the embedded one under WEBOID_DATA",
  WEBOID_DATA: "folder of the embedded database (default: .weboid)",
  WEBOID_CONTACT:
    "your e-mail address or web page, told to every server that is asked; required but for check",
  ORIGIN_URL: "where the origin service listens and is reached, such as http://127.0.0.1:8789",
  ORIGIN_TOKEN: "secret that edge and origin share",
  EDGE_URL: "edge (or local store) that snapshots are written to",
  EDGE_TOKEN: "secret that dispatcher and edge share",
  EDGE_NAME: "name of that edge among several, each with a place of its own in the changes (default: main)",
  CLOUDFLARE_API_TOKEN: "in place of EDGE_URL and EDGE_TOKEN: token that may edit Workers KV Storage",
  CLOUDFLARE_ACCOUNT_ID: "the account that it is for",
  CLOUDFLARE_KV_NAMESPACE_ID: "namespace of KV that snapshots are written to",
  CLOUDFLARE_ZONE_ID: "zone whose cache is purged of changed pages (token: Cache Purge); unset: none is",
  CLIENT_IP_HEADER:
    "header in which your proxy tells the edge callers' addresses (default: cf-connecting-ip)",
  SOURCE_URL: "where the source of what runs can be read, for /source: https://git.example.net/weboid",
  FRIEND_NETWORKS: "networks that the edge does not throttle: 198.51.100.0/24,2001:db8::/48",
  WEBOID_DNS: "resolvers to ask, such as 9.9.9.9,127.0.0.1:5353; unset: the system's",
  WEBOID_ALLOW_PRIVATE: "1: check addresses of this machine and network too (test webs only)",
  WEBOID_ARCHIVES: "archives of the web beside those that are known: name=archive.example.org",
  WEBOID_DENY: "addresses and blocks that no check contacts: 198.18.7.0/24,2001:db8:7::/48",
  WEBOID_CONTROL: "sites that are up when we are, tried before many failures in a row are believed; or none",
  WEBOID_WIKI_CREDENTIALS:
    "file with accounts on wikis, for higher limits there (docs/operators.md); chmod 600",
  WEBOID_LOG: "info, warn, error or silent (default: info)",
} as const;

export type Variable = keyof typeof ENVIRONMENT;

export const DATABASE: readonly Variable[] = ["DATABASE_URL", "WEBOID_DATA", "WEBOID_LOG"];

interface Documentation {
  /** Command lines without the leading `weboid`. */
  readonly examples: readonly string[];
  readonly environment?: readonly Variable[];
  /** What exit code 1 means here. */
  readonly finding: string;
  readonly more?: readonly string[];
}

const COLUMNS = 80;

/** Adds examples, environment and exit codes to a command's help. */
export function document(
  command: Command,
  { examples, environment = [], finding, more = [] }: Documentation,
): Command {
  const lines = [
    "",
    ...more.flatMap((paragraph) => [...wrapped(paragraph, COLUMNS), ""]),
    "Examples:",
    ...examples.map((example) => `  $ ${example.includes("weboid ") ? "" : "weboid "}${example}`),
    ...(environment.length === 0
      ? []
      : ["", "Environment:", ...environment.map((name) => `  ${name.padEnd(26)} ${ENVIRONMENT[name]}`)]),
    "",
    `Exit codes: 0 done; 1 ${finding}; 2 wrong usage.`,
  ];
  return command.addHelpText("after", lines.join("\n"));
}
