import Queue from "yocto-queue";
import type { HostName } from "../../shared/url/types.ts";
import { systemTiming, type Timing } from "../runtime/timing.ts";
import { ADDRESS_LIMIT, type AddressLimit, AddressPermits } from "./address-limit.ts";
import { type CheckOwner, CheckPermit } from "./check-permit.ts";
import { HeldLease } from "./held-lease.ts";
import type { HostLease, Permit } from "./host-lease.ts";
import type { GrantedLease, HostLeases } from "./host-leases.ts";
import { type HandedBack, HostQueue, type Job, type Waiter } from "./host-queue.ts";
import type { HostState, HostStates } from "./host-state.ts";
import { Permits } from "./permits.ts";

export interface HostSchedulerOptions {
  readonly states: HostStates;
  /** Checks at work at once over all hosts, without those that merely wait. */
  readonly concurrency: number;
  /** Connections that one host may see at once; with `leases` always one. */
  readonly perHost?: number;
  readonly address?: AddressLimit;
  /** Of the fleet that shares the hosts; absent or null: this process is alone. */
  readonly leases?: HostLeases | null;
  /** A host that asks for so much rest at most is waited for; for more its jobs are handed back. */
  readonly waitMsMax: number;
  /** A check that takes longer goes on without a permit, where there is room for it; absent: each keeps its own. */
  readonly longMs?: number;
  readonly timing?: Timing;
}

/** Beside each permit so many checks that merely wait. */
const ASIDE_PER_PERMIT = 3;
const LOOK_MS = 500;

interface Stop {
  /** Whatever would last longer is cut short. */
  readonly until: number;
  readonly ended: () => void;
}

/**
 * Decides which check may begin when (C4), for sweeps and lists alike. The jobs of a host begin in the order of coming, as many at
 * once as it may see, with the rest between two that follows from what it showed; a host that rests lets all others pass. Every
 * job is done or handed back.
 */
export class HostScheduler implements CheckOwner {
  readonly permits: Permits;
  readonly timing: Timing;
  readonly #options: HostSchedulerOptions;
  readonly #leases: HostLeases | null;
  readonly #perHost: number;
  readonly #addresses: AddressPermits;
  /** Hosts that have jobs, leases, or checks that wait for one. */
  readonly #queues = new Map<HostName, HostQueue>();
  readonly #ready = new Queue<HostQueue>();
  /** In the order of beginning. */
  readonly #running = new Map<CheckPermit, Job>();
  readonly #sleeping = new Map<(isFull: boolean) => void, number>();
  #cancelLook: (() => void) | null = null;
  #hungrySince: number | null;
  #stop: Stop | null = null;

  constructor(options: HostSchedulerOptions) {
    this.#options = options;
    this.timing = options.timing ?? systemTiming;
    this.#leases = options.leases ?? null;
    this.#perHost = this.#leases === null ? (options.perHost ?? 1) : 1;
    this.permits = new Permits(options.concurrency, ASIDE_PER_PERMIT);
    this.#addresses = new AddressPermits(options.address ?? ADDRESS_LIMIT, this.#leases, this.timing);
    this.#hungrySince = this.timing.now();
  }

  stateOf(host: HostName): HostState {
    return this.#queues.get(host)?.state ?? this.#options.states.of(host);
  }

  /** @param first ahead of all others of its host: somebody waits for it */
  add(job: Job, first = false): void {
    if (this.#stop !== null) {
      job.handBack("stopped");
      return;
    }
    const queue = this.#queueOf(job.host);
    if (first) queue.jobs.unshift(job);
    else queue.jobs.push(job);
    this.#advance(queue);
    this.#dispatch();
  }

