import { tallySweep } from "../../db/work/passes.ts";
import { isSliceDue } from "../../db/work/slices.ts";
import type { Fleet } from "../politeness/fleet.ts";
import type { RoleContext } from "../runtime/context.ts";
import { retryWhileDatabaseDown, withBackoff } from "../runtime/database-retry.ts";
import { startHeartbeat } from "../runtime/heartbeat.ts";
import { createProgress } from "../runtime/log.ts";
import { waitForHeld } from "./held.ts";
import { overlapTurns } from "./overlap.ts";
import { DEFAULT_PACE, type PacePolicy } from "./pace.ts";
import { checkProposals } from "./proposals.ts";
import { Slots } from "./slots.ts";
import { runTurn, type SweepChecker } from "./turn.ts";

/** A sweep of everything takes so long at most; more is an alarm to add hardware (F7). */
export const PASS_DAYS = 28;
/** Each holds some ten thousands of URLs; those of which little is left wait for a few slow hosts. */
const TURNS_AT_ONCE = 4;

export interface CrawlOptions {
  /** Ends when nothing is due. */
  readonly once: boolean;
  /** Checks under way at once. */
  readonly concurrency?: number;
  readonly passDays?: number;
  readonly pace?: Partial<PacePolicy>;
  readonly checker: SweepChecker;
  /** With whom hosts are shared (C4); absent: this worker is alone. */
  readonly fleet?: Fleet;
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
  const ctx = withBackoff(given, options.once);
  const pace = {
    ...DEFAULT_PACE,
    ...options.pace,
    ...(options.concurrency !== undefined && { concurrency: options.concurrency }),
  };
  const progress = createProgress(ctx.log);
  const began = performance.now();
  let checked = 0;
  let stored = 0;
  let booked = 0;
  let told = { checked, booked };
  const rate = () => checked / Math.max((performance.now() - began) / 1_000, 0.001);
  const life = startHeartbeat(
    ctx,
    "crawl",
    () => ({ checked, stored, booked, perSecond: Number(rate().toFixed(1)) }),
    // Whoever dies leaves slices and turns at hosts behind: both are found by one name.
    options.fleet?.holder,
    async (db) => {
      const [more, without] = [checked - told.checked, booked - told.booked];
      if (more === 0 && without === 0) return;
      told = { checked, booked };
      await tallySweep(db, { checked: more, inferred: without });
    },
  );
  const onChecked = () => {
    checked += 1;
    progress.update(`${checked} URLs checked, ${rate().toFixed(0)} a second`);
  };
  let turns = 0;
  let failed = true;
  const turnOptions = {
    worker: life.name,
    pace,
    passDays: options.passDays ?? PASS_DAYS,
    checker: options.checker,
    slots: new Slots(pace.concurrency),
    ...(options.fleet !== undefined && { fleet: options.fleet }),
    onChecked,
  };
  try {
    // Who leases before others can see that it lives would be taken for dead.
    await life.begun;
    const over = new AbortController();
    const proposals = checkProposals(
      { ...ctx, signal: AbortSignal.any([ctx.signal, over.signal]) },
      options.checker,
      options.once,
    );
    const sweep = overlapTurns(ctx, {
      once: options.once,
      atOnceMax: TURNS_AT_ONCE,
      mayCome: waitForHeld(ctx, life.name),
      isPressing: () =>
        retryWhileDatabaseDown(ctx, () => isSliceDue(ctx.db, ctx.clock.today(), turnOptions.passDays)),
      turn: async (signal, place) => {
        const turn = await runTurn(
          { ...ctx, signal },
          // A worker's first turn is a small one: where workers are short-lived, reading much would be all they do.
          // Without a fleet nothing keeps two turns from asking one host at once: each begins after the end of the one before.
          {
            ...turnOptions,
            ...(turns++ === 0 && { slices: 1 }),
            ...(options.fleet !== undefined && { place }),
          },
        );
        stored += turn?.stored ?? 0;
        booked += turn?.booked ?? 0;
        return turn !== null;
      },
    });
    await Promise.all([sweep, proposals]).finally(() => over.abort());
    failed = false;
  } finally {
    progress.done();
    await life.stop(failed);
  }
  return { checked, stored, booked, ms: Math.round(performance.now() - began) };
}
