import { concernedPages } from "../../db/changes/concerned-pages.ts";
import {
  type ChangeBatch,
  changesOfWikis,
  headPosition,
  readChanges,
  type WikiChange,
} from "../../db/changes/read.ts";
import { type ClientLease, storePositions } from "../../db/dispatch/clients.ts";
import { type DispatchTally, tallyDispatch } from "../../db/dispatch/published.ts";
import { writeGap } from "../../db/events/write.ts";
import { FEED_TARGET, type Position, type WikiId } from "../../db/types.ts";
import type { Database, RoleContext } from "../runtime/context.ts";
import { isOpen, type Pass } from "./hold.ts";
import { type PageToTell, tellPages } from "./snapshots.ts";

/**
 * Writes into the table of events (D3, D5) what changes, in their order, mean for those who follow a wiki; hundreds of
 * wikis at a time. Runs in the transaction that stores how far these wikis are told, so each change is written exactly
 * once; what it throws is met as any failure of the database. Only wikis that a change concerns are given.
 */
export type WriteEvents = (
  db: Database,
  concerned: ReadonlyMap<WikiId, readonly WikiChange[]>,
) => Promise<void>;

interface Terms {
  readonly release: boolean;
  readonly write: WriteEvents;
}

/**
 * One batch into the table of events, in one transaction with the position. Changes that are pruned cannot be told, and no
 * state in their place: followers hear that some are missing. Answers the leases that were still held.
 */
export async function tellFollowers(
  db: Database,
  passes: readonly Pass[],
  { changes, next }: ChangeBatch,
  { release, write }: Terms,
): Promise<ClientLease[]> {
  const leases = passes.map(({ lease }) => lease);
  const wikis = leases.map(({ wiki }) => wiki);
  const gaps = new Set(passes.filter(({ needsExport }) => needsExport).map(({ lease }) => lease));
  const concerned = changes.length === 0 ? new Map() : await changesOfWikis(db, changes, wikis);
  // They share it (tellRound).
  const from = passes[0]?.position ?? null;
  const stored = await db.transaction(async (tx) => {
    // First, as it locks the clients: a dispatcher that was overtaken writes no event, nor does one whose last COMMIT was
    // carried out though it never heard so.
    const ours = await storePositions(tx, leases, next, { release, from });
    for (const lease of ours) if (gaps.has(lease)) await writeGap(tx, lease.wiki);
    const told = new Map([...concerned].filter(([wiki]) => ours.some((lease) => lease.wiki === wiki)));
    if (told.size > 0) await write(tx, told);
    return ours;
  });
  for (const pass of passes) if (stored.includes(pass.lease)) pass.needsExport = false;
  return stored;
}

/** What this process did for its edge since it last told the counts of the hour. */
export interface Tallies {
  add(more: Partial<DispatchTally>): void;
  tell(db: Database): Promise<void>;
}

const NONE: DispatchTally = { batches: 0, concerned: 0, written: 0, removed: 0, exported: 0 };

export function openTallies(edge: string): Tallies {
  let sum = NONE;
  const add = (more: Partial<DispatchTally>) => {
    sum = {
      batches: sum.batches + (more.batches ?? 0),
      concerned: sum.concerned + (more.concerned ?? 0),
      written: sum.written + (more.written ?? 0),
      removed: sum.removed + (more.removed ?? 0),
      exported: sum.exported + (more.exported ?? 0),
    };
  };
  return {
    add,
    async tell(db) {
      const told = sum;
      if (Object.values(told).every((count) => count === 0)) return;
      sum = NONE;
      await tallyDispatch(db, edge, told);
    },
  };
}

export interface RoundOptions {
  /** Changes read at a time (D2); more means more coalescing (D4) and a longer wait for the first. */
  readonly batch: number;
  readonly events: WriteEvents | undefined;
  /** Clients are given back with their last position. */
  readonly release: boolean;
  readonly tallies: Tallies;
  /** Of clients at one place at most so many batches: those that are far behind let the others go first. Absent: all. */
  readonly batches?: number;
}

/**
 * Tells these clients, all of one target, what changed since their positions, a batch at a time. Clients at one position
 * share all reading, so that a thousand wikis cost hardly more than one. May be done anew after an outage: what was
 * stored is not told again.
 */
export async function tellRound(
  ctx: RoleContext,
  passes: readonly Pass[],
  options: RoundOptions,
): Promise<void> {
  // One end for all: clients come to stand at one place, and from then on share what is read.
  const until = await headPosition(ctx.db);
  const groups = Map.groupBy(passes, ({ position }) => `${position.xid} ${position.id}`);
  for (const group of groups.values()) await tellGroup(ctx, group, until, options);
}

async function tellGroup(
  ctx: RoleContext,
  group: readonly Pass[],
  until: Position,
  options: RoundOptions,
): Promise<void> {
  const most = options.batches ?? Number.POSITIVE_INFINITY;
  for (let batches = 0; batches < most && !ctx.signal.aborted; batches++) {
    const open = group.filter(isOpen);
    const [first] = open;
    if (first === undefined) return;
    const found = await readChanges(ctx.db, first.position, options.batch, until);
    const last = found.changes.length < options.batch;
    const stored = new Set(
      await tellBatch(ctx, open, found, { ...options, release: last && options.release }),
    );
    for (const pass of open.filter(isOpen)) {
      if (!stored.has(pass.lease)) {
        pass.interrupted = true;
        continue;
      }
      pass.position = found.next;
      pass.changes += found.changes.length;
      pass.released = last && options.release;
    }
    if (last) return;
  }
}

/** One batch for clients at one target and position. Answers the leases under which it was stored. */
async function tellBatch(
  { db }: RoleContext,
  passes: readonly Pass[],
  found: ChangeBatch,
  { events, release, tallies }: RoundOptions,
): Promise<ClientLease[]> {
  const { changes, next } = found;
  const leases = () => passes.filter(isOpen).map(({ lease }) => lease);
  if (passes[0]?.lease.target === FEED_TARGET)
    return events === undefined ? [] : tellFollowers(db, passes, found, { release, write: events });
  if (changes.length === 0) return storePositions(db, leases(), next, { release });
  const wikis = passes.map(({ lease }) => lease.wiki);
  const told = async function* (): AsyncGenerator<readonly PageToTell[]> {
    for await (const pages of concernedPages(db, changes, wikis)) {
      tallies.add({ concerned: pages.reduce((sum, page) => sum + page.changes, 0) });
      yield pages;
    }
  };
  const before = countsOf(passes);
  await tellPages(db, passes, told());
  const after = countsOf(passes);
  tallies.add({
    batches: 1,
    written: after.written - before.written,
    removed: after.removed - before.removed,
  });
  return storePositions(db, leases(), next, { release });
}

const countsOf = (passes: readonly Pass[]) => ({
  written: passes.reduce((sum, { written }) => sum + written, 0),
  removed: passes.reduce((sum, { removed }) => sum + removed, 0),
});
