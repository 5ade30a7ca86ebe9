import { parseIpv6 } from "../../shared/url/addresses.ts";
import { GrantedPermit, type Permit } from "../net/semaphore.ts";
import type { Timing } from "../runtime/timing.ts";
import type { HostLeases } from "./host-leases.ts";

/** Bounds the connections to one server under whatever names (C4), and to one operator under whatever names and servers (O5). */
export interface ServerLimit {
  /** At once (IPv6: over a /64, all of which one customer has). */
  readonly perAddress: number;
  /** With a fleet: at once to all hosts of an organisation, or of a domain where none is known. */
  readonly perOperator: number;
  /** With a fleet: rest of each of these slots, which bounds the rate: so many checks a second as there are slots. */
  readonly restMs: number;
}

/** Eight checks a second at a server, four at an operator; at a host one at most. */
export const SERVER_LIMIT: ServerLimit = { perAddress: 8, perOperator: 4, restMs: 1_000 };

/** While all slots of the fleet are taken. */
const TAKEN_MS = 500;
const FREE: Permit = { release() {} };

/** Of this machine itself: there is nobody to be spared, and test webs have hundreds of names there. */
const isLoopback = (address: string): boolean => address.startsWith("127.") || address === "::1";

/** Who has one address of an IPv6 network has all of its /64. */
export function addressKey(address: string): string {
  const ipv6 = parseIpv6(address);
  if (ipv6 === null) return address;
  const network = ipv6.parts.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(":")}::/64`;
}

/** The slots of this process at one server or operator. */
class Slots {
  taken = 0;
  /** In the order of coming. */
  readonly waiting = new Set<() => void>();
  readonly #onUnused: () => void;

  constructor(onUnused: () => void) {
    this.#onUnused = onUnused;
  }

  grant(): Permit {
    this.taken++;
    return new GrantedPermit(this);
  }

  /** Of a permit that is released. */
  giveBack(): void {
    this.taken--;
    const [next] = this.waiting;
    if (next !== undefined) {
      this.waiting.delete(next);
      next();
    } else if (this.taken === 0) this.#onUnused();
  }
}

/** Who is asked, and where. */
interface Asked {
  /** Of its host (HostState). */
  readonly operator: string;
  readonly address: string;
}

/** Slots at servers and operators, over this process and, with leases, over the fleet. */
export class ServerPermits {
  readonly #addresses: SlotPermits;
  /** Null: this process is alone, and a list of somebody who waits for it. */
  readonly #operators: SlotPermits | null;
  readonly #timing: Timing;

  constructor({ perAddress, perOperator, restMs }: ServerLimit, leases: HostLeases | null, timing: Timing) {
    this.#timing = timing;
    this.#addresses = new SlotPermits({ prefix: "a", slots: perAddress, restMs }, leases, timing);
    this.#operators =
      leases === null ? null : new SlotPermits({ prefix: "o", slots: perOperator, restMs }, leases, timing);
  }

  /** A promise only where it has to be waited for. null: not within so many milliseconds. */
  acquire({ operator, address }: Asked, withinMs: number): Permit | Promise<Permit | null> {
    if (isLoopback(address)) return FREE;
    const key = addressKey(address);
    if (this.#operators === null) return this.#addresses.acquire(key, withinMs);
    return this.#acquireBoth(key, withinMs, this.#operators.acquire(operator, withinMs));
  }

  async #acquireBoth(
    address: string,
    withinMs: number,
    coming: Permit | Promise<Permit | null>,
  ): Promise<Permit | null> {
    const until = this.#timing.now() + withinMs;
    const operator = await coming;
    if (operator === null) return null;
    try {
      const server = await this.#addresses.acquire(address, Math.max(0, until - this.#timing.now()));
      if (server !== null) return new GrantedPermit({ giveBack: () => both(server, operator) });
    } catch (error) {
      operator.release();
      throw error;
    }
    operator.release();
    return null;
  }
}

interface SlotLimit {
  /** Of the keys of leases. */
  readonly prefix: string;
  readonly slots: number;
  readonly restMs: number;
}

/** Slots of one kind, by key. */
class SlotPermits {
  readonly #limit: SlotLimit;
  readonly #leases: HostLeases | null;
  readonly #timing: Timing;
  /** Holds the keys that are in use. */
  readonly #slots = new Map<string, Slots>();

  constructor(limit: SlotLimit, leases: HostLeases | null, timing: Timing) {
    this.#limit = limit;
    this.#leases = leases;
    this.#timing = timing;
  }

  /** As ServerPermits. */
  acquire(key: string, withinMs: number): Permit | Promise<Permit | null> {
    const here = this.#acquireHere(key, withinMs);
    return this.#leases === null ? here : this.#acquireOfFleet(key, withinMs, here, this.#leases);
  }

  async #acquireOfFleet(
    key: string,
    withinMs: number,
    coming: Permit | Promise<Permit | null>,
    leases: HostLeases,
  ): Promise<Permit | null> {
    const until = this.#timing.now() + withinMs;
    const here = await coming;
    if (here === null) return null;
    try {
      const lease = await this.#claim(key, until, leases);
      if (lease !== null) return new GrantedPermit({ giveBack: () => both(lease, here) });
    } catch (error) {
      here.release();
      throw error;
    }
    here.release();
    return null;
  }

  #acquireHere(key: string, withinMs: number): Permit | Promise<Permit | null> {
    const slots = this.#slotsOf(key);
    if (slots.taken < this.#limit.slots) return slots.grant();
    return new Promise((resolve) => {
      const proceed = () => {
        cancel();
        resolve(slots.grant());
      };
      const cancel = this.#timing.after(withinMs, () => {
        slots.waiting.delete(proceed);
        resolve(null);
      });
      slots.waiting.add(proceed);
    });
  }

  #slotsOf(key: string): Slots {
    const known = this.#slots.get(key);
    if (known !== undefined) return known;
    const slots = new Slots(() => this.#slots.delete(key));
    this.#slots.set(key, slots);
    return slots;
  }

  async #claim(key: string, until: number, leases: HostLeases): Promise<Permit | null> {
    const { prefix, slots, restMs } = this.#limit;
    for (;;) {
      const first = Math.floor(Math.random() * slots);
      let waitMs = TAKEN_MS;
      for (let slot = 0; slot < slots; slot++) {
        const answer = await leases.claim(`${prefix}:${key}/${(first + slot) % slots}`);
        if (answer === null) return null;
        if (answer.kind === "granted") return { release: () => answer.giveBack(restMs) };
        waitMs = Math.min(waitMs, answer.ms);
        if (this.#timing.now() > until) return null;
      }
      if (this.#timing.now() + waitMs > until) return null;
      await new Promise<void>((resolve) => this.#timing.after(waitMs, resolve));
    }
  }
}

function both(one: Permit, other: Permit): void {
  one.release();
  other.release();
}
