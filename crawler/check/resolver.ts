import { getServers } from "node:dns";
import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import type { NetworkFailure } from "../../shared/status/outcome.ts";
import { createGate, type Gate } from "./gate.ts";
import { RESOLVER_LIMITS, type ResolverLimits } from "./limits.ts";
import { loopClock } from "./loop-clock.ts";
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

export type Family = 4 | 6;

export interface AddressRecord {
  readonly address: string;
  /** Seconds. */
  readonly ttl: number;
}

/** What one server said about one family. "none": no such name, or no address of this family. */
export type Reply =
  | { readonly kind: "records"; readonly records: readonly AddressRecord[] }
  | { readonly kind: "none" }
  | { readonly kind: "refused" | "failed" | "timeout" };

/** One question to one server, without any repeat. `again`: it failed before, perhaps by haste. */
export type Ask = (host: string, family: Family, again: boolean) => Promise<Reply>;

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

const REPEATS_MAX = 3;

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
  const cache = createCache(limits.cacheEntriesMax);
  const underWay = new Map<string, Promise<Resolution>>();
  let turn = 0;

  /** One family; a failure is asked about once more, unless `needless()` says that it does not matter. */
  async function askTwice(
    host: string,
    family: Family,
    first: number,
    needless: () => boolean,
  ): Promise<Reply> {
    for (let attempt = 0; ; attempt++) {
      const ask = asks[(first + attempt) % asks.length];
      const reply: Reply =
        ask === undefined
          ? { kind: "failed" }
          : await askWithRoom(gate, limits, () => ask(host, family, attempt > 0));
      if (reply.kind === "records" || reply.kind === "none" || attempt > 0 || needless()) return reply;
    }
  }

  async function look(host: string): Promise<Resolution> {
    const first = turn++;
    let found = false;
    const both = ([4, 6] as const).map((family) =>
      askTwice(host, family, first, () => found && family === 6).then((reply) => {
        found ||= reply.kind === "records";
        return reply;
      }),
    );
    const replies = await firstFamilyThenBoth(both, limits.otherFamilyMs);
    const { resolution, ms } = judge(replies, limits);
    cache.set(host, resolution, ms);
    return resolution;
  }

  return {
    resolve(host) {
      const known = cache.get(host);
      if (known !== null) return Promise.resolve(known);
      const running = underWay.get(host);
      if (running !== undefined) return running;
      const looking = look(host).finally(() => underWay.delete(host));
      underWay.set(host, looking);
      return looking;
    },
    cached: (host) => cache.get(host),
    close() {
      for (const { close } of channels) close();
    },
  };
}

/** As soon as there is room. An answer that a late event loop kept from us is no silence: asked again. */
async function askWithRoom(
  gate: Gate,
  { roomMs, queryMs }: ResolverLimits,
  ask: () => Promise<Reply>,
): Promise<Reply> {
  for (let repeats = 0; ; repeats++) {
    const room = gate.enter();
    if (room !== null) await room;
    const late = loopClock.lateMs();
    let held = true;
    const leave = () => {
      if (held) gate.leave();
      held = false;
    };
    const timer = setTimeout(leave, roomMs);
    const reply = await ask().finally(() => {
      clearTimeout(timer);
      leave();
    });
    const wasLate = loopClock.lateMs() - late > queryMs / 4;
    if (reply.kind !== "timeout" || !wasLate || repeats >= REPEATS_MAX) return reply;
  }
}

/**
 * Both replies; but with IPv4 addresses at hand IPv6 is waited for a moment only (null: not come). Not the other way round:
 * whoever has no IPv6, or a site whose IPv6 is broken, would miss addresses of which one packet was lost.
 */
async function firstFamilyThenBoth(
  both: readonly Promise<Reply>[],
  otherFamilyMs: number,
): Promise<readonly (Reply | null)[]> {
  const replies: (Reply | null)[] = both.map(() => null);
  const { promise: enough, resolve: stop } = Promise.withResolvers<void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  both.forEach((each, index) => {
    void each.then((reply) => {
      replies[index] = reply;
      if (replies.every((known) => known !== null)) stop();
      else if (reply.kind === "records" && index === 0) timer = setTimeout(stop, otherFamilyMs);
    });
  });
  await enough;
  clearTimeout(timer);
  return replies;
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
  for (let index = 0; index < RECORDS_MAX; index++)
    for (const record of [four[index], six[index]]) if (record !== undefined) addresses.add(record.address);
  return [...addresses];
}

/** Each has a socket of its own. */
const CHANNELS_MAX = 64;

function cares(server: string, queryMs: number): { readonly ask: Ask; close(): void } {
  const channel = () => {
    const resolver = new Resolver({ timeout: queryMs, tries: 1 });
    resolver.setServers([isIP(server) === 6 ? `[${server}]` : server]);
    return resolver;
  };
  const shared = channel();
  const own = new Set<Resolver>();
  return {
    ask: async (host, family, again) => {
      if (!again || own.size >= CHANNELS_MAX) return answerOf(shared, host, family);
      // c-ares waits no longer than five times what a channel's answers took so far, half of the time allowed for a fast
      // resolver, and gives up all its questions for one broken packet. Names that take longer get a channel of their own.
      const resolver = channel();
      own.add(resolver);
      try {
        return await answerOf(resolver, host, family);
      } finally {
        own.delete(resolver);
      }
    },
    close() {
      for (const resolver of [shared, ...own]) resolver.cancel();
    },
  };
}

async function answerOf(resolver: Resolver, host: string, family: Family): Promise<Reply> {
  try {
    const records = await (family === 4
      ? resolver.resolve4(host, { ttl: true })
      : resolver.resolve6(host, { ttl: true }));
    // A loop of CNAMEs comes as an empty list without an error.
    return records.length === 0 ? { kind: "failed" } : { kind: "records", records };
  } catch (error) {
    return { kind: replyKind((error as NodeJS.ErrnoException).code ?? "") };
  }
}

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
