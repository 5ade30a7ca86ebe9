import type { HostName } from "../../shared/url/types.ts";
import type { Timing } from "../runtime/timing.ts";
import type { HostLease } from "./host-lease.ts";
import type { GrantedLease } from "./host-leases.ts";
import type { HostState } from "./host-state.ts";
import type { Observation, Visit } from "./rate-limiter.ts";

const REST_MS_MIN = 500;
const REST_MS_MAX = 2_000;

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

  /** As long as the host took for all that was asked before: HEAD, GET and redirects come one after the other, as from a browser. */
  restMs(): number {
    if (this.#visit === null) return 0;
    return Math.round(Math.min(REST_MS_MAX, Math.max(REST_MS_MIN, this.#visit.tookMs)));
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
