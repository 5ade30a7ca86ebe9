import type { HostName } from "../../shared/url/types.ts";
import type { Timing } from "../runtime/timing.ts";
import type { HostLease } from "./host-lease.ts";
import type { GrantedLease } from "./host-leases.ts";
import type { HostState } from "./host-state.ts";
import type { Observation, Visit } from "./rate-limiter.ts";

export interface HeldLeaseOptions {
  readonly state: HostState;
  /** Of the fleet; null: this process is alone. */
  readonly granted: GrantedLease | null;
  /** What is given back takes effect after so long. */
  readonly exchangeMs: number;
  readonly waitMsMax: number;
  readonly timing: Timing;
  readonly onRelease: () => void;
}

export class HeldLease implements HostLease {
  readonly #options: HeldLeaseOptions;
  #visit: Visit | null = null;
  #isHeld = true;

  constructor(options: HeldLeaseOptions) {
    this.#options = options;
  }

  get host(): HostName {
    return this.#options.state.host;
  }

  get state(): HostState {
    return this.#options.state;
  }

  observe(seen: Observation): void {
    const { state, timing } = this.#options;
    state.limiter.observe(seen, timing.now());
    this.#visit = state.limiter.addTo(this.#visit, seen);
  }

  restMs(): number {
    return this.#options.state.limiter.withinMs(this.#visit);
  }

  askedForMs(): number {
    const { state, timing, waitMsMax } = this.#options;
    return state.limiter.askedForMs(timing.now(), waitMsMax);
  }

  release(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    const { state, granted, exchangeMs, timing, onRelease } = this.#options;
    const { limiter, crawlDelayMs } = state;
    const before = limiter.backoffMs;
    const now = timing.now();
    const restMs = limiter.endVisit(this.#visit, crawlDelayMs, now);
    if (granted !== null) {
      const { backoffMs } = limiter;
      granted.giveBack(restMs, before > 0 || backoffMs > 0 ? { backoffMs } : {});
      limiter.restUntil(now + restMs + exchangeMs);
    }
    onRelease();
  }
}
