import { awayOf } from "../../db/errors.ts";
import { finishSlice } from "../../db/queries/sweep/finish-slice.ts";
import { type LeaseRequest, leaseSlices } from "../../db/queries/sweep/lease-slices.ts";
import { readSlice } from "../../db/queries/sweep/read-slice.ts";
import { releaseSlices } from "../../db/queries/sweep/release-slices.ts";
import { renewLeases } from "../../db/queries/sweep/renew-leases.ts";
import { scheduleRecheck } from "../../db/queries/sweep/schedule-recheck.ts";
import { takeRechecks } from "../../db/queries/sweep/take-rechecks.ts";
import type { DueUrl, HostState, SliceLease, UrlId } from "../../db/types.ts";
import { addDays, type Day, dayOfInstant } from "../../shared/calendar/day.ts";
import type { Outcome } from "../../shared/status/outcome.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { getNeeded } from "../record/host-news.ts";
import { book } from "../record/result.ts";
import { createWriter, type Writer } from "../record/writer.ts";
import type { RoleContext } from "../runtime/context.ts";
import { outlast } from "../runtime/outage.ts";
import { type PacePolicy, runPaced } from "./pace.ts";

/** What a sweep needs of the checker (crawler/check). */
export interface SweepChecker {
  check(url: NormalisedUrl, hints: { readonly getNeeded: boolean }): Promise<Outcome>;
}

export interface TurnOptions {
  readonly worker: string;
  readonly pace: PacePolicy;
  /** Days between two sweeps of a slice. */
  readonly passDays: number;
  readonly checker: SweepChecker;
  readonly onChecked: () => void;
}

export interface TurnSummary {
  readonly checked: number;
  readonly stored: number;
}

/** Slices worked at once: their URLs are shuffled together, so that hosts that arrived together are spread (C4). */
const SLICES_PER_TURN = 4;
const RECHECKS_PER_TURN = 2_000;
const LEASE_SECONDS = 120;
/** A turn that slow hosts hold up hands the rest back, for any worker to go on with. */
const TURN_MS_MAX = 15 * 60 * 1_000;

interface Task {
  readonly due: DueUrl;
  readonly host: HostState;
  /** null: a recheck. */
  readonly slice: number | null;
}

/** Leases work, checks it, writes the results, gives the leases back. null: nothing is due. */
export async function runTurn(ctx: RoleContext, options: TurnOptions): Promise<TurnSummary | null> {
  const today = ctx.clock.today();
  const request: LeaseRequest = {
    worker: options.worker,
    count: SLICES_PER_TURN,
    leaseSeconds: LEASE_SECONDS,
    today,
    passDays: options.passDays,
  };
  const leases = await outlast(ctx, () => leaseSlices(ctx.db, request));
  const tasks = await readTasks(ctx, leases, { ...request, count: RECHECKS_PER_TURN });
  if (leases.length === 0 && tasks.length === 0) return null;

  const stale = new Set<number>();
  const lose = (slices: readonly number[]) => {
    for (const slice of slices) stale.add(slice);
    if (slices.length > 0) ctx.log.warn(`slices ${slices.join(", ")} are another worker's by now`);
  };
  const unwritable = new AbortController();
  const onFailed = () => unwritable.abort();
  const writers = {
    slices: createWriter(ctx, { leases, onStale: lose, onFailed }),
    rechecks: createWriter(ctx, { leases: null, onStale: lose, onFailed }),
  };
  const renewal = setInterval(() => void renew(ctx, leases, stale, lose), (LEASE_SECONDS * 1_000) / 3);
  // What runPaced handed back is another's by then: a late result must not be written beside it.
  const over = new AbortController();
  try {
    const { now, later } = splitByRetry(tasks, ctx.clock.now());
    const run = await runPaced(shuffle(now), {
      policy: options.pace,
      hostOf: ({ host }) => host.name,
      signal: AbortSignal.any([ctx.signal, unwritable.signal]),
      beginMsMax: TURN_MS_MAX,
      work: async (task) => {
        if (task.slice !== null && stale.has(task.slice)) return;
        const writer = task.slice === null ? writers.rechecks : writers.slices;
        await writer.room();
        if (unwritable.signal.aborted) return;
        await checkOne(ctx, options, task, writer, over.signal);
      },
    });
    over.abort();
    await Promise.all([writers.slices.flush(), writers.rechecks.flush()]);
    await postpone(ctx, later);
    await giveBack(ctx, leases, new Set(run.left.map(({ slice }) => slice)), today);
    return { checked: run.done, stored: writers.slices.stored() + writers.rechecks.stored() };
  } finally {
    clearInterval(renewal);
  }
}

