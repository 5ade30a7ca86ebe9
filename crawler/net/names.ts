import { getServers, Resolver } from "node:dns/promises";
import { setTimeout as delay } from "node:timers/promises";
import QuickLRU from "quick-lru";
import type { NetworkFailure } from "../../shared/status/network-failure.ts";
import { isSampleHost } from "../../shared/url/sample.ts";
import { watchCache } from "../runtime/caches.ts";
import { NAME_LIMITS, type NameLimits } from "./limits.ts";
import { Semaphore } from "./semaphore.ts";

export type DnsFailure = Extract<NetworkFailure, `dns-${string}`>;

export type Resolution =
  /** At least one address, both families by turns, IPv4 first: the addresses as they came, nothing judged. */
  | { readonly kind: "found"; readonly addresses: readonly string[] }
  | { readonly kind: "failed"; readonly failure: DnsFailure };

/** Names of a domain's name servers, 16 at most; empty: it has none; null: nobody answered. Never rejects. */
export type NameServers = (domain: string) => Promise<readonly string[] | null>;

export interface NameResolver {
  /**
   * Concurrent questions about one name are one question. Never rejects.
   * @param host a name in punycode, never an address
   */
  resolve(host: string): Promise<Resolution>;
  /** What is known without asking; null: nothing, or no longer. */
  cached(host: string): Resolution | null;
  /** Absent: of no use to tests. */
  readonly nameServers?: NameServers;
  /** Drops failures from the cache: what was said while the name service was away does not hold. */
  forgetFailures?(): void;
  /** Ends what is under way. */
  close(): void;
}

export interface NameResolverOptions {
  /** `address` or `address:port` each (WEBOID_DNS); empty: the system's. */
  readonly servers?: readonly string[];
  readonly limits?: Partial<NameLimits>;
}

/** A server's answer about one family; `failure` null without addresses: there are none. */
interface Reply {
  readonly records: readonly { readonly address: string; readonly ttl: number }[];
  readonly failure: DnsFailure | null;
}

interface Answers {
  readonly four: Reply;
  readonly six: Reply;
  readonly isThere: boolean;
}

interface Asking {
  /** Index of the server. */
  readonly server: number;
  readonly again: boolean;
  readonly ms: number;
}

/** RFC 6761, section 6.3: name servers need not be asked, except the sample's about its own names. */
const LOOPBACK: Resolution = { kind: "found", addresses: ["127.0.0.1", "::1"] };
const isLoopback = (host: string): boolean =>
  host === "localhost" || (host.endsWith(".localhost") && !isSampleHost(host));

/** c-ares reports a name without addresses (NODATA) as ENOTFOUND too. */
const NO_ADDRESS: ReadonlySet<string> = new Set(["ENOTFOUND", "ENODATA", "EBADNAME"]);
/** Nothing was said; "cancelled" by us, when time was up. */
const SILENCE: ReadonlySet<string> = new Set(["ETIMEOUT", "ECANCELLED"]);

const NOTHING: Reply = { records: [], failure: null };
const SILENT: Reply = { records: [], failure: "dns-timeout" };
const UNSAID: ReadonlySet<DnsFailure | null> = new Set(["dns-timeout", "dns-refused"]);
/** With less left of its time a question was not cut off by c-ares, but by us. */
const CUT_OFF_MS_MIN = 50;
const NAME_SERVERS_MAX = 16;
const SERVERS_ASKED_MAX = 4;
/** Of one family: nobody dials more. */
const RECORDS_MAX = 32;

/** A name that no cache knows. */
export const newName = (below: string): string => `weboid-${crypto.randomUUID().slice(0, 8)}.${below}`;

/**
 * Names through c-ares, one lookup at a time on a channel, which goes on to the next only after answers: one that received a malformed
 * packet, or waited for a silent server, answers later questions wrongly. `getaddrinfo` has four threads, which silent servers stop
 * (docs/decisions/0034-names-through-node-dns.md).
 */
export function createNameResolver(
  options: NameResolverOptions = {},
): NameResolver & { readonly nameServers: NameServers } {
  const servers = options.servers?.length ? options.servers : getServers();
  if (servers.length === 0) throw new RangeError("no name server: set WEBOID_DNS");
  return new Names(servers, { ...NAME_LIMITS, ...options.limits });
}

