import { findWiki } from "../../db/queries/config/find-wiki.ts";
import { allPages } from "../../db/queries/dispatch/all-pages.ts";
import { type ClientLease, claimClient } from "../../db/queries/dispatch/claim-client.ts";
import { concernedPages } from "../../db/queries/dispatch/concerned-pages.ts";
import { headPosition } from "../../db/queries/dispatch/head-position.ts";
import { readChanges } from "../../db/queries/dispatch/read-changes.ts";
import { releaseClient } from "../../db/queries/dispatch/release-client.ts";
import { renewClient } from "../../db/queries/dispatch/renew-client.ts";
import { requestExport } from "../../db/queries/dispatch/request-export.ts";
import { storePosition } from "../../db/queries/dispatch/store-position.ts";
import type { Position, WikiId } from "../../db/types.ts";
import { snapshotKey } from "../../shared/protocol/types.ts";
import type { RoleContext } from "../runtime/context.ts";
import { WorkError } from "../runtime/errors.ts";
import { startHeartbeat } from "../runtime/heartbeat.ts";
import { outlast, waiting } from "../runtime/outage.ts";
import { pause } from "../runtime/pause.ts";
import { profilePair, writeSnapshots } from "./snapshots.ts";
import type { SnapshotStore, StoreResult } from "./store.ts";

export interface DispatchOptions {
  /** Ends when every client wiki was told all there is. */
  readonly once: boolean;
  readonly store: SnapshotStore;
  /** Changes read at a time (D2); more means more coalescing (D4) and a longer wait for the first. */
  readonly batch?: number;
  /** Seconds between two passes over one client. */
  readonly delaySeconds?: number;
}

export interface DispatchSummary {
  readonly clients: number;
  readonly changes: number;
  /** Snapshots written, and those removed. */
  readonly written: number;
  readonly removed: number;
}

const BATCH = 5_000;
const DELAY_SECONDS = 2;
const LEASE_SECONDS = 120;
const IDLE_MS = 1_000;
/** After the store failed: waits, then the lease is long given back and anyone tries again. */
const FAILED_MS = 5_000;

/** One client's pass: what was told, and what kept the rest from being told. */
interface Pass {
  changes: number;
  written: number;
  removed: number;
  trouble: string | null;
}

/**
 * A dispatcher (D2): picks a client wiki, locks it, reads changes after its position, writes the snapshots of the pages
 * concerned, stores the position, unlocks. Any number of them share the load; one that dies is replaced when its
 * lease runs out, and what it posted is posted again, which changes nothing.
 */
export async function dispatch(given: RoleContext, options: DispatchOptions): Promise<DispatchSummary> {
  const ctx = waiting(given, options.once);
  const sum = { clients: 0, changes: 0, written: 0, removed: 0 };
  const life = startHeartbeat(ctx, "dispatch", () => sum);
  try {
    await tellClients(ctx, options, life.name, sum);
  } finally {
    await life.stop();
  }
  return sum;
}

async function tellClients(
  ctx: RoleContext,
  options: DispatchOptions,
  worker: string,
  sum: { -readonly [K in keyof DispatchSummary]: DispatchSummary[K] },
): Promise<void> {
  const told = new Set<WikiId>();
  const profiles = new Map<WikiId, string>();
  while (!ctx.signal.aborted) {
    const lease = await outlast(ctx, () =>
      claimClient(ctx.db, {
        worker,
        leaseSeconds: LEASE_SECONDS,
        delaySeconds: options.once ? 0 : (options.delaySeconds ?? DELAY_SECONDS),
      }),
    );
    if (lease === null || (options.once && told.has(lease.wiki))) {
      if (lease !== null) await outlast(ctx, () => releaseClient(ctx.db, lease));
      if (options.once) break;
      await pause(IDLE_MS, ctx.signal);
      continue;
    }
    // Told again from the position as it was claimed: what was posted already changes nothing.
    const pass = await outlast(ctx, () => tellClient(ctx, options, lease, profiles));
    await outlast(ctx, () => releaseClient(ctx.db, lease));
    told.add(lease.wiki);
    sum.clients = told.size;
    sum.changes += pass.changes;
    sum.written += pass.written;
    sum.removed += pass.removed;
    if (pass.written + pass.removed > 0)
      ctx.log.info(
        `${lease.name}: ${pass.changes} changes, ${pass.written} snapshots written, ${pass.removed} removed`,
      );
    if (pass.trouble === null) continue;
    if (options.once) throw new WorkError(`${lease.name} was not told everything: ${pass.trouble}`);
    ctx.log.error(`${lease.name}: ${pass.trouble}; trying again`);
    await pause(FAILED_MS, ctx.signal);
  }
}

