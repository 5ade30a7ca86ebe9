import { headPosition } from "../../db/changes/read.ts";
import { addClients, releaseDeadClients } from "../../db/dispatch/clients.ts";
import { requestExport, unfinishedExport } from "../../db/dispatch/exports.ts";
import { markProfiles } from "../../db/dispatch/published.ts";
import { FEED_TARGET, type WikiId } from "../../db/types.ts";
import { findWiki } from "../../db/wikis/wikis.ts";
import type { RoleContext } from "../runtime/context.ts";
import { retryWhileDatabaseDown, withBackoff } from "../runtime/database-retry.ts";
import { WorkError } from "../runtime/errors.ts";
import { deadHere, startHeartbeat } from "../runtime/heartbeat.ts";
import { VERSION } from "../runtime/version.ts";
import { tellExport } from "./export.ts";
import type { Pass } from "./hold.ts";
import { type Lane, runLane, type Untold } from "./lanes.ts";
import { type FarmLists, tellProfiles } from "./profiles.ts";
import { openReadiness, type Readiness } from "./readiness.ts";
import { openTallies, type RoundOptions, tellRound, type WriteEvents } from "./round.ts";
import type { SnapshotStore } from "./store.ts";

export interface DispatchOptions {
  /** Ends when every client wiki was told all there was when it began. */
  readonly once: boolean;
  /** Of the edge that `ctx.config.edgeName` names. */
  readonly store: SnapshotStore;
  /** The table of events is written too; absent: only the edge is told. */
  readonly events?: WriteEvents;
  /** Changes read at a time (D2); more means more coalescing (D4), and more to do again after a failure. */
  readonly batch?: number;
  /** Seconds between two passes over one client; more means fewer, larger writes (D4), and later news. */
  readonly delaySeconds?: number;
  /** Only this wiki, at the edge. */
  readonly wiki?: WikiId;
  /** Clients taken at a time, which share what is read; fewer share the load better with other dispatchers. */
  readonly clients?: number;
}

export interface DispatchSummary {
  /** Wikis that were told something. */
  readonly clients: number;
  readonly changes: number;
  /** Snapshots written, and those removed. */
  readonly written: number;
  readonly removed: number;
}

export const BATCH = 5_000;
export const DELAY_SECONDS = 2;
export const CLIENTS = 250;
/** Taken at a time for their profiles: changes of these wait meanwhile. */
const PROFILES = 50;
/** What a wiki far behind is told in one go; the others of the claim, and those that became due, come next. */
const BATCHES = 10;
/** A wiki of few pages mostly waits for the database to note its place. */
const EXPORTS_AT_ONCE = 4;
/** How soon a wiki that is new, and a profile that changed, is noticed. */
const LOOK_MS = 5_000;

/**
 * A dispatcher (D2): picks clients, locks them, reads changes after their positions, writes the snapshots of the pages
 * concerned, stores the positions, unlocks; and full exports beside it. Any number of dispatchers share the load; one
 * that dies is replaced within seconds, and what it posted is posted again. One that only slept is refused by
 * the edge (crawler/dispatch/hold.ts).
 */
export async function dispatch(given: RoleContext, options: DispatchOptions): Promise<DispatchSummary> {
  const failing = new AbortController();
  const ctx = {
    ...withBackoff(given, options.once),
    signal: AbortSignal.any([given.signal, failing.signal]),
  };
  const told = new Set<string>();
  const sum = { clients: 0, changes: 0, written: 0, removed: 0 };
  const tallies = openTallies(ctx.config.edgeName);
  const life = startHeartbeat(
    ctx,
    "dispatch",
    () => ({ edge: ctx.config.edgeName, ...sum }),
    undefined,
    (db) => tallies.tell(db),
  );
  const note = (passes: readonly Pass[]) => {
    for (const pass of passes) {
      if (!pass.interrupted) told.add(pass.lease.name);
      sum.changes += pass.changes;
      sum.written += pass.written;
      sum.removed += pass.removed;
    }
    sum.clients = told.size;
    tellLog(ctx, passes);
  };
  try {
    const { profiles, others, untold } = await openLanes(ctx, options, { worker: life.name, note, tallies });
    const run = (lane: Lane) =>
      runLane(ctx, lane).catch((error: unknown) => {
        failing.abort();
        throw error;
      });
    // A run that ends tells profiles first: no export begins before all wikis are known there.
    if (options.once) await run(profiles);
    const running = (options.once ? others : [profiles, ...others]).map(run);
    await Promise.allSettled(running);
    await Promise.all(running);
    tellUntold(untold);
  } finally {
    await life.stop();
  }
  return sum;
}

function tellUntold(untold: Untold): void {
  const [first] = untold;
  const more = untold.length > 1 ? `, nor ${untold.length - 1} more` : "";
  if (first !== undefined)
    throw new WorkError(`${first.lease.name} was not told everything${more}: ${first.trouble}`);
}

