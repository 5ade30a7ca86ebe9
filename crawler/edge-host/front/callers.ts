import ipaddr from "ipaddr.js";

/** IPv6: one subscriber has a /64 at the least. */
const PREFIX_BYTES = 8;

/** Under which name the connections of an address are counted. */
function callerOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === "ipv4" ? parsed.toString() : parsed.toByteArray().slice(0, PREFIX_BYTES).join(".");
}

/** Open connections by their caller. */
export class Callers {
  readonly #open = new Map<string, number>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  /** Counts one more; null: there are enough. Else what to call when it has ended. */
  enter(address: string): (() => void) | null {
    const caller = callerOf(address);
    const open = this.#open.get(caller) ?? 0;
    if (open >= this.#max) return null;
    this.#open.set(caller, open + 1);
    return () => {
      const left = (this.#open.get(caller) ?? 1) - 1;
      if (left === 0) this.#open.delete(caller);
      else this.#open.set(caller, left);
    };
  }
}