  /** Hands back what has not begun of a group. */
  withdraw(group: object): void {
    for (const queue of this.#queues.values()) this.#handBack(queue.withdraw(group), "stopped", queue);
  }

  /** For how long it could have begun more than there was; 0: it is busy. */
  hungryMs(): number {
    return this.#hungrySince === null ? 0 : this.timing.now() - this.#hungrySince;
  }

  /** Begins nothing more, and hands back what is not done within so many milliseconds. Resolves when nothing is left. */
  stop(graceMs: number): Promise<void> {
    if (this.#stop !== null) throw new Error("a scheduler is stopped once");
    return new Promise((resolve) => {
      const cancel = this.timing.after(graceMs, () => this.#abandon());
      const ended = () => {
        cancel();
        resolve();
      };
      this.#stop = { until: this.timing.now() + graceMs, ended };
      for (const queue of this.#queues.values()) this.#handBack(queue.withdraw(null), "stopped", queue);
      for (const [wake, until] of this.#sleeping) if (until > this.#stop.until) wake(false);
      if (this.#running.size === 0) ended();
    });
  }

  acquireLease(host: HostName, withinMs: number): Promise<HostLease | null> | HostLease | null {
    const now = this.timing.now();
    const queue = this.#queueOf(host);
    const until = Math.min(now + withinMs, this.#stop?.until ?? Number.POSITIVE_INFINITY);
    if (this.#mayVisit(queue, now) && queue.waiters.size === 0) {
      queue.leases++;
      return this.#leases === null ? this.#lease(queue, null) : this.#leaseWithin(queue, until);
    }
    if (now + queue.state.limiter.waitMs(now) > until) {
      this.#forgetIdle(queue);
      return null;
    }
    return this.#waitForLease(queue, until);
  }

  acquireAddress(address: string, withinMs: number): Promise<Permit | null> | Permit {
    return this.#addresses.acquire(address, withinMs);
  }

  sleep(ms: number): Promise<boolean> {
    const until = this.timing.now() + ms;
    if (until > (this.#stop?.until ?? Number.POSITIVE_INFINITY)) return Promise.resolve(false);
    return new Promise((resolve) => {
      const wake = (isFull: boolean) => {
        cancel();
        this.#sleeping.delete(wake);
        resolve(isFull);
      };
      const cancel = this.timing.after(ms, () => wake(true));
      this.#sleeping.set(wake, until);
    });
  }

  wake(): void {
    this.#dispatch();
  }

  #queueOf(host: HostName): HostQueue {
    const known = this.#queues.get(host);
    if (known !== undefined) return known;
    const queue = new HostQueue(this.#options.states.of(host));
    this.#queues.set(host, queue);
    return queue;
  }

  #forgetIdle(queue: HostQueue): void {
    if (!queue.isIdle) return;
    queue.cancelTimer?.();
    queue.cancelTimer = null;
    this.#queues.delete(queue.state.host);
  }

  #mayVisit(queue: HostQueue, now: number): boolean {
    return queue.leases < this.#perHost && queue.state.limiter.waitMs(now) <= 0;
  }

  /** Lets the host's next one go on, if it may; else sees that it is looked at again in time. */
  #advance(queue: HostQueue): void {
    if (queue.isIdle) {
      this.#forgetIdle(queue);
      return;
    }
    if (queue.leases >= this.#perHost) return;
    const now = this.timing.now();
    const waitMs = queue.state.limiter.waitMs(now);
    if (waitMs > 0) {
      this.#restFor(queue, waitMs, now);
      return;
    }
    const [waiter] = queue.waiters;
    if (waiter !== undefined) {
      queue.leases++;
      waiter.proceed(true);
      this.#advance(queue);
    } else if (queue.jobs.length > 0 && !queue.isReady) {
      queue.isReady = true;
      this.#ready.enqueue(queue);
    }
  }

  #restFor(queue: HostQueue, waitMs: number, now: number): void {
    const { waitMsMax } = this.#options;
    const { limiter } = queue.state;
    if (waitMs > waitMsMax || limiter.askedForMs(now, waitMsMax) === Number.POSITIVE_INFINITY)
      this.#handBack(queue.withdraw(null), "deferred", queue);
    for (const waiter of queue.waiters) if (waiter.until < now + waitMs) waiter.proceed(false);
    if (queue.isIdle) this.#forgetIdle(queue);
    else
      queue.cancelTimer ??= this.timing.after(waitMs, () => {
        queue.cancelTimer = null;
        this.#advance(queue);
        this.#dispatch();
      });
  }

  #handBack(jobs: readonly Job[], reason: HandedBack, queue: HostQueue): void {
    for (const job of jobs) job.handBack(reason);
    this.#forgetIdle(queue);
  }

  #dispatch(): void {
    while (this.permits.isFree) {
      const queue = this.#ready.dequeue();
      if (queue === undefined) break;
      queue.isReady = false;
      const job = this.#mayVisit(queue, this.timing.now()) ? queue.jobs.shift() : undefined;
      if (job !== undefined) this.#begin(queue, job);
      this.#advance(queue);
    }
    const isHungry = this.#ready.size === 0 && this.permits.working <= this.permits.max / 2;
    this.#hungrySince = isHungry ? (this.#hungrySince ?? this.timing.now()) : null;
  }

  #begin(queue: HostQueue, job: Job): void {
    queue.leases++;
    const permit = new CheckPermit(this);
    this.#running.set(permit, job);
    this.#lookLater();
    this.#work(queue, job, permit).then(
      () => this.#end(permit),
      (error: unknown) => {
        if (this.#running.has(permit)) job.fail(error);
        this.#end(permit);
      },
    );
  }

  async #work(queue: HostQueue, job: Job, permit: CheckPermit): Promise<void> {
    if (await this.#isSettled(queue, job)) {
      this.#giveBack(queue);
      return;
    }
    const lease = this.#leases === null ? this.#lease(queue, null) : await this.#claim(queue);
    if (lease === null || this.#stop !== null) {
      lease?.release();
      this.#putBack(queue, job, permit);
      return;
    }
    try {
      await job.run(lease, permit);
    } finally {
      lease.release();
    }
  }

  async #isSettled(queue: HostQueue, job: Job): Promise<boolean> {
    try {
      return await job.settle(queue.state);
    } catch (error) {
      this.#giveBack(queue);
      throw error;
    }
  }

  #putBack(queue: HostQueue, job: Job, permit: CheckPermit): void {
    if (!this.#running.delete(permit)) return;
    permit.end();
    if (this.#stop !== null) job.handBack("stopped");
    else queue.jobs.unshift(job);
    this.#advance(queue);
  }

  #end(permit: CheckPermit): void {
    if (this.#running.delete(permit)) permit.end();
    this.#dispatch();
    if (this.#running.size === 0) this.#stop?.ended();
  }

  #giveBack(queue: HostQueue): void {
    queue.leases--;
    this.#advance(queue);
    this.#dispatch();
  }

  #lease(queue: HostQueue, granted: GrantedLease | null): HeldLease {
    return new HeldLease({
      state: queue.state,
      granted,
      exchangeMs: this.#leases?.exchangeMs ?? 0,
      waitMsMax: this.#options.waitMsMax,
      timing: this.timing,
      onRelease: () => this.#giveBack(queue),
    });
  }

  /** The fleet's lease; null: not now, and the host rests until it may be asked for again. */
  async #claim(queue: HostQueue): Promise<HeldLease | null> {
    const { host, limiter } = queue.state;
    const answer = await this.#leases?.claim(`h:${host}`).catch((error: unknown) => {
      this.#giveBack(queue);
      throw error;
    });
    if (answer?.kind === "granted") {
      if (answer.backoffMs !== undefined) limiter.backoffMs = answer.backoffMs;
      return this.#lease(queue, answer);
    }
    // null: the leases are closed, as all is ending.
    limiter.restUntil(this.timing.now() + (answer?.ms ?? LOOK_MS));
    queue.leases--;
    return null;
  }

  async #leaseWithin(queue: HostQueue, until: number): Promise<HostLease | null> {
    const lease = await this.#claim(queue);
    if (lease !== null) return lease;
    this.#advance(queue);
    const now = this.timing.now();
    if (now + queue.state.limiter.waitMs(now) > until) return null;
    return this.#waitForLease(this.#queueOf(queue.state.host), until);
  }

  #waitForLease(queue: HostQueue, until: number): Promise<HostLease | null> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        until,
        proceed: (hasLease) => {
          queue.waiters.delete(waiter);
          cancel();
          if (!hasLease) resolve(null);
          else if (this.#leases === null) resolve(this.#lease(queue, null));
          else this.#leaseWithin(queue, until).then(resolve, reject);
        },
      };
      const cancel = this.timing.after(until - this.timing.now(), () => {
        waiter.proceed(false);
        this.#forgetIdle(queue);
      });
      queue.waiters.add(waiter);
      this.#advance(queue);
    });
  }

  /** Checks that last long make room for others, one after the other. */
  #lookLater(): void {
    const { longMs } = this.#options;
    if (longMs === undefined) return;
    this.#cancelLook ??= this.timing.after(LOOK_MS, () => {
      this.#cancelLook = null;
      const before = this.timing.now() - longMs;
      for (const permit of this.#running.keys()) {
        if (permit.beganAt > before) break;
        permit.stepAside();
      }
      if (this.#running.size > 0) this.#lookLater();
      this.#dispatch();
    });
  }

  /** The time of those under way is over. */
  #abandon(): void {
    for (const queue of this.#queues.values()) for (const waiter of queue.waiters) waiter.proceed(false);
    for (const [permit, job] of [...this.#running]) {
      this.#running.delete(permit);
      permit.end();
      job.handBack("stopped");
    }
    this.#cancelLook?.();
    this.#stop?.ended();
  }
}
