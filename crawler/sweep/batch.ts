import { recordDomainNotes } from "../../db/hosts/record.ts";
import type { HostRecord } from "../../db/types.ts";
import { addDays, type Day, dayOfInstant } from "../../shared/calendar/day.ts";
import type { HostName, NormalisedUrl } from "../../shared/url/types.ts";
import { originOf, WATCHED_URLS_MIN } from "../classify/outage.ts";
import type { HandedBack, Job } from "../politeness/host-queue.ts";
import type { HostScheduler } from "../politeness/host-scheduler.ts";
import { DomainNotes } from "../record/domain-notes.ts";
import { Writer } from "../record/writer.ts";
import type { RoleContext } from "../runtime/context.ts";
import { retryWhileDatabaseDown } from "../runtime/database-retry.ts";
import {
  type BatchLease,
  type BatchRequest,
  RECHECKS_PER_BATCH,
  type SweepTask,
  takeWork,
} from "./batch-lease.ts";
import { giveAway, handBack, type Undone } from "./hand-back.ts";
import type { RecentDomains } from "./recent-domains.ts";
import { type BatchContext, checkTask, inferResult, type SweepChecker } from "./sweep-check.ts";

export interface BatchOptions extends BatchRequest {
  readonly checker: SweepChecker;
  readonly scheduler: HostScheduler;
  readonly recent?: RecentDomains;
  readonly onChecked: () => void;
}

export interface BatchSummary {
  readonly stored: number;
  /** Of those stored: without traffic, as their hosts were away (C5). */
  readonly inferred: number;
}

/** A batch that slow hosts hold up hands the rest back, for any worker to go on with. */
const BATCH_MS_MAX = 15 * 60 * 1_000;
/** With fewer URLs left a worker is soon done by itself. */
const GIVEN_AWAY_MIN = 500;

