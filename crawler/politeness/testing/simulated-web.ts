import type { NetworkFailure } from "../../../shared/status/network-failure.ts";
import type { HostName } from "../../../shared/url/types.ts";
import type { HostLease, Politeness } from "../host-lease.ts";
import type { HandedBack, Job } from "../host-queue.ts";
import { HostScheduler, type HostSchedulerOptions } from "../host-scheduler.ts";
import { HostStates } from "../host-state.ts";
import { LIST_PACE, type PacePolicy } from "../rate-limiter.ts";
import { SimulatedTime } from "./simulated-time.ts";

/** What a check meets. */
export interface Page {
  readonly host: string;
  readonly ms: number;
  readonly http?: number;
  readonly retryAfterMs?: number;
  /** It redirects to a page of another host, which is asked with a lease there; given up after 20 s. */
  readonly to?: string;
  /** The name service keeps the check waiting for so long before. */
  readonly nameMs?: number;
}

export interface Visit {
  readonly host: string;
  readonly page: Page;
  readonly from: number;
  readonly to: number;
}

const WAIT_MS_MAX = 20_000;
const systemDay = { now: () => 0, today: () => 0 as never };

/** A web, a clock and a scheduler of its checks, and all that happened. */
export class SimulatedWeb {
  readonly time: SimulatedTime;
  readonly scheduler: HostScheduler;
  readonly visits: Visit[] = [];
  /** Of checks at work: neither waiting for a name nor for another host's lease. */
  workingMost = 0;
  readonly ended = new Map<Page, "done" | HandedBack>();
  readonly doneAt = new Map<Page, number>();
  #working = 0;

  constructor(
    options: Partial<HostSchedulerOptions> & { readonly concurrency: number; readonly pace?: PacePolicy },
    time = new SimulatedTime(),
  ) {
    this.time = time;
    const states = new HostStates({ pace: options.pace ?? LIST_PACE, signs: "all", clock: systemDay });
    this.scheduler = new HostScheduler({ states, waitMsMax: 60_000, timing: time, ...options });
  }

  /** Resolves when each of them is done or handed back. */
  async check(pages: readonly Page[], group: object = {}): Promise<void> {
    await Promise.all(
      pages.map((page) => new Promise<void>((end, fail) => this.#add(page, group, end, fail))),
    );
  }

  /** The most visits of a host at once. */
  atOnce(host: string): number {
    const visits = this.visits.filter((visit) => visit.host === host);
    return Math.max(
      0,
      ...visits.map(({ from }) => visits.filter((at) => at.from <= from && at.to > from).length),
    );
  }

  #add(page: Page, group: object, end: () => void, fail: (error: unknown) => void): void {
    const over = (how: "done" | HandedBack) => {
      if (this.ended.has(page)) throw new Error("ended twice");
      this.ended.set(page, how);
      this.doneAt.set(page, this.time.now());
      end();
    };
    const job: Job = {
      host: page.host as HostName,
      group,
      tryInfer: () => false,
      run: async (lease, politeness) => {
        await this.#run(page, lease, politeness);
        if (!this.ended.has(page)) over("done");
      },
      handBack: over,
      fail,
    };
    this.scheduler.add(job);
  }

  async #run(page: Page, lease: HostLease, politeness: Politeness): Promise<void> {
    this.#work(1);
    const { nameMs = 0, to } = page;
    if (nameMs > 0) await this.#idle(politeness.yieldPermit(this.time.sleep(nameMs)));
    await this.#visit(page, page.host, lease);
    lease.release();
    if (to !== undefined) {
      const there = await this.#idle(Promise.resolve(politeness.acquire(to as HostName, WAIT_MS_MAX)));
      if (there !== null) await this.#visit(page, to, there);
      there?.release();
    }
    this.#work(-1);
  }

  async #visit(page: Page, host: string, lease: HostLease): Promise<void> {
    const { ms, http = 200, retryAfterMs = null } = page;
    const from = this.time.now();
    await this.time.sleep(ms);
    this.visits.push({ host, page, from, to: this.time.now() });
    const failure: NetworkFailure | null = http === 0 ? "timeout" : null;
    lease.observe({ http: http === 0 ? null : http, failure, tookMs: ms, retryAfterMs });
  }

  async #idle<T>(until: Promise<T>): Promise<T> {
    this.#work(-1);
    const value = await until;
    this.#work(1);
    return value;
  }

  #work(change: 1 | -1): void {
    this.#working += change;
    this.workingMost = Math.max(this.workingMost, this.#working);
  }
}
