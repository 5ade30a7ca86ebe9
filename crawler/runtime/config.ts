import { isIP } from "node:net";
import { resolve } from "node:path";
import { z } from "zod";
import { blockTest } from "../../shared/url/addresses.ts";
import { classify } from "../../shared/url/classify.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { UsageError } from "./errors.ts";
import { LOG_LEVELS, type LogLevel } from "./log.ts";
import { VERSION } from "./version.ts";

/** What the environment says (contract.md, docs/cli.md), checked once at the start of a process. */
export interface Config {
  /** null: the embedded PostgreSQL under `dataDir`. */
  readonly databaseUrl: string | null;
  /** Absolute path; holds the embedded database and whatever else a process on this machine keeps. */
  readonly dataDir: string;
  /** An e-mail address or a web page of whoever runs this, for the User-Agent; null: not set. */
  readonly contact: string | null;
  /** Where the origin service listens (`weboid origin`) and where the edge finds it. */
  readonly originUrl: string | null;
  readonly originToken: string | null;
  /** Where the dispatcher writes snapshots. */
  readonly edgeUrl: string | null;
  readonly edgeToken: string | null;
  /** The header in which the proxy in front of the edge tells callers' addresses, in lower case; "none": no header is. */
  readonly clientIpHeader: string | null;
  /** `address` or `address:port` each; empty: the system's resolvers. */
  readonly dns: readonly string[];
  /** Test webs on loopback only, never the default. */
  readonly allowPrivate: boolean;
  /** Blocks in CIDR notation and single addresses that no check contacts, beyond those that are never contacted. */
  readonly deny: readonly string[];
  /** Addresses that are up when we are (design 11); null: the checker's own, empty: none. */
  readonly controls: readonly NormalisedUrl[] | null;
  readonly logLevel: LogLevel;
}

/** A resolver as `WEBOID_DNS` names it: `9.9.9.9`, `127.0.0.1:5353`, `2620:fe::fe`, `[::1]:5353`. */
function isResolver(text: string): boolean {
  if (isIP(text) !== 0) return true;
  const match = /^(?:\[([0-9a-f:.]+)\]|([0-9.]+)):([0-9]{1,5})$/i.exec(text);
  if (match === null) return false;
  const port = Number(match[3]);
  return isIP(match[1] ?? match[2] ?? "") !== 0 && port >= 1 && port <= 65_535;
}

function controlUrl(text: string): NormalisedUrl | null {
  const found = classify(text, { allowPrivate: true });
  return found.kind === "resource" && /^https?$/.test(found.parts.scheme) ? found.url : null;
}

const httpAddress = (example: string) =>
  z
    .url({ protocol: /^https?$/, error: `is no http address; give one such as ${example}` })
    .transform((text) => text.replace(/\/+$/, ""))
    .nullable();

const token = z
  .string()
  .regex(/^[\x21-\x7e]{16,256}$/, {
    error: "must be 16 to 256 printable characters without spaces; make one with: openssl rand -hex 32",
  })
  .nullable();

const environment = z.object({
  DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: "is no PostgreSQL address; give one such as postgres://user:password@host:5432/weboid",
    })
    .nullable(),
  WEBOID_DATA: z.string().nullable(),
  WEBOID_CONTACT: z
    .string()
    .max(200, { error: "is longer than 200 characters; give one address" })
    .regex(/^(?:mailto:)?[^\s@()<>"]+@[^\s@()<>"]+\.[^\s@()<>"]+$|^https?:\/\/[^\s()<>"]+$/, {
      error:
        "is neither an e-mail address nor a web address; give one such as you@example.org or https://example.org/bot",
    })
    .nullable(),
  ORIGIN_URL: httpAddress("http://127.0.0.1:8789"),
  ORIGIN_TOKEN: token,
  EDGE_URL: httpAddress("http://127.0.0.1:8787"),
  EDGE_TOKEN: token,
  CLIENT_IP_HEADER: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,64}$/, { error: "must be the name of a header, such as x-real-ip, or none" })
    .transform((name) => name.toLowerCase())
    .nullable(),
  WEBOID_DNS: z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter((part) => part !== ""))
    .refine((list) => list.every(isResolver), {
      error: "must be a list of IP addresses with or without a port, such as 9.9.9.9,127.0.0.1:5353",
    })
    .nullable(),
  WEBOID_ALLOW_PRIVATE: z
    .enum(["0", "1"], { error: "must be 1 (check addresses of this machine and network) or 0" })
    .nullable(),
  WEBOID_DENY: z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter((part) => part !== ""))
    .refine((list) => list.every((block) => blockTest(block) !== null), {
      error: "must be a list of address blocks or addresses, such as 198.18.7.0/24,2001:db8:7::/48",
    })
    .nullable(),
  WEBOID_CONTROL: z
    .string()
    .transform((text) => (text === "none" ? [] : text.split(/[\s,]+/).map(controlUrl)))
    .refine((list): list is NormalisedUrl[] => list.every((url) => url !== null), {
      error: "must be none, or a list of web addresses, such as https://www.example.net/",
    })
    .nullable(),
  WEBOID_LOG: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(", ")}` }).nullable(),
});

type Environment = Readonly<Record<string, string | undefined>>;

/** Throws a UsageError of one line that names the variable and the mend. Empty counts as not set. */
export function readConfig(env: Environment, cwd: string = process.cwd()): Config {
  const given = Object.fromEntries(
    Object.keys(environment.shape).map((name) => [name, env[name]?.trim() || null]),
  );
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new UsageError(`${String(issue?.path[0] ?? "the environment")} ${issue?.message ?? "is wrong"}`);
  }
  const { data } = parsed;
  return {
    databaseUrl: data.DATABASE_URL,
    dataDir: resolve(cwd, data.WEBOID_DATA ?? ".weboid"),
    contact: data.WEBOID_CONTACT,
    originUrl: data.ORIGIN_URL,
    originToken: data.ORIGIN_TOKEN,
    edgeUrl: data.EDGE_URL,
    edgeToken: data.EDGE_TOKEN,
    clientIpHeader: data.CLIENT_IP_HEADER,
    dns: data.WEBOID_DNS ?? [],
    allowPrivate: data.WEBOID_ALLOW_PRIVATE === "1",
    deny: data.WEBOID_DENY ?? [],
    controls: data.WEBOID_CONTROL,
    logLevel: data.WEBOID_LOG ?? "info",
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
