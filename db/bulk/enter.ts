import { and, getTableColumns, gt, lte, type SQLWrapper, sql } from "drizzle-orm";
import type { Database, Orm } from "../connect.ts";
import { analyze, setLocal } from "../statement.ts";
import type { WikiId } from "../types.ts";
import { lockEntry } from "../urls/enter.ts";
import { type BulkBatch, enterPages } from "./pages.ts";
import { type BulkSums, bulkBatch, bulkId, createTable, isSpam, isWatched, stagingOf } from "./tables.ts";
import { enterNew, touchKnown } from "./urls.ts";

/** The batch, each URL of a page once, in `bulk_batch`; `bulk_id` is empty so far. */
async function gather(orm: Orm, wiki: WikiId, { after, upto, usesPerPage }: BulkBatch): Promise<void> {
  const { part } = stagingOf(wiki);
  const { pageid, no } = part;
  const numbered = orm
    .select({
      ...getTableColumns(part),
      number: sql<number>`row_number() over (partition by ${pageid} order by ${no})`.as("number"),
    })
    .from(part)
    .where(and(gt(pageid, after), lte(pageid, upto)))
    .as("numbered");
  // All of a key are equal, so "C" is only quicker; indexes are not used for it.
  const least = (column: SQLWrapper) => sql`min(${column} collate "C")`;
  const path = sql`${numbered.path} collate "C"`;
  await createTable(orm, bulkBatch, {
    kind: "temporary",
    as: orm
      .select({
        pageid: numbered.pageid,
        key: numbered.key,
        no: sql`min(${numbered.no})`.as("no"),
        port: sql`min(${numbered.port})`.as("port"),
        scheme: sql`min(${numbered.scheme})`.as("scheme"),
        flags: sql`bit_or(${numbered.flags})`.as("flags"),
        host: sql`${least(numbered.host)} collate "default"`.as("host"),
        path: least(numbered.path).as("path"),
        spam: sql`coalesce(${least(sql`nullif(${numbered.spam}, '')`)}, '')`.as("spam"),
        url: sql`coalesce(max(${path}) filter (where ${numbered.spam} <> ''), '')`.as("url"),
      })
      .from(numbered)
      .where(lte(numbered.number, usesPerPage))
      .groupBy(numbered.pageid, numbered.key),
  });
  await createTable(orm, bulkId, { kind: "temporary" });
  await analyze(orm, bulkBatch, bulkBatch.pageid, bulkBatch.key, bulkBatch.spam);
}

/** What is entered of a dump after a batch. */
interface BulkEntered {
  /** Pages whose list is another than before. */
  readonly relinked: number;
  /** Of all batches of this dump so far. */
  readonly sums: BulkSums;
}

/**
 * Enters a batch of pages with their URLs as feeding them would (F3): one transaction under the lock of entry, about a
 * second for 50,000 uses, so that feeders beside it wait no longer. Doing it twice changes nothing more.
 */
export function enterBulk(db: Database, wiki: WikiId, batch: BulkBatch): Promise<BulkEntered> {
  const { state } = stagingOf(wiki);
  return db.transaction(async (tx) => {
    const { orm } = tx;
    // What is analysed are the batch's own tables, of which the planner only needs the size.
    await setLocal(orm, { work_mem: "64MB", default_statistics_target: "10" });
    await gather(orm, wiki, batch);
    await lockEntry(orm);
    await touchKnown(orm, batch.today);
    const urls = await enterNew(orm, batch.today);
    const relinked = await enterPages(orm, wiki, batch);
    const [before] = await orm.select({ entered: state.entered }).from(state);
    if (before === undefined) throw new Error("the state of a dump vanished");
    const { entered } = before;
    const sums = {
      watched: entered.watched + (await orm.$count(bulkBatch, isWatched)),
      spam: entered.spam + (await orm.$count(bulkBatch, isSpam)),
      urls: entered.urls + urls,
    };
    await orm.update(state).set({ after: batch.upto, at: sql`now()`, entered: sums });
    return { relinked, sums };
  });
}
