import type { Database } from "../../db/connect.ts";
import type { AskedPlan } from "../../db/people/asked-checks.ts";
import type { DueUrl, HostRecord, SliceLease, UrlId } from "../../db/types.ts";
import { lockRechecks, renewRechecks, takeRechecks } from "../../db/urls/rechecks.ts";
import { releaseDead } from "../../db/work/dead-workers.ts";
import { type LeaseRequest, leaseSlices, lockSlices, readSlice, renewLeases } from "../../db/work/slices.ts";
import type { RoleContext } from "../runtime/context.ts";
import { retryWhileDatabaseDown } from "../runtime/database-retry.ts";
import { deadHere } from "../runtime/heartbeat.ts";
import { LeaseKeeper, type Moment, moment } from "../runtime/lease-keeper.ts";
import { isInPass } from "./archive-share.ts";

/** One URL to be checked. */
export interface SweepTask {
  readonly due: DueUrl;
  readonly host: HostRecord;
  /** null: a recheck. */
  readonly slice: number | null;
  /** Somebody asked for it. */
  readonly asked?: AskedPlan;
}

export interface BatchRequest {
  readonly worker: string;
  /** Slices leased at once; absent: SLICES_PER_BATCH. */
  readonly slices?: number;
  /** Days between two sweeps of a slice. */
  readonly passDays: number;
  /** In place of LEASE_SECONDS, for tests. */
  readonly leaseSeconds?: number;
}

/** Slices worked at once: their URLs are shuffled together, so that hosts that arrived together are spread (C4). */
const SLICES_PER_BATCH = 4;
/** An eighth of four full slices: rechecks are 7.5 % of a sweep's checks. In a first pass they are more, and those over wait. */
export const RECHECKS_PER_BATCH = 5_000;
const LEASE_SECONDS = 120;

/** The slices and rechecks that a worker has in hand. What was lost is another worker's by now: it is neither begun nor given back. */
export class BatchLease {
  readonly slices: readonly SliceLease[];
  readonly #ctx: RoleContext;
  readonly #request: LeaseRequest;
  readonly #rechecks: readonly UrlId[];
  readonly #lostSlices = new Set<number>();
  readonly #lostRechecks = new Set<UrlId>();
  readonly #keeper: LeaseKeeper;
  #confirming: Promise<void> | null = null;

