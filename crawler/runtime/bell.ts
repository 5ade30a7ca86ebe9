import type { BellName } from "../../db/work/bells.ts";
import { pause } from "./clock.ts";

/** How often who hears looks all the same: for what only time makes due, and for what was missed. */
const HEARING_MS = 10_000;
/** For so long after it rang who waits looks as if he heard nothing: what it told of may wait for other transactions, or for its time. */
const RESTLESS_MS = 10_000;

/** Of work that the database tells of. The process hears by the connection of its heartbeat. */
export class Bell {
  readonly name: BellName;
  #isHeard = false;
  #rangAt = Number.NEGATIVE_INFINITY;
  #rung = Promise.withResolvers<void>();

  constructor(name: BellName) {
    this.name = name;
  }

  ring(): void {
    this.#rangAt = performance.now();
    this.#rung.resolve();
    this.#rung = Promise.withResolvers<void>();
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
    const over = new AbortController();
    await Promise.race([this.#rung.promise, pause(HEARING_MS - ms, AbortSignal.any([signal, over.signal]))]);
    over.abort();
  }
}
