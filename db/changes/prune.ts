import type { Database, Sql } from "../connect.ts";
import type { Position } from "../types.ts";

/** For how long changes are kept, by the database's clock (D1). */
export interface KeptChanges {
  /** So long in any case, for the sake of clients that are not known here. */
  readonly seconds: number;
  /** … and beyond that as long as a living client was not told them, but no longer. */
  readonly secondsMax: number;
  /** … and never more than so many. */
  readonly rowsMax: number;
}

export interface PrunedChanges {
  readonly changes: number;
  /** Clients that lost changes they were not told, `dewiki@WMF at main`: each is told everything anew. */
  readonly left: readonly string[];
}

const BATCH = 10_000;

/**
 * Of the oldest changes after a place those that may go, up to the first that has to stay; null: none. A living client is
 * one that was told something before, is not paused and is not waiting for a full export; it holds what it was not told.
 */
async function nextToGo(sql: Sql, from: Position, kept: KeptChanges): Promise<Position | null> {
  const [row] = await sql<Position[]>`
    with slowest as (
      select c.position_xid as xid, c.position_id as id from dispatch_client c join wiki w on w.id = c.wiki_id
      where not w.paused and c.position_xid > '0' and not (c.needs_export and c.export_after is null)
      order by 1, 2 limit 1
    ), next as materialized (
      select xid, id, at from change
      where (xid, id) > (${from.xid}::xid8, ${from.id}::bigint) and xid < pg_snapshot_xmin(pg_current_snapshot())
      order by change.xid, change.id limit ${BATCH}
    ), judged as (
      select n.xid, n.id,
        bool_and(n.at < clock_timestamp() - make_interval(secs => ${kept.secondsMax})
          or (select last_value from change_id_seq) - n.id >= ${kept.rowsMax}
          or (n.at < clock_timestamp() - make_interval(secs => ${kept.seconds})
            and (s.xid is null or (n.xid, n.id) <= (s.xid, s.id)))
        ) over (order by n.xid, n.id) as goes
      from next n left join slowest s on true
    )
    select xid::text as xid, id from judged where goes order by judged.xid desc, judged.id desc limit 1`;
  return row ?? null;
}

/** Marks for a full export whom changes up to there were not told. */
async function leaveBehind(sql: Sql, upto: Position): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    update dispatch_client c set needs_export = true, export_wanted = export_wanted + 1, export_after = null
    from wiki w, farm f
    where w.id = c.wiki_id and f.code = w.farm and (not c.needs_export or c.export_after is not null)
      and (c.position_xid, c.position_id) < (${upto.xid}::xid8, ${upto.id}::bigint)
    returning w.dbname || '@' || f.name || ' at ' || c.target as name`;
  return rows.map(({ name }) => name);
}

/**
 * D1: deletes the oldest changes, in transactions of some thousand that hold nobody up. Each goes on where the one before
 * ended, as rows deleted a moment ago still stand in the index. Ends between two of them after the signal.
 */
export async function pruneChanges(
  db: Database,
  kept: KeptChanges,
  signal?: AbortSignal,
): Promise<PrunedChanges> {
  const left = new Set<string>();
  // Visible rows of transactions to come are those of the server from which this database was restored; claims of clients
  // that were told by it begin with a full export.
  let { count: changes } =
    await db.sql`delete from change where xid >= pg_snapshot_xmax(pg_current_snapshot())`;
  for (let from: Position | null = { xid: "0", id: 0 }; from !== null && !signal?.aborted; ) {
    const start: Position = from;
    from = await db.transaction(async ({ sql }) => {
      const upto = await nextToGo(sql, start, kept);
      if (upto === null) return null;
      const { count } = await sql`
        delete from change where (xid, id) > (${start.xid}::xid8, ${start.id}::bigint)
          and (xid, id) <= (${upto.xid}::xid8, ${upto.id}::bigint)`;
      changes += count;
      for (const name of await leaveBehind(sql, upto)) left.add(name);
      return upto;
    });
  }
  return { changes, left: [...left].sort() };
}
