import { resolve } from "node:path";
import type { FEED_TARGET } from "../../db/types.ts";
import manifest from "../../package.json" with { type: "json" };
import { blockTest, parseIpv4, parseIpv6 } from "../../shared/url/addresses.ts";
import { classify } from "../../shared/url/classify.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import type { KnownArchive } from "./archives.ts";
import { UsageError } from "./errors.ts";
import { LOG_LEVELS, type LogLevel } from "./log.ts";

/** Weboid's version. */
export const VERSION: string = manifest.version;

/** The name of the table of events among edges. The type only is imported: commands start without the database. */
const TAKEN: typeof FEED_TARGET = "feed";

export const EDGE_NAME_RULE = `must be 1 to 32 small letters, digits and -, and not ${TAKEN}, such as main or europe`;

/** Whether a text can be an edge's name (EDGE_NAME). */
export const isEdgeName = (text: string): boolean => /^[a-z0-9][a-z0-9-]{0,31}$/.test(text) && text !== TAKEN;

/** The configuration from the environment (contract.md, docs/cli.md), checked once at the start of a process. */
export interface Config {
  /** null: the embedded PostgreSQL under `dataDir`. */
  readonly databaseUrl: string | null;
  /** Absolute path of the folder with the embedded database and what else processes on this machine keep. */
  readonly dataDir: string;
  /** The operator's e-mail address or web page, for the User-Agent; null: not set. */
  readonly contact: string | null;
  /** Where the origin service listens (`weboid origin`) and where the edge finds it. */
  readonly originUrl: string | null;
  readonly originToken: string | null;
  /** Where the dispatcher writes snapshots. */
  readonly edgeUrl: string | null;
  readonly edgeToken: string | null;
  /** Name under which the position of the edge at `edgeUrl` in the changes is kept (D2). */
  readonly edgeName: string;
  /** Cloudflare's REST interface, in place of the edge's own store, and for purging; by the names that wrangler uses. */
  readonly cloudflare: CloudflareConfig;
  /** The header in which the proxy in front of the edge names callers' addresses, in lower case; "none": no header does. */
  readonly clientIpHeader: string | null;
  /** Where the source of what runs can be read, as the edge discloses it (G1). */
  readonly sourceUrl: string | null;
  /** Blocks in CIDR notation and single addresses from which the edge takes any number of questions (Q7). */
  readonly friendNetworks: readonly string[];
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

function controlUrl(text: string): NormalisedUrl | null {
  const found = classify(text, { allowPrivate: true });
  return found.kind === "resource" && /^https?$/.test(found.parts.scheme) ? found.url : null;
}

/** Reads a variable's text; an error says what it must be. */
type Read<T> = (text: string) => { readonly value: T } | { readonly error: string };

const good = <T>(value: T) => ({ value });
const wrong = (error: string) => ({ error });

const matching =
  (pattern: RegExp, error: string): Read<string> =>
  (text) =>
    pattern.test(text) ? good(text) : wrong(error);

const oneOf =
  <T extends string>(choices: readonly T[], error: string): Read<T> =>
  (text) => {
    const choice = choices.find((each) => each === text);
    return choice === undefined ? wrong(error) : good(choice);
  };

/** A list divided by commas or white space. */
const listOf =
  (holds: (part: string) => boolean, error: string): Read<readonly string[]> =>
  (text) => {
    const parts = text.split(/[\s,]+/).filter((part) => part !== "");
    return parts.every(holds) ? good(parts) : wrong(error);
  };

const address =
  (schemes: RegExp, error: string): Read<string> =>
  (text) =>
    schemes.test(URL.parse(text)?.protocol ?? "") ? good(text) : wrong(error);

const httpAddress = (example: string): Read<string> => {
  const read = address(/^https?:$/, `is no http address; give one such as ${example}`);
  return (text) => {
    const found = read(text);
    return "error" in found ? found : good(found.value.replace(/\/+$/, ""));
  };
};

const TOKEN = /^[\x21-\x7e]{16,256}$/;
const token = matching(
  TOKEN,
  "must be 16 to 256 printable characters without spaces; one of your own is made with: openssl rand -hex 32",
);

const cloudflareToken = matching(
  TOKEN,
  "is no token of Cloudflare's API; make one in its dashboard that may edit Workers KV",
);

const edgeName: Read<string> = (text) => (isEdgeName(text) ? good(text) : wrong(EDGE_NAME_RULE));
const cloudflareId = matching(
  /^[0-9a-f]{32}$/,
  "must be 32 hexadecimal digits, as Cloudflare's dashboard and wrangler show it",
);

/** A secret goes there with every request: in the clear only to this machine. */
const cloudflareApi: Read<string> = (text) => {
  const found = httpAddress("https://api.cloudflare.com/client/v4")(text);
  if ("error" in found || /^https:|^http:\/\/(?:127\.[0-9.]+|localhost|\[::1\])(?:[:/]|$)/i.test(text))
    return found;
  return wrong("must begin with https:// unless it is on this machine, as the token is sent to it");
};

const contact: Read<string> = (text) =>
  text.length > 200
    ? wrong("is longer than 200 characters; give one address")
    : matching(
        /^(?:mailto:)?[^\s@()<>"]+@[^\s@()<>"]+\.[^\s@()<>"]+$|^https?:\/\/[^\s()<>"]+$/,
        "is neither an e-mail address nor a web address; give one such as you@example.org or https://example.org/bot",
      )(text);

const controls: Read<readonly NormalisedUrl[]> = (text) => {
  const urls = text === "none" ? [] : text.split(/[\s,]+/).map(controlUrl);
  return urls.every((url) => url !== null)
    ? good(urls)
    : wrong("must be none, or a list of web addresses, such as https://www.example.net/");
};

const archives: Read<readonly KnownArchive[]> = (text) => {
  const found = text
    .split(/[\s,]+/)
    .map((part) => /^([a-z0-9.-]{1,40})=([a-z0-9.-]{1,253})(\/[!-~]*)?$/.exec(part))
    .map((match) => match && { type: match[1] ?? "", host: match[2] ?? "", path: match[3] ?? "" });
  return found.every((archive) => archive !== null)
    ? good(found)
    : wrong(
        "must be a list of archives as name=domain or name=domain/path, such as example=archive.example.org",
      );
};

const databaseUrl = address(
  /^postgres(?:ql)?:$/,
  "is no PostgreSQL address; give one such as postgres://user:password@host:5432/weboid",
);

const headerName = matching(
  /^[A-Za-z0-9-]{1,64}$/,
  "must be the name of a header, such as x-real-ip, or none",
);

const blocks = (example: string): Read<readonly string[]> =>
  listOf(
    (block) => blockTest(block) !== null,
    `must be a list of address blocks or addresses, such as ${example}`,
  );

const resolvers = listOf(
  isResolver,
  "must be a list of IP addresses with or without a port, such as 9.9.9.9,127.0.0.1:5353",
);

const allowPrivate = oneOf(["0", "1"], "must be 1 (check addresses of this machine and network) or 0");

const logLevel = oneOf(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(", ")}`);

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Throws a UsageError of one line that names the variable and the mend. Empty counts as not set. Read without zod, whose
 * loading would be a third of the start of every command.
 */
export function readConfig(env: Environment, cwd: string = process.cwd()): Config {
  const read = <T>(name: string, reader: Read<T>): T | null => {
    const text = env[name]?.trim() ?? "";
    if (text === "") return null;
    const found = reader(text);
    if ("error" in found) throw new UsageError(`${name} ${found.error}`);
    return found.value;
  };
  const path = (name: string) => {
    const found = read(name, good);
    return found === null ? null : resolve(cwd, found);
  };
  return {
    databaseUrl: read("DATABASE_URL", databaseUrl),
    dataDir: path("WEBOID_DATA") ?? resolve(cwd, ".weboid"),
    contact: read("WEBOID_CONTACT", contact),
    originUrl: read("ORIGIN_URL", httpAddress("http://127.0.0.1:8789")),
    originToken: read("ORIGIN_TOKEN", token),
    edgeUrl: read("EDGE_URL", httpAddress("http://127.0.0.1:8787")),
    edgeToken: read("EDGE_TOKEN", token),
    edgeName: read("EDGE_NAME", edgeName) ?? "main",
    cloudflare: {
      apiToken: read("CLOUDFLARE_API_TOKEN", cloudflareToken),
      accountId: read("CLOUDFLARE_ACCOUNT_ID", cloudflareId),
      namespaceId: read("CLOUDFLARE_KV_NAMESPACE_ID", cloudflareId),
      zoneId: read("CLOUDFLARE_ZONE_ID", cloudflareId),
      apiUrl: read("CLOUDFLARE_API_BASE_URL", cloudflareApi),
    },
    clientIpHeader: read("CLIENT_IP_HEADER", headerName)?.toLowerCase() ?? null,
    sourceUrl: read("SOURCE_URL", httpAddress("https://git.example.net/weboid")),
    friendNetworks: read("FRIEND_NETWORKS", blocks("198.51.100.0/24,2001:db8::/48")) ?? [],
    dns: read("WEBOID_DNS", resolvers) ?? [],
    allowPrivate: read("WEBOID_ALLOW_PRIVATE", allowPrivate) === "1",
    deny: read("WEBOID_DENY", blocks("198.18.7.0/24,2001:db8:7::/48")) ?? [],
    controls: read("WEBOID_CONTROL", controls),
    archives: read("WEBOID_ARCHIVES", archives) ?? [],
    wikiCredentials: path("WEBOID_WIKI_CREDENTIALS"),
    logLevel: read("WEBOID_LOG", logLevel) ?? "info",
  };
}

/**
 * The contact of whoever runs this. Whoever asks strangers' servers for anything says who asks (C2);
 * only the sample, which asks nobody but itself, goes without.
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
