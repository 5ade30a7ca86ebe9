import type { HostName } from "../../shared/url/types.ts";
import type { Timing } from "../runtime/timing.ts";
import type { HostLease } from "./host-lease.ts";
import type { GrantedLease } from "./host-leases.ts";
import type { HostQueue } from "./host-queue.ts";
import type { HostState } from "./host-state.ts";
import type { Observation, Visit } from "./rate-limiter.ts";

/** What all leases of a process share. */
export interface LeaseMeans {
  /** What is given back takes effect after so long. */
  readonly exchangeMs: number;
  readonly waitMsMax: number;
  readonly timing: Timing;
  readonly onRelease: (queue: HostQueue) => void;
}

export class HeldLease implements HostLease {
  readonly #queue: HostQueue;
  /** Of the fleet; null: this process is alone. */
  readonly #granted: GrantedLease | null;
  readonly #means: LeaseMeans;
  #visit: Visit | null = null;
  #isHeld = true;

  constructor(queue: HostQueue, granted: GrantedLease | null, means: LeaseMeans) {
    this.#queue = queue;
    this.#granted = granted;
    this.#means = means;
  }

  get host(): HostName {
    return this.state.host;
  }

  get state(): HostState {
    return this.#queue.state;
  }

  observe(seen: Observation): void {
    const { limiter } = this.state;
    limiter.observe(seen, this.#means.timing.now());
    this.#visit = limiter.addTo(this.#visit, seen);
  }

  restMs(): number {
    return this.state.limiter.withinMs(this.#visit);
  }

  askedForMs(): number {
    const { timing, waitMsMax } = this.#means;
    return this.state.limiter.askedForMs(timing.now(), waitMsMax);
  }

  release(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    const { exchangeMs, timing, onRelease } = this.#means;
    const { limiter, crawlDelayMs } = this.state;
    const before = limiter.backoffMs;
    const now = timing.now();
    const restMs = limiter.endVisit(this.#visit, crawlDelayMs, now);
    if (this.#granted !== null) {
      const { backoffMs } = limiter;
      this.#granted.giveBack(restMs, before > 0 || backoffMs > 0 ? { backoffMs } : {});
      limiter.restUntil(now + restMs + exchangeMs);
    }
    onRelease(this.#queue);
  }
}
