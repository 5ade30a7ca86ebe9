import { awayOf } from "../../db/errors.ts";
import type { DueUrl, HostState, SliceLease, UrlId } from "../../db/types.ts";
import { renewRechecks } from "../../db/urls/rechecks.ts";
import { renewLeases } from "../../db/work/slices.ts";
import type { RoleContext } from "../runtime/context.ts";

/** One URL to be checked in a turn. */
export interface Task {
  readonly due: DueUrl;
  readonly host: HostState;
  /** null: a recheck. */
  readonly slice: number | null;
}

/** What a worker has in hand. What was lost is another worker's by now: it is neither begun nor given back. */
export interface Hold {
  readonly worker: string;
  readonly leaseSeconds: number;
  readonly leases: readonly SliceLease[];
  readonly rechecks: readonly UrlId[];
  readonly lostSlices: Set<number>;
  readonly lostRechecks: Set<UrlId>;
}

export const isLost = ({ lostSlices, lostRechecks }: Hold, { slice, due }: Task): boolean =>
  slice === null ? lostRechecks.has(due.id) : lostSlices.has(slice);

export function loseSlices(ctx: RoleContext, { lostSlices }: Hold, slices: readonly number[]): void {
  for (const slice of slices) lostSlices.add(slice);
  if (slices.length > 0) ctx.log.warn(`slices ${slices.join(", ")} are another worker's by now`);
}

/** Prolongs all leases in hand, and marks what is not ours any more. Never rejects. */
export async function renewHold(ctx: RoleContext, hold: Hold): Promise<void> {
  const { leases, rechecks, lostSlices, lostRechecks, leaseSeconds, worker } = hold;
  const wanted = leases.filter(({ slice }) => !lostSlices.has(slice));
  try {
    const held = await renewLeases(ctx.db, wanted, leaseSeconds);
    const gone = wanted.filter(({ slice }) => !held.has(slice));
    loseSlices(
      ctx,
      hold,
      gone.map(({ slice }) => slice),
    );
    // Those that have their result are given up with it; to count them as lost, too, changes nothing.
    const kept = await renewRechecks(ctx.db, worker, rechecks, leaseSeconds);
    for (const id of rechecks) if (!kept.has(id)) lostRechecks.add(id);
  } catch (error) {
    // The lease lasts two more attempts; if it runs out, the fencing token keeps our results out.
    if (awayOf(error) === null)
      ctx.log.warn(`leases could not be renewed: ${error instanceof Error ? error.message : String(error)}`);
  }
}
