import { getServers } from "node:dns";
import type { NetworkFailure } from "../../shared/status/outcome.ts";
import { createDnsClient } from "./dns-client.ts";
import type { AddressRecord, Reply } from "./dns-message.ts";
import { createGate } from "./gate.ts";
import { RESOLVER_LIMITS, type ResolverLimits } from "./limits.ts";
import { type Ask, Lookup, type Replies } from "./lookup.ts";
import { dropOldest } from "./oldest.ts";

export type DnsFailure = Extract<NetworkFailure, `dns-${string}`>;

export type Resolution =
  /** At least one address, both families by turns, IPv4 first: the addresses as they came, nothing judged. */
  | { readonly kind: "found"; readonly addresses: readonly string[] }
  | { readonly kind: "failed"; readonly failure: DnsFailure };

export interface HostResolver {
  /** @param host a name in punycode, never an address. Concurrent questions for one name are one question. */
  resolve(host: string): Promise<Resolution>;
  /** What is known without asking; null: nothing, or no longer. */
  cached(host: string): Resolution | null;
  close(): void;
}

export interface ResolverOptions {
  /** `address` or `address:port` each (WEBOID_DNS); empty: the system's. */
  readonly servers?: readonly string[];
  readonly limits?: Partial<ResolverLimits>;
  /** In place of our own client, one per server: for tests. */
  readonly asks?: readonly Ask[];
}

const FAILURES = {
  refused: "dns-refused",
  failed: "dns-failed",
  timeout: "dns-timeout",
} as const satisfies Record<string, DnsFailure>;

/**
 * Name servers asked directly: `getaddrinfo` has four threads, and a name server that is silent stops them all
 * (DECISIONS.md). Each failure is asked about once more, at the next server where there is one; answers are kept as
 * long as their TTL says, within bounds.
 */
export function createResolver(options: ResolverOptions = {}): HostResolver {
  const limits = { ...RESOLVER_LIMITS, ...options.limits };
  const servers = options.servers?.length ? options.servers : getServers();
  const clients =
    options.asks === undefined
      ? servers.map((server) => createDnsClient(server, limits, servers.length === 1))
      : [];
  const asks = options.asks ?? clients.map(({ ask }) => ask);
  if (asks.length === 0) throw new RangeError("no name server: set WEBOID_DNS");
  // Thousands of questions at once are lost over UDP.
  const gate = createGate(limits.queriesInFlightMax);
  const shared = { asks, gate, limits };
  const cache = createCache(limits.cacheEntriesMax);
  const underWay = new Map<string, Promise<Resolution>>();
  let turn = 0;

  const look = (host: string): Promise<Resolution> => {
    const { promise, resolve, reject } = Promise.withResolvers<Resolution>();
    underWay.set(host, promise);
    const took = (replies: Replies) => {
      const { resolution, ms } = judge(replies, limits);
      cache.set(host, resolution, ms);
      underWay.delete(host);
      resolve(resolution);
    };
    const failed = (bug: unknown) => {
      underWay.delete(host);
      reject(bug);
    };
    new Lookup(host, turn++, took, failed).begin(shared);
    return promise;
  };

  return {
    resolve(host) {
      const known = cache.get(host);
      return known === null ? (underWay.get(host) ?? look(host)) : Promise.resolve(known);
    },
    cached: (host) => cache.get(host),
    close() {
      for (const { close } of clients) close();
    },
  };
}

function judge(
  replies: readonly (Reply | null)[],
  limits: ResolverLimits,
): { readonly resolution: Resolution; readonly ms: number } {
  const records = replies.map((reply) => (reply?.kind === "records" ? reply.records : []));
  const ttls = records.flat().map(({ ttl }) => ttl * 1_000);
  if (ttls.length > 0)
    return {
      resolution: { kind: "found", addresses: byTurns(records) },
      ms: Math.min(limits.ttlMsMax, Math.max(limits.ttlMsMin, Math.min(...ttls))),
    };
  // "none" of one family says nothing against the other's trouble: only both together mean that there is nothing.
  for (const reply of replies)
    if (reply !== null && reply.kind !== "none" && reply.kind !== "records")
      return { resolution: { kind: "failed", failure: FAILURES[reply.kind] }, ms: limits.failureMs };
  return { resolution: { kind: "failed", failure: "dns-unknown" }, ms: limits.negativeMs };
}

/** At most so many are kept of one answer: nobody dials more. */
const RECORDS_MAX = 64;

function byTurns([four = [], six = []]: readonly (readonly AddressRecord[])[]): string[] {
  const addresses = new Set<string>();
  const longest = Math.min(RECORDS_MAX, Math.max(four.length, six.length));
  for (let index = 0; index < longest; index++)
    for (const record of [four[index], six[index]]) if (record !== undefined) addresses.add(record.address);
  return [...addresses];
}

/** Oldest out first. */
function createCache(entriesMax: number) {
  const entries = new Map<string, { readonly resolution: Resolution; readonly until: number }>();
  return {
    get(host: string): Resolution | null {
      const entry = entries.get(host);
      if (entry === undefined) return null;
      if (entry.until > performance.now()) return entry.resolution;
      entries.delete(host);
      return null;
    },
    set(host: string, resolution: Resolution, ms: number): void {
      entries.delete(host);
      entries.set(host, { resolution, until: performance.now() + ms });
      dropOldest(entries, entriesMax);
    },
  };
}
