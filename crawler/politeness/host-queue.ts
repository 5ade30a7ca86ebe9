import type { HostName } from "../../shared/url/types.ts";
import type { HostLease, Politeness } from "./host-lease.ts";
import type { HostState } from "./host-state.ts";

/** Why a job was not done: the scheduler stopped or its group was withdrawn; its host asks for more time than anybody waits; or another is to do it. */
export type HandedBack = "stopped" | "deferred" | "given-away";

/** One check to be made at a host, as soon as that host may be asked. Ends with one call: `run` resolves, `handBack`, or `fail`. */
export interface Job {
  readonly host: HostName;
  /** That of one batch; what is left of it can be withdrawn together. */
  readonly group: object;
  /** Infers its result without asking the host, if it can. Called when the job may begin, before there is a lease. */
  tryInfer(state: HostState): boolean | Promise<boolean>;
  /** Releases the lease as soon as it is done with the host. */
  run(lease: HostLease, politeness: Politeness): Promise<void>;
  /** What comes of `run` afterwards counts no more. */
  handBack(reason: HandedBack): void;
  /** A bug, or a database that was away for too long. */
  fail(error: unknown): void;
}

/** A check under way that waits for a lease at another host than its first. */
export interface Waiter {
  /** On the scheduler's clock. */
  readonly until: number;
  /** With a lease at hand, or without one: it is too late. */
  proceed(hasLease: boolean): void;
}

/** The jobs of one host in the order of coming, and its leases. */
export class HostQueue {
  readonly state: HostState;
  jobs: Job[] = [];
  readonly waiters = new Set<Waiter>();
  /** Held, or being claimed. */
  leases = 0;
  /** It stands among the hosts whose next job may begin. */
  isReady = false;
  /** Set while the host rests. */
  cancelTimer: (() => void) | null = null;

  constructor(state: HostState) {
    this.state = state;
  }

  get isIdle(): boolean {
    return this.leases === 0 && this.jobs.length === 0 && this.waiters.size === 0 && !this.isReady;
  }

  /** Takes out the jobs of a group; null: all. */
  withdraw(group: object | null): Job[] {
    const isMeant = (job: Job) => group === null || job.group === group;
    const sorted = Map.groupBy(this.jobs, isMeant);
    this.jobs = sorted.get(false) ?? [];
    return sorted.get(true) ?? [];
  }
}
