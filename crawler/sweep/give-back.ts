import { dropRechecks, handBackRechecks, postponeRechecks } from "../../db/urls/rechecks.ts";
import { finishSlice, releaseSlices } from "../../db/work/slices.ts";
import { addDays } from "../../shared/calendar/day.ts";
import type { NotTried } from "../../shared/status/outcome.ts";
import type { RoleContext } from "../runtime/context.ts";
import { retryWhileDatabaseDown } from "../runtime/database-retry.ts";
import type { PacedRun } from "./pace.ts";
import type { QuietHosts } from "./quiet-hosts.ts";
import { type Hold, isLost, type Task } from "./task.ts";

/** A task whose check observed nothing. */
export interface Untried {
  readonly task: Task;
  readonly reason: NotTried;
}

/**
 * What becomes of a URL whose check observed nothing: `never` may be asked, with the sweep at most; `tomorrow`, for a
 * trouble with this URL or in this moment; `interrupted` as if the turn had not come to it.
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
 * Gives a turn's work back, after its results are written. What hosts do not want to be asked now, and what only waits
 * for the pace of a few hosts, goes to the list of rechecks, so that its slice can be finished; an interrupted slice is
 * for another worker to go on with.
 */
export async function giveBack(
  ctx: RoleContext,
  hold: Hold,
  run: PacedRun<Task>,
  { quiet, untried }: { readonly quiet: QuietHosts; readonly untried: readonly Untried[] },
): Promise<void> {
  const of = (fate: "never" | "tomorrow" | "interrupted") =>
    untried.filter(({ reason }) => UNTRIED[reason] === fate).map(({ task }) => task);
  const ours = (tasks: readonly Task[]) => tasks.filter((task) => !isLost(hold, task));
  const listed = (tasks: readonly Task[]) => tasks.filter(({ slice }) => slice === null);
  const today = ctx.clock.today();

  const quietUntil = Map.groupBy(ours(run.refused), ({ host }) => quiet.dayAfter(host.name));
  for (const [day, tasks] of [...quietUntil, [addDays(today, 1), ours(of("tomorrow"))] as const])
    await eachOf(ctx, tasks, (ids) => postponeRechecks(ctx.db, ids, day));
  await eachOf(ctx, listed(of("never")), (ids) => dropRechecks(ctx.db, ids));

  const interrupted = run.lull ? of("interrupted") : [...run.left, ...of("interrupted")];
  const handedBack = [...(run.lull ? run.left : []), ...listed(interrupted)];
  await eachOf(ctx, ours(handedBack), (ids) => handBackRechecks(ctx.db, ids, today));

  const unfinished = new Set(interrupted.map(({ slice }) => slice));
  const left = hold.leases.filter(({ slice }) => unfinished.has(slice));
  await retryWhileDatabaseDown(ctx, () => releaseSlices(ctx.db, left));
  for (const lease of hold.leases)
    if (!unfinished.has(lease.slice)) await retryWhileDatabaseDown(ctx, () => finishSlice(ctx.db, lease));
}

async function eachOf(
  ctx: RoleContext,
  tasks: readonly Task[],
  verb: (ids: Task["due"]["id"][]) => Promise<void>,
): Promise<void> {
  if (tasks.length > 0) await retryWhileDatabaseDown(ctx, () => verb(tasks.map(({ due }) => due.id)));
}
