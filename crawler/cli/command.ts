import type { Command } from "commander";
import type { Config } from "../runtime/config.ts";
import type { Io } from "./output/io.ts";
import { wrapped } from "./output/text.ts";

/** What a command's action has at hand. */
export interface Cli extends Io {
  /** The environment, checked; throws a UsageError. */
  config(): Config;
  /** The command was understood, and its work failed or found something: exit code 1. */
  fail(): void;
}

/** Adds description, arguments, options or verbs, and the action, to a command that has its name. */
export type Define = (command: Command, cli: Cli) => void;

/** Every variable that Weboid reads and what it means, for `--help` and docs/cli.md. */
export const ENVIRONMENT = {
  DATABASE_URL: "PostgreSQL to use (default: the embedded one under WEBOID_DATA)",
  DATABASE_DIRECT_URL: "PostgreSQL itself, where DATABASE_URL is a pooler's",
  DATABASE_READ_URL: "a replica of it by streaming that answers, exports and counts are read from",
  WEBOID_DATA: "folder of the embedded database (default: .weboid)",
  WEBOID_CONTACT: "your e-mail address or web page, sent to every server that is contacted",
  ORIGIN_URL: "where the origin service listens and is reached, such as http://127.0.0.1:8789",
  ORIGIN_TOKEN: "secret that edge and origin share",
  ORIGIN_TOKEN_OLD: "the one before, accepted as well (weboid keys rotate)",
  EDGE_TOKEN_OLD: "the one before, accepted as well (weboid keys rotate)",
  EDGE_URL: "edge (or local store) that snapshots are written to",
  EDGE_TOKEN: "secret that dispatcher and edge share",
  EDGE_NAME: "name of that edge among several, each with its own position in the changes (default: main)",
  CLOUDFLARE_API_TOKEN: "in place of EDGE_URL and EDGE_TOKEN: token that may edit Workers KV Storage",
  CLOUDFLARE_ACCOUNT_ID: "the account that it belongs to",
  CLOUDFLARE_KV_NAMESPACE_ID: "namespace of KV that snapshots are written to",
  CLOUDFLARE_ZONE_ID: "zone whose cache is purged of changed pages (token: Cache Purge); unset: none",
  CLOUDFLARE_API_BASE_URL: "address of its REST API (default: https://api.cloudflare.com/client/v4)",
  CLIENT_IP_HEADER:
    "header in which your proxy passes callers' addresses (default: none, they connect themselves)",
  PUBLIC_URL:
    "address of the edge as the world knows it: https://weboid.example (default: the address it listens on)",
  SOURCE_URL: "where the source of the running version can be read: https://git.example.net/weboid",
  FRIEND_NETWORKS: "networks that the edge does not throttle: 198.51.100.0/24,2001:db8::/48",
  OAUTH_CLIENT_ID: "consumer by which people log in with an account on a wiki (default: nobody does)",
  OAUTH_CLIENT_SECRET: "its secret",
  OAUTH_BASE_URL: "that wiki's REST API (default: https://meta.wikimedia.org/w/rest.php)",
  OAUTH_EDITS_MIN: "edits there without which an account counts as none (default: 10)",
  WEBOID_ADMINS: "user names of administrators, who lock and undo: Ada Lovelace,Bea",
  WEBOID_DNS: "resolvers to use, such as 9.9.9.9,127.0.0.1:5353 (default: the system's)",
  WEBOID_ALLOW_PRIVATE: "1: addresses of this machine and private networks, too (test webs, intranets)",
  WEBOID_ARCHIVES: "web archives beside those that are known: name=archive.example.org",
  WEBOID_RDAP_BOOTSTRAP: "base address of dns.json, ipv4.json, ipv6.json in place of IANA's",
  WEBOID_WHOIS: "a whois server, host:port, asked in place of all others: 127.0.0.1:4343",
  WEBOID_ARCHIVE_ENDPOINTS: "addresses in place of archives' own: archive.org=http://127.0.0.1:9911",
  WEBOID_ARCHIVE_TIMEMAPS: "archives to ask beside archive.org: arquivo.pt,x=https://x.example/timemap/link/",
  WEBOID_SAVE_PAGE_NOW:
    "keys of an account at archive.org, accesskey:secret, to have it save links (default: none)",
  WEBOID_REGISTRY_QUESTIONS:
    "questions to one server of a registry on one day at most (default: 500; 0: none)",
  WEBOID_DOMAIN_LOOKS: "domains that are looked at by DNS on one day at most (default: 50000)",
  WEBOID_SHARED_HOSTERS: "hosters beyond the known ones: domains, and names of holders of address blocks",
  WEBOID_SAVES_PER_DAY: "links that it is asked to save on one day at most (default: 100)",
  WEBOID_DENY: "addresses and blocks that are never contacted: 198.18.7.0/24,2001:db8:7::/48",
  WEBOID_CONTROL: "sites that are up when we are, tried before many failures in a row are believed; or none",
  WEBOID_WIKI_CREDENTIALS: "file with accounts on wikis, for higher limits (docs/feeding.md); chmod 600",
  WEBOID_METRICS: "host:port at which a role serves figures for Prometheus at /metrics (default: nowhere)",
  WEBOID_LOG: "info, warn, error or silent (default: info)",
  WEBOID_LOG_FORMAT: "text or json (default: text at a terminal, json elsewhere)",
} as const;

export type Variable = keyof typeof ENVIRONMENT;

/** What every command with the database reads. */
export const DATABASE: readonly Variable[] = [
  "DATABASE_URL",
  "DATABASE_DIRECT_URL",
  "WEBOID_DATA",
  "WEBOID_LOG",
];

/** What roles with much to read read. */
export const READING: readonly Variable[] = ["DATABASE_READ_URL"];

/** What every role reads. */
export const ROLE: readonly Variable[] = [...DATABASE, "WEBOID_LOG_FORMAT", "WEBOID_METRICS"];

interface Documentation {
  /** Command lines without the leading `weboid`. */
  readonly examples: readonly string[];
  /** Absent: DATABASE. */
  readonly environment?: readonly Variable[];
  /** What exit code 1 means here. Absent: that the database did not answer. */
  readonly finding?: string;
  readonly more?: readonly string[];
}

const COLUMNS = 80;

/** Adds examples, environment and exit codes to a command's help. */
export function document(
  command: Command,
  { examples, environment = DATABASE, finding = "the database did not answer", more = [] }: Documentation,
): void {
  const lines = [
    "",
    ...more.flatMap((paragraph) => [...wrapped(paragraph, COLUMNS), ""]),
    "Examples:",
    ...examples.map((example) => `  $ ${example.includes("weboid ") ? "" : "weboid "}${example}`),
    "",
    ...(environment.length === 0
      ? []
      : ["Environment:", ...environment.map((name) => `  ${name.padEnd(26)} ${ENVIRONMENT[name]}`), ""]),
    `Exit codes: 0 done; 1 ${finding}; 2 wrong usage.`,
  ];
  command.addHelpText("after", lines.join("\n"));
}
