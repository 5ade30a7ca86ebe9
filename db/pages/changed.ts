import { and, asc, eq, sql } from "drizzle-orm";
import { batch, insertRows } from "../batch.ts";
import type { Database } from "../connect.ts";
import { changedPage } from "../schema/index.ts";
import { isAnyOf } from "../statement.ts";
import type { WikiId } from "../types.ts";

/** Of one wiki, waiting: a feeder is through with them in some quarter of an hour. */
export const OPEN_CHANGED_MAX = 100_000;

interface Queued {
  /** How many pages were put into the queue, or announced again while they waited. */
  readonly queued: number;
  /** How many found it full. */
  readonly dropped: number;
}

/**
 * Pages of which the wiki itself announced something new (F4): an edit, a deletion, a move. Each waits once, however often
 * it is announced, and is read again the same day when that happens after it was read. The feeder decides by the criteria
 * (F5): what it does not watch leaves no trace. What finds `openMax` rows waiting is dropped: a source that cannot come back
 * to it leaves it to the wiki's recent changes, whose reader waits for room.
 */
export async function queueChanged(
  db: Database,
  wikiId: WikiId,
  pageids: readonly number[],
  openMax = OPEN_CHANGED_MAX,
): Promise<Queued> {
  const ids = [...new Set(pageids)].sort((a, b) => a - b);
  if (ids.length === 0) return { queued: 0, dropped: 0 };
  return db.transaction(async ({ orm }) => {
    const isOfWiki = eq(changedPage.wikiId, wikiId);
    const open = orm.select({ pageid: changedPage.pageid }).from(changedPage).where(isOfWiki).limit(openMax);
    const [waiting, count] = await Promise.all([
      orm
        .select({ pageid: changedPage.pageid })
        .from(changedPage)
        .where(and(isOfWiki, isAnyOf(changedPage.pageid, ids))),
      orm.$count(open.as("open")),
    ]);
    const waits = new Set(waiting.map(({ pageid }) => pageid));
    let room = Math.max(0, openMax - count);
    const taken = ids.filter((id) => waits.has(id) || room-- > 0);
    const rows = taken.map((pageid) => ({ wikiId, pageid, times: 1 }));
    await insertRows(orm, changedPage, ["wikiId", "pageid", "times"], rows).onConflictDoUpdate({
      target: [changedPage.wikiId, changedPage.pageid],
      set: { times: sql`${changedPage.times} % 2000000000 + 1` },
    });
    return { queued: taken.length, dropped: ids.length - taken.length };
  });
}

/** A page of which the wiki announced something new, as it stands in the queue. */
export type ChangedPage = Pick<typeof changedPage.$inferSelect, "pageid" | "no" | "times">;

/** Those that wait longest (F4). They stay in the queue until `finishChanged`, so a feeder that dies with them loses none. */
export function nextChanged({ orm }: Database, wikiId: WikiId, limit: number): Promise<ChangedPage[]> {
  return orm
    .select({ pageid: changedPage.pageid, no: changedPage.no, times: changedPage.times })
    .from(changedPage)
    .where(eq(changedPage.wikiId, wikiId))
    .orderBy(asc(changedPage.no))
    .limit(limit);
}

/** Pages that were read: they leave the queue, but for those of which something new was announced meanwhile. */
export function finishChanged(db: Database, wikiId: WikiId, changed: readonly ChangedPage[]): Promise<void> {
  const { pageid, no, times } = changedPage;
  const { rows, ...read } = batch("read", { pageid, no, times }, changed);
  return db.transaction(async ({ orm }) => {
    const locked = await orm
      .select({ pageid })
      .from(changedPage)
      .innerJoin(rows, and(eq(pageid, read.pageid), eq(no, read.no), eq(times, read.times)))
      .where(eq(changedPage.wikiId, wikiId))
      .orderBy(asc(pageid))
      .for("update", { of: changedPage });
    const ids = locked.map((row) => row.pageid);
    await orm.delete(changedPage).where(and(eq(changedPage.wikiId, wikiId), isAnyOf(pageid, ids)));
  });
}
