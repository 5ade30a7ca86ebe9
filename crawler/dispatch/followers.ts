import { changesOfWikis } from "../../db/queries/dispatch/changes-of-wikis.ts";
import { readChanges } from "../../db/queries/dispatch/read-changes.ts";
import { storePosition } from "../../db/queries/dispatch/store-position.ts";
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
  // Changes that are pruned cannot be told; there is no state that could be told in their place.
  if (pass.needsExport && !stillOurs(pass, await storePosition(ctx.db, lease, pass.position, true))) return;
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
