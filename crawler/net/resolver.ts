import { RESOLVER_LIMITS, type ResolverLimits } from "../check/limits.ts";
import { createDnsClient } from "./dns-client.ts";
import type { AddressRecord } from "./dns-message.ts";
import type { Ask, Replies } from "./lookup.ts";
import { type DnsFailure, NamesUnderWay, type Resolution, type Waiter } from "./names-under-way.ts";
import { keepNewest } from "./oldest.ts";

export interface HostResolver {
  /**
   * Concurrent questions for one name are one question.
   * @param host a name in punycode, never an address
   * @param waiter told once where the name service answers, but not about this one; perhaps at once
   */
  resolve(host: string, waiter?: Waiter): Promise<Resolution>;
  /** What is known without asking; null: nothing, or no longer. */
  cached(host: string): Resolution | null;
  /** What was said while the name service was away is not to be told of later. */
  forgetFailures?(): void;
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

/** Of test webs on this machine: name servers may say that there is none, and need not be asked (RFC 6761, 6.3). */
const LOOPBACK: Resolution = { kind: "found", addresses: ["127.0.0.1", "::1"] };
const isLoopback = (host: string): boolean => host === "localhost" || host.endsWith(".localhost");

/**
 * Name servers asked directly: `getaddrinfo` has four threads, and a name server that is silent stops them all.
 * Each failure is asked about once more, at the next server where there is one, and silence anew where all was
 * silent for a while; answers are kept as long as their TTL says, within bounds.
 */
export function createResolver(options: ResolverOptions = {}): HostResolver {
  const limits = { ...RESOLVER_LIMITS, ...options.limits };
  const servers = options.servers?.length
    ? options.servers
    : process.getBuiltinModule("node:dns").getServers();
  const clients =
    options.asks === undefined
      ? servers.map((server) => createDnsClient(server, limits, servers.length === 1))
      : [];
  const asks = options.asks ?? clients.map(({ ask }) => ask);
  if (asks.length === 0) throw new RangeError("no name server: set WEBOID_DNS");
  const cache = createCache(limits.cacheEntriesMax);
  const names = new NamesUnderWay(asks, limits, (host, replies) => {
    const { resolution, ms } = judge(replies, limits);
    cache.set(host, resolution, ms);
    return resolution;
  });
  const knownOf = (host: string) => cache.get(host) ?? (isLoopback(host) ? LOOPBACK : null);
  return {
    resolve(host, waiter) {
      const known = knownOf(host);
      return known === null ? names.resolve(host, waiter) : Promise.resolve(known);
    },
    cached: knownOf,
    forgetFailures: cache.forgetFailures,
    close() {
      names.close();
      for (const { close } of clients) close();
    },
  };
}

function judge(
  replies: Replies,
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
      keepNewest(entries, host, { resolution, until: performance.now() + ms }, entriesMax);
    },
    forgetFailures(): void {
      for (const [host, { resolution }] of entries) if (resolution.kind === "failed") entries.delete(host);
    },
  };
}
