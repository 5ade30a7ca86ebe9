import { and, sql } from "drizzle-orm";
import { batch } from "../batch.ts";
import { payloadFault } from "../changes/payload.ts";
import type { Database } from "../connect.ts";
import { change, dispatchClient } from "../schema/index.ts";
import type { Position } from "../types.ts";
import { type Extent, heapRanges } from "./ranges.ts";

interface DamagedChange extends Position {
  readonly kind: string;
  /** For operators. */
  readonly fault: string;
}

/** Changes that cannot be read, which feeds pass over, range by range. */
export async function* damagedChanges(
  db: Database,
  extent: Extent,
): AsyncGenerator<readonly DamagedChange[]> {
  const { xid, id, kind, payload } = change;
  for (const range of await heapRanges(db, change, extent)) {
    const rows = await db.orm.select({ xid, id, kind, payload }).from(change).where(range);
    yield rows.flatMap(({ xid, id, ...row }) => {
      const fault = payloadFault(row);
      return fault === null ? [] : [{ xid, id, kind: row.kind, fault }];
    });
  }
}

/** Deletes those of these changes that no client has still to publish. Answers how many. */
export async function deleteChanges({ orm }: Database, changes: readonly Position[]): Promise<number> {
  const { rows, xid, id } = batch("given", { xid: change.xid, id: change.id }, changes);
  const { positionXid, positionId } = dispatchClient;
  const isAwaited = sql`exists (select 1 from ${dispatchClient}
    where (${positionXid}, ${positionId}) < (${change.xid}, ${change.id}))`;
  const given = orm.select({ xid, id }).from(rows);
  const { count } = await orm
    .delete(change)
    .where(and(sql`(${change.xid}, ${change.id}) in (${given})`, sql`not ${isAwaited}`));
  return count;
}
