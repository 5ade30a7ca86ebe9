import Queue from "yocto-queue";
import type { HostName } from "../../shared/url/types.ts";
import type { Timing } from "../runtime/timing.ts";
import { HeldLease, type LeaseMeans } from "./held-lease.ts";
import type { HostLease } from "./host-lease.ts";
import type { GrantedLease, HostLeases } from "./host-leases.ts";
import { HostQueue, type Job, type Waiter } from "./host-queue.ts";
import type { HostState, HostStates } from "./host-state.ts";

export interface HostQueuesOptions {
  readonly states: HostStates;
  /** Connections that one host may see at once; with `leases` always one. */
  readonly perHost: number;
  /** Of the fleet that shares the hosts; null: this process is alone. */
  readonly leases: HostLeases | null;
  /** A host that asks for so much rest at most is waited for. */
  readonly waitMsMax: number;
  readonly timing: Timing;
  /** A job may begin, or one came free. */
  readonly wake: () => void;
}

/** After the leases were closed, as all is ending. */
const CLOSED_MS = 500;

/** Who may ask which host next: jobs that have not begun, and checks under way that come to another host than their first. */
export class HostQueues {
  readonly #options: HostQueuesOptions;
  readonly #timing: Timing;
  readonly #leaseMeans: LeaseMeans;
  readonly #perHost: number;
  /** Hosts that have jobs, leases, or checks that wait for one. */
  readonly #queues = new Map<HostName, HostQueue>();
  /** Hosts whose next job may begin, in the order in which they may. */
  readonly #ready = new Queue<HostQueue>();
  /** Nobody waits for a lease any longer; on the clock of `timing`. */
  #endsAt = Number.POSITIVE_INFINITY;

  constructor(options: HostQueuesOptions) {
    this.#options = options;
    this.#timing = options.timing;
    const { leases, waitMsMax, timing } = options;
    const onRelease = (queue: HostQueue) => this.giveBack(queue);
    this.#leaseMeans = { exchangeMs: leases?.exchangeMs ?? 0, waitMsMax, timing, onRelease };
    this.#perHost = options.leases === null ? options.perHost : 1;
  }

  get hasReady(): boolean {
    return this.#ready.size > 0;
  }

  stateOf(host: HostName): HostState {
    return this.#queues.get(host)?.state ?? this.#options.states.of(host);
  }

  /** @param first ahead of all others of its host */
  add(job: Job, first: boolean): void {
    const queue = this.#queueOf(job.host);
    if (first) queue.jobs.unshift(job);
    else queue.jobs.push(job);
    this.#advance(queue);
  }

  /** The job that may begin next: its host counts as visited until `giveBack`, or until its lease is released. */
  takeNext(): { readonly queue: HostQueue; readonly job: Job } | null {
    for (;;) {
      const queue = this.#ready.dequeue();
      if (queue === undefined) return null;
      queue.isReady = false;
      const job = this.#mayVisit(queue) ? queue.jobs.shift() : undefined;
      if (job !== undefined) queue.leases++;
      this.#advance(queue);
      if (job !== undefined) return { queue, job };
    }
  }

  /** The lease for a job that was taken, asked of the fleet where there is one; null: not now, and the job is to be put back. */
  leaseFor(queue: HostQueue): HeldLease | Promise<HeldLease | null> {
    return this.#options.leases === null
      ? this.#lease(queue, null)
      : this.#claim(queue, this.#options.leases);
  }

  putBack(queue: HostQueue, job: Job): void {
    queue.jobs.unshift(job);
    this.#advance(queue);
  }

  /** Of a job that needed no lease. */
  giveBack(queue: HostQueue): void {
    queue.leases--;
    this.#advance(queue);
    this.#options.wake();
  }

