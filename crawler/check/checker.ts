import { readFileSync } from "node:fs";
import type { Outcome } from "../../shared/status/outcome.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { userAgent } from "../runtime/config.ts";
import { type CheckHints, checkUrl } from "./check.ts";
import { createDialler } from "./dialler.ts";
import { createGate } from "./gate.ts";
import { type CheckLimits, checkLimits } from "./limits.ts";
import { createAddressPolicy, createRouter } from "./policy.ts";
import { createResolver, type HostResolver } from "./resolver.ts";
import type { OwnPorts, RequestFields, Transport, TransportOptions } from "./transport.ts";
import { createUndiciTransport } from "./undici.ts";

export interface CheckerOptions {
  /** WEBOID_CONTACT, for the User-Agent (C2); null only where nobody outside is asked. */
  readonly contact: string | null;
  /** WEBOID_DNS: `address` or `address:port` each; empty or absent: the system's. */
  readonly dns?: readonly string[];
  /** WEBOID_ALLOW_PRIVATE, `--allow-private`: test webs on loopback, never the default. */
  readonly allowPrivate?: boolean;
  readonly limits?: Partial<CheckLimits>;
  /** Public addresses of ours that no interface shows. */
  readonly ownAddresses?: readonly string[];
  /** Checks under way at once, a socket each; above it they wait. */
  readonly socketsMax?: number;
  /** For test webs: see TransportOptions. */
  readonly ownPorts?: OwnPorts;
  /** In place of the own ones. */
  readonly transport?: Transport;
  readonly resolver?: HostResolver;
}

export interface Checker {
  /** Never rejects for anything that a server or network does. Thousands may be under way at once. */
  check(url: NormalisedUrl, hints?: CheckHints): Promise<Outcome>;
  /** Ends what is under way as if its time were up. */
  close(): Promise<void>;
}

/** C2. */
export const requestFields = (contact: string | null): RequestFields => [
  ["Accept", "*/*"],
  ["Accept-Language", "*"],
  ["Accept-Encoding", "gzip, deflate"],
  ["Connection", "keep-alive"],
  ["Cache-Control", "max-age=0"],
  ["User-Agent", userAgent(contact)],
];

/** The dialler needs Bun; undici serves wherever Bun is not (design 12). */
export const createTransport = (options: TransportOptions = {}): Transport =>
  typeof Bun === "undefined" ? createUndiciTransport(options) : createDialler(options);

export function createChecker(options: CheckerOptions): Checker {
  const allowPrivate = options.allowPrivate ?? false;
  const { ownAddresses = [] } = options;
  const transport =
    options.transport ??
    createTransport(options.ownPorts === undefined ? {} : { ownPorts: options.ownPorts });
  const resolver = options.resolver ?? createResolver({ servers: options.dns ?? [] });
  const gate = createGate(options.socketsMax ?? socketsMax());
  const limits = checkLimits(options.limits);
  const deps = {
    transport,
    router: createRouter(resolver, createAddressPolicy({ allowPrivate, ownAddresses }), limits),
    limits,
    fields: requestFields(options.contact),
    allowPrivate,
  };
  return {
    check: (url, hints) => gate(() => checkUrl(url, deps, hints)),
    close: async () => {
      await transport.close();
      resolver.close();
    },
  };
}

/** Where the system does not say how many files may be open. */
const FILES_MAX_ASSUMED = 4_096;

/** Three quarters of the files that this process may have open; the rest is for the database, logs and name service. */
export function socketsMax(): number {
  let limits = "";
  try {
    limits = readFileSync("/proc/self/limits", "utf8");
  } catch {
    // No Linux.
  }
  const files = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? FILES_MAX_ASSUMED);
  return Math.max(16, Math.floor(files * 0.75));
}
