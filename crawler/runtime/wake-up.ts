import type { Channel } from "../../db/notify.ts";
import { pause } from "./clock.ts";

/** How often work is looked for while the process listens: for what only time makes due, and for what was missed. */
const POLL_LISTENING_MS = 10_000;
/** For so long after a notification work is looked for as often as without listening: it may wait for other transactions, or for its time. */
const ALERT_MS = 10_000;

/** Ends a pause when the database notifies of work. The process listens by the connection of its heartbeat. */
export class WakeUp {
  readonly channel: Channel;
  #isListening = false;
  #notifiedAt = Number.NEGATIVE_INFINITY;
  readonly #waiting = new Set<() => void>();

  constructor(channel: Channel) {
    this.channel = channel;
  }

  onNotify(): void {
    this.#notifiedAt = performance.now();
    for (const wake of this.#waiting) wake();
  }

  /** While nobody listens, work is looked for at the usual pace. */
  setListening(isListening: boolean): void {
    this.#isListening = isListening;
    if (!isListening) this.onNotify();
  }

  /** The pause of who found nothing to do: `ms`, or longer while all is quiet. Ends with the signal, and never throws. */
  async wait(ms: number, signal: AbortSignal): Promise<void> {
    await pause(ms, signal);
    if (!this.#isListening || performance.now() - this.#notifiedAt < ALERT_MS) return;
    const notified = new AbortController();
    const wake = () => notified.abort();
    this.#waiting.add(wake);
    await pause(POLL_LISTENING_MS - ms, AbortSignal.any([signal, notified.signal]));
    this.#waiting.delete(wake);
  }
}
