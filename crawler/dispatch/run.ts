import { findWiki } from "../../db/queries/config/find-wiki.ts";
import { addClients } from "../../db/queries/dispatch/add-clients.ts";
import type { ClaimRequest } from "../../db/queries/dispatch/claim-clients.ts";
import { headPosition } from "../../db/queries/dispatch/head-position.ts";
import { markProfiles } from "../../db/queries/dispatch/mark-profiles.ts";
import { releaseDeadClients } from "../../db/queries/dispatch/release-dead.ts";
import { requestExport } from "../../db/queries/dispatch/request-export.ts";
import { FEED_TARGET } from "../../db/types.ts";
import type { RoleContext } from "../runtime/context.ts";
import { WorkError } from "../runtime/errors.ts";
import { startHeartbeat } from "../runtime/heartbeat.ts";
import { outlast, waiting } from "../runtime/outage.ts";
import { VERSION } from "../runtime/version.ts";
import type { WriteEvents } from "./events.ts";
import { tellExport } from "./export.ts";
import { type Lane, runLane } from "./lanes.ts";
import type { Pass } from "./pass.ts";
import { type RoundOptions, tellRound } from "./round.ts";
import type { SnapshotStore } from "./store.ts";
import { openTallies } from "./tallies.ts";

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
    ...waiting(given, options.once),
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
    const lanes = await openLanes(ctx, options, { worker: life.name, note, tallies });
    const running = lanes.map((lane) =>
      runLane(ctx, lane).catch((error: unknown) => {
        failing.abort();
        throw error;
      }),
    );
    await Promise.allSettled(running);
    const untold = (await Promise.all(running)).flat();
    const [first] = untold;
    const more = untold.length > 1 ? `, nor ${untold.length - 1} more` : "";
    if (first !== undefined)
      throw new WorkError(`${first.lease.name} was not told everything${more}: ${first.trouble}`);
  } finally {
    await life.stop();
  }
  return sum;
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

/** Changes of all clients, and full exports, each of one. */
async function openLanes(
  ctx: RoleContext,
  options: DispatchOptions,
  { worker, note, tallies }: LaneParts,
): Promise<Lane[]> {
  const { once, store, events } = options;
  const { edgeName } = ctx.config;
  const targets = [edgeName, ...(events === undefined ? [] : [FEED_TARGET])];
  let looked = 0;
  const look = async (version: string | null) => {
    await addClients(ctx.db, targets);
    await markProfiles(ctx.db, edgeName, version);
    const dead = await releaseDeadClients(ctx.db, [
      { name: edgeName, lateSeconds: store.lateSeconds ?? 0 },
      { name: FEED_TARGET, lateSeconds: 0 },
    ]);
    if (dead.length > 0) ctx.log.warn(`going on with the wikis of dispatchers that died: ${dead.join(", ")}`);
    looked = performance.now();
  };
  await outlast(ctx, () => look(VERSION));
  const claim: Omit<ClaimRequest, "work" | "leaseSeconds" | "count"> = {
    worker,
    targets,
    delaySeconds: once ? 0 : (options.delaySeconds ?? DELAY_SECONDS),
    until: once ? await outlast(ctx, () => headPosition(ctx.db)) : null,
  };
  const round: RoundOptions = {
    batch: options.batch ?? BATCH,
    events,
    release: true,
    tallies,
    farms: new Map(),
  };
  const exports: Lane = {
    claim: { ...claim, targets: [edgeName], work: "export", count: 1 },
    once,
    store,
    work: async ([pass]) => {
      if (pass !== undefined) await tellExport(ctx, pass, { ...round, store });
    },
    before: async () => {},
    told: note,
  };
  return [
    {
      claim: { ...claim, work: "changes", count: options.clients ?? CLIENTS },
      once,
      store,
      work: (passes) => tellRound(ctx, passes, round),
      before: async () => {
        if (performance.now() - looked > LOOK_MS) await outlast(ctx, () => look(null));
      },
      told: note,
    },
    ...Array.from({ length: EXPORTS_AT_ONCE }, () => exports),
  ];
}

/** `weboid export WIKI`: marks the wiki, then dispatches; a dispatcher that has the wiki just now does it instead. */
export async function exportWiki(
  ctx: RoleContext,
  wiki: string,
  store: SnapshotStore,
): Promise<DispatchSummary> {
  const found = await findWiki(ctx.db, wiki);
  if (found === null) throw new WorkError(`${wiki} is not configured; weboid wiki list shows those that are`);
  await addClients(ctx.db, [ctx.config.edgeName]);
  await requestExport(ctx.db, found.id, ctx.config.edgeName);
  return dispatch(ctx, { once: true, store });
}
