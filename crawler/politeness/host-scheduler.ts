import type { HostName } from "../../shared/url/types.ts";
import type { Permit } from "../net/semaphore.ts";
import { watchCache } from "../runtime/caches.ts";
import { systemTiming, type Timing } from "../runtime/timing.ts";
import { type CheckOwner, CheckPermit } from "./check-permit.ts";
import type { HostLease, Politeness, Server } from "./host-lease.ts";
import type { HostLeases } from "./host-leases.ts";
import type { HostQueue, Job } from "./host-queue.ts";
import { HostQueues } from "./host-queues.ts";
import type { HostState, HostStates } from "./host-state.ts";
import { Permits } from "./permits.ts";
import { SERVER_LIMIT, type ServerLimit, ServerPermits } from "./server-limit.ts";

export interface HostSchedulerOptions {
  readonly states: HostStates;
  /** Checks at work at once over all hosts, without those that merely wait. */
  readonly concurrency: number;
  /** Connections that one host may see at once; with `leases` always one. */
  readonly perHost?: number;
  readonly server?: ServerLimit;
  /** Of the fleet that shares the hosts; absent or null: this process is alone. */
  readonly leases?: HostLeases | null;
  /** Longest rest that a host may ask for and have; above it, its jobs are handed back. */
  readonly waitMsMax: number;
  /** A check that takes longer goes on without a permit, where there is room for it; absent: each keeps its own. */
  readonly longMs?: number;
  readonly timing?: Timing;
}

/** Checks beside each permit that hold none, as they wait or last long. */
const WAITING_PER_PERMIT = 3;
const LONG_CHECK_SCAN_MS = 500;

interface Stop {
  /** Whatever would last longer is cut short. */
  readonly until: number;
  readonly ended: () => void;
}

/**
 * Decides which check may begin when (C4), for sweeps and lists alike. The jobs of a host begin in the order of coming, as many at
 * once as it may see, with the rest between two that follows from what it showed; a resting host does not block others. Every
 * job is done or handed back.
 */
export class HostScheduler implements CheckOwner {
  readonly permits: Permits;
  readonly timing: Timing;
  readonly #longMs: number | undefined;
  readonly #queues: HostQueues;
  readonly #servers: ServerPermits;
  /** In the order of beginning. */
  readonly #running: Map<CheckPermit, Job>;
  /** What ends a sleep, and when it ends by itself. */
  readonly #sleeping = new Map<(isFull: boolean) => void, number>();
  #cancelScan: (() => void) | null = null;
  #idleSince: number | null;
  #stop: Stop | null = null;

  constructor(options: HostSchedulerOptions) {
    const { states, perHost = 1, leases = null, server = SERVER_LIMIT, waitMsMax } = options;
    const timing = options.timing ?? systemTiming;
    this.timing = timing;
    this.#longMs = options.longMs;
    const runningMax = options.concurrency * (1 + WAITING_PER_PERMIT);
    this.#running = watchCache("checks-running", new Map(), runningMax);
    this.permits = new Permits(options.concurrency, WAITING_PER_PERMIT);
    this.#servers = new ServerPermits(server, leases, timing);
    this.#queues = new HostQueues({ states, perHost, leases, waitMsMax, timing, wake: () => this.wake() });
    this.#idleSince = timing.now();
  }

  stateOf(host: HostName): HostState {
    return this.#queues.stateOf(host);
  }

  add(job: Job): void {
    this.#add(job, false);
  }

  /** One piece of work ahead of all jobs of its host, as somebody waits for it. null: handed back. */
  run<T>(host: HostName, work: (lease: HostLease, politeness: Politeness) => Promise<T>): Promise<T | null> {
    return new Promise((resolve, reject) => {
      const job: Job = {
        host,
        group: work,
        tryInfer: () => false,
        run: async (lease, politeness) => resolve(await work(lease, politeness)),
        handBack: () => resolve(null),
        fail: reject,
      };
      this.#add(job, true);
    });
  }

  /** Hands back what has not begun of a group. */
  withdraw(group: object): void {
    this.#queues.withdraw(group);
  }

  /** Hands back half of what has not begun of a group, as another worker is idle. */
  withdrawHalf(group: object, most: number): void {
    this.#queues.withdrawHalf(group, most);
  }

