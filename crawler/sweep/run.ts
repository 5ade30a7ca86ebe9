import { tallySweep } from "../../db/work/passes.ts";
import { createTally } from "../../db/work/tally.ts";
import { HostScheduler } from "../politeness/host-scheduler.ts";
import { HostStates } from "../politeness/host-state.ts";
import { type PacePolicy, SWEEP_PACE } from "../politeness/rate-limiter.ts";
import { allEnded, type RoleContext } from "../runtime/context.ts";
import { withBackoff } from "../runtime/database-retry.ts";
import { type HeartbeatOptions, startHeartbeat, workerName } from "../runtime/heartbeat.ts";
import { createProgress } from "../runtime/log.ts";
import { WakeUp } from "../runtime/wake-up.ts";
import { checkAsked } from "./asked.ts";
import { sweepInBatches } from "./batches.ts";
import { checkCandidates } from "./candidates.ts";
import type { Fleet } from "./fleet.ts";
import { MinuteRate } from "./minute-rate.ts";
import { RecentDomains } from "./recent-domains.ts";
import { Sharing } from "./sharing.ts";
import type { SweepChecker } from "./sweep-check.ts";

/** A sweep of everything takes so long at most; more is an alarm to add hardware (F7). */
export const PASS_DAYS = 28;
/** Checks at work at once. */
const CONCURRENCY = 300;
/** A host that asks for so much rest at most is waited for; for more its URLs are put off to another day. */
const WAIT_MS_MAX = 30_000;
/** Checks of hosts that answer take far less; those of silent ones most of a minute (C3), and would take up all permits. */
const LONG_MS = 2_000;
/**
 * A process that is to end has 10 s (docs/cli.md), a slow server a minute (C3): what is under way this long after
 * the signal is handed back unchecked, which leaves time to write what was found.
 */
const GRACE_MS = 5_000;

export interface CrawlOptions {
  /** Ends when nothing is due. */
  readonly once: boolean;
  /** Checks under way at once. */
  readonly concurrency?: number;
  readonly pace?: Partial<PacePolicy>;
  readonly checker: SweepChecker;
  /** With whom hosts are shared (C4); absent: this worker is alone. */
  readonly fleet?: Pick<Fleet, "leases">;
}

export interface CrawlSummary {
  readonly checked: number;
  readonly stored: number;
  /** Of those stored: without traffic, as their hosts were away (C5). */
  readonly booked: number;
  readonly ms: number;
}

/**
 * A crawler worker: sweeps slices and looks again at young failures, until the signal or, with `once`, until nothing is due
 * that no other living worker has in hand.
 */
export async function crawl(given: RoleContext, options: CrawlOptions): Promise<CrawlSummary> {
  const over = new AbortController();
  const signal = AbortSignal.any([given.signal, over.signal]);
  const ctx = withBackoff({ ...given, signal }, options.once);
  const scheduler = createScheduler(ctx, options);
  const stopped = new Promise<void>((resolve) => {
    const stop = () => void scheduler.stop(GRACE_MS).then(resolve);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
  const wakeUp = new WakeUp("weboid_asked");
  // A worker that dies leaves slices and leases of hosts behind: both are found by one name.
  const worker = options.fleet?.leases.holder ?? workerName("crawl");
  const sharing = new Sharing(ctx, worker);
  // A run that ends looks by itself for what people ask.
  const listeners = [...sharing.listeners, ...(options.once ? [] : [wakeUp])];
  const work = startWork(ctx, { name: worker, runsOn: !options.once, listeners });
  let failed = true;
  try {
    // Who leases before others can see that it lives would be taken for dead.
    await work.life.begun;
    const candidates = checkCandidates(ctx, options.checker, scheduler, options.once);
    const asked = checkAsked(ctx, options.checker, scheduler, { once: options.once, wakeUp });
    const sweep = sweepInBatches(ctx, {
      worker: work.life.name,
      passDays: PASS_DAYS,
      checker: options.checker,
      scheduler,
      sharing,
      once: options.once,
      recent: work.recent,
      onChecked: work.onChecked,
      onEnded: work.onEnded,
    });
    await allEnded([sweep, candidates, asked], over);
    failed = false;
  } finally {
    over.abort();
    await stopped;
    work.progress.done();
    await work.life.stop(failed);
  }
  return work.summary();
}

function createScheduler(ctx: RoleContext, { pace, concurrency, fleet }: CrawlOptions): HostScheduler {
  const { clock } = ctx;
  return new HostScheduler({
    states: new HostStates({ pace: { ...SWEEP_PACE, ...pace }, signs: "all", clock }),
    concurrency: concurrency ?? CONCURRENCY,
    leases: fleet?.leases ?? null,
    waitMsMax: WAIT_MS_MAX,
    longMs: LONG_MS,
  });
}

/** What the worker has done, for `weboid status` and the terminal. */
function startWork(
  ctx: RoleContext,
  { name, runsOn, listeners }: Required<Pick<HeartbeatOptions, "name" | "runsOn" | "listeners">>,
) {
  const progress = createProgress(ctx.log);
  const recent = new RecentDomains();
  const minute = new MinuteRate();
  const began = performance.now();
  let [checked, stored, inferred] = [0, 0, 0];
  const tally = createTally(() => ({ checked, inferred }));
  const rate = () => checked / Math.max((performance.now() - began) / 1_000, 0.001);
  const life = startHeartbeat(
    ctx,
    "crawl",
    () => ({
      checked,
      stored,
      booked: inferred,
      perSecond: Number(minute.perSecond(checked).toFixed(1)),
      ...recent.figures(),
    }),
    { name, runsOn, listeners, tally: (db) => tally((more) => tallySweep(db, more)) },
  );
  return {
    life,
    progress,
    recent,
    onChecked() {
      checked += 1;
      progress.update(`${checked} URLs checked, ${rate().toFixed(0)} a second`);
    },
    onEnded(batch: { readonly stored: number; readonly inferred: number }) {
      stored += batch.stored;
      inferred += batch.inferred;
    },
    summary: (): CrawlSummary => ({
      checked,
      stored,
      booked: inferred,
      ms: Math.round(performance.now() - began),
    }),
  };
}
