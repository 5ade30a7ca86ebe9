import type { Outcome } from "../../shared/status/outcome.ts";
import { splitUrl } from "../../shared/url/parts.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { userAgent } from "../runtime/config.ts";
import { type CheckHints, checkUrl } from "./check.ts";
import { socketsMax } from "./descriptors.ts";
import { createDialler } from "./dialler.ts";
import { createEtiquette } from "./etiquette.ts";
import { createGate } from "./gate.ts";
import { type CheckLimits, checkLimits, type EtiquetteLimits } from "./limits.ts";
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
  /** How hosts are spared (C4). */
  readonly etiquette?: Partial<EtiquetteLimits>;
  /** Public addresses of ours that no interface shows. */
  readonly ownAddresses?: readonly string[];
  /** WEBOID_DENY: blocks in CIDR notation that are never contacted. */
  readonly deny?: readonly string[];
  /** Sockets at once: checks under way, one each, and connects that outlive them; above it checks wait. */
  readonly socketsMax?: number;
  /** For test webs: see TransportOptions. */
  readonly ownPorts?: OwnPorts;
  /** In place of the own ones. */
  readonly transport?: Transport;
  readonly resolver?: HostResolver;
  /** Told of an exception that came out of a check: a bug. Absent: a line on standard error. */
  readonly onBug?: (bug: unknown, url: NormalisedUrl) => void;
}

export interface Checker {
  /** Never rejects: what is our own trouble is "not-tried", also a bug (`onBug`). Thousands may be under way at once. */
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
  const { ownAddresses = [], deny = [], ownPorts, onBug = tellBug } = options;
  const gate = createGate(options.socketsMax ?? socketsMax());
  const transport =
    options.transport ?? createTransport({ sockets: gate, ...(ownPorts === undefined ? {} : { ownPorts }) });
  const resolver = options.resolver ?? createResolver({ servers: options.dns ?? [] });
  const etiquette = createEtiquette(options.etiquette ?? {}, allowPrivate);
  const limits = checkLimits(options.limits);
  const deps = {
    transport,
    router: createRouter(resolver, createAddressPolicy({ allowPrivate, ownAddresses, deny }), limits),
    etiquette,
    limits,
    fields: requestFields(options.contact),
    allowPrivate,
  };
  let closed = false;
  const check = async (url: NormalisedUrl, hints?: CheckHints): Promise<Outcome> => {
    // Before there is a socket for it: who waits for a host must not keep others from theirs.
    const turn = etiquette.first(splitUrl(url));
    const held = turn instanceof Promise ? await turn : turn;
    return gate.run(async () => {
      if (!closed) return checkUrl(url, deps, hints, held);
      held?.();
      return { kind: "not-tried", reason: "no-resources" };
    });
  };
  return {
    check: (url, hints) =>
      check(url, hints).catch((bug: unknown): Outcome => {
        onBug(bug, url);
        return { kind: "not-tried", reason: "internal-error" };
      }),
    close: async () => {
      closed = true;
      etiquette.close();
      await transport.close();
      resolver.close();
    },
  };
}

function tellBug(bug: unknown, url: NormalisedUrl): void {
  const text = bug instanceof Error ? (bug.stack ?? bug.message) : String(bug);
  process.stderr.write(`a bug showed in the check of ${url}: ${text}\n`);
}
