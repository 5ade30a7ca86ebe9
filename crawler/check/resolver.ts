import { getServers } from "node:dns";
import { Resolver } from "node:dns/promises";
import type { NetworkFailure } from "../../shared/status/outcome.ts";
import { createGate } from "./gate.ts";
import { RESOLVER_LIMITS, type ResolverLimits } from "./limits.ts";
import { type AddressRecord, type Ask, type Family, Lookup, type Replies, type Reply } from "./lookup.ts";
import { withBrackets } from "./name-servers.ts";
import { dropOldest } from "./oldest.ts";

export type { Ask, Family, Reply } from "./lookup.ts";

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
  /** In place of c-ares, one per server: for tests. */
  readonly asks?: readonly Ask[];
}

const FAILURES = {
  refused: "dns-refused",
  failed: "dns-failed",
  timeout: "dns-timeout",
} as const satisfies Record<string, DnsFailure>;

/**
 * c-ares asked directly: `getaddrinfo` has four threads, and a name server that is silent stops them all
 * (DECISIONS.md). Each failure is asked about once more, at the next server where there is one; answers are kept as
 * long as their TTL says, within bounds.
 */
export function createResolver(options: ResolverOptions = {}): HostResolver {
  const limits = { ...RESOLVER_LIMITS, ...options.limits };
  const servers = options.servers?.length ? options.servers : getServers();
  const channels = options.asks === undefined ? servers.map((server) => cares(server, limits.queryMs)) : [];
  const asks = options.asks ?? channels.map(({ ask }) => ask);
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
      for (const { close } of channels) close();
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

/** Each has a socket of its own. */
const CHANNELS_MAX = 64;

function cares(server: string, queryMs: number): { readonly ask: Ask; close(): void } {
  const channel = () => {
    const resolver = new Resolver({ timeout: queryMs, tries: 1 });
    resolver.setServers([withBrackets(server)]);
    return resolver;
  };
  const shared = channel();
  const own = new Set<Resolver>();
  return {
    ask(host, family, again) {
      if (!again || own.size >= CHANNELS_MAX) return answerOf(shared, host, family);
      // c-ares waits no longer than five times what a channel's answers took so far, half of the time allowed for a fast
      // resolver, and gives up all its questions for one broken packet. Names that take longer get a channel of their own.
      const resolver = channel();
      own.add(resolver);
      return answerOf(resolver, host, family).finally(() => own.delete(resolver));
    },
    close() {
      for (const resolver of [shared, ...own]) resolver.cancel();
    },
  };
}

const WITH_TTL = { ttl: true } as const;

function answerOf(resolver: Resolver, host: string, family: Family): Promise<Reply> {
  const records = family === 4 ? resolver.resolve4(host, WITH_TTL) : resolver.resolve6(host, WITH_TTL);
  return records.then(replyOf, failureOf);
}

// A loop of CNAMEs comes as an empty list without an error.
const replyOf = (records: readonly AddressRecord[]): Reply =>
  records.length === 0 ? { kind: "failed" } : { kind: "records", records };

const failureOf = (error: unknown): Reply => ({
  kind: replyKind((error as NodeJS.ErrnoException).code ?? ""),
});

function replyKind(code: string): "none" | "refused" | "failed" | "timeout" {
  switch (code) {
    // Bun says ENOTFOUND for "no data" too; EBADNAME: no question can be made of it, so no server knows it.
    case "ENOTFOUND":
    case "ENODATA":
    case "EBADNAME":
      return "none";
    case "EREFUSED":
      return "refused";
    case "ETIMEOUT":
    case "ETIMEDOUT":
      return "timeout";
    default:
      return "failed";
  }
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
