import { headPosition } from "../../db/changes/read.ts";
import { addClients } from "../../db/dispatch/clients.ts";
import { endFirstPass, exportState, requestExport } from "../../db/dispatch/exports.ts";
import { releaseDeadClients } from "../../db/dispatch/leases.ts";
import { markProfiles } from "../../db/dispatch/published.ts";
import { FEED_TARGET, type WikiId } from "../../db/types.ts";
import { findWiki } from "../../db/wikis/wikis.ts";
import { VERSION } from "../runtime/config.ts";
import { allEnded, type RoleContext } from "../runtime/context.ts";
import { retryWhileDatabaseDown, withBackoff } from "../runtime/database-retry.ts";
import { WorkError } from "../runtime/errors.ts";
import { deadHere, startHeartbeat } from "../runtime/heartbeat.ts";
import { WakeUp } from "../runtime/wake-up.ts";
import { counted } from "../runtime/words.ts";
import { publishChanges, type RoundOptions, type WriteEvents } from "./changes.ts";
import type { Delivery } from "./delivery.ts";
import { exportPages } from "./export.ts";
import { HeldNotices, type Lane, runLane, type Unpublished } from "./lanes.ts";
import { type FarmLists, publishProfiles } from "./profiles.ts";
import { openReadiness, type Readiness } from "./readiness.ts";
import type { SnapshotStore } from "./store.ts";
import { openTallies } from "./tallies.ts";
import { Troubles } from "./troubles.ts";

export interface DispatchOptions {
  /** Ends when everything is published that there was when it began. */
  readonly once: boolean;
  /** Of the edge that `ctx.config.edgeName` names. */
  readonly store: SnapshotStore;
  /** The table of events is written too; absent: only the edge is written to. */
  readonly events?: WriteEvents;
  /** Changes read at a time (D2); more means more coalescing (D4), and more to do again after a failure. */
  readonly batch?: number;
  /** Seconds between two deliveries over one client; more means fewer, larger writes (D4), and later news. */
  readonly delaySeconds?: number;
  /** Only this wiki, at the edge. */
  readonly wiki?: WikiId;
  /** Clients claimed at a time, which share what is read; fewer share the load better with other dispatchers. */
  readonly clients?: number;
}

export interface DispatchSummary {
  /** Wikis for which something was published. */
  readonly clients: number;
  readonly changes: number;
  /** Snapshots written, and those removed. */
  readonly written: number;
  readonly removed: number;
}

const BATCH = 5_000;
const DELAY_SECONDS = 2;
const CLIENTS = 250;
/** Clients claimed at a time for their profiles: changes of these wait meanwhile. */
const PROFILES = 50;
/** Batches published at a time for a wiki far behind; the others of the claim, and those that became due, come next. */
const BATCHES = 10;
/** Exports at once: one of a small wiki mostly waits for the database to store its position. */
const EXPORTS_AT_ONCE = 4;
/** How soon a new wiki, and a profile that changed, is noticed. */
const UPKEEP_MS = 5_000;

/**
 * A dispatcher (D2): claims clients, reads changes after their positions, writes the snapshots of the pages concerned,
 * stores the positions, and gives the clients back; and full exports beside it. Any number of dispatchers share the load;
 * one that dies is replaced within seconds, and what it wrote is written again. One that was only suspended is refused by
 * the edge (delivery.ts).
 */
