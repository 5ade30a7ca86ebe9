import { addDays, type Day, dayOfInstant } from "../../shared/calendar/day.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Task } from "./task.ts";

/** Until when hosts asked to be left alone (429 and 503 with Retry-After, C4), as known before a turn and learnt in it. */
export class QuietHosts {
  readonly #clock: Clock;
  readonly #untilMs: Map<string, number>;

  constructor(clock: Clock, tasks: readonly Task[]) {
    this.#clock = clock;
    this.#untilMs = new Map(tasks.map(({ host }) => [host.name, host.retryAtMs ?? 0]));
  }

  /** `untilMs`: milliseconds since 1970. Of two wishes the later end counts. */
  learn(host: string, untilMs: number): void {
    this.#untilMs.set(host, Math.max(untilMs, this.#untilMs.get(host) ?? 0));
  }

  /** Milliseconds from now; 0 or less: it may be asked. */
  waitMs(host: string): number {
    return (this.#untilMs.get(host) ?? 0) - this.#clock.now();
  }

  /** The first day that begins after the host's rest. */
  dayAfter(host: string): Day {
    return addDays(dayOfInstant(this.#untilMs.get(host) ?? this.#clock.now()), 1);
  }
}
