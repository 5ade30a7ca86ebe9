import { recordDomainNotes } from "../../db/hosts/record.ts";
import {
  type AskedBatch,
  nextAsked,
  postponeAsked,
  renewAsked,
  settleAsked,
  takeAsked,
} from "../../db/people/asked-checks.ts";
import type { UrlId } from "../../db/types.ts";
import type { HostName } from "../../shared/url/types.ts";
import type { NotTried } from "../classify/outcome.ts";
import type { HostScheduler } from "../politeness/host-scheduler.ts";
import { DomainNotes } from "../record/domain-notes.ts";
import { Writer } from "../record/writer.ts";
import { watchCache } from "../runtime/caches.ts";
import type { RoleContext } from "../runtime/context.ts";
import { retryWhileDatabaseDown } from "../runtime/database-retry.ts";
import { LeaseKeeper } from "../runtime/lease-keeper.ts";
import type { WakeUp } from "../runtime/wake-up.ts";
import type { SweepTask } from "./batch-lease.ts";
import { checkTask, type SweepChecker } from "./sweep-check.ts";
import { runWindow } from "./window.ts";

/** Checks at once, of all that people ask for: a hundred a minute of silent hosts, some thousands of others. */
const AT_ONCE = 32;
/** Prolonged while the checks last; of a worker that died they come back after so long. */
const LEASE_SECONDS = 20;
/** People wait for what they asked. */
const IDLE_MS = 2_000;
/** After so long a host that wanted a pause is tried again. */
const POSTPONED_SECONDS = 60;

/** What an asker cannot wait for: it is as true in a minute. */
const FINAL: ReadonlySet<NotTried> = new Set([
  "robots",
  "opted-out",
  "path-not-sendable",
  "port-forbidden",
  "no-ipv6",
]);

/**
 * Makes the checks that people asked for, with the pauses that hosts want as in every check: until the signal or, with `once`, until
 * none is open. A check waits for none but its own host.
 */
export async function checkAsked(
  ctx: RoleContext,
  checker: SweepChecker,
  scheduler: HostScheduler,
  { once, wakeUp }: { readonly once: boolean; readonly wakeUp: WakeUp },
): Promise<void> {
  await runWindow(ctx.signal, {
    atOnce: AT_ONCE,
    underWay: watchCache("asked-checks", new Set(), AT_ONCE),
    async take(limit) {
      const options = { limit, leaseSeconds: LEASE_SECONDS, today: ctx.clock.today() };
      return tasksOf(await retryWhileDatabaseDown(ctx, () => takeAsked(ctx.db, options)));
    },
    work: (task) => checkOne(ctx, checker, scheduler, task),
    isOver: async () => once && (await nextIn(ctx)) === null,
    wait: (signal) => wakeUp.wait(IDLE_MS, signal),
  });
}

const nextIn = (ctx: RoleContext): Promise<number | null> =>
  retryWhileDatabaseDown(ctx, () => nextAsked(ctx.db, LEASE_SECONDS));

function tasksOf({ urls, hosts, plans }: AskedBatch): SweepTask[] {
  return urls.flatMap((due) => {
    const [host, asked] = [hosts.get(due.host), plans.get(due.id)];
    return host === undefined || asked === undefined ? [] : [{ due, host, slice: null, asked }];
  });
}

async function checkOne(
  ctx: RoleContext,
  checker: SweepChecker,
  scheduler: HostScheduler,
  task: SweepTask,
): Promise<void> {
  const { due, host } = task;
  const ids: readonly UrlId[] = [due.id];
  const renew = async () => {
    await renewAsked(ctx.db, ids, LEASE_SECONDS);
    return true;
  };
  const keeper = new LeaseKeeper({ seconds: LEASE_SECONDS, renew, log: ctx.log });
  try {
    const writer = new Writer(ctx, { leases: null, onStale: () => {}, onFailed: () => {} });
    const notes = new DomainNotes();
    const context = { ctx, checker, notes, writerOf: () => writer, isMany: () => false };
    const name = host.name as HostName;
    scheduler.stateOf(name).load(host);
    let isOver = false;
    const seen = await scheduler.run(name, async (lease, politeness) => ({
      reason: await checkTask(context, task, lease, politeness, () => isOver),
    }));
    isOver = true;
    await writer.flush();
    await keeper.stop();
    // For another worker, as soon as the lease has run out.
    if (seen === null && ctx.signal.aborted) return;
    await retryWhileDatabaseDown(ctx, async () => {
      await recordDomainNotes(ctx.db, notes.agreed(), ctx.clock.today());
      const isDone = seen !== null && (seen.reason === null || FINAL.has(seen.reason));
      if (isDone) await settleAsked(ctx.db, ids, seen.reason === null);
      else await postponeAsked(ctx.db, ids, POSTPONED_SECONDS);
    });
  } finally {
    await keeper.stop();
  }
}
