import { farmWikis } from "../../db/queries/config/farm-wikis.ts";
import { findSite } from "../../db/queries/config/find-site.ts";
import { findWiki } from "../../db/queries/config/find-wiki.ts";
import { isAlone } from "../../db/queries/config/is-alone.ts";
import { siteEdition } from "../../db/queries/config/site-edition.ts";
import { addClients } from "../../db/queries/dispatch/add-clients.ts";
import { type ClientLease, claimClient } from "../../db/queries/dispatch/claim-client.ts";
import { releaseClient } from "../../db/queries/dispatch/release-client.ts";
import { requestExport } from "../../db/queries/dispatch/request-export.ts";
import { FEED_TARGET, type WikiId } from "../../db/types.ts";
import type { FarmWiki } from "../../shared/interwiki/farm.ts";
import type { RoleContext } from "../runtime/context.ts";
import { WorkError } from "../runtime/errors.ts";
import { startHeartbeat } from "../runtime/heartbeat.ts";
import { outlast, waiting } from "../runtime/outage.ts";
import { pause } from "../runtime/pause.ts";
import type { WriteEvents } from "./events.ts";
import { exportPages } from "./export.ts";
import { tellFollowers } from "./followers.ts";
import { holdClient, LEASE_SECONDS, type Written } from "./hold.ts";
import { beginPass, endOf, noted, type Pass, tellChanges } from "./pass.ts";
import { profileOf, profilePairs } from "./snapshots.ts";
import type { SnapshotStore } from "./store.ts";

export interface DispatchOptions {
  /** Ends when every client wiki was told all there is. */
  readonly once: boolean;
  /** Of the edge that `ctx.config.edgeName` names. */
  readonly store: SnapshotStore;
  /** The table of events is written too; absent: only the edge is told. */
  readonly events?: WriteEvents;
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
const IDLE_MS = 1_000;
/** How soon a wiki that is new is noticed. */
const ADD_MS = 5_000;
/** After the store failed: waits, then the lease is long given back and anyone tries again. */
const FAILED_MS = 5_000;

/**
 * A dispatcher (D2): picks a client wiki, locks it, reads changes after its position, writes the snapshots of the pages
 * concerned, stores the position, unlocks. Any number of them share the load; one that dies is replaced when its
 * lease runs out, and what it posted is posted again. One that only slept is refused by the edge (crawler/dispatch/hold.ts).
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
  const told = new Set<string>();
  const profiles = openProfiles(ctx);
  const targets = [ctx.config.edgeName, ...(options.events === undefined ? [] : [FEED_TARGET])];
  let added = Number.NEGATIVE_INFINITY;
  while (!ctx.signal.aborted) {
    if (performance.now() - added > ADD_MS) {
      await outlast(ctx, () => addClients(ctx.db, targets));
      added = performance.now();
    }
    const lease = await outlast(ctx, () =>
      claimClient(ctx.db, {
        worker,
        targets,
        leaseSeconds: LEASE_SECONDS,
        delaySeconds: options.once ? 0 : (options.delaySeconds ?? DELAY_SECONDS),
      }),
    );
    if (lease === null || (options.once && told.has(nameOf(lease)))) {
      if (lease !== null) await outlast(ctx, () => releaseClient(ctx.db, lease));
      if (options.once) break;
      await pause(IDLE_MS, ctx.signal);
      continue;
    }
    const hold = holdClient(ctx.db, lease, options.store);
    const pass = beginPass(lease, hold);
    // Done anew after an outage of the database: what was posted already changes nothing.
    await outlast(ctx, () => tellClient(ctx, options, pass, profiles)).finally(() => hold.end());
    await outlast(ctx, () => releaseClient(ctx.db, lease, endOf(pass)));
    if (!pass.interrupted) told.add(nameOf(lease));
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

const nameOf = ({ name, target }: ClientLease): string => `${name} at ${target}`;

async function tellClient(
  ctx: RoleContext,
  options: DispatchOptions,
  pass: Pass,
  profiles: Profiles,
): Promise<void> {
  const { events, batch = BATCH } = options;
  if (pass.lease.target === FEED_TARGET) {
    if (events !== undefined) await tellFollowers(ctx, pass, batch, events);
    return;
  }
  if (!noted(pass, await tellProfile(ctx, pass, profiles))) return;
  if (pass.needsExport && !(await exportPages(ctx, pass))) return;
  await tellChanges(ctx, pass, batch);
}

/**
 * The profile is written when this process first meets the wiki, when its configuration or its interwiki map changed, and
 * with a full export.
 */
async function tellProfile(
  { db }: RoleContext,
  { lease, hold, needsExport }: Pass,
  { told, farms }: Profiles,
): Promise<Written> {
  const wiki = await findWiki(db, lease.name);
  if (wiki === null) return { kind: "stored" };
  const profile = profileOf(wiki, await farms(wiki.farm));
  // Maps are large: that it is another one is told by a number.
  const alone = await isAlone(db, wiki.id);
  const edition = `${await siteEdition(db, wiki.id)} ${alone} ${JSON.stringify(profile)}`;
  if (!needsExport && told.get(lease.wiki) === edition) return { kind: "stored" };
  const site = await findSite(db, wiki.id);
  const pairs = profilePairs(site === null ? profile : { ...profile, interwikis: site.interwikis }, alone);
  const result = await hold.put(pairs, needsExport ? { anew: true } : {});
  if (result.kind === "stored") told.set(lease.wiki, edition);
  return result;
}

/** What a process told of wikis, and the wikis of farms, which may be a thousand, as of the last minute. */
interface Profiles {
  readonly told: Map<WikiId, string>;
  readonly farms: (farm: number) => Promise<readonly FarmWiki[]>;
}

const FARM_MS = 60_000;

function openProfiles({ db, clock }: RoleContext): Profiles {
  const kept = new Map<number, { readonly ms: number; readonly wikis: readonly FarmWiki[] }>();
  return {
    told: new Map(),
    async farms(farm) {
      const before = kept.get(farm);
      const now = clock.now();
      if (before !== undefined && now - before.ms < FARM_MS) return before.wikis;
      const wikis = await farmWikis(db, farm);
      kept.set(farm, { ms: now, wikis });
      return wikis;
    },
  };
}
