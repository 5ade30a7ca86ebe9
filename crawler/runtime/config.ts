import { resolve } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import type { KnownArchive } from "../../shared/url/archives.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { UsageError } from "./errors.ts";
import type { LogFormat, LogLevel } from "./log.ts";
import { type Reading, variableOf } from "./variables.ts";

/** Weboid's version. */
export const VERSION: string = manifest.version;

/** The configuration from the environment (docs/cli.md), checked once at the start of a process. */
export interface Config {
  /** null: the embedded PostgreSQL under `dataDir`. */
  readonly databaseUrl: string | null;
  /** PostgreSQL itself, where `databaseUrl` is that of a pooler in transaction mode; null: it is not. */
  readonly databaseDirectUrl: string | null;
  /** A replica of it that answers are read from; null: they are read from the database itself. */
  readonly databaseReadUrl: string | null;
  /** Absolute path of the folder with the embedded database and what else processes on this machine keep. */
  readonly dataDir: string;
  /** The operator's e-mail address or web page, for the User-Agent; null: not set. */
  readonly contact: string | null;
  /** Where the origin service listens (`weboid origin`) and where the edge finds it. */
  readonly originUrl: string | null;
  readonly originToken: string | null;
  /** The ones before, valid as well while they are exchanged (`weboid keys rotate`). */
  readonly originTokenOld: string | null;
  readonly edgeTokenOld: string | null;
  /** Where the dispatcher writes snapshots. */
  readonly edgeUrl: string | null;
  readonly edgeToken: string | null;
  /** Name under which the position of the edge at `edgeUrl` in the changes is kept (D2). */
  readonly edgeName: string;
  /** Cloudflare's REST interface, in place of the edge's own store, and for purging; by the names that wrangler uses. */
  readonly cloudflare: CloudflareConfig;
  /** The header in which the proxy in front of the edge names callers' addresses, in lower case; "none": no header does. */
  readonly clientIpHeader: string | null;
  /** Where the world reaches the edge, without a final slash. */
  readonly publicUrl: string | null;
  /** Where the source of what runs can be read, as the edge discloses it (G1). */
  readonly sourceUrl: string | null;
  /** Blocks in CIDR notation and single addresses from which the edge takes any number of questions (Q7). */
  readonly friendNetworks: readonly string[];
  /** Of the consumer by which people log in at the edge, and who its administrators are (H5); as the edge has them. */
  readonly login: {
    readonly clientId: string | null;
    readonly clientSecret: string | null;
    readonly baseUrl: string | null;
    readonly editsMin: string | null;
    readonly admins: string | null;
  };
  /** `address` or `address:port` each; empty: the system's resolvers. */
  readonly dns: readonly string[];
  /** Test webs on loopback only, never the default. */
  readonly allowPrivate: boolean;
  /** Blocks in CIDR notation and single addresses that no check contacts, beyond those that are never contacted. */
  readonly deny: readonly string[];
  /** Addresses that are up when we are (design 11); null: the checker's own, empty: none. */
  readonly controls: readonly NormalisedUrl[] | null;
  /** Archives of the web beside those that Weboid knows (A4). */
  readonly archives: readonly KnownArchive[];
  /** Base addresses in place of archives' own, by the type of archive. */
  readonly archiveEndpoints: ReadonlyMap<string, string>;
  /** Archives that are asked for versions besides archive.org; where their TimeMaps are, null: of a type that is known. */
  readonly archiveTimeMaps: ReadonlyMap<string, string | null>;
  /** Base address of IANA's lists of RDAP servers, without a final slash; null: IANA's own (RFC 9224). */
  readonly rdapBootstrap: string | null;
  /** Where figures for Prometheus are served; null: nowhere. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
  /** Asked in place of every whois server; null: those that IANA names. */
  readonly whoisServer: { readonly host: string; readonly port: number } | null;
  /** Questions a day to each server of a registry, of all processes that attach domains to organisations. */
  readonly registryQuestions: number;
  /** Domains a day that these look at by DNS. */
  readonly domainLooks: number;
  /** Who serves domains of many, beyond the built-in lists: domains of name servers and e-mail addresses, names of holders of address blocks. */
  readonly sharedHosters: readonly string[];
  /** Keys of an account at archive.org, `accesskey:secret`, with which it is asked to save links (A); null: it is not asked. */
  readonly savePageNow: string | null;
  /** At most so many. */
  readonly savesPerDay: number;
  /** Absolute path of the file with Weboid's accounts on wikis; null: it has none. */
  readonly wikiCredentials: string | null;
  readonly logLevel: LogLevel;
  /** null: text at a terminal, JSON elsewhere. */
  readonly logFormat: LogFormat | null;
}

