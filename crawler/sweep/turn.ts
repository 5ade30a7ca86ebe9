import { recordDomainNotes } from "../../db/hosts/record.ts";
import type { DueUrl, HostState, SliceLease, UrlId } from "../../db/types.ts";
import { takeRechecks } from "../../db/urls/rechecks.ts";
import { releaseDead } from "../../db/work/dead-workers.ts";
import { type LeaseRequest, leaseSlices, readSlice } from "../../db/work/slices.ts";
import { type Day, dayOfInstant } from "../../shared/calendar/day.ts";
import type { Outcome } from "../../shared/status/outcome.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { interpret } from "../classify/interpret.ts";
import type { Fleet, HostTurn } from "../politeness/fleet.ts";
import type { Release } from "../politeness/turns.ts";
import { DomainNotes } from "../record/domain-notes.ts";
import { type CheckHints, checkHints } from "../record/host-news.ts";
import { book, bookOutage } from "../record/result.ts";
import { createWriter, type Writer } from "../record/writer.ts";
import type { RoleContext } from "../runtime/context.ts";
import { retryWhileDatabaseDown } from "../runtime/database-retry.ts";
import { deadHere } from "../runtime/heartbeat.ts";
import { createAdmission, type FleetAdmission } from "./fleet-admission.ts";
import { giveBack, type Untried } from "./give-back.ts";
import { HostOutages } from "./host-outages.ts";
import { LateHosts } from "./late-hosts.ts";
import { leftAlone } from "./left-alone.ts";
import type { Place } from "./overlap.ts";
import { type PacePolicy, runPaced, UNTOUCHED } from "./pace.ts";
import { QuietHosts } from "./quiet-hosts.ts";
import type { Slots } from "./slots.ts";
import { type Hold, isLost, loseSlices, renewHold, type Task } from "./task.ts";

/** What a sweep needs of the checker (crawler/check). */
export interface SweepChecker {
  check(
    url: NormalisedUrl,
    hints: CheckHints & { readonly site: { readonly known: string; readonly today: Day } },
    turn?: Release,
  ): Promise<Outcome>;
}

export interface TurnOptions {
  readonly worker: string;
  /** Leased at once; absent: SLICES_PER_TURN. */
  readonly slices?: number;
  readonly pace: PacePolicy;
  /** Days between two sweeps of a slice. */
  readonly passDays: number;
  readonly checker: SweepChecker;
  /** With whom hosts are shared (C4); absent: this worker is alone. */
  readonly fleet?: Fleet;
  readonly onChecked: () => void;
  /** Shared with the worker's other turns; absent: as many as the pace says. */
  readonly slots?: Slots;
  /** Among the worker's other turns. */
  readonly place?: Place;
  /** In place of LEASE_SECONDS and of the pace's own time, for tests. */
  readonly leaseSeconds?: number;
  readonly lullMs?: number;
}

export interface TurnSummary {
  readonly checked: number;
  readonly stored: number;
  /** Of those stored: without traffic, as their hosts were away (C5). */
  readonly booked: number;
}

/** Slices worked at once: their URLs are shuffled together, so that hosts that arrived together are spread (C4). */
const SLICES_PER_TURN = 4;
/** An eighth of four full slices: looks at what fails are 7.5 % of a sweep's. In a first pass they are more, and those over wait. */
const RECHECKS_PER_TURN = 5_000;
const LEASE_SECONDS = 120;
/** A turn that slow hosts hold up hands the rest back, for any worker to go on with. */
const TURN_MS_MAX = 15 * 60 * 1_000;

