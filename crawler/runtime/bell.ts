import type { BellName } from "../../db/work/bells.ts";
import { pause } from "./clock.ts";

/** How often who hears looks all the same: for what only time makes due, and for what was missed. */
const HEARING_MS = 10_000;
/** For so long after it rang who waits looks as if he heard nothing: what rang may wait for other transactions, or for its time. */
const RESTLESS_MS = 10_000;

/** Of work that the database notifies of. The process listens by the connection of its heartbeat. */
export class Bell {
  readonly name: BellName;
  #isHeard = false;
  #rangAt = Number.NEGATIVE_INFINITY;
  readonly #waiting = new Set<() => void>();

  constructor(name: BellName) {
    this.name = name;
  }

  ring(): void {
    this.#rangAt = performance.now();
    for (const wake of this.#waiting) wake();
  }

  /** While it is not heard, who waits looks by himself. */
  setHeard(isHeard: boolean): void {
    this.#isHeard = isHeard;
    if (!isHeard) this.ring();
  }

  /** The pause of who found nothing to do: `ms`, or longer while all is quiet. Ends with the signal, and never throws. */
  async wait(ms: number, signal: AbortSignal): Promise<void> {
    await pause(ms, signal);
    if (!this.#isHeard || performance.now() - this.#rangAt < RESTLESS_MS) return;
    const rung = new AbortController();
    const wake = () => rung.abort();
    this.#waiting.add(wake);
    await pause(HEARING_MS - ms, AbortSignal.any([signal, rung.signal]));
    this.#waiting.delete(wake);
  }
}
