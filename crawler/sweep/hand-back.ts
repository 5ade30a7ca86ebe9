import { dropRechecks, handBackRechecks, postponeRechecks } from "../../db/urls/rechecks.ts";
import { finishSlice, releaseSlices } from "../../db/work/slices.ts";
import { addDays, type Day } from "../../shared/calendar/day.ts";
import type { NotTried } from "../classify/outcome.ts";
import type { RoleContext } from "../runtime/context.ts";
import { retryWhileDatabaseDown } from "../runtime/database-retry.ts";
import type { BatchLease, SweepTask } from "./batch-lease.ts";

/** A task whose check observed nothing. */
interface NotObserved {
  readonly task: SweepTask;
  readonly reason: NotTried;
}

/** What a batch did not do. */
export interface Undone {
  /** Not begun, or not ended soon after the signal. */
  readonly notStarted: readonly SweepTask[];
  /** Only URLs of resting hosts were left, and the batch ended in favour of new ones. */
  readonly wasPreempted: boolean;
  /** Not begun, as their hosts want to be left alone until such a day. */
  readonly postponed: readonly { readonly task: SweepTask; readonly until: Day }[];
  readonly notObserved: readonly NotObserved[];
}

/**
 * What becomes of a URL whose check observed nothing: `never` may be asked, with the sweep at most; `tomorrow`, for a
 * trouble with this URL or in this moment; `interrupted` as if the batch had not come to it.
 */
const UNTRIED: Readonly<Record<NotTried, "never" | "tomorrow" | "interrupted">> = {
  "path-not-sendable": "never",
  "port-forbidden": "never",
  "no-resources": "tomorrow",
  "no-ipv6": "never",
  "host-busy": "tomorrow",
  "host-slow": "tomorrow",
  "asked-for-time": "tomorrow",
  "internal-error": "tomorrow",
  "own-outage": "interrupted",
  robots: "never",
  "opted-out": "never",
};

/**
 * Gives a batch's work back, after its results are written. What hosts do not want to be asked now, and what only waits for
 * the rests of a few hosts, goes to the list of rechecks, so that its slice can be finished; an interrupted slice is for
 * another worker to go on with.
 */
export async function handBack(ctx: RoleContext, lease: BatchLease, undone: Undone): Promise<void> {
  const { notStarted, wasPreempted, notObserved } = undone;
  const of = (fate: "never" | "tomorrow" | "interrupted") =>
    notObserved.filter(({ reason }) => UNTRIED[reason] === fate).map(({ task }) => task);
  const listed = (tasks: readonly SweepTask[]) => tasks.filter(({ slice }) => slice === null);
  const today = ctx.clock.today();

  const postponed = [
    ...undone.postponed,
    ...of("tomorrow").map((task) => ({ task, until: addDays(today, 1) })),
  ];
  for (const [day, some] of Map.groupBy(postponed, ({ until }) => until))
    await lease.writeFenced(
      some.map(({ task }) => task),
      (db, ids) => postponeRechecks(db, ids, day),
    );
  await lease.writeFenced(listed(of("never")), dropRechecks);

  const interrupted = wasPreempted ? of("interrupted") : [...notStarted, ...of("interrupted")];
  await giveAway(ctx, lease, [...(wasPreempted ? notStarted : []), ...listed(interrupted)]);

  const unfinished = new Set(interrupted.map(({ slice }) => slice));
  const released = lease.slices.filter(({ slice }) => unfinished.has(slice));
  await retryWhileDatabaseDown(ctx, () => releaseSlices(ctx.db, released));
  for (const slice of lease.slices)
    if (!unfinished.has(slice.slice)) await retryWhileDatabaseDown(ctx, () => finishSlice(ctx.db, slice));
}

/** Puts what was not begun of a batch on the list of what is due, for any worker; the batch may go on. Answers how many of it. */
export const giveAway = (ctx: RoleContext, lease: BatchLease, tasks: readonly SweepTask[]): Promise<number> =>
  lease.writeFenced(tasks, (db, ids) => handBackRechecks(db, ids, ctx.clock.today()));