export interface CloudflareConfig {
  readonly apiToken: string | null;
  readonly accountId: string | null;
  /** Set: snapshots are written into this namespace of KV. */
  readonly namespaceId: string | null;
  /** Set: what its cache keeps of pages is purged. */
  readonly zoneId: string | null;
  /** null: Cloudflare's own. */
  readonly apiUrl: string | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Throws a UsageError of one line that names the variable and says how to fix it. Empty counts as not set. Read without zod,
 * whose loading would be a third of the start of every command.
 */
export function readConfig(env: Environment, cwd: string = process.cwd()): Config {
  const textOf = (name: string) => env[name]?.trim() ?? "";
  const read: Reading = (name) => {
    const { read: reader, error } = variableOf(name);
    const text = textOf(name);
    if (text === "") return null;
    const found = reader(text);
    if (found === null) throw new UsageError(`${name} ${error}`);
    return found;
  };
  const path = (name: string) => (textOf(name) === "" ? null : resolve(cwd, textOf(name)));
  return {
    databaseUrl: read("DATABASE_URL"),
    databaseDirectUrl: read("DATABASE_DIRECT_URL"),
    databaseReadUrl: read("DATABASE_READ_URL"),
    dataDir: path("WEBOID_DATA") ?? resolve(cwd, ".weboid"),
    contact: read("WEBOID_CONTACT"),
    originUrl: read("ORIGIN_URL"),
    originToken: read("ORIGIN_TOKEN"),
    originTokenOld: read("ORIGIN_TOKEN_OLD"),
    edgeTokenOld: read("EDGE_TOKEN_OLD"),
    edgeUrl: read("EDGE_URL"),
    edgeToken: read("EDGE_TOKEN"),
    edgeName: read("EDGE_NAME") ?? "main",
    cloudflare: {
      apiToken: read("CLOUDFLARE_API_TOKEN"),
      accountId: read("CLOUDFLARE_ACCOUNT_ID"),
      namespaceId: read("CLOUDFLARE_KV_NAMESPACE_ID"),
      zoneId: read("CLOUDFLARE_ZONE_ID"),
      apiUrl: read("CLOUDFLARE_API_BASE_URL"),
    },
    clientIpHeader: read("CLIENT_IP_HEADER")?.toLowerCase() ?? null,
    publicUrl: read("PUBLIC_URL"),
    sourceUrl: read("SOURCE_URL"),
    friendNetworks: read("FRIEND_NETWORKS") ?? [],
    login: loginOf(read),
    dns: read("WEBOID_DNS") ?? [],
    allowPrivate: read("WEBOID_ALLOW_PRIVATE") === "1",
    deny: read("WEBOID_DENY") ?? [],
    controls: read("WEBOID_CONTROL"),
    archives: read("WEBOID_ARCHIVES") ?? [],
    archiveEndpoints: new Map(
      (read("WEBOID_ARCHIVE_ENDPOINTS") ?? []).map(([type, base]) => [
        type,
        (base ?? "").replace(/\/+$/, ""),
      ]),
    ),
    archiveTimeMaps: new Map(read("WEBOID_ARCHIVE_TIMEMAPS") ?? []),
    rdapBootstrap: read("WEBOID_RDAP_BOOTSTRAP"),
    metrics: read("WEBOID_METRICS"),
    whoisServer: read("WEBOID_WHOIS"),
    ...attachingOf(read),
    savePageNow: read("WEBOID_SAVE_PAGE_NOW"),
    savesPerDay: read("WEBOID_SAVES_PER_DAY") ?? 100,
    wikiCredentials: path("WEBOID_WIKI_CREDENTIALS"),
    logLevel: read("WEBOID_LOG") ?? "info",
    logFormat: read("WEBOID_LOG_FORMAT"),
  };
}

const loginOf = (read: Reading): Config["login"] => ({
  clientId: read("OAUTH_CLIENT_ID"),
  clientSecret: read("OAUTH_CLIENT_SECRET"),
  baseUrl: read("OAUTH_BASE_URL"),
  editsMin: read("OAUTH_EDITS_MIN"),
  admins: read("WEBOID_ADMINS"),
});

const attachingOf = (read: Reading) => ({
  registryQuestions: read("WEBOID_REGISTRY_QUESTIONS") ?? 500,
  domainLooks: read("WEBOID_DOMAIN_LOOKS") ?? 50_000,
  sharedHosters: read("WEBOID_SHARED_HOSTERS") ?? [],
});

/**
 * The operator's contact. Requests to other people's servers say who sends them (C2); only the sample, which contacts nobody
 * but itself, goes without.
 */
export function requireContact(config: Config): string {
  if (config.contact === null)
    throw new UsageError(
      "WEBOID_CONTACT is not set: set it to an e-mail address or web page under which the owners of wikis and web servers reach you, such as WEBOID_CONTACT=you@example.org",
    );
  return config.contact;
}

/** The User-Agent of every request that leaves the machine (C2). */
export function userAgent(contact: string | null): string {
  return `Weboid/${VERSION} (link checker for wikis; ${contact ?? "no contact address"})`;
}

/** How long changes are kept (D1): in any case, at most while a client has not got them, and how many at most. */
export interface KeepChanges {
  readonly days: number;
  readonly daysMax: number;
  readonly rowsMax: number;
}

export const KEEP_CHANGES: KeepChanges = { days: 14, daysMax: 28, rowsMax: 50_000_000 };