class Names implements NameResolver {
  readonly #servers: readonly string[];
  readonly #limits: NameLimits;
  readonly #cache: QuickLRU<string, Resolution>;
  readonly #underWay = new Map<string, Promise<Resolution>>();
  readonly #channels = new Set<Resolver>();
  /** By server: channels that got answers to all that they asked. */
  readonly #answered: readonly Resolver[][];
  /** Bursts of thousands of questions are lost over UDP. */
  readonly #permits: Semaphore;
  /** Index of the server that is asked first. */
  #preferred = 0;
  #closed = false;

  constructor(servers: readonly string[], limits: NameLimits) {
    this.#servers = servers;
    this.#limits = limits;
    this.#cache = watchCache("dns-answers", new QuickLRU({ maxSize: limits.cacheEntriesMax }));
    this.#permits = new Semaphore(limits.lookupsAtOnceMax);
    this.#answered = servers.map(() => []);
  }

  cached(host: string): Resolution | null {
    return isLoopback(host) ? LOOPBACK : (this.#cache.get(host) ?? null);
  }

  async resolve(host: string): Promise<Resolution> {
    const known = this.cached(host);
    if (known !== null) return known;
    let resolving = this.#underWay.get(host);
    if (resolving === undefined) {
      resolving = this.#lookUp(host).finally(() => this.#underWay.delete(host));
      this.#underWay.set(host, resolving);
    }
    return resolving;
  }

  readonly nameServers: NameServers = async (domain) => {
    try {
      const channel = this.#newChannel(this.#preferred);
      const names = await this.#on(channel, this.#limits.queryMs, () => channel.resolveNs(domain));
      return names.slice(0, NAME_SERVERS_MAX);
    } catch (error) {
      return NO_ADDRESS.has((error as { code?: string }).code ?? "") ? [] : null;
    }
  };

  forgetFailures(): void {
    for (const [host, { kind }] of [...this.#cache]) if (kind === "failed") this.#cache.delete(host);
  }

  close(): void {
    this.#closed = true;
    for (const channel of this.#channels) channel.cancel();
  }

  /**
   * Asks each server once, the only one twice. Silence and refusal are believed where another name is answered meanwhile;
   * else the resolver is stalled: it restarts, or has more questions than it takes (dnsmasq: 150), and is asked again.
   */
  async #lookUp(host: string): Promise<Resolution> {
    const { stallMsMax, refusedRestMs } = this.#limits;
    const began = performance.now();
    const first = this.#preferred;
    const attemptsMin = Math.max(2, Math.min(this.#servers.length, SERVERS_ASKED_MAX));
    for (let attempt = 1; ; attempt++) {
      const server = (first + attempt - 1) % this.#servers.length;
      const { four, six, isThere } = await this.#askBoth(host, server, attempt > 1);
      const failure = failureOf(four, six);
      if (failure === null) this.#preferred = server;
      const isStalled = UNSAID.has(failure) && !isThere && performance.now() - began < stallMsMax;
      const isLast = attempt >= attemptsMin && !isStalled;
      if (failure === null || isLast || this.#closed) return this.#keep(host, four, six);
      if (failure === "dns-refused" && attempt >= this.#servers.length) await delay(attempt * refusedRestMs);
    }
  }

  /**
   * On a new channel where others had no answer. c-ares waits for less time on one with a history: what this cuts off is asked again on
   * a new one, in the same time.
   */
  async #askBoth(host: string, server: number, again: boolean): Promise<Answers> {
    const { queryMs } = this.#limits;
    const began = performance.now();
    const used = again ? undefined : this.#answered[server]?.pop();
    const answers = await this.#askOn(used ?? this.#newChannel(server), host, { server, again, ms: queryMs });
    const msLeft = queryMs - (performance.now() - began);
    const isCutOff = failureOf(answers.four, answers.six) === "dns-timeout" && msLeft >= CUT_OFF_MS_MIN;
    if (used === undefined || !isCutOff) return answers;
    return this.#askOn(this.#newChannel(server), host, { server, again, ms: msLeft });
  }

  /**
   * IPv4 is always waited for: a packet may get lost, and many a site's IPv6 is broken.
   * @param again asks beside it about a name that is reserved for being unknown (RFC 6761, 6.4): `isThere` if that is answered
   */
  async #askOn(channel: Resolver, host: string, { server, again, ms }: Asking): Promise<Answers> {
    const answers = await this.#on(channel, ms, async (endAfter) => {
      const [toFour, toSix] = [reply(channel.resolve4(host, TTL)), reply(channel.resolve6(host, TTL))];
      const toControl = again ? reply(channel.resolve4(newName("invalid"), TTL)) : SILENT;
      const four = await toFour;
      if (four.records.length > 0) endAfter(this.#limits.otherFamilyMs);
      const six = await toSix;
      const isThere = failureOf(four, six) === null || !UNSAID.has((await toControl).failure);
      return { four, six, isThere };
    });
    const isAnswered = !again && answers.four.failure === null && answers.six.failure === null;
    const channels = this.#answered[server] ?? [];
    if (isAnswered && channels.length < this.#limits.lookupsAtOnceMax) channels.push(channel);
    return answers;
  }

  #newChannel(server: number): Resolver {
    // c-ares' own limit comes later than ours: it is kept to whole seconds only.
    const channel = new Resolver({ timeout: 2 * this.#limits.queryMs + 1_000, tries: 1 });
    channel.setServers([this.#servers[server] ?? ""]);
    return channel;
  }

  /** Runs `ask` on a channel that nobody else uses; what is not answered after `ms`, or what it names, is silence. */
  async #on<T>(
    channel: Resolver,
    ms: number,
    ask: (endAfter: (ms: number) => void) => Promise<T>,
  ): Promise<T> {
    const permit = await this.#permits.acquire();
    const cancel = () => channel.cancel();
    let timer = setTimeout(cancel, this.#closed ? 0 : ms);
    // Servers that are silent must not keep others waiting.
    const early = setTimeout(() => permit.release(), this.#limits.permitMs);
    this.#channels.add(channel);
    try {
      return await ask((ms) => {
        clearTimeout(timer);
        timer = setTimeout(cancel, ms);
      });
    } finally {
      clearTimeout(timer);
      clearTimeout(early);
      permit.release();
      this.#channels.delete(channel);
      channel.cancel();
    }
  }

  #keep(host: string, four: Reply, six: Reply): Resolution {
    const { ttlMsMin, ttlMsMax, negativeMs, failureMs } = this.#limits;
    const records = [...four.records, ...six.records];
    const failure = failureOf(four, six);
    if (records.length === 0) {
      const resolution: Resolution = { kind: "failed", failure: failure ?? "dns-unknown" };
      this.#cache.set(host, resolution, { maxAge: failure === null ? negativeMs : failureMs });
      return resolution;
    }
    const resolution: Resolution = { kind: "found", addresses: byTurns(four, six) };
    const ttlMs = Math.min(...records.map(({ ttl }) => ttl)) * 1_000;
    this.#cache.set(host, resolution, { maxAge: Math.min(ttlMsMax, Math.max(ttlMsMin, ttlMs)) });
    return resolution;
  }
}

const TTL = { ttl: true } as const;

async function reply(coming: Promise<Reply["records"]>): Promise<Reply> {
  try {
    // Empty: aliases that lead to no address, or in a circle.
    return { records: (await coming).slice(0, RECORDS_MAX), failure: null };
  } catch (error) {
    const { code = "" } = error as { code?: string };
    if (SILENCE.has(code)) return SILENT;
    if (NO_ADDRESS.has(code)) return NOTHING;
    return { records: [], failure: code === "EREFUSED" ? "dns-refused" : "dns-failed" };
  }
}

/** What keeps a name from being settled; null: nothing. One family's "none" says nothing against the other's trouble. */
function failureOf(four: Reply, six: Reply): DnsFailure | null {
  if (four.records.length > 0) return null;
  return four.failure ?? (six.records.length > 0 ? null : six.failure);
}

function byTurns(four: Reply, six: Reply): string[] {
  const addresses = new Set<string>();
  for (let index = 0; index < RECORDS_MAX; index++)
    for (const { records } of [four, six]) {
      const record = records[index];
      if (record !== undefined) addresses.add(record.address);
    }
  return [...addresses];
}