  constructor(
    ctx: RoleContext,
    request: LeaseRequest,
    slices: readonly SliceLease[],
    rechecks: readonly UrlId[],
    claimed: Moment,
  ) {
    this.#ctx = ctx;
    this.#request = request;
    this.slices = slices;
    this.#rechecks = rechecks;
    this.#keeper = new LeaseKeeper({
      seconds: request.leaseSeconds,
      renew: () => this.#renew(),
      claimed,
      log: ctx.log,
    });
  }

  /**
   * Resolves once it is known what of it stands, which is asked where it may have run out: a process that stood still does not
   * begin what another does by now. Rejects when the database stays away.
   */
  async confirm(): Promise<void> {
    if (!this.#keeper.isUnsure) return;
    this.#confirming ??= this.#ask().finally(() => {
      this.#confirming = null;
    });
    await this.#confirming;
  }

  /** A renewal that was under way as the process stood still says nothing of now. */
  async #ask(): Promise<void> {
    let isHeld = true;
    while (isHeld && this.#keeper.isUnsure)
      isHeld = await retryWhileDatabaseDown(this.#ctx, () => this.#keeper.renew());
  }

  isLost({ slice, due }: SweepTask): boolean {
    return slice === null ? this.#lostRechecks.has(due.id) : this.#lostSlices.has(slice);
  }

  loseSlices(slices: readonly number[]): void {
    for (const slice of slices) this.#lostSlices.add(slice);
    if (slices.length > 0)
      this.#ctx.log.warn(`slices ${slices.join(", ")} are another worker's by now`, "lease-lost");
  }

  /**
   * Writes about tasks whose slice or recheck is still ours, in one transaction with the locks on those; of what another worker has by
   * now, known to us or not, nothing is written. Answers of how many. Rejects when the database stays away.
   */
  async writeFenced(
    tasks: readonly SweepTask[],
    statement: (db: Database, urls: readonly UrlId[]) => Promise<void>,
  ): Promise<number> {
    if (tasks.length === 0) return 0;
    const listed = tasks.flatMap(({ slice, due }) => (slice === null ? [due.id] : []));
    return retryWhileDatabaseDown(this.#ctx, () =>
      this.#ctx.db.transaction(async (db) => {
        const ours = await lockSlices(db, this.slices);
        const kept = await lockRechecks(db, this.#request.worker, listed);
        const isOurs = ({ slice, due }: SweepTask) => (slice === null ? kept.has(due.id) : ours.has(slice));
        const urls = tasks.filter(isOurs).map(({ due }) => due.id);
        await statement(db, urls);
        return urls.length;
      }),
    );
  }

  /** It is not renewed any more, and may be given back. */
  close(): Promise<void> {
    return this.#keeper.stop();
  }

  /** False: nothing of it is ours any more. Where it runs out unnoticed, the fencing token keeps our results out. */
  async #renew(): Promise<boolean> {
    const { db } = this.#ctx;
    const { leaseSeconds, worker } = this.#request;
    const wanted = this.slices.filter(({ slice }) => !this.#lostSlices.has(slice));
    const held = await renewLeases(db, wanted, leaseSeconds);
    this.loseSlices(wanted.map(({ slice }) => slice).filter((slice) => !held.has(slice)));
    // Those that have their result are given up with it; to count them as lost, too, changes nothing.
    const kept = await renewRechecks(db, worker, this.#rechecks, leaseSeconds);
    for (const id of this.#rechecks) if (!kept.has(id)) this.#lostRechecks.add(id);
    return held.size + kept.size > 0;
  }
}

/** Leases what is due, and reads it. null: nothing is. */
export async function takeWork(
  ctx: RoleContext,
  { worker, passDays, slices: count = SLICES_PER_BATCH, leaseSeconds = LEASE_SECONDS }: BatchRequest,
): Promise<{ readonly lease: BatchLease; readonly tasks: SweepTask[] } | null> {
  const request: LeaseRequest = { worker, count, leaseSeconds, today: ctx.clock.today(), passDays };
  const patiently = <T>(work: () => Promise<T>) => retryWhileDatabaseDown(ctx, work);
  const dead = await patiently(async () => releaseDead(ctx.db, await deadHere(ctx.db)));
  if (dead.length > 0)
    ctx.log.warn(
      `going on with what was in hand of workers that died: ${dead.join(", ")}`,
      "work-taken-over",
    );
  const claimed = moment();
  const slices = await patiently(() => leaseSlices(ctx.db, request));
  const tasks = new Map<UrlId, SweepTask>();
  const rechecks = await patiently(() => takeRechecks(ctx.db, { ...request, count: RECHECKS_PER_BATCH }));
  for (const lease of slices) {
    const { urls, hosts } = await patiently(() => readSlice(ctx.db, lease, request.today));
    for (const due of urls)
      if (isInPass(due, lease, ctx.config.archives)) addTask(tasks, due, hosts, lease.slice);
  }
  // A recheck whose slice is at hand too is that slice's matter: its result is written under the lease.
  for (const due of rechecks.urls) if (!tasks.has(due.id)) addTask(tasks, due, rechecks.hosts, null);
  if (slices.length === 0 && tasks.size === 0) return null;
  const all = [...tasks.values()];
  const ids = all.filter(({ slice }) => slice === null).map(({ due }) => due.id);
  return { lease: new BatchLease(ctx, request, slices, ids, claimed), tasks: all };
}

function addTask(
  tasks: Map<UrlId, SweepTask>,
  due: DueUrl,
  hosts: ReadonlyMap<DueUrl["host"], HostRecord>,
  slice: number | null,
): void {
  const host = hosts.get(due.host);
  // Its host row was deleted a moment ago, and the URL with it.
  if (host !== undefined) tasks.set(due.id, { due, host, slice });
}
