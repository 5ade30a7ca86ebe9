import type { Database } from "../../connect.ts";

const BATCH = 10_000;

/**
 * D1: deletes changes older than so many seconds, by the database's clock. Clients that were not told them yet are
 * marked for a full export, so that nothing is lost for good. Ends between two batches after the signal. Answers how
 * many changes.
 */
export async function pruneChanges(
  db: Database,
  olderThanSeconds: number,
  signal?: AbortSignal,
): Promise<number> {
  let pruned = 0;
  for (;;) {
    const count = await db.transaction(async ({ sql }) => {
      const gone = await sql<{ xid: string; id: number }[]>`
        with old as (
          select xid, id from change
          where at < clock_timestamp() - make_interval(secs => ${olderThanSeconds})
            and xid < pg_snapshot_xmin(pg_current_snapshot())
          order by xid, id limit ${BATCH} for update
        )
        delete from change c using old where c.xid = old.xid and c.id = old.id
        returning c.xid::text as xid, c.id`;
      if (gone.length === 0) return 0;
      await sql`
        update dispatch_client set needs_export = true, export_wanted = export_wanted + 1, export_after = null
        where (not needs_export or export_after is not null) and exists (
          select 1 from unnest(${gone.map(({ xid }) => xid)}::xid8[], ${gone.map(({ id }) => id)}::bigint[])
            as gone (xid, id)
          where (gone.xid, gone.id) > (position_xid, position_id))`;
      return gone.length;
    });
    pruned += count;
    if (count < BATCH || signal?.aborted) return pruned;
  }
}