function tellLog({ log }: RoleContext, passes: readonly Pass[]): void {
  const those = passes.filter(({ written, removed }) => written + removed > 0);
  const [first] = those;
  if (first === undefined) return;
  const sum = (count: (pass: Pass) => number) => those.reduce((total, pass) => total + count(pass), 0);
  const name = those.length === 1 ? first.lease.name : `${those.length} wikis`;
  log.info(
    `${name}: ${Math.max(...those.map(({ changes }) => changes))} changes, ${sum(({ written }) => written)} snapshots written, ${sum(({ removed }) => removed)} removed`,
  );
}

interface LaneParts extends Pick<RoundOptions, "tallies"> {
  readonly worker: string;
  readonly note: (passes: readonly Pass[]) => void;
}

interface Lanes {
  readonly profiles: Lane;
  readonly others: readonly Lane[];
  readonly untold: Untold;
}

/** Profiles, changes and full exports (each of one wiki) at the edge, and the table of events, which needs the database alone. */
async function openLanes(
  ctx: RoleContext,
  options: DispatchOptions,
  { worker, note, tallies }: LaneParts,
): Promise<Lanes> {
  const { once, store, events, wiki } = options;
  const { edgeName } = ctx.config;
  const readiness = openReadiness(ctx, store);
  const before = await looking(ctx, options, readiness);
  const untold: Untold = [];
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
  const lane = { once, store, untold, before, told: note };
  const changes = (target: string): Lane => ({
    ...lane,
    claim: { ...claim, target, work: "changes" },
    work: (passes) => tellRound(ctx, passes, { ...round, batches: BATCHES }),
  });
  const exports: Lane = {
    ...lane,
    claim: { ...claim, work: "export", count: 1 },
    work: async ([pass]) => {
      if (pass === undefined) return;
      await tellExport(ctx, pass, { ...round, store, farms });
      // Its profile is a part of that: of an edge that lost everything this may have been the last that was missing.
      if (!pass.needsExport) readiness.owe([pass.lease.name]);
      await readiness.settle();
    },
  };
  return {
    profiles: {
      ...lane,
      claim: { ...claim, work: "profile", count: Math.min(count, PROFILES) },
      work: async (passes) => {
        await tellProfiles(ctx.db, passes, farms);
        readiness.owe(passes.filter(({ profileDue }) => !profileDue).map(({ lease }) => lease.name));
        await readiness.settle();
      },
    },
    others: [
      changes(edgeName),
      ...(events === undefined ? [] : [changes(FEED_TARGET)]),
      ...Array.from({ length: EXPORTS_AT_ONCE }, () => exports),
    ],
    untold,
  };
}

/** Looks for wikis that are new, profiles that are due and dispatchers that died: now, and then now and then, by whichever lane is free. */
async function looking(
  ctx: RoleContext,
  { store, events }: DispatchOptions,
  readiness: Readiness,
): Promise<() => Promise<void>> {
  const { edgeName } = ctx.config;
  let looked = 0;
  const look = async (version: string | null) => {
    looked = performance.now();
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
    await readiness.settle();
    if (dead.length > 0) ctx.log.warn(`going on with the wikis of dispatchers that died: ${dead.join(", ")}`);
  };
  await retryWhileDatabaseDown(ctx, () => look(VERSION));
  return async () => {
    if (performance.now() - looked > LOOK_MS) await retryWhileDatabaseDown(ctx, () => look(null));
  };
}

/**
 * `weboid export WIKI`: marks the wiki and tells it, and no other. Where a dispatcher that runs was quicker this waits until it is
 * done, and then has written nothing itself. An export that was stopped goes on where it was, unless `anew`.
 */
export async function exportWiki(
  ctx: RoleContext,
  wiki: string,
  store: SnapshotStore,
  { anew = false }: { readonly anew?: boolean } = {},
): Promise<DispatchSummary> {
  const found = await findWiki(ctx.db, wiki);
  if (found === null) throw new WorkError(`${wiki} is not configured; weboid wiki list shows those that are`);
  if (found.paused)
    throw new WorkError(
      `${wiki} is paused, so nothing is told of it; weboid wiki set ${wiki} --resume ends that`,
    );
  await addClients(ctx.db, [ctx.config.edgeName]);
  const begun = anew ? null : await unfinishedExport(ctx.db, found.id, ctx.config.edgeName);
  if (begun === null) await requestExport(ctx.db, found.id, ctx.config.edgeName);
  else
    ctx.log.info(
      `${wiki}: going on with an export that wrote ${begun.done} of ${begun.total} pages before; --anew begins it again`,
    );
  return dispatch(ctx, { once: true, store, wiki: found.id });
}
