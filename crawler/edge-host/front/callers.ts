import ipaddr from "ipaddr.js";

/** How many connections may be open at once from an address, and from the ranges around it. */
export interface CallerLimits {
  /** IPv4: an address. IPv6: a /64, which one subscriber has at the least. */
  readonly connectionsPerCaller: number;
  /** IPv6: a /56, which many subscribers have. */
  readonly connectionsPerSubscriber: number;
  /** IPv4: a /24. IPv6: a /48, which some subscribers have. */
  readonly connectionsPerSite: number;
}

interface Range {
  readonly key: string;
  readonly max: number;
}

/** What is no address counts by itself. */
function rangesOf(address: string, limits: CallerLimits): readonly Range[] {
  const { connectionsPerCaller, connectionsPerSubscriber, connectionsPerSite } = limits;
  if (!ipaddr.isValid(address)) return [{ key: address, max: connectionsPerCaller }];
  const parsed = ipaddr.process(address);
  const range = (bytes: number, max: number): Range => ({
    key: `${parsed.kind()} ${parsed.toByteArray().slice(0, bytes).join(".")}`,
    max,
  });
  return parsed.kind() === "ipv4"
    ? [range(4, connectionsPerCaller), range(3, connectionsPerSite)]
    : [range(8, connectionsPerCaller), range(7, connectionsPerSubscriber), range(6, connectionsPerSite)];
}

/** Open connections by their caller, and by the ranges around it. */
export class Callers {
  readonly #open = new Map<string, number>();
  readonly #limits: CallerLimits;

  constructor(limits: CallerLimits) {
    this.#limits = limits;
  }

  /** Counts one more; null: there are enough. Else what to call when it has ended. */
  enter(address: string): (() => void) | null {
    const ranges = rangesOf(address, this.#limits);
    if (ranges.some(({ key, max }) => this.#openIn(key) >= max)) return null;
    for (const { key } of ranges) this.#open.set(key, this.#openIn(key) + 1);
    return () => {
      for (const { key } of ranges) {
        const left = this.#openIn(key) - 1;
        if (left > 0) this.#open.set(key, left);
        else this.#open.delete(key);
      }
    };
  }

  #openIn(key: string): number {
    return this.#open.get(key) ?? 0;
  }
}