  /** For how long at least half of the permits were free and no job was ready; 0: they are not. */
  idleCapacityMs(): number {
    return this.#idleSince === null ? 0 : this.timing.now() - this.#idleSince;
  }

  /** Begins nothing more, and hands back what is not done within so many milliseconds. Resolves when nothing is left. */
  stop(graceMs: number): Promise<void> {
    if (this.#stop !== null) throw new Error("a scheduler is stopped once");
    return new Promise((resolve) => {
      const until = this.timing.now() + graceMs;
      const cancel = this.timing.after(graceMs, () => this.#abandon());
      const ended = () => {
        cancel();
        resolve();
      };
      this.#stop = { until, ended };
      this.#queues.withdraw(null);
      this.#queues.endBy(until);
      for (const [wake, at] of this.#sleeping) if (at > until) wake(false);
      if (this.#running.size === 0) ended();
    });
  }

  acquireLease(host: HostName, withinMs: number): Promise<HostLease | null> | HostLease | null {
    return this.#queues.acquire(host, withinMs);
  }

  acquireServer({ host, address }: Server, withinMs: number): Promise<Permit | null> | Permit {
    return this.#servers.acquire({ operator: this.stateOf(host).operator, address }, withinMs);
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

  /** Begins as many as may begin. */
  wake(): void {
    while (this.permits.isFree) {
      const next = this.#queues.takeNext();
      if (next === null) break;
      void this.#begin(next.queue, next.job);
    }
    const hasIdleCapacity = !this.#queues.hasReady && this.permits.working <= this.permits.max / 2;
    this.#idleSince = hasIdleCapacity ? (this.#idleSince ?? this.timing.now()) : null;
  }

  #add(job: Job, first: boolean): void {
    if (this.#stop !== null) {
      job.handBack("stopped");
      return;
    }
    this.#queues.add(job, first);
    this.wake();
  }

  async #begin(queue: HostQueue, job: Job): Promise<void> {
    const permit = new CheckPermit(this);
    this.#running.set(permit, job);
    this.#scheduleLongCheckScan();
    let lease: HostLease | null = null;
    try {
      if (await this.#isInferred(queue, job)) return;
      lease = await this.#queues.leaseFor(queue);
      if (lease !== null && this.#stop === null) await job.run(lease, permit);
      else this.#putBack(queue, job, permit);
    } catch (error) {
      if (this.#running.has(permit)) job.fail(error);
    } finally {
      lease?.release();
      this.#end(permit);
    }
  }

  /** Where its result is inferred, a job needs no lease. */
  async #isInferred(queue: HostQueue, job: Job): Promise<boolean> {
    let needsLease = false;
    try {
      needsLease = !(await job.tryInfer(queue.state));
    } finally {
      if (!needsLease) this.#queues.giveBack(queue);
    }
    return !needsLease;
  }

  #putBack(queue: HostQueue, job: Job, permit: CheckPermit): void {
    if (!this.#running.delete(permit)) return;
    permit.end();
    if (this.#stop !== null) job.handBack("stopped");
    else this.#queues.putBack(queue, job);
  }

  #end(permit: CheckPermit): void {
    if (this.#running.delete(permit)) permit.end();
    this.wake();
    if (this.#running.size === 0) this.#stop?.ended();
  }

  /** Checks that last long make room for others, one after the other. */
  #scheduleLongCheckScan(): void {
    const longMs = this.#longMs;
    if (longMs === undefined) return;
    this.#cancelScan ??= this.timing.after(LONG_CHECK_SCAN_MS, () => {
      this.#cancelScan = null;
      const before = this.timing.now() - longMs;
      for (const permit of this.#running.keys()) {
        if (permit.beganAt > before) break;
        permit.stepAside();
      }
      if (this.#running.size > 0) this.#scheduleLongCheckScan();
      this.wake();
    });
  }

  /** The time of those under way is over. */
  #abandon(): void {
    this.#queues.end();
    for (const wake of this.#sleeping.keys()) wake(false);
    for (const [permit, job] of [...this.#running]) {
      this.#running.delete(permit);
      permit.end();
      job.handBack("stopped");
    }
    this.#cancelScan?.();
    this.#stop?.ended();
  }
}