  /** A lease for a check under way, ahead of all jobs of the host; a promise only where it has to be waited for. */
  acquire(host: HostName, withinMs: number): HostLease | Promise<HostLease | null> | null {
    const queue = this.#queueOf(host);
    const until = Math.min(this.#timing.now() + withinMs, this.#endsAt);
    if (this.#mayVisit(queue) && queue.waiters.size === 0) {
      queue.leases++;
      const { leases } = this.#options;
      return leases === null ? this.#lease(queue, null) : this.#claimWithin(queue, until, leases);
    }
    if (this.#isTooLate(queue, until)) {
      this.#forgetIdle(queue);
      return null;
    }
    return this.#wait(queue, until);
  }

  /** Hands back the jobs of a group; null: all. */
  withdraw(group: object | null): void {
    for (const queue of this.#queues.values()) {
      for (const job of queue.withdraw(group)) job.handBack("stopped");
      this.#forgetIdle(queue);
    }
  }

  /** Hands back the jobs of a group at every second host that has some, until there are `most` of them. */
  withdrawHalf(group: object, most: number): void {
    let isOurs = false;
    let handedBack = 0;
    for (const queue of this.#queues.values()) {
      if (handedBack >= most) return;
      if (!queue.jobs.some((job) => job.group === group)) continue;
      isOurs = !isOurs;
      if (isOurs) continue;
      const jobs = queue.withdraw(group);
      for (const job of jobs) job.handBack("given-away");
      handedBack += jobs.length;
      this.#forgetIdle(queue);
    }
  }

  /** From now on nobody begins to wait for a lease beyond that moment. */
  endBy(endsAt: number): void {
    this.#endsAt = endsAt;
  }

  /** Nobody waits any more. */
  end(): void {
    for (const queue of this.#queues.values()) {
      for (const waiter of queue.waiters) waiter.proceed(false);
      this.#forgetIdle(queue);
    }
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

  #waitMs({ state }: HostQueue): number {
    return state.limiter.waitMs(this.#timing.now());
  }

  #mayVisit(queue: HostQueue): boolean {
    return queue.leases < this.#perHost && this.#waitMs(queue) <= 0;
  }

  #isTooLate(queue: HostQueue, until: number): boolean {
    return this.#timing.now() + this.#waitMs(queue) > until;
  }

  /** Lets the host's next one go on, if it may; else sees that it is looked at again in time. */
  #advance(queue: HostQueue): void {
    const waitMs = this.#waitMs(queue);
    if (queue.isIdle) this.#forgetIdle(queue);
    else if (queue.leases >= this.#perHost) return;
    else if (waitMs > 0) this.#rest(queue, waitMs);
    else if (queue.waiters.size > 0) {
      const [waiter] = queue.waiters;
      queue.leases++;
      waiter?.proceed(true);
      this.#advance(queue);
    } else if (queue.jobs.length > 0 && !queue.isReady) {
      queue.isReady = true;
      this.#ready.enqueue(queue);
    }
  }

  #rest(queue: HostQueue, waitMs: number): void {
    const { waitMsMax, wake } = this.#options;
    const now = this.#timing.now();
    const askedForMs = queue.state.limiter.askedForMs(now, waitMsMax);
    // Of a rest the exchange of leases is no part.
    if (Math.max(waitMs - this.#leaseMeans.exchangeMs, askedForMs) > waitMsMax)
      for (const job of queue.withdraw(null)) job.handBack("deferred");
    for (const waiter of queue.waiters) if (waiter.until < now + waitMs) waiter.proceed(false);
    if (queue.isIdle) this.#forgetIdle(queue);
    else
      queue.cancelTimer ??= this.#timing.after(waitMs, () => {
        queue.cancelTimer = null;
        this.#advance(queue);
        wake();
      });
  }

  #lease(queue: HostQueue, granted: GrantedLease | null): HeldLease {
    return new HeldLease(queue, granted, this.#leaseMeans);
  }

  async #claim(queue: HostQueue, leases: HostLeases): Promise<HeldLease | null> {
    const { host, limiter } = queue.state;
    const answer = await leases.claim(`h:${host}`).catch((error: unknown) => {
      this.giveBack(queue);
      throw error;
    });
    if (answer?.kind === "granted") {
      if (answer.backoffMs !== undefined) limiter.backoffMs = answer.backoffMs;
      return this.#lease(queue, answer);
    }
    limiter.restUntil(this.#timing.now() + (answer?.ms ?? CLOSED_MS));
    queue.leases--;
    return null;
  }

  async #claimWithin(queue: HostQueue, until: number, leases: HostLeases): Promise<HostLease | null> {
    const lease = await this.#claim(queue, leases);
    if (lease !== null) return lease;
    this.#advance(queue);
    return this.#isTooLate(queue, until) ? null : this.#wait(this.#queueOf(queue.state.host), until);
  }

  #wait(queue: HostQueue, until: number): Promise<HostLease | null> {
    return new Promise((resolve, reject) => {
      const { leases } = this.#options;
      const waiter: Waiter = {
        until,
        proceed: (hasLease) => {
          queue.waiters.delete(waiter);
          cancel();
          if (!hasLease) resolve(null);
          else if (leases === null) resolve(this.#lease(queue, null));
          else this.#claimWithin(queue, until, leases).then(resolve, reject);
        },
      };
      const cancel = this.#timing.after(until - this.#timing.now(), () => {
        waiter.proceed(false);
        this.#forgetIdle(queue);
      });
      queue.waiters.add(waiter);
      this.#advance(queue);
    });
  }
}
