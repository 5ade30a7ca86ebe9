import { addressClass, parseIpv6 } from "../../shared/url/addresses.ts";
import { registrableDomain } from "../../shared/url/domain.ts";
import { HOSTS_REMEMBERED, memo } from "../../shared/url/memo.ts";
import type { HostName, UrlParts } from "../../shared/url/types.ts";
import { type EtiquetteLimits, etiquetteLimits } from "../check/limits.ts";
import type { Fleet } from "./fleet.ts";
import { isBusy, restWithinMs, type Seen } from "./pacing.ts";
import type { Observation } from "./rate-limiter.ts";
import { Rests } from "./rests.ts";
import { createTurns, type Release, type Turns } from "./turns.ts";

/**
 * How checks behave towards hosts (C4). The sweep paces the hosts of its own URLs; but whoever writes links could send us
 * elsewhere by redirects, or to one server under a thousand names. So:
 * - one connection at a time to a host name, and with a fleet a rest between two visits, over all its workers;
 * - redirects that lead to a domain from outside it come one at a time, with a rest between two;
 * - few connections at a time to one address, over all workers of a fleet.
 */
export interface Etiquette {
  /** The turn for a check's first request, waited for as long as it takes: the check's clock has not begun. null: none needed. */
  first(parts: UrlParts): Release | null | Promise<Release | null>;
  /** The way of one check from host to host; `held` is what `first` gave. */
  visit(first: UrlParts, held: Release | null): Visit;
  /** After so many milliseconds: true. false, as soon as it is known: that is more than `hurry` or `close` leave. */
  rest(ms: number): Promise<boolean>;
  /** Nobody rests for longer than this from now on. */
  hurry(withinMs: number): void;
  /** Nobody waits any more. */
  close(): void;
}

export interface Visit {
  /** Whether the host may be asked now; a promise only where that has to be waited for. false: not within what is left. */
  enter(
    parts: Pick<UrlParts, "host">,
    addresses: readonly string[],
    msLeft: () => number,
  ): boolean | Promise<boolean>;
  /** Whether anything is held, for which it matters what is seen. */
  holds(): boolean;
  /** What a request to the host that was entered last came to. */
  saw(seen: Pick<Observation, "http" | "tookMs" | "retryAfterMs">): void;
  /** How long to rest before a further request to the host that was entered last; 0: it is not spared, or not held. */
  restMs(): number;
  /** How long the host that was entered last is still to be left alone, by the terms that it named since then, in milliseconds. */
  askedForMs(): number;
  /** Gives back whatever is held. */
  leave(): void;
}

/** @param fleet null: this process stands for itself, as in a one-off check. */
export function createEtiquette(
  changes: Partial<EtiquetteLimits>,
  allowPrivate: boolean,
  fleet: Fleet | null = null,
): Etiquette {
  const limits = etiquetteLimits(changes, allowPrivate);
  const { perAddressMax, addressRestMs, pacePrivate, hopGapMs } = limits;
  const state: State = {
    limits,
    paceHosts: pacePrivate || fleet !== null,
    hosts: fleet?.hosts ?? createTurns({ atOnce: 1, gapMs: 0 }),
    guests: createTurns({ atOnce: 1, gapMs: hopGapMs }),
    addresses:
      fleet?.addresses(perAddressMax, addressRestMs) ?? createTurns({ atOnce: perAddressMax, gapMs: 0 }),
  };
  const rests = new Rests();
  return {
    // Before the name service was asked only the permission tells that this may be a test web.
    first: ({ host }) =>
      allowPrivate && !state.paceHosts ? null : state.hosts.take(host, Number.POSITIVE_INFINITY),
    visit: (first, held) => new CheckVisit(state, first.host, held),
    rest: (ms) => rests.take(ms),
    hurry: (withinMs) => rests.end(withinMs),
    close() {
      rests.end(0);
      for (const turns of [state.hosts, state.guests, state.addresses]) turns.close();
    },
  };
}

interface State {
  readonly limits: EtiquetteLimits;
  /** Host names have their turns also where the address is private. */
  readonly paceHosts: boolean;
  readonly hosts: Turns;
  readonly guests: Turns;
  readonly addresses: Turns;
}

