import type { HostName } from "../../shared/url/types.ts";
import type { Permit } from "../net/semaphore.ts";
import type { HostState } from "./host-state.ts";
import type { Observation } from "./rate-limiter.ts";

/** Exclusive permission to ask one host, held by one check from its first request there to its last. */
export interface HostLease extends Permit {
  readonly host: HostName;
  readonly state: HostState;
  /** Of every exchange, as soon as it is over: the rest after the lease, backoff and Retry-After follow from it. */
  observe(seen: Observation): void;
  /** How long to rest within the visit before a request for something that no wiki links to (C7). */
  restMs(): number;
  /** How long the host still wants to be left alone (Retry-After), in milliseconds; `Infinity`: longer than anybody waits. */
  askedForMs(): number;
  /** The host's next lease is granted after the delay that follows from what was observed. */
  release(): void;
}

/** Where a host is asked. */
export interface Server {
  readonly host: HostName;
  readonly address: string;
}

/**
 * What one check needs of politeness beside the lease of its first host, which it is started with. It releases its own lease before it
 * acquires another, but for a robots.txt that leads to another host: then it holds both, for ROBOTS_MS_MAX at most.
 */
export interface Politeness {
  /** A lease at a host that the check did not start at, a promise only where it has to be waited for; null: not within `withinMs`. */
  acquire(host: HostName, withinMs: number): Promise<HostLease | null> | HostLease | null;
  /** A slot at a host's server once that is known (many names on one, many of one operator); null as above. Held beside the lease, released with it. */
  acquireServer(server: Server, withinMs: number): Promise<Permit | null> | Permit;
  /**
   * Waits for what is no work of ours, such as a late name or another check's look at the site: meanwhile another check may be
   * begun. Goes on when there is a permit for this one again, ahead of all that are not begun.
   */
  yieldPermit<T>(waitedFor: Promise<T>): Promise<T>;
  /** Rests for so long, yielding its permit: true. false, as soon as it is known: the process stops before that. */
  rest(ms: number): Promise<boolean>;
  /** How long this check has waited for our own want of room, in milliseconds: servers are not to be charged with it. */
  readonly ownDelayMs: number;
}