/** `weboid export WIKI`: marks the wiki, then dispatches; if another dispatcher was faster, it has done it. */
export async function exportWiki(
  ctx: RoleContext,
  wiki: string,
  store: SnapshotStore,
): Promise<DispatchSummary> {
  const found = await findWiki(ctx.db, wiki);
  if (found === null) throw new WorkError(`${wiki} is not configured; weboid wiki list shows those that are`);
  await requestExport(ctx.db, found.id);
  return dispatch(ctx, { once: true, store });
}

async function tellClient(
  ctx: RoleContext,
  options: DispatchOptions,
  lease: ClientLease,
  profiles: Map<WikiId, string>,
): Promise<Pass> {
  const pass: Pass = { changes: 0, written: 0, removed: 0, trouble: null };
  const renewal = setInterval(
    () => void renewClient(ctx.db, lease, LEASE_SECONDS).catch(() => {}),
    (LEASE_SECONDS * 1_000) / 3,
  );
  try {
    if (!noted(pass, await tellProfile(ctx, options.store, lease, profiles))) return pass;
    const position = lease.needsExport ? await exportPages(ctx, options.store, lease, pass) : lease.position;
    if (position !== null) await tellChanges(ctx, options, lease, position, pass);
    return pass;
  } finally {
    clearInterval(renewal);
  }
}

/** True: go on. */
function noted(pass: Pass, result: StoreResult): boolean {
  if (result.kind === "failed") pass.trouble = result.message;
  return result.kind === "stored";
}

/** The profile is written when this process first meets the wiki, and when its configuration changed. */
async function tellProfile(
  ctx: RoleContext,
  store: SnapshotStore,
  lease: ClientLease,
  profiles: Map<WikiId, string>,
): Promise<StoreResult> {
  const wiki = await findWiki(ctx.db, lease.name);
  if (wiki === null) return { kind: "stored", calls: 0 };
  const pair = profilePair(wiki);
  if (profiles.get(lease.wiki) === pair.value) return { kind: "stored", calls: 0 };
  const result = await store.put([pair]);
  if (result.kind === "stored") profiles.set(lease.wiki, pair.value);
  return result;
}

/** All pages anew. The position is taken before: what changes meanwhile is told again after it. null: not finished. */
async function exportPages(
  ctx: RoleContext,
  store: SnapshotStore,
  lease: ClientLease,
  pass: Pass,
): Promise<Position | null> {
  const head = await headPosition(ctx.db);
  for await (const pageids of allPages(ctx.db, lease.wiki)) {
    if (ctx.signal.aborted) return null;
    if (!noted(pass, await writeSnapshots(ctx.db, store, lease.wiki, pageids))) return null;
    pass.written += pageids.length;
  }
  return (await storePosition(ctx.db, lease, head, true)) ? head : null;
}

async function tellChanges(
  ctx: RoleContext,
  options: DispatchOptions,
  lease: ClientLease,
  from: Position,
  pass: Pass,
): Promise<void> {
  let position = from;
  while (!ctx.signal.aborted) {
    const { changes, next } = await readChanges(ctx.db, position, options.batch ?? BATCH);
    if (changes.length === 0) return;
    const pages = await concernedPages(ctx.db, changes, lease.wiki);
    if (!noted(pass, await writeSnapshots(ctx.db, options.store, lease.wiki, pages.written))) return;
    const keys = pages.removed.map((pageid) => snapshotKey(lease.name, pageid));
    if (!noted(pass, await options.store.remove(keys))) return;
    if (!(await storePosition(ctx.db, lease, next))) return;
    pass.changes += changes.length;
    pass.written += pages.written.length;
    pass.removed += pages.removed.length;
    position = next;
  }
}
