import { serversOf } from "../../db/address.ts";
import type { FEED_TARGET } from "../../db/types.ts";
import { blockTest, parseIpv4, parseIpv6 } from "../../shared/url/addresses.ts";
import type { KnownArchive } from "../../shared/url/archives.ts";
import { classify } from "../../shared/url/classify.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { LOG_FORMATS, LOG_LEVELS } from "./log.ts";

/** The name of the table of events among edges. The type only is imported: commands start without the database. */
const TAKEN: typeof FEED_TARGET = "feed";

export const EDGE_NAME_RULE = `must be 1 to 32 small letters, digits and -, and not ${TAKEN}, such as main or europe`;

/** Whether a text can be an edge's name (EDGE_NAME). */
export const isEdgeName = (text: string): boolean => /^[a-z0-9][a-z0-9-]{0,31}$/.test(text) && text !== TAKEN;

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

const postgresAddress: Read<string> = (text) => (serversOf(text) === null ? null : text);

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
    postgresAddress,
    "is no PostgreSQL address; give one such as postgres://user:password@host:5432/weboid; write % in a password as %25",
  ),
  DATABASE_DIRECT_URL: variable(
    postgresAddress,
    "is no PostgreSQL address; give that of the server behind the pooler, such as postgres://user:password@host:5432/weboid",
  ),
  DATABASE_READ_URL: variable(
    (text) => (serversOf(text)?.length === 1 ? text : null),
    "must be the address of one replica, such as postgres://replica.example.net:5432/weboid; without user and password those of DATABASE_URL are used",
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
  WEBOID_LOG_FORMAT: variable(
    (text) => LOG_FORMATS.find((format) => format === text) ?? null,
    `must be one of ${LOG_FORMATS.join(", ")}`,
  ),
} as const;

type Found<Name extends keyof typeof VARIABLES> = NonNullable<ReturnType<(typeof VARIABLES)[Name]["read"]>>;

/** What a variable of the environment is set to; null: it is not set. */
export type Reading = <Name extends keyof typeof VARIABLES>(name: Name) => Found<Name> | null;

/** How a variable of the environment is read (docs/cli.md). */
export const variableOf = <Name extends keyof typeof VARIABLES>(name: Name): Variable<Found<Name>> =>
  VARIABLES[name] as Variable<Found<Name>>;