export async function dispatch(given: RoleContext, options: DispatchOptions): Promise<DispatchSummary> {
  const failing = new AbortController();
  const ctx = {
    ...withBackoff(given, options.once),
    signal: AbortSignal.any([given.signal, failing.signal]),
  };
  const published = new Set<string>();
  const sum = { clients: 0, changes: 0, written: 0, removed: 0 };
  const tallies = openTallies(ctx.config.edgeName);
  const wakeUp = new WakeUp("weboid_news");
  const readiness = openReadiness(ctx, options.store);
  const life = startHeartbeat(
    ctx,
    "dispatch",
    () => ({
      edge: ctx.config.edgeName,
      isStoreEmpty: readiness.isStoreEmpty,
      storeAwaySince: readiness.storeAwaySince,
      ...sum,
      ...ctx.replica?.figures(),
    }),
    {
      runsOn: !options.once,
      tally: (db) => tallies.flush(db),
      listeners: options.once ? [] : [wakeUp],
    },
  );
  const note = (deliveries: readonly Delivery[]) => {
    for (const delivery of deliveries) {
      if (!delivery.interrupted) published.add(delivery.lease.name);
      sum.changes += delivery.changes;
      sum.written += delivery.written;
      sum.removed += delivery.removed;
    }
    sum.clients = published.size;
    logPublished(ctx, deliveries);
  };
  try {
    const { profiles, others, unpublished } = await openLanes(ctx, options, {
      worker: life.name,
      readiness,
      note,
      tallies,
      wakeUp,
    });
    const run = (lane: Lane) => runLane(ctx, lane);
    // A run that ends publishes profiles first: no export begins before all wikis are known there.
    if (options.once) await run(profiles);
    await allEnded((options.once ? others : [profiles, ...others]).map(run), failing);
    throwUnpublished(unpublished);
  } finally {
    await life.stop();
  }
  return sum;
}

function throwUnpublished(unpublished: Unpublished): void {
  const [first] = unpublished;
  const more = unpublished.length > 1 ? `, nor are ${unpublished.length - 1} more` : "";
  if (first !== undefined)
    throw new WorkError(`${first.lease.name} is not published completely${more}: ${first.trouble}`);
}

function logPublished({ log }: RoleContext, deliveries: readonly Delivery[]): void {
  const those = deliveries.filter(({ written, removed }) => written + removed > 0);
  const [first] = those;
  if (first === undefined) return;
  const sum = (count: (delivery: Delivery) => number) =>
    those.reduce((total, delivery) => total + count(delivery), 0);
  const name = those.length === 1 ? first.lease.name : `${those.length} wikis`;
  log.info(
    `${name}: ${counted(Math.max(...those.map(({ changes }) => changes)), "change")}, ${counted(
      sum(({ written }) => written),
      "snapshot",
    )} written, ${sum(({ removed }) => removed)} removed`,
  );
}

interface LaneParts extends Pick<RoundOptions, "tallies">, Pick<Lane, "wakeUp"> {
  readonly worker: string;
  readonly readiness: Readiness;
  readonly note: (deliveries: readonly Delivery[]) => void;
}

interface Lanes {
  readonly profiles: Lane;
  readonly others: readonly Lane[];
  readonly unpublished: Unpublished;
}

/** Profiles, changes and full exports (each of one wiki) at the edge, and the table of events, which needs the database alone. */
async function openLanes(
  ctx: RoleContext,
  options: DispatchOptions,
  { worker, readiness, note, tallies, wakeUp }: LaneParts,
): Promise<Lanes> {
  const { once, store, events, wiki } = options;
  const { edgeName } = ctx.config;
  const before = await startUpkeep(ctx, options, readiness);
  const unpublished: Unpublished = [];
  const farms: FarmLists = new Map();
  const count = options.clients ?? CLIENTS;
  const claim = {
    worker,
    target: edgeName,
    count,
    delaySeconds: once ? 0 : (options.delaySeconds ?? DELAY_SECONDS),
    until: once ? await retryWhileDatabaseDown(ctx, () => headPosition(ctx.db)) : null,
    ...(wiki !== undefined && { wiki }),
  };
  const round: RoundOptions = { batch: options.batch ?? BATCH, events, release: true, tallies };
  const troubles = new Troubles(`the edge ${edgeName}`, ctx.log);
  const notices = new HeldNotices(ctx.log);
  const lane = { once, store, unpublished, troubles, notices, before, onReleased: note, wakeUp };
  const changes = (target: string): Lane => ({
    ...lane,
    ...(target === FEED_TARGET && { troubles: new Troubles("the feed", ctx.log) }),
    claim: { ...claim, target, work: "changes" },
    work: (deliveries) => publishChanges(ctx, deliveries, { ...round, batches: BATCHES }),
  });
  const exports: Lane = {
    ...lane,
    claim: { ...claim, work: "export", count: 1 },
    work: async ([delivery]) => {
      if (delivery === undefined) return;
      await exportPages(ctx, delivery, { ...round, store, farms });
      // Its profile is part of the export: in a store that lost everything it may have been the last that was missing.
      if (!delivery.needsExport) readiness.wrote([delivery.lease.name]);
      await readiness.announce();
    },
  };
  return {
    profiles: {
      ...lane,
      claim: { ...claim, work: "profile", count: Math.min(count, PROFILES) },
      work: async (deliveries) => {
        await publishProfiles(ctx.db, deliveries, farms);
        readiness.wrote(deliveries.filter(({ profileDue }) => !profileDue).map(({ lease }) => lease.name));
        await readiness.announce();
      },
    },
    others: [
      changes(edgeName),
      ...(events === undefined ? [] : [changes(FEED_TARGET)]),
      ...Array.from({ length: EXPORTS_AT_ONCE }, () => exports),
    ],
    unpublished,
  };
}

