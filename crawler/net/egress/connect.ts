import { lookup as systemLookup } from "node:dns";
import { Resolver } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import { promisify } from "node:util";
import { endpointOf } from "../../../shared/url/endpoint.ts";
import { createEgressGuard, type EgressGuard } from "./guard.ts";
import { Agent, buildConnector, Pool } from "./undici.ts";

const CONNECT_MS_MAX = 10_000;
const DNS_MS_MAX = 2_000;

/** No address of the endpoint may be dialled. */
export class EgressRefused extends Error {
  readonly code = "EACCES";
  constructor(endpoint: string) {
    super(
      `${endpoint} has no public address, or one that WEBOID_DENY names, and this host and port are not configured (docs/neighbour.md, "Which addresses are contacted")`,
    );
  }
}

export interface DialOptions {
  readonly guard: EgressGuard;
  /** `WEBOID_DNS`; names that it does not know are asked of the system, where the operator's own hosts stand. */
  readonly dns?: readonly string[];
}

/** Agents of one client, apart from each other: a connection that was opened for a configured endpoint serves no stranger. */
export interface GuardedAgents {
  /** Of two that are guarded alike the one for a request: `configured` are the endpoints that its wiki's operator configured. */
  of(url: string, configured?: readonly string[]): Agent;
  close(): Promise<void>;
}

export function guardedAgents(...[dial, options]: Parameters<typeof guardedAgent>): GuardedAgents {
  const strangers = guardedAgent(dial, options);
  const own = guardedAgent({ ...dial, hasRight: true }, options);
  return {
    of: (url, configured = []) => (configured.includes(endpointOf(url) ?? "") ? own : strangers),
    close: async () => void (await Promise.all([strangers.destroy(), own.destroy()])),
  };
}

/**
 * An undici agent all of whose connections go through the guard. A connection is judged by the address to which it is made: a name that
 * means another address a moment later (rebinding) gains nothing, unless it is configured, nor does a redirect, which is a new request.
 */
function guardedAgent(
  { guard, dns = [], hasRight = false }: DialOptions & { readonly hasRight?: boolean },
  options: Omit<Agent.Options, "connect" | "factory">,
): Agent {
  const resolve = createLookup(dns);
  return new Agent({
    ...options,
    factory: (origin, pool) => {
      const connect = guardedConnector({ guard, resolve, hasRight });
      return new Pool(origin, { ...pool, connect });
    },
  });
}

type Resolve = (host: string) => Promise<readonly string[]>;

interface Judging {
  readonly guard: EgressGuard;
  readonly resolve: Resolve;
  readonly hasRight: boolean;
}

/** Connects one origin, at addresses that were judged for its host and port. */
function guardedConnector({ guard, resolve, hasRight }: Judging): buildConnector.connector {
  let judged: readonly string[] = [];
  const lookup: LookupFunction = (_host, { all }, callback) => {
    const found = judged.map((address) => ({ address, family: isIP(address) }));
    const [first] = found;
    if (first === undefined) callback(Object.assign(new Error("no address"), { code: "ENOTFOUND" }), []);
    else if (all === true) callback(null, found);
    else callback(null, first.address, first.family);
  };
  // Its sessions of TLS are kept for the next connection to this origin.
  const dial = buildConnector({ timeout: CONNECT_MS_MAX, lookup });
  const judge = async ({ hostname, port, protocol }: buildConnector.Options) => {
    const host = hostname.replace(/^\[|\]$/g, "");
    const bracketed = isIP(host) === 6 ? `[${host}]` : host;
    const endpoint = `${bracketed}:${port || (protocol === "https:" ? 443 : 80)}`;
    const addresses = isIP(host) === 0 ? await resolve(host) : [host];
    const admitted = await guard.admitted(endpoint, addresses, hasRight);
    if (admitted.length === 0) throw new EgressRefused(endpoint);
    judged = admitted;
  };
  return (options, callback) => {
    judge(options).then(
      () => dial(options, callback),
      (error: Error) => callback(error, null),
    );
  };
}

const askSystem = promisify(systemLookup);

const systemAddresses: Resolve = async (host) =>
  (await askSystem(host, { all: true })).map(({ address }) => address);

/** The addresses of a name by the given resolvers, else by the system's; rejects with the code of the failure. */
function createLookup(servers: readonly string[]): Resolve {
  if (servers.length === 0) return systemAddresses;
  const resolver = new Resolver({ timeout: DNS_MS_MAX, tries: 2 });
  resolver.setServers(servers);
  return async (host) => {
    if (/(^|\.)localhost\.?$/i.test(host)) return systemAddresses(host);
    const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const found = [four, six].flatMap((each) => (each.status === "fulfilled" ? each.value : []));
    return found.length > 0 ? found : systemAddresses(host);
  };
}

/**
 * The endpoint of an address that an operator configures, if it needs a right to be reached: an address in numbers, or a name that means at
 * least one address at this moment that is not public. "": it is public, and its name gains no right if its owner leads it elsewhere later.
 */
export async function privateEndpoint(address: string, dns: readonly string[]): Promise<string> {
  const endpoint = endpointOf(address);
  if (endpoint === null) return "";
  const host = new URL(address).hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0) return endpoint;
  const { allows } = createEgressGuard({ allowPrivate: false });
  const addresses = await createLookup(dns)(host).catch(() => []);
  return addresses.every(allows) ? "" : endpoint;
}
