import { notify } from "../../db/notify.ts";
import { pause } from "../runtime/clock.ts";
import type { RoleContext } from "../runtime/context.ts";
import type { Listener } from "../runtime/heartbeat.ts";

/** One of those that hear of an idle worker is the first to give something away, and the others hear of that. */
const FIRST_MS_MAX = 300;
/** An idle worker says so again after so long; what it said before counts no more. */
export const IDLE_MS = 5_000;

/**
 * How workers share what is due: a slice is one worker's as a whole, and where there are few URLs all are in one or two slices. Who
 * finds nothing due says so to all others by the database; one that has more than it can do gives half of it away, and says so, too.
 */
export class Sharing {
  /** Called when another worker is idle, while there may be something to give away. Set by who has it. */
  onIdleWorker: () => void = () => {};
  readonly #ctx: RoleContext;
  readonly #worker: string;
  #idleWorkerAt = Number.NEGATIVE_INFINITY;
  readonly #waiting = new Set<() => void>();

  /** @param worker as the heartbeat has it: what it says itself it does not hear */
  constructor(ctx: RoleContext, worker: string) {
    this.#ctx = ctx;
    this.#worker = worker;
  }

  get listeners(): readonly Listener[] {
    const others = (ring: () => void) => (from: string) => {
      if (from !== this.#worker) ring();
    };
    const heardIdle = () => {
      this.#idleWorkerAt = performance.now();
      void pause(Math.random() * FIRST_MS_MAX, this.#ctx.signal).then(() => this.onIdleWorker());
    };
    const heardGivenAway = () => {
      this.#idleWorkerAt = Number.NEGATIVE_INFINITY;
      for (const wake of this.#waiting) wake();
    };
    return [
      { channel: "weboid_idle", onNotify: others(heardIdle) },
      { channel: "weboid_shared", onNotify: others(heardGivenAway) },
    ];
  }

  /** Whether another worker was idle a moment ago; asked again, not. */
  takeIdleWorker(): boolean {
    const isIdle = performance.now() - this.#idleWorkerAt < IDLE_MS;
    this.#idleWorkerAt = Number.NEGATIVE_INFINITY;
    return isIdle;
  }

  /** The pause of who found nothing due: until something was given away, or so long. Answers whether something was. */
  async waitIdle(ms: number, signal: AbortSignal): Promise<boolean> {
    const given = new AbortController();
    const wake = () => given.abort();
    this.#waiting.add(wake);
    await this.#say("weboid_idle");
    await pause(ms, AbortSignal.any([signal, given.signal]));
    this.#waiting.delete(wake);
    return given.signal.aborted;
  }

  sayGivenAway(): Promise<void> {
    return this.#say("weboid_shared");
  }

  /** Nothing depends on it: who does not hear looks after a while. */
  async #say(channel: Listener["channel"]): Promise<void> {
    await notify(this.#ctx.db, channel, this.#worker).catch(() => {});
  }
}
