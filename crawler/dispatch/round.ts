import { concernedPages } from "../../db/changes/concerned-pages.ts";
import { type ChangeBatch, headPosition, readChanges } from "../../db/changes/read.ts";
import { type ClientLease, storePositions } from "../../db/dispatch/clients.ts";
import { FEED_TARGET, type Position } from "../../db/types.ts";
import type { RoleContext } from "../runtime/context.ts";
import type { WriteEvents } from "./events.ts";
import { tellFollowers } from "./followers.ts";
import { isOpen, type Pass } from "./pass.ts";
import { type PageToTell, tellPages } from "./snapshots.ts";
import type { Tallies } from "./tallies.ts";

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
