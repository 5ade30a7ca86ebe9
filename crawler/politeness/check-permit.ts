import type { HostName } from "../../shared/url/types.ts";
import type { Permit } from "../net/semaphore.ts";
import type { Timing } from "../runtime/timing.ts";
import type { HostLease, Politeness, Server } from "./host-lease.ts";
import type { Permits } from "./permits.ts";

/** What a check under way needs of the scheduler that began it. */
export interface CheckOwner {
  readonly permits: Permits;
  readonly timing: Timing;
  /** A lease at once, or when it is had; null: not within so many milliseconds. */
  acquireLease(host: HostName, withinMs: number): Promise<HostLease | null> | HostLease | null;
  acquireServer(server: Server, withinMs: number): Promise<Permit | null> | Permit;
  /** Sleeps; false: not for so long, as the process stops. */
  sleep(ms: number): Promise<boolean>;
  /** A permit came free. */
  wake(): void;
}

/** One check under way, and its permit. */
export class CheckPermit implements Politeness {
  readonly beganAt: number;
  ownDelayMs = 0;
  readonly #owner: CheckOwner;
  #phase: "working" | "yielded" | "aside" | "over" = "working";

  constructor(owner: CheckOwner) {
    this.#owner = owner;
    this.beganAt = owner.timing.now();
    owner.permits.take();
  }

  acquire(host: HostName, withinMs: number): Promise<HostLease | null> | HostLease | null {
    const lease = this.#owner.acquireLease(host, withinMs);
    return lease instanceof Promise ? this.yieldPermit(lease) : lease;
  }

  acquireServer(server: Server, withinMs: number): Promise<Permit | null> | Permit {
    const permit = this.#owner.acquireServer(server, withinMs);
    return permit instanceof Promise ? this.yieldPermit(permit) : permit;
  }

  rest(ms: number): Promise<boolean> {
    return this.yieldPermit(this.#owner.sleep(ms));
  }

  async yieldPermit<T>(waitedFor: Promise<T>): Promise<T> {
    // It has none at the moment.
    if (this.#phase !== "working") return waitedFor;
    const { permits, timing } = this.#owner;
    this.#phase = "yielded";
    permits.yield();
    this.#owner.wake();
    try {
      return await waitedFor;
    } finally {
      const began = timing.now();
      await this.#takeBack();
      this.ownDelayMs += timing.now() - began;
    }
  }

  /** Goes on without its permit, as it lasts long; another may have it. */
  stepAside(): void {
    if (this.#phase !== "working" || !this.#owner.permits.stepAside()) return;
    this.#phase = "aside";
  }

  /** The check is over, whatever it still waits for. */
  end(): void {
    const phase = this.#phase;
    this.#phase = "over";
    if (phase === "working") this.#owner.permits.give();
    else if (phase === "aside") this.#owner.permits.leaveAside();
  }

  async #takeBack(): Promise<void> {
    const { permits } = this.#owner;
    if (this.#isOver) {
      permits.leaveAside();
      return;
    }
    const coming = permits.takeBack();
    if (coming !== null) await coming;
    if (this.#isOver) permits.give();
    else this.#phase = "working";
  }

  get #isOver(): boolean {
    return this.#phase === "over";
  }
}
