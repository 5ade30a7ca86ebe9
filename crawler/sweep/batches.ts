import { isSliceDue } from "../../db/work/slices.ts";
import { watchCache } from "../runtime/caches.ts";
import { pause } from "../runtime/clock.ts";
import type { RoleContext } from "../runtime/context.ts";
import { retryWhileDatabaseDown } from "../runtime/database-retry.ts";
import { type BatchOptions, type BatchSummary, SweepBatch } from "./batch.ts";
import { waitForOrphanedWork } from "./orphaned-work.ts";
import { IDLE_MS, type Sharing } from "./sharing.ts";

export interface SweepOptions extends BatchOptions {
  readonly sharing: Sharing;
  /** Ends when nothing is due that no other living worker has in hand. */
  readonly once: boolean;
  readonly onEnded: (summary: BatchSummary) => void;
}

/** So often it is looked whether another batch may begin. */
const POLL_MS = 50;
/** Batches begun beside each other as soon as the scheduler has had little to do for so long … */
const BATCHES_AT_ONCE = 4;
const HUNGRY_MS = 200;
/** … and beyond them when all wait for a few slow hosts, as a host with very many URLs has some in every slice. */
const BATCHES_MAX = 16;
const STALLED_MS = 3_000;

/**
 * Batch after batch until the signal. When all that is left of one waits for hosts that rest, the next begins beside it; when there
 * are too many of those, the oldest hands the rest back: so a tarpit with very many URLs holds up nobody else.
 */
export async function sweepInBatches(ctx: RoleContext, options: SweepOptions): Promise<void> {
  const batches = new Batches(ctx, options);
  try {
    await batches.follow();
  } finally {
    await batches.end();
  }
}

class Batches {
  readonly #ctx: RoleContext;
  readonly #options: SweepOptions;
  /** In the order of beginning. */
  readonly #open = watchCache("sweep-batches", new Map<SweepBatch, Promise<void>>(), BATCHES_MAX);
  #failure: { readonly error: unknown } | null = null;
  #crowdedOutAt = 0;
  #taken = 0;

  constructor(ctx: RoleContext, options: SweepOptions) {
    this.#ctx = ctx;
    this.#options = options;
    options.sharing.onIdleWorker = () => void this.#giveToIdleWorker();
  }

  async follow(): Promise<void> {
    const { once, sharing, worker } = this.#options;
    const { signal } = this.#ctx;
    const mayCome = waitForOrphanedWork(this.#ctx, worker, sharing);
    while (!signal.aborted && this.#failure === null) {
      await this.#untilHungry();
      if (this.#isOver) return;
      // What another batch hands back at its end may be due at once.
      const wasAlone = this.#open.size === 0;
      if (await this.#begin()) continue;
      if (this.#open.size > 0) await Promise.race([...this.#open.values(), pause(IDLE_MS, signal)]);
      else if (!once) await sharing.waitIdle(IDLE_MS, signal);
      else if (wasAlone && !(await mayCome(signal))) return;
    }
  }

  async end(): Promise<void> {
    await Promise.all(this.#open.values());
    if (this.#failure !== null) throw this.#failure.error;
  }

  get #isOver(): boolean {
    return this.#ctx.signal.aborted || this.#failure !== null;
  }

  /** False: nothing is due. */
  async #begin(): Promise<boolean> {
    // A worker's first batch is a small one: where workers are short-lived, reading much would be all they do.
    const options = { ...this.#options, ...(this.#taken++ === 0 && { slices: 1 }) };
    const batch = await SweepBatch.take(this.#ctx, options);
    if (batch === null) return false;
    this.#open.set(batch, this.#follow(batch));
    void this.#giveToIdleWorker();
    return true;
  }

  /** While there is more to do than can be done at once: half of it for a worker that is idle. */
  async #giveToIdleWorker(): Promise<void> {
    const { scheduler, sharing } = this.#options;
    if (scheduler.idleCapacityMs() > 0 || !sharing.takeIdleWorker()) return;
    const given = await Promise.all([...this.#open.keys()].map((batch) => batch.giveHalfAway()));
    if (given.includes(true)) await sharing.sayGivenAway();
  }

  async #follow(batch: SweepBatch): Promise<void> {
    try {
      this.#options.onEnded(await batch.ended);
    } catch (error) {
      this.#failure ??= { error };
      // The others end with it, after what is under way.
      for (const other of this.#open.keys()) this.#options.scheduler.withdraw(other);
    } finally {
      this.#open.delete(batch);
    }
  }

  async #untilHungry(): Promise<void> {
    const { scheduler } = this.#options;
    while (!this.#isOver && this.#open.size > 0) {
      const enoughMs = this.#open.size < BATCHES_AT_ONCE ? HUNGRY_MS : STALLED_MS;
      if (scheduler.idleCapacityMs() >= enoughMs) {
        if (this.#open.size < BATCHES_MAX) return;
        await this.#preemptOldest();
      }
      await Promise.race([...this.#open.values(), pause(POLL_MS, this.#ctx.signal)]);
    }
  }

  async #preemptOldest(): Promise<void> {
    const now = performance.now();
    const [oldest] = this.#open.keys();
    if (oldest === undefined || now - this.#crowdedOutAt < STALLED_MS) return;
    this.#crowdedOutAt = now;
    const { clock, db } = this.#ctx;
    const isPressing = await retryWhileDatabaseDown(this.#ctx, () =>
      isSliceDue(db, clock.today(), this.#options.passDays),
    );
    if (isPressing) oldest.preempt();
  }
}
