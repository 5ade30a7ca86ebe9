import { and, asc, desc, eq, not, sql } from "drizzle-orm";
import type { Database, Orm } from "../connect.ts";
import { restartForeignClients } from "../dispatch/clients.ts";
import { change, dispatchClient, farm, nameOfWiki, wiki } from "../schema/index.ts";
import { fromNow } from "../statement.ts";
import type { Position } from "../types.ts";
import { isAfter, isUpTo, settled } from "./read.ts";

/** For how long changes are kept, by the database's clock (D1). */
export interface KeptChanges {
  /** So long in any case, for the sake of clients that are not known here. */
  readonly seconds: number;
  /** … and beyond that as long as a living client did not have them, but no longer. */
  readonly secondsMax: number;
  /** … and never more than so many. */
  readonly rowsMax: number;
}

export interface PrunedChanges {
  readonly changes: number;
  /** Clients that lost changes they did not have, `dewiki@WMF at main`: everything is published to each again. */
  readonly left: readonly string[];
}

const BATCH = 10_000;

/** An export of all pages is still to begin. */
const waitsForExport = sql`(${dispatchClient.needsExport} and ${dispatchClient.exportAfter} is null)`;

/**
 * Of the oldest changes after a position those that may go, up to the first that has to stay; null: none. A living client is
 * one that was published to before, is not paused and is not waiting for a full export; it holds what it does not have yet.
 */
async function nextToGo(orm: Orm, from: Position, kept: KeptChanges): Promise<Position | null> {
  const { positionXid, positionId } = dispatchClient;
  const slowest = orm.$with("slowest").as(
    orm
      .select({ xid: positionXid, id: positionId })
      .from(dispatchClient)
      .innerJoin(wiki, eq(wiki.id, dispatchClient.wikiId))
      .where(and(not(wiki.paused), sql`${positionXid} > '0'`, sql`not ${waitsForExport}`))
      .orderBy(asc(positionXid), asc(positionId))
      .limit(1),
  );
  const next = orm
    .select({ xid: change.xid, id: change.id, at: change.at })
    .from(change)
    .where(and(isAfter(from), sql`${change.xid} < ${settled}`))
    .orderBy(asc(change.xid), asc(change.id))
    .limit(BATCH)
    .as("next");
  const isOld = sql`${next.at} < ${fromNow(-kept.secondsMax)}`;
  const isBeyond = sql`(select last_value from ${sql.identifier(CHANGE_SEQUENCE)}) - ${next.id} >= ${kept.rowsMax}`;
  const isDone = sql`${next.at} < ${fromNow(-kept.seconds)} and not exists (
    select 1 from ${slowest} where (${next.xid}, ${next.id}) > (${slowest.xid}, ${slowest.id}))`;
  const judged = orm
    .select({
      xid: next.xid,
      id: next.id,
      goes: sql<boolean>`bool_and(${isOld} or ${isBeyond} or (${isDone})) over (order by ${next.xid}, ${next.id})`.as(
        "goes",
      ),
    })
    .from(next)
    .as("judged");
  const [last] = await orm
    .with(slowest)
    .select({ xid: judged.xid, id: judged.id })
    .from(judged)
    .where(sql`${judged.goes}`)
    .orderBy(desc(judged.xid), desc(judged.id))
    .limit(1);
  return last ?? null;
}

/** Of an identity column, whose sequence has no name in the schema. */
const CHANGE_SEQUENCE = "change_id_seq";

/** Marks for a full export who does not have the changes up to there. */
async function leaveBehind(orm: Orm, upto: Position): Promise<string[]> {
  const client = dispatchClient;
  const rows = await orm
    .update(client)
    .set({ needsExport: true, exportWanted: sql`${client.exportWanted} + 1`, exportAfter: null })
    .from(wiki)
    .innerJoin(farm, eq(farm.code, wiki.farm))
    .where(
      and(
        eq(wiki.id, client.wikiId),
        sql`not ${waitsForExport}`,
        sql`(${client.positionXid}, ${client.positionId}) < (${upto.xid}::xid8, ${upto.id}::bigint)`,
      ),
    )
    .returning({ name: sql<string>`${nameOfWiki} || ' at ' || ${client.target}` });
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
  // Visible rows of transactions to come are those of the server from which this database was restored. Clients that had something
  // of it begin again, also those of paused wikis and of dispatchers that are away: once this server is as far, nothing shows it.
  await restartForeignClients(db);
  let { count: changes } = await db.orm
    .delete(change)
    .where(sql`${change.xid} >= pg_snapshot_xmax(pg_current_snapshot())`);
  for (let from: Position | null = { xid: "0", id: 0 }; from !== null && !signal?.aborted; ) {
    const start: Position = from;
    from = await db.transaction(async ({ orm }) => {
      const upto = await nextToGo(orm, start, kept);
      if (upto === null) return null;
      const { count } = await orm.delete(change).where(and(isAfter(start), isUpTo(upto)));
      changes += count;
      for (const name of await leaveBehind(orm, upto)) left.add(name);
      return upto;
    });
  }
  return { changes, left: [...left].sort() };
}
