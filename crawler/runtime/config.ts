import { resolve } from "node:path";
import type { FEED_TARGET } from "../../db/types.ts";
import manifest from "../../package.json" with { type: "json" };
import { blockTest, parseIpv4, parseIpv6 } from "../../shared/url/addresses.ts";
import type { KnownArchive } from "../../shared/url/archives.ts";
import { classify } from "../../shared/url/classify.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { UsageError } from "./errors.ts";
import { LOG_LEVELS, type LogLevel } from "./log.ts";

/** Weboid's version. */
export const VERSION: string = manifest.version;

/** The name of the table of events among edges. The type only is imported: commands start without the database. */
const TAKEN: typeof FEED_TARGET = "feed";

export const EDGE_NAME_RULE = `must be 1 to 32 small letters, digits and -, and not ${TAKEN}, such as main or europe`;

/** Whether a text can be an edge's name (EDGE_NAME). */
export const isEdgeName = (text: string): boolean => /^[a-z0-9][a-z0-9-]{0,31}$/.test(text) && text !== TAKEN;

/** The configuration from the environment (docs/cli.md), checked once at the start of a process. */
export interface Config {
  /** null: the embedded PostgreSQL under `dataDir`. */
  readonly databaseUrl: string | null;
  /** PostgreSQL itself, where `databaseUrl` is that of a pooler in transaction mode; null: it is not. */
  readonly databaseDirectUrl: string | null;
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
  /** Asked in place of every whois server; null: those that IANA names. */
  /** Where figures for Prometheus are served; null: nowhere. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
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

/** An IPv6 address may name its zone (RFC 4007). Not by node:net, which costs a command more to load than all of this file. */
const isAddress = (text: string): boolean =>
  parseIpv4(text) !== null || parseIpv6(text.replace(/%[0-9A-Za-z._-]+$/, "")) !== null;

/** A resolver as `WEBOID_DNS` names it: `9.9.9.9`, `127.0.0.1:5353`, `2620:fe::fe`, `[::1]:5353`. */
function isResolver(text: string): boolean {
  if (isAddress(text)) return true;
  const match = /^(?:\[([0-9a-f:.]+)\]|([0-9.]+)):([0-9]{1,5})$/i.exec(text);
  if (match === null) return false;
  const port = Number(match[3]);
  return isAddress(match[1] ?? match[2] ?? "") && port >= 1 && port <= 65_535;
}

/** Reads a variable's text; null: it is wrong. */
type Read<T> = (text: string) => T | null;

const matching =
  (pattern: RegExp): Read<string> =>
  (text) =>
    pattern.test(text) ? text : null;

/** `host:port`; an IPv6 address in brackets. */
const hostAndPort: Read<{ readonly host: string; readonly port: number }> = (text) => {
  const [, host = "", bare = "", digits] =
    /^(?:\[([0-9a-f:.]+)\]|([a-z0-9.-]{1,253})):([0-9]{1,5})$/i.exec(text) ?? [];
  const port = Number(digits);
  return port >= 1 && port <= 65_535 ? { host: (host || bare).toLowerCase(), port } : null;
};

/** A list divided by commas or white space. */
const listOf =
  <T>(read: Read<T>): Read<readonly T[]> =>
  (text) => {
    const items = text
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(read);
    return items.every((item) => item !== null) ? items : null;
  };

const withScheme =
  (schemes: RegExp): Read<string> =>
  (text) =>
    schemes.test(URL.parse(text)?.protocol ?? "") ? text : null;

const httpAddress: Read<string> = (text) => withScheme(/^https?:$/)(text)?.replace(/\/+$/, "") ?? null;

const httpOrigin: Read<string> = (text) => {
  const { protocol, origin, href } = URL.parse(text) ?? {};
  return /^https?:$/.test(protocol ?? "") && href === `${origin}/` ? (origin ?? null) : null;
};

const token = matching(/^[\x21-\x7e]{16,256}$/);
const cloudflareId = matching(/^[0-9a-f]{32}$/);
/** A secret goes there with every request: in the clear only to this machine. */
const cloudflareApi: Read<string> = (text) =>
  /^https:|^http:\/\/(?:127\.[0-9.]+|localhost|\[::1\])(?:[:/]|$)/i.test(text) ? httpAddress(text) : null;

const contact = matching(
  /^(?=.{1,200}$)(?:(?:mailto:)?[^\s@()<>"]+@[^\s@()<>"]+\.[^\s@()<>"]+|https?:\/\/[^\s()<>"]+)$/,
);

const controlUrl: Read<NormalisedUrl> = (text) => {
  const found = classify(text, { allowPrivate: true });
  return found.kind === "resource" && /^https?$/.test(found.parts.scheme) ? found.url : null;
};

const archive: Read<KnownArchive> = (text) => {
  const match = /^([a-z0-9.-]{1,40})=([a-z0-9.-]{1,253})(\/[!-~]*)?$/.exec(text);
  return match && { type: match[1] ?? "", host: match[2] ?? "", path: match[3] ?? "" };
};

/** `name=address`; the address is null where `name` alone will do. */
const namedAddress =
  (mayBeBare: boolean): Read<readonly [string, string | null]> =>
  (text) => {
    const [, name = "", given] = /^([a-z0-9.-]{1,40})(?:=(.+))?$/.exec(text) ?? [];
    if (name === "" || (given === undefined && !mayBeBare)) return null;
    if (given === undefined) return [name, null];
    return withScheme(/^https?:$/)(given) === null ? null : [name, given];
  };

const blocks = listOf((block) => (blockTest(block) === null ? null : block));
const BLOCKS = "must be a list of address blocks or addresses, such as 198.51.100.0/24,2001:db8::/48";
const TOKEN =
  "must be 16 to 256 printable characters without spaces; one of your own is made with: openssl rand -hex 32";
const CLOUDFLARE_ID = "must be 32 hexadecimal digits, as Cloudflare's dashboard and wrangler show it";
const httpLike = (example: string) => `is no http address; give one such as ${example}`;

interface Variable<T> {
  readonly read: Read<T>;
  /** Follows the variable's name: what is wrong, and how to fix it. */
  readonly error: string;
}

const variable = <T>(read: Read<T>, error: string): Variable<T> => ({ read, error });

/** An identifier of a consumer, or its secret. */
const OAUTH_WORD = /^[!-~]{8,256}$/;

const VARIABLES = {
  DATABASE_URL: variable(
    withScheme(/^postgres(?:ql)?:$/),
    "is no PostgreSQL address; give one such as postgres://user:password@host:5432/weboid",
  ),
  DATABASE_DIRECT_URL: variable(
    withScheme(/^postgres(?:ql)?:$/),
    "is no PostgreSQL address; give that of the server behind the pooler, such as postgres://user:password@host:5432/weboid",
  ),
  WEBOID_CONTACT: variable(
    contact,
    "must be one e-mail address or web address of at most 200 characters, such as you@example.org or https://example.org/bot",
  ),
  ORIGIN_URL: variable(httpAddress, httpLike("http://127.0.0.1:8789")),
  ORIGIN_TOKEN: variable(token, TOKEN),
  ORIGIN_TOKEN_OLD: variable(token, TOKEN),
  EDGE_TOKEN_OLD: variable(token, TOKEN),
  EDGE_URL: variable(httpAddress, httpLike("http://127.0.0.1:8787")),
  EDGE_TOKEN: variable(token, TOKEN),
  EDGE_NAME: variable((text) => (isEdgeName(text) ? text : null), EDGE_NAME_RULE),
  CLOUDFLARE_API_TOKEN: variable(
    token,
    "is no token of Cloudflare's API; make one in its dashboard that may edit Workers KV",
  ),
  CLOUDFLARE_ACCOUNT_ID: variable(cloudflareId, CLOUDFLARE_ID),
  CLOUDFLARE_KV_NAMESPACE_ID: variable(cloudflareId, CLOUDFLARE_ID),
  CLOUDFLARE_ZONE_ID: variable(cloudflareId, CLOUDFLARE_ID),
  CLOUDFLARE_API_BASE_URL: variable(
    cloudflareApi,
    "must be an address that begins with https:// unless it is on this machine, as the token is sent to it, such as https://api.cloudflare.com/client/v4",
  ),
  CLIENT_IP_HEADER: variable(
    matching(/^[A-Za-z0-9-]{1,64}$/),
    "must be the name of a header, such as x-real-ip, or none",
  ),
  PUBLIC_URL: variable(httpOrigin, "must be scheme and host without a path, such as https://weboid.example"),
  SOURCE_URL: variable(httpAddress, httpLike("https://git.example.net/weboid")),
  FRIEND_NETWORKS: variable(blocks, BLOCKS),
  OAUTH_CLIENT_ID: variable(matching(OAUTH_WORD), "must be the consumer's client ID, as its wiki showed it"),
  OAUTH_CLIENT_SECRET: variable(matching(OAUTH_WORD), "must be the consumer's secret, as its wiki showed it"),
  OAUTH_BASE_URL: variable(
    cloudflareApi,
    "must be the address of a wiki's REST API that begins with https:// unless it is on this machine, such as https://meta.wikimedia.org/w/rest.php",
  ),
  OAUTH_EDITS_MIN: variable(matching(/^\d{1,6}$/), "must be a whole number, such as 10"),
  WEBOID_ADMINS: variable(
    matching(/^[^\p{C}]{1,2000}$/u),
    "must be user names, separated by commas, such as Ada Lovelace,Bea",
  ),
  WEBOID_DNS: variable(
    listOf((text) => (isResolver(text) ? text : null)),
    "must be a list of IP addresses with or without a port, such as 9.9.9.9,127.0.0.1:5353",
  ),
  WEBOID_ALLOW_PRIVATE: variable(matching(/^[01]$/), "must be 1 (private addresses, too) or 0"),
  WEBOID_DENY: variable(blocks, BLOCKS),
  WEBOID_CONTROL: variable(
    (text) => (text === "none" ? [] : listOf(controlUrl)(text)),
    "must be none, or a list of web addresses, such as https://www.example.net/",
  ),
  WEBOID_ARCHIVES: variable(
    listOf(archive),
    "must be a list of archives as name=domain or name=domain/path, such as example=archive.example.org",
  ),
  WEBOID_ARCHIVE_ENDPOINTS: variable(
    listOf(namedAddress(false)),
    "must be a list of archives with their base addresses, such as archive.org=http://127.0.0.1:9911",
  ),
  WEBOID_ARCHIVE_TIMEMAPS: variable(
    listOf(namedAddress(true)),
    "must be a list of archives, such as arquivo.pt,example=https://archive.example.org/timemap/link/",
  ),
  WEBOID_RDAP_BOOTSTRAP: variable(httpAddress, httpLike("https://data.iana.org/rdap")),
  WEBOID_WHOIS: variable(hostAndPort, "must be host and port of a whois server, such as 127.0.0.1:4343"),
  WEBOID_SAVE_PAGE_NOW: variable(
    matching(/^[\x21-\x39\x3b-\x7e]{4,100}:[\x21-\x7e]{4,100}$/),
    "must be the keys of an account as accesskey:secret; https://archive.org/account/s3.php shows them",
  ),
  WEBOID_SAVES_PER_DAY: variable(
    (text) => (/^[1-9]\d{0,4}$/.test(text) ? Number(text) : null),
    "must be a whole number from 1 to 99999, such as 100",
  ),
  WEBOID_METRICS: variable(hostAndPort, "must be host and port to listen at, such as 127.0.0.1:9464"),
  WEBOID_REGISTRY_QUESTIONS: variable(
    (text) => (/^\d{1,6}$/.test(text) ? Number(text) : null),
    "must be a whole number up to 999999, such as 500; 0: registries are not asked",
  ),
  WEBOID_DOMAIN_LOOKS: variable(
    (text) => (/^\d{1,8}$/.test(text) ? Number(text) : null),
    "must be a whole number up to 99999999, such as 50000",
  ),
  WEBOID_SHARED_HOSTERS: variable(
    // Names have blanks in them.
    (text) => {
      const hosters = text
        .split(",")
        .map((one) => one.trim())
        .filter(Boolean);
      return hosters.every((one) => one.length <= 200) ? hosters : null;
    },
    "must be domains of name servers and e-mail addresses, and names of holders of address blocks, divided by commas, such as hosting.example,Example Hosting Ltd",
  ),
  WEBOID_LOG: variable(
    (text) => LOG_LEVELS.find((level) => level === text) ?? null,
    `must be one of ${LOG_LEVELS.join(", ")}`,
  ),
} as const;

type Environment = Readonly<Record<string, string | undefined>>;

type LoginVariable = Extract<keyof typeof VARIABLES, `OAUTH_${string}` | "WEBOID_ADMINS">;

const loginOf = (read: (name: LoginVariable) => string | null): Config["login"] => ({
  clientId: read("OAUTH_CLIENT_ID"),
  clientSecret: read("OAUTH_CLIENT_SECRET"),
  baseUrl: read("OAUTH_BASE_URL"),
  editsMin: read("OAUTH_EDITS_MIN"),
  admins: read("WEBOID_ADMINS"),
});

/**
 * Throws a UsageError of one line that names the variable and says how to fix it. Empty counts as not set. Read without zod,
 * whose loading would be a third of the start of every command.
 */
export function readConfig(env: Environment, cwd: string = process.cwd()): Config {
  const textOf = (name: string) => env[name]?.trim() ?? "";
  const read = <Name extends keyof typeof VARIABLES>(name: Name) => {
    const { read: reader, error } = VARIABLES[name] as Variable<
      NonNullable<ReturnType<(typeof VARIABLES)[Name]["read"]>>
    >;
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
  };
}

type Reading = <Name extends keyof typeof VARIABLES>(
  name: Name,
) => NonNullable<ReturnType<(typeof VARIABLES)[Name]["read"]>> | null;

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