/** Who has one address of an IPv6 network has all of its /64. */
export function addressKey(address: string): string {
  const groups = parseIpv6(address);
  if (groups === null) return address;
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":")}::/64`;
}

const classOf = memo(HOSTS_REMEMBERED, 45, (address) => addressClass(address).kind);

type Wanted = readonly (readonly [Turns, string])[];

class CheckVisit implements Visit {
  readonly #state: State;
  readonly #first: HostName;
  #held: Release[];
  /** The host whose turn is held. */
  #turnOf: HostName | null;
  /** The host that may be asked. */
  #at: HostName | null = null;
  #seen: Seen | null = null;
  /** Until then the host wants to be left alone; on `performance.now()`. */
  #restsUntil = 0;

  constructor(state: State, first: HostName, held: Release | null) {
    this.#state = state;
    this.#first = first;
    this.#held = held === null ? [] : [held];
    this.#turnOf = held === null ? null : first;
  }

  enter(
    { host }: Pick<UrlParts, "host">,
    [address = ""]: readonly string[],
    msLeft: () => number,
  ): boolean | Promise<boolean> {
    // The same host again (https, a final slash): nobody else is let in between, or such checks would wait twice.
    if (this.#at === host) return true;
    const turnHeld = this.#turnOf === host;
    if (!turnHeld) this.leave();
    const { limits, paceHosts, hosts, guests, addresses } = this.#state;
    // Test webs have hundreds of hosts on one address, and thousands of answers outstanding at one host.
    const exempt = classOf(address) !== "public";
    const wanted: (readonly [Turns, string])[] = [];
    if (this.#isForeign(host)) wanted.push([guests, registrableDomain(host)]);
    if (!turnHeld && (paceHosts || !exempt)) wanted.push([hosts, host]);
    if (limits.pacePrivate || !exempt) wanted.push([addresses, addressKey(address)]);
    this.#turnOf = host;
    this.#at = host;
    if (wanted.length === 0) return true;
    return this.#takeAll(wanted, performance.now() + Math.min(msLeft(), limits.waitMsMax));
  }

  holds(): boolean {
    return this.#held.length > 0;
  }

  saw({ http, tookMs, retryAfterMs }: Pick<Observation, "http" | "tookMs" | "retryAfterMs">): void {
    const before = this.#seen;
    const busy = http !== null && isBusy(http);
    if (busy && retryAfterMs !== null) this.#restsUntil = performance.now() + retryAfterMs;
    this.#seen = {
      tookMs: (before?.tookMs ?? 0) + tookMs,
      busy: busy || before?.busy === true,
      retryAfterMs: busy && retryAfterMs !== null ? retryAfterMs : (before?.retryAfterMs ?? null),
    };
  }

  restMs(): number {
    return this.#seen === null || this.#held.length === 0 ? 0 : restWithinMs(this.#seen);
  }

  askedForMs(): number {
    return this.#restsUntil === 0 ? 0 : Math.max(0, Math.ceil(this.#restsUntil - performance.now()));
  }

  leave(): void {
    this.#restsUntil = 0;
    if (this.#held.length > 0) {
      for (const release of this.#held) release(this.#seen ?? undefined);
      this.#held = [];
      this.#seen = null;
    }
    this.#turnOf = null;
    this.#at = null;
  }

  #isForeign(host: HostName): boolean {
    return host !== this.#first && registrableDomain(host) !== registrableDomain(this.#first);
  }

  /** Always in the same order, so that no two checks wait for each other. */
  #takeAll([next, ...rest]: Wanted, until: number): boolean | Promise<boolean> {
    if (next === undefined) return true;
    const [turns, key] = next;
    const turn = turns.take(key, until);
    return turn instanceof Promise
      ? turn.then((release) => this.#keep(release) && this.#takeAll(rest, until))
      : this.#keep(turn) && this.#takeAll(rest, until);
  }

  #keep(release: Release | null): boolean {
    if (release === null) this.leave();
    else this.#held.push(release);
    return release !== null;
  }
}