async function readTasks(
  ctx: RoleContext,
  leases: readonly SliceLease[],
  request: LeaseRequest,
): Promise<Task[]> {
  const tasks = new Map<UrlId, Task>();
  const rechecks = await outlast(ctx, () => takeRechecks(ctx.db, request));
  for (const lease of leases) {
    const { urls, hosts } = await outlast(ctx, () => readSlice(ctx.db, lease, request.today));
    for (const due of urls) addTask(tasks, due, hosts, lease.slice);
  }
  // A recheck whose slice is at hand too is that slice's matter: its result is written under the lease.
  for (const due of rechecks.urls) if (!tasks.has(due.id)) addTask(tasks, due, rechecks.hosts, null);
  return [...tasks.values()];
}

function addTask(
  tasks: Map<UrlId, Task>,
  due: DueUrl,
  hosts: ReadonlyMap<DueUrl["host"], HostState>,
  slice: number | null,
): void {
  const host = hosts.get(due.host);
  // Its host row was deleted a moment ago, and the URL with it.
  if (host !== undefined) tasks.set(due.id, { due, host, slice });
}

async function checkOne(
  ctx: RoleContext,
  options: TurnOptions,
  { due, host }: Task,
  writer: Writer,
  over: AbortSignal,
): Promise<void> {
  const outcome = await options.checker.check(due.url, { getNeeded: getNeeded(host, ctx.clock.today()) });
  if (over.aborted) return;
  const booking = book(due, host, outcome, ctx.clock.now());
  if (booking.result !== null) writer.add(booking.result, booking.host);
  options.onChecked();
}

async function renew(
  ctx: RoleContext,
  leases: readonly SliceLease[],
  stale: ReadonlySet<number>,
  lose: (slices: readonly number[]) => void,
): Promise<void> {
  const wanted = leases.filter(({ slice }) => !stale.has(slice));
  try {
    const held = await renewLeases(ctx.db, wanted, LEASE_SECONDS);
    lose(wanted.map(({ slice }) => slice).filter((slice) => !held.has(slice)));
  } catch (error) {
    // The lease lasts two more attempts; if it runs out, the fencing token keeps our results out.
    if (awayOf(error) === null)
      ctx.log.warn(`leases could not be renewed: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Hosts that asked to be left alone for a while (429, Retry-After) are not asked (C4). */
function splitByRetry(tasks: readonly Task[], nowMs: number): { now: Task[]; later: Task[] } {
  const now: Task[] = [];
  const later: Task[] = [];
  for (const task of tasks) ((task.host.retryAtMs ?? 0) > nowMs ? later : now).push(task);
  return { now, later };
}

/** Puts the URLs of such hosts on the list for the day after, so that the sweep need not wait for them. */
async function postpone(ctx: RoleContext, later: readonly Task[]): Promise<void> {
  const byDay = Map.groupBy(later, ({ host }) => addDays(dayOfInstant(host.retryAtMs ?? ctx.clock.now()), 1));
  for (const [day, tasks] of byDay) {
    const ids = tasks.map(({ due }) => due.id);
    await outlast(ctx, () => scheduleRecheck(ctx.db, ids, day));
  }
}

async function giveBack(
  ctx: RoleContext,
  leases: readonly SliceLease[],
  unfinished: ReadonlySet<number | null>,
  today: Day,
): Promise<void> {
  const left = leases.filter(({ slice }) => unfinished.has(slice));
  await outlast(ctx, () => releaseSlices(ctx.db, left));
  for (const lease of leases)
    if (!unfinished.has(lease.slice)) await outlast(ctx, () => finishSlice(ctx.db, lease, today));
}

/** Fisher and Yates; chance is what C4 asks for. */
function shuffle<T>(items: T[]): T[] {
  for (let at = items.length - 1; at > 0; at--) {
    const other = Math.floor(Math.random() * (at + 1));
    [items[at], items[other]] = [items[other] as T, items[at] as T];
  }
  return items;
}