/**
 * Searches for new wikis, profiles that are due and dispatchers that died: now, and every UPKEEP_MS in the lane that calls
 * the function returned.
 */
async function startUpkeep(
  ctx: RoleContext,
  { once, store, events }: DispatchOptions,
  readiness: Readiness,
): Promise<() => Promise<void>> {
  const { edgeName } = ctx.config;
  let doneAt = 0;
  const upkeep = async (version: string | null) => {
    doneAt = performance.now();
    await addClients(ctx.db, [edgeName, ...(events === undefined ? [] : [FEED_TARGET])]);
    await markProfiles(ctx.db, edgeName, version);
    const dead = await releaseDeadClients(
      ctx.db,
      [
        { name: edgeName, lateSeconds: store.lateSeconds ?? 0 },
        { name: FEED_TARGET, lateSeconds: 0 },
      ],
      await deadHere(ctx.db),
    );
    // An edge that hangs delays no feed; what fails is done at the next time.
    const announced = readiness.announce();
    if (once) await announced;
    else announced.catch(() => {});
    if (dead.length > 0)
      ctx.log.warn(`taking over the wikis of dispatchers that died: ${dead.join(", ")}`, "work-taken-over");
  };
  await retryWhileDatabaseDown(ctx, () => upkeep(VERSION));
  return async () => {
    if (performance.now() - doneAt > UPKEEP_MS) await retryWhileDatabaseDown(ctx, () => upkeep(null));
  };
}

/** `byOthers`: pages that a dispatcher wrote that runs beside this export. `finished`: all are written. */
export interface ExportSummary extends DispatchSummary {
  readonly byOthers: number;
  readonly finished: boolean;
}

/**
 * `weboid export WIKI`: requests a full export of the wiki and makes it, and of no other. Where a running dispatcher was
 * quicker, this waits until it is done and has written nothing itself. An interrupted export continues where it was,
 * unless `restart`.
 */
export async function exportWiki(
  ctx: RoleContext,
  wiki: string,
  store: SnapshotStore,
  { restart = false }: { readonly restart?: boolean } = {},
): Promise<ExportSummary> {
  const found = await findWiki(ctx.db, wiki);
  if (found === null) throw new WorkError(`${wiki} is not configured; weboid wiki list shows those that are`);
  if (found.paused)
    throw new WorkError(
      `${wiki} is paused, so nothing of it is published; weboid wiki set ${wiki} --resume ends that`,
    );
  await addClients(ctx.db, [ctx.config.edgeName]);
  const state = () => exportState(ctx.db, found.id, ctx.config.edgeName);
  const before = restart ? null : await state();
  const begun = before?.begun ? before : null;
  await endFirstPass(ctx.db, found.id);
  if (begun === null) await requestExport(ctx.db, found.id, ctx.config.edgeName);
  else
    ctx.log.info(
      `${wiki}: continuing an export that wrote ${begun.done} of ${begun.total} pages before; --restart starts it again`,
    );
  const summary = await dispatch(ctx, { once: true, store, wiki: found.id });
  const after = await state();
  const done = (after?.done ?? 0) - (begun?.done ?? 0);
  const finished = after?.due === false;
  return { ...summary, byOthers: finished ? Math.max(0, done - summary.written) : 0, finished };
}
