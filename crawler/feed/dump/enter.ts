import { arrangeBulk } from "../../../db/bulk/copy.ts";
import { enterBulk } from "../../../db/bulk/enter.ts";
import type { BulkSums } from "../../../db/bulk/tables.ts";
import type { Wiki as WikiRow } from "../../../db/wikis/wikis.ts";
import type { Day } from "../../../shared/calendar/day.ts";
import type { RoleContext } from "../../runtime/context.ts";
import { WorkError } from "../../runtime/errors.ts";
import { LINKS_PER_PAGE_MAX } from "../api/pages.ts";

/** A start from dumps that ended on a signal: nothing failed, and the same command continues. */
export class DumpStopped extends WorkError {}

interface Entering {
  readonly row: WikiRow;
  readonly bounds: readonly number[];
  readonly day: Day;
  /** Pages up to this one are entered already. */
  readonly after: number;
  /** What was entered with them. */
  readonly sums: BulkSums;
  readonly report: (text: string, share: number) => void;
  /** Pages and uses per transaction. */
  readonly batch: number;
}

/** Enters what the staging tables hold, batch by batch. Returns the sums of all that is entered. */
export async function enterDump(ctx: RoleContext, entering: Entering): Promise<BulkSums> {
  const { row, bounds, day, report } = entering;
  let { after, sums } = entering;
  for (const [part, upto] of bounds.entries()) {
    if (upto <= after) continue;
    const batches = await arrangeBulk(ctx.db, row.id, { part, after, upto }, entering.batch);
    for (const [at, last] of batches.entries()) {
      if (ctx.signal.aborted)
        throw new DumpStopped("stopped while the dumps were entered; the same command continues from there");
      const today = ctx.clock.today();
      const batch = { after, upto: last, today, read: day, usesPerPage: LINKS_PER_PAGE_MAX };
      ({ sums } = await enterBulk(ctx.db, row.id, batch));
      after = last;
      report(`entering (${sums.urls} URLs new)`, (part + (at + 1) / batches.length) / bounds.length);
    }
  }
  return sums;
}