/** Leases work, checks it, writes the results, gives the leases back. null: nothing is due. */
export async function runTurn(ctx: RoleContext, options: TurnOptions): Promise<TurnSummary | null> {
  const taken = await takeWork(ctx, options);
  if (taken === null) return null;
  const { hold, tasks } = taken;
  const { leases } = hold;
  const { lullMs } = options;
  const onStale = (slices: readonly number[]) => loseSlices(ctx, hold, slices);
  const unwritable = new AbortController();
  const onFailed = () => unwritable.abort();
  const writers = {
    slices: createWriter(ctx, { leases, onStale, onFailed }),
    rechecks: createWriter(ctx, { leases: null, onStale, onFailed }),
  };
  const renewal = setInterval(() => void renewHold(ctx, hold), (hold.leaseSeconds * 1_000) / 3);
  // What runPaced handed back is another's by then: a late result must not be written beside it.
  const over = new AbortController();
  const quiet = new QuietHosts(ctx.clock, tasks);
  const outages = new HostOutages(ctx.clock, tasks);
  const late = new LateHosts();
  const admission = options.fleet === undefined ? null : createAdmission(ctx, options.fleet, quiet);
  const notes = new DomainNotes();
  const untried: Untried[] = [];
  let booked = 0;
  /** False: another worker's by now, or nothing can be written any more. */
  const mayWrite = async (task: Task) => {
    await writerOf(task).room();
    return !isLost(hold, task) && !unwritable.signal.aborted;
  };
  const writerOf = ({ slice }: Task) => (slice === null ? writers.rechecks : writers.slices);
  const isBooked = (task: Task) => {
    const done = bookOne(ctx, task, outages, writerOf(task));
    if (done) booked += 1;
    return done;
  };
  try {
    const run = await runPaced(inOrder(tasks), {
      policy: options.pace,
      hostOf: ({ host }) => host.name,
      waitMs: (host) => quiet.waitMs(host),
      ...(admission !== null && {
        // A URL that needs no contact needs no turn either.
        admit: async (task) =>
          !(await mayWrite(task)) || isBooked(task) ? { kind: "done" } : admission.admit(task),
        release: admission.release,
      }),
      signal: AbortSignal.any([ctx.signal, unwritable.signal]),
      beginMsMax: TURN_MS_MAX,
      ...(lullMs !== undefined && { lullMs }),
      ...(options.slots !== undefined && { slots: options.slots }),
      ...(options.place !== undefined && { place: options.place }),
      work: async (task, turn: HostTurn | null) => {
        if (!(await mayWrite(task))) {
          turn?.release();
          return;
        }
        if (turn === null && isBooked(task)) return UNTOUCHED;
        const ends = {
          writer: writerOf(task),
          quiet,
          outages,
          late,
          notes,
          untried,
          admission,
          over: over.signal,
        };
        await checkOne(ctx, options, task, turn, ends);
      },
    });
    over.abort();
    await Promise.all([writers.slices.flush(), writers.rechecks.flush()]);
    await giveBack(ctx, hold, run, { quiet, untried });
    await storeNotes(ctx, notes);
    const stored = writers.slices.stored() + writers.rechecks.stored();
    return { checked: run.done - booked, stored, booked };
  } finally {
    over.abort();
    clearInterval(renewal);
  }
}

/** null: nothing is due. */
async function takeWork(
  ctx: RoleContext,
  { worker, slices = SLICES_PER_TURN, leaseSeconds = LEASE_SECONDS, passDays }: TurnOptions,
): Promise<{ readonly hold: Hold; readonly tasks: readonly Task[] } | null> {
  const today = ctx.clock.today();
  const request: LeaseRequest = { worker, count: slices, leaseSeconds, today, passDays };
  const dead = await retryWhileDatabaseDown(ctx, async () => releaseDead(ctx.db, await deadHere(ctx.db)));
  if (dead.length > 0)
    ctx.log.warn(`going on with what was in hand of workers that died: ${dead.join(", ")}`);
  const leases = await retryWhileDatabaseDown(ctx, () => leaseSlices(ctx.db, request));
  const tasks = await readTasks(ctx, leases, { ...request, count: RECHECKS_PER_TURN });
  if (leases.length === 0 && tasks.length === 0) return null;
  const rechecks = tasks.filter(({ slice }) => slice === null).map(({ due }) => due.id);
  return { hold: { ...request, leases, rechecks, lostSlices: new Set(), lostRechecks: new Set() }, tasks };
}

