import { arrangeBulk } from "../../../db/bulk/copy.ts";
import { enterBulk } from "../../../db/bulk/enter.ts";
import type { BulkSums } from "../../../db/bulk/tables.ts";
import { LINKS_PER_PAGE_MAX } from "../api/pages.ts";
import type { DumpRead } from "./read.ts";
import { type DumpJob, DumpStopped } from "./wiki.ts";

/** A dump in the staging tables. */
export interface StagedDump {
  readonly dump: DumpRead;
  /** Pages up to this one are entered already. */
  readonly after: number;
  /** What was entered with them. */
  readonly sums: BulkSums;
}

/** Enters what the staging tables hold, `batch` pages and uses per transaction. Returns the sums of all that is entered. */
export async function enterDump(
  { ctx, row, report }: DumpJob,
  { dump: { bounds, day }, ...entered }: StagedDump,
  batch: number,
): Promise<BulkSums> {
  let { after, sums } = entered;
  for (const [part, upto] of bounds.entries()) {
    if (upto <= after) continue;
    const batches = await arrangeBulk(ctx.db, row.id, { part, after, upto }, batch);
    for (const [at, last] of batches.entries()) {
      if (ctx.signal.aborted)
        throw new DumpStopped("stopped while the dumps were entered; the same command continues from there");
      const today = ctx.clock.today();
      const pages = { after, upto: last, today, read: day, usesPerPage: LINKS_PER_PAGE_MAX };
      ({ sums } = await enterBulk(ctx.db, row.id, pages));
      after = last;
      report(`entering (${sums.urls} URLs new)`, (part + (at + 1) / batches.length) / bounds.length);
    }
  }
  return sums;
}
