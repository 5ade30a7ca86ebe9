import type { Day } from "../../../shared/calendar/day.ts";
import type { Database } from "../../connect.ts";
import type { DueBatch, SliceLease } from "../../types.ts";
import { BLOCKED_BIT, type DueColumns, SLICE_IDS } from "../../url-row.ts";
import { latestCredible } from "./credible.ts";
import { dueBatch, dueColumns } from "./due-batch.ts";

/**
 * The URLs of a leased slice that are to be checked: not yet dated since its pass began, and in a lease of kind `fresh`
 * only those never contacted; never what spam lists block (C10). One range of the primary key; so after a crash nothing is checked twice.
 */
export async function readSlice(db: Database, lease: SliceLease, today: Day): Promise<DueBatch> {
  const from = lease.slice * SLICE_IDS;
  const rows = await db.sql<DueColumns[]>`
    select ${dueColumns(db)} from url u join host h on h.id = u.host_id
    where u.id >= ${from} and u.id < ${from + SLICE_IDS}
      and (u.queried < ${lease.began} or u.queried > ${latestCredible(today)})
      and (u.queried < 0 or ${lease.kind} = 'pass') and u.flags & ${BLOCKED_BIT} = 0
    order by u.id`;
  return dueBatch(db, rows);
}
