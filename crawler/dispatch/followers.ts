import { changesOfWikis } from "../../db/queries/dispatch/changes-of-wikis.ts";
import { readChanges } from "../../db/queries/dispatch/read-changes.ts";
import { storePosition } from "../../db/queries/dispatch/store-position.ts";
import { writeGap } from "../../db/queries/events/write-events.ts";
import type { RoleContext } from "../runtime/context.ts";
import type { WriteEvents } from "./events.ts";
import { type Pass, stillOurs } from "./pass.ts";

/** What changed since the position, into the table of events, `batch` changes at a time, until there are no more. */
export async function tellFollowers(
  ctx: RoleContext,
  pass: Pass,
  batch: number,
  write: WriteEvents,
): Promise<void> {
  const { lease } = pass;
  if (pass.needsExport && !stillOurs(pass, await tellGap(ctx, pass))) return;
  pass.needsExport = false;
  while (!ctx.signal.aborted) {
    const { changes, next } = await readChanges(ctx.db, pass.position, batch);
    if (changes.length === 0) return;
    const concerned = await changesOfWikis(ctx.db, changes, [lease.wiki]);
    const stored = await ctx.db.transaction(async (tx) => {
      // First, as it locks the client: a dispatcher that was overtaken writes no event.
      const ours = await storePosition(tx, lease, next);
      if (ours && concerned.size > 0) await write(tx, concerned);
      return ours;
    });
    if (!stillOurs(pass, stored)) return;
    pass.changes += changes.length;
    pass.position = next;
  }
}

/** Changes that are pruned cannot be told, and no state in their place: followers hear that some are missing. */
function tellGap({ db }: RoleContext, { lease, position }: Pass): Promise<boolean> {
  return db.transaction(async (tx) => {
    const ours = await storePosition(tx, lease, position, true);
    if (ours) await writeGap(tx, lease.wiki);
    return ours;
  });
}
