import { arrangeBulk } from "../../../db/queries/bulk/arrange-bulk.ts";
import { enterBulk } from "../../../db/queries/bulk/enter-bulk.ts";
import type { Wiki as WikiRow } from "../../../db/types.ts";
import type { Day } from "../../../shared/calendar/day.ts";
import type { RoleContext } from "../../runtime/context.ts";
import { WorkError } from "../../runtime/errors.ts";
import { LINKS_PER_PAGE_MAX } from "../pages.ts";

interface Entering {
  readonly row: WikiRow;
  readonly bounds: readonly number[];
  readonly day: Day;
  readonly counts: { readonly pages: number; readonly watched: number };
  /** Pages up to this one are entered already. */
  readonly after: number;
  readonly tell: (text: string, share: number) => void;
  /** Pages and uses per transaction. */
  readonly batch: number;
}

/** Enters what the staging tables hold, batch by batch. Answers how many URLs were new. */
export async function enterDump(ctx: RoleContext, entering: Entering): Promise<number> {
  const { row, bounds, day, tell } = entering;
  let added = 0;
  let after = entering.after;
  for (const [part, upto] of bounds.entries()) {
    if (upto <= after) continue;
    const batches = await arrangeBulk(ctx.db, row.id, { part, after, upto }, entering.batch);
    for (const [at, last] of batches.entries()) {
      if (ctx.signal.aborted)
        throw new WorkError("stopped while the dumps were entered; the same command goes on from there");
      const today = ctx.clock.today();
      const batch = { after, upto: last, today, read: day, usesPerPage: LINKS_PER_PAGE_MAX };
      const entered = await enterBulk(ctx.db, row.id, batch);
      added += entered.urls;
      after = last;
      tell(`entering (${added} URLs new)`, (part + (at + 1) / batches.length) / bounds.length);
    }
  }
  return added;
}