/** One round of a sweep: leased slices and rechecks, whose URLs are checked as their hosts allow, and given back. */
export class SweepBatch {
  /** Resolves when everything is written and given back. */
  readonly ended: Promise<BatchSummary>;
  readonly #ctx: RoleContext;
  readonly #options: BatchOptions;
  readonly #lease: BatchLease;
  readonly #writers: { readonly slices: Writer; readonly rechecks: Writer };
  readonly #context: BatchContext;
  readonly #undone = { notStarted: [], postponed: [], notObserved: [] } as {
    -readonly [Key in "notStarted" | "postponed" | "notObserved"]: Undone[Key][number][];
  };
  /** Of what was handed back, for an idle worker to do. */
  #givenAway: SweepTask[] = [];
  #givingAway: Promise<void> = Promise.resolve();
  readonly #done = Promise.withResolvers<void>();
  #open: number;
  #inferred = 0;
  #wasPreempted = false;
  /** Nothing can be written any more. */
  #isUnwritable = false;
  #failure: { readonly error: unknown } | null = null;

  private constructor(
    ctx: RoleContext,
    options: BatchOptions,
    lease: BatchLease,
    tasks: readonly SweepTask[],
  ) {
    this.#ctx = ctx;
    this.#options = options;
    this.#lease = lease;
    this.#open = tasks.length;
    if (tasks.length === 0) this.#done.resolve();
    const onStale = (slices: readonly number[]) => lease.loseSlices(slices);
    const onFailed = () => {
      this.#isUnwritable = true;
      options.scheduler.withdraw(this);
    };
    this.#writers = {
      slices: new Writer(ctx, { leases: lease.slices, onStale, onFailed }),
      rechecks: new Writer(ctx, { leases: null, onStale, onFailed }),
    };
    this.#context = contextOf(ctx, options, tasks, (task) => this.#writerOf(task));
    this.ended = this.#work(tasks);
  }

  /** null: nothing is due. */
  static async take(ctx: RoleContext, options: BatchOptions): Promise<SweepBatch | null> {
    const work = await takeWork(ctx, options);
    return work === null ? null : new SweepBatch(ctx, options, work.lease, work.tasks);
  }

  /** Ends the batch, of which only URLs of resting hosts are left, in favour of new ones. */
  preempt(): void {
    this.#wasPreempted = true;
    this.#options.scheduler.withdraw(this);
  }

  /** Gives half of what is left away, as another worker is idle. False: too little is left. */
  async giveHalfAway(): Promise<boolean> {
    if (this.#open < GIVEN_AWAY_MIN) return false;
    this.#options.scheduler.withdrawHalf(this, RECHECKS_PER_BATCH);
    const tasks = this.#givenAway;
    this.#givenAway = [];
    if (tasks.length === 0) return false;
    // Committed before the batch ends, which finishes its slices.
    const given = giveAway(this.#ctx, this.#lease, tasks);
    this.#givingAway = Promise.all([this.#givingAway, given]).then(
      () => {},
      (error: unknown) => {
        this.#failure ??= { error };
        this.#options.scheduler.withdraw(this);
      },
    );
    await this.#givingAway;
    return this.#failure === null && (await given) > 0;
  }

  async #work(tasks: readonly SweepTask[]): Promise<BatchSummary> {
    const { scheduler } = this.#options;
    const timer = setTimeout(() => scheduler.withdraw(this), BATCH_MS_MAX);
    try {
      for (const { host } of tasks) scheduler.stateOf(nameOf(host)).load(host);
      for (const task of inRandomOrder(tasks)) scheduler.add(this.#jobOf(task));
      await this.#done.promise;
      await this.#givingAway;
      await Promise.all([this.#writers.slices.flush(), this.#writers.rechecks.flush()]);
      if (this.#failure !== null) throw this.#failure.error;
      await this.#lease.close();
      await handBack(this.#ctx, this.#lease, { ...this.#undone, wasPreempted: this.#wasPreempted });
      await storeNotes(this.#ctx, this.#context.notes);
    } finally {
      clearTimeout(timer);
      await this.#lease.close();
    }
    const { slices, rechecks } = this.#writers;
    return { stored: slices.stored + rechecks.stored, inferred: this.#inferred };
  }

  #writerOf({ slice }: SweepTask): Writer {
    return slice === null ? this.#writers.rechecks : this.#writers.slices;
  }

  #jobOf(task: SweepTask): Job {
    let isOver = false;
    const over = () => {
      isOver = true;
      this.#open -= 1;
      if (this.#open === 0) this.#done.resolve();
    };
    return {
      host: nameOf(task.host),
      group: this,
      tryInfer: async (state) => {
        await this.#writerOf(task).room();
        const mayBegin = await this.#mayBegin(task);
        const isInferred = mayBegin && inferResult(this.#context, task, state);
        if (isInferred) this.#inferred += 1;
        if (!mayBegin || isInferred) over();
        return !mayBegin || isInferred;
      },
      run: async (lease, politeness) => {
        // To get the host may have taken a while.
        const mayBegin = await this.#mayBegin(task);
        if (isOver) return;
        if (!mayBegin) return over();
        const reason = await checkTask(this.#context, task, lease, politeness, () => isOver);
        if (isOver) return;
        if (reason !== null) this.#undone.notObserved.push({ task, reason });
        this.#options.onChecked();
        over();
      },
      handBack: (why) => {
        this.#keep(task, why);
        over();
      },
      fail: (error) => {
        this.#failure ??= { error };
        over();
        this.#options.scheduler.withdraw(this);
      },
    };
  }

  /** False: it is another worker's by now, or nothing can be written any more. */
  async #mayBegin(task: SweepTask): Promise<boolean> {
    await this.#lease.confirm();
    return !this.#lease.isLost(task) && !this.#isUnwritable;
  }

  #keep(task: SweepTask, why: HandedBack): void {
    if (why === "stopped") this.#undone.notStarted.push(task);
    else if (why === "given-away") this.#givenAway.push(task);
    else this.#undone.postponed.push({ task, until: this.#dayAfterRest(task.host) });
  }

  /** The first day that begins after the host's rest. */
  #dayAfterRest(host: HostRecord): Day {
    const restMs = this.#options.scheduler.stateOf(nameOf(host)).waitMs();
    return addDays(dayOfInstant(this.#ctx.clock.now() + restMs), 1);
  }
}

const nameOf = ({ name }: HostRecord): HostName => name as HostName;

function contextOf(
  ctx: RoleContext,
  { checker, recent }: BatchOptions,
  tasks: readonly SweepTask[],
  writerOf: BatchContext["writerOf"],
): BatchContext {
  const keyOf = ({ id }: HostRecord, url: NormalisedUrl) => `${id} ${originOf(url)}`;
  const urls = new Map<string, number>();
  for (const { host, due } of tasks) {
    const key = keyOf(host, due.url);
    urls.set(key, (urls.get(key) ?? 0) + 1);
  }
  const isMany = (host: HostRecord, url: NormalisedUrl) =>
    (urls.get(keyOf(host, url)) ?? 0) >= WATCHED_URLS_MIN;
  return { ctx, checker, notes: new DomainNotes(), ...(recent && { recent }), writerOf, isMany };
}

/** Never rejects: they are learnt again with the next sweep, and the batch's results are stored. */
async function storeNotes(ctx: RoleContext, notes: DomainNotes): Promise<void> {
  try {
    await retryWhileDatabaseDown(ctx, () => recordDomainNotes(ctx.db, notes.agreed(), ctx.clock.today()));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    ctx.log.warn(`notes of whole hosts could not be stored: ${reason}`, "host-notes-not-stored");
  }
}

/** Those never contacted first (C4), each kind at random. */
function inRandomOrder(tasks: readonly SweepTask[]): SweepTask[] {
  const { fresh = [], known = [] } = Object.groupBy(tasks, ({ due }) =>
    due.queried === null ? "fresh" : "known",
  );
  return [...shuffle(fresh), ...shuffle(known)];
}

/** Fisher and Yates. */
function shuffle<T>(items: T[]): T[] {
  for (let at = items.length - 1; at > 0; at--) {
    const other = Math.floor(Math.random() * (at + 1));
    [items[at], items[other]] = [items[other] as T, items[at] as T];
  }
  return items;
}
