import { concernedPages } from "../../db/changes/concerned-pages.ts";
import { payloadFault } from "../../db/changes/payload.ts";
import {
  type ChangeBatch,
  changesOfWikis,
  headPosition,
  readChanges,
  type WikiChange,
} from "../../db/changes/read.ts";
import { type ClientLease, storePositions } from "../../db/dispatch/leases.ts";
import { writeGap } from "../../db/events/write.ts";
import { readsOf } from "../../db/replica/replica.ts";
import { type Change, FEED_TARGET, type Position, type WikiId } from "../../db/types.ts";
import type { Database, RoleContext } from "../runtime/context.ts";
import { type Delivery, isOpen } from "./delivery.ts";
import { type ChangedPage, publishPages } from "./snapshots.ts";
import type { Tallies } from "./tallies.ts";

/**
 * Writes into the table of events (D3, D5) what changes, in their order, mean for those who follow a wiki; hundreds of
 * wikis at a time. Runs in the transaction that stores the positions of these wikis, so each change is written exactly
 * once; what it throws is handled as any failure of the database. Only wikis that a change concerns are given.
 */
export type WriteEvents = (
  db: Database,
  concerned: ReadonlyMap<WikiId, readonly WikiChange[]>,
) => Promise<void>;

interface Terms {
  readonly release: boolean;
  readonly write: WriteEvents;
}

const DAMAGED_NAMED = 3;

/** Those with a payload that can be read. One that cannot (another program wrote it, or the disk lost it) would end every dispatcher. */
function legible({ log }: RoleContext, changes: readonly Change[]): readonly Change[] {
  const faults = changes.map(payloadFault);
  const damaged = changes.flatMap(({ position, kind }, place) =>
    faults[place] === null ? [] : [`${position.id} (${kind}): ${faults[place]}`],
  );
  if (damaged.length === 0) return changes;
  log.warn(
    `${damaged.length} changes are passed over in feeds, as they cannot be read (weboid doctor): ${damaged.slice(0, DAMAGED_NAMED).join("; ")}`,
    "changes-damaged",
  );
  return changes.filter((_, place) => faults[place] === null);
}

/**
 * Writes one batch into the table of events, in one transaction with the position. Where changes were pruned, followers
 * get a gap. Returns the leases that were still held.
 */
async function publishEvents(
  ctx: RoleContext,
  deliveries: readonly Delivery[],
  { changes: found, next }: ChangeBatch,
  { release, write }: Terms,
): Promise<ClientLease[]> {
  const { db } = ctx;
  const changes = legible(ctx, found);
  const leases = deliveries.map(({ lease }) => lease);
  const wikis = leases.map(({ wiki }) => wiki);
  const gaps = new Set(deliveries.filter(({ needsExport }) => needsExport).map(({ lease }) => lease));
  const concerned = changes.length === 0 ? new Map() : await changesOfWikis(db, changes, wikis);
  // They share it (publishChanges).
  const from = deliveries[0]?.position ?? null;
  const stored = await db.transaction(async (tx) => {
    // First, as it locks the clients: a dispatcher that was overtaken writes no event, nor does one whose last COMMIT was
    // carried out without its knowing.
    const ours = await storePositions(tx, leases, next, { release, from });
    for (const lease of ours) if (gaps.has(lease)) await writeGap(tx, lease.wiki);
    const mine = new Map([...concerned].filter(([wiki]) => ours.some((lease) => lease.wiki === wiki)));
    if (mine.size > 0) await write(tx, mine);
    return ours;
  });
  for (const delivery of deliveries) if (stored.includes(delivery.lease)) delivery.needsExport = false;
  return stored;
}

export interface RoundOptions {
  /** Changes read at a time (D2); more means more coalescing (D4) and a longer wait for the first. */
  readonly batch: number;
  readonly events: WriteEvents | undefined;
  /** Clients are given back with their last position. */
  readonly release: boolean;
  readonly tallies: Tallies;
  /** At most so many batches for clients at one position: those far behind let the others go first. Absent: all. */
  readonly batches?: number;
}

/**
 * Publishes to these clients, all of one target, what changed since their positions, a batch at a time. Clients at one
 * position share all reading, so that a thousand wikis cost hardly more than one. May be repeated after an outage: what
 * was stored is not published again.
 */
export async function publishChanges(
  ctx: RoleContext,
  deliveries: readonly Delivery[],
  options: RoundOptions,
): Promise<void> {
  // One end for all: clients come to stand at one position, and from then on share what is read.
  const until = await headPosition(ctx.db);
  const groups = Map.groupBy(deliveries, ({ position }) => `${position.xid} ${position.id}`);
  for (const group of groups.values()) await publishGroup(ctx, group, until, options);
}

async function publishGroup(
  ctx: RoleContext,
  group: readonly Delivery[],
  until: Position,
  options: RoundOptions,
): Promise<void> {
  const most = options.batches ?? Number.POSITIVE_INFINITY;
  for (let batches = 0; batches < most && !ctx.signal.aborted; batches++) {
    const open = group.filter(isOpen);
    const [first] = open;
    if (first === undefined) return;
    const found = await readChanges(ctx.db, first.position, options.batch, until);
    const { last } = found;
    const stored = new Set(
      await publishBatch(ctx, open, found, { ...options, release: last && options.release }),
    );
    for (const delivery of open.filter(isOpen)) {
      if (!stored.has(delivery.lease)) {
        delivery.interrupted = true;
        continue;
      }
      delivery.position = found.next;
      delivery.changes += found.changes.length;
      delivery.released = last && options.release;
    }
    if (last) return;
  }
}

/** Publishes one batch to clients at one target and position. Returns the leases under which it was stored. */
async function publishBatch(
  ctx: RoleContext,
  deliveries: readonly Delivery[],
  found: ChangeBatch,
  { events, release, tallies }: RoundOptions,
): Promise<ClientLease[]> {
  const { db } = ctx;
  const { changes, next } = found;
  const leases = () => deliveries.filter(isOpen).map(({ lease }) => lease);
  if (deliveries[0]?.lease.target === FEED_TARGET)
    return events === undefined ? [] : publishEvents(ctx, deliveries, found, { release, write: events });
  if (changes.length === 0) return storePositions(db, leases(), next, { release });
  const wikis = deliveries.map(({ lease }) => lease.wiki);
  const concerned = async function* (): AsyncGenerator<readonly ChangedPage[]> {
    for await (const pages of concernedPages(db, changes, wikis)) {
      tallies.add({ concerned: pages.reduce((sum, page) => sum + page.changes, 0) });
      yield pages;
    }
  };
  const before = countsOf(deliveries);
  await publishPages(readsOf(db), deliveries, concerned());
  const after = countsOf(deliveries);
  tallies.add({
    batches: 1,
    written: after.written - before.written,
    removed: after.removed - before.removed,
  });
  return storePositions(db, leases(), next, { release });
}

const countsOf = (deliveries: readonly Delivery[]) => ({
  written: deliveries.reduce((sum, { written }) => sum + written, 0),
  removed: deliveries.reduce((sum, { removed }) => sum + removed, 0),
});