/** Never rejects: they are learnt again with the next sweep, and the turn's results are stored. */
async function storeNotes(ctx: RoleContext, notes: DomainNotes): Promise<void> {
  try {
    await retryWhileDatabaseDown(ctx, () => recordDomainNotes(ctx.db, notes.agreed(), ctx.clock.today()));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    ctx.log.warn(`notes of whole hosts could not be stored: ${reason}`);
  }
}

async function readTasks(
  ctx: RoleContext,
  leases: readonly SliceLease[],
  request: LeaseRequest,
): Promise<Task[]> {
  const tasks = new Map<UrlId, Task>();
  const rechecks = await retryWhileDatabaseDown(ctx, () => takeRechecks(ctx.db, request));
  for (const lease of leases) {
    const { urls, hosts } = await retryWhileDatabaseDown(ctx, () => readSlice(ctx.db, lease, request.today));
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

/** C5: whether a URL got its result without being asked, as its host is away. */
function bookOne({ clock }: RoleContext, task: Task, outages: HostOutages, writer: Writer): boolean {
  const outage = outages.bookable(task);
  const result = outage === null ? null : bookOutage(task.due, outage, clock.now());
  if (result !== null) writer.add(result, null);
  return result !== null;
}

/** Where a check's findings go. */
interface Ends {
  readonly writer: Writer;
  readonly quiet: QuietHosts;
  readonly outages: HostOutages;
  readonly late: LateHosts;
  readonly notes: DomainNotes;
  readonly untried: Untried[];
  readonly admission: FleetAdmission | null;
  readonly over: AbortSignal;
}

async function checkOne(
  ctx: RoleContext,
  { checker, onChecked }: TurnOptions,
  task: Task,
  turn: HostTurn | null,
  { writer, quiet, outages, late, notes, untried, admission, over }: Ends,
): Promise<void> {
  const { due, host } = task;
  const day = ctx.clock.today();
  const remembered = checkHints(host, due, day);
  const getNeeded = remembered.getNeeded || late.wantsGet(task, outages.isSilent(task));
  const hints = { ...remembered, getNeeded, site: { known: host.site, today: day } };
  const outcome = late.learn(task, await checker.check(due.url, hints, turn?.release), getNeeded);
  if (over.aborted) return;
  const now = ctx.clock.now();
  const today = dayOfInstant(now);
  const seen = interpret(outcome, due.url, now);
  const lesson = outages.learn(task, outcome, seen);
  const booking = book(due, host, outcome, seen, now, lesson);
  if (booking.host?.retryAtMs) quiet.learn(host.name, booking.host.retryAtMs);
  notes.learn(host, due, outcome, seen);
  const manners = turn === null ? {} : admission?.news(task, turn, outcome);
  const learnt = { ...booking.host, ...lesson.news, ...manners };
  const news = Object.keys(learnt).length === 0 ? null : { ...learnt, id: host.id, day: today };
  const result = booking.result ?? leftAlone(due, outcome, today);
  writer.add(result, news);
  if (result === null && outcome.kind === "not-tried") untried.push({ task, reason: outcome.reason });
  onChecked();
}

/** Those never contacted first (C4), each kind in an order of chance. */
function inOrder(tasks: readonly Task[]): Task[] {
  const { fresh = [], known = [] } = Object.groupBy(tasks, ({ due }) =>
    due.queried === null ? "fresh" : "known",
  );
  return [...shuffle(fresh), ...shuffle(known)];
}

/** Fisher and Yates; chance is what C4 asks for. */
function shuffle<T>(items: T[]): T[] {
  for (let at = items.length - 1; at > 0; at--) {
    const other = Math.floor(Math.random() * (at + 1));
    [items[at], items[other]] = [items[other] as T, items[at] as T];
  }
  return items;
}
