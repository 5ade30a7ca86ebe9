import { and, eq, exists, gt, isNotNull, isNull, lt, notExists, or, type SQL, sql } from "drizzle-orm";
import type { Day } from "../../shared/calendar/day.ts";
import type { Database, Orm } from "../connect.ts";
import { requestExport } from "../dispatch/exports.ts";
import { EPOCH } from "../schema/columns.ts";
import { page, pageBatch, recheck, slice, url, wiki } from "../schema/index.ts";
import { evaluate, fromNow } from "../statement.ts";
import type { WikiId } from "../types.ts";
import { SLICE_IDS } from "../urls/row.ts";

/** How long a first pass is quiet at most: no pass should take longer (F7). */
const QUIET_SECONDS_MAX = 28 * 86_400;

/** How long URLs that a worker gave away keep their slice from counting as swept: other workers have batches of a quarter of an hour. */
const SHARED_SECONDS = 1_800;

const isOpen = gt(wiki.firstPassUntil, sql`clock_timestamp()`);

/** The youngest slice: URLs that are entered from now on are there, or in later ones. */
const lastSlice = (orm: Orm) => orm.select({ no: sql<number>`coalesce(max(${slice.no}), 0)` }).from(slice);

async function setBound(
  { orm }: Database,
  id: WikiId,
  firstPassSlice: SQL | null,
  when?: SQL,
): Promise<void> {
  await orm
    .update(wiki)
    .set({ firstPassSlice })
    .where(and(eq(wiki.id, id), isNotNull(wiki.firstPassUntil), when));
}

const pagesOf = (orm: Orm, id: WikiId, which?: SQL) =>
  orm
    .select({ pageid: page.pageid })
    .from(page)
    .where(and(eq(page.wikiId, id), which));

export const hasPages = async ({ orm }: Database, id: WikiId): Promise<boolean> =>
  (await pagesOf(orm, id).limit(1)).length > 0;

/**
 * Begins the quiet first pass of a wiki (decision 115), before the first of its pages is entered: one that has pages goes on as it is, as its
 * readers wait for news of them, or its first pass is not over.
 */
export function beginFirstPass(db: Database, id: WikiId): Promise<void> {
  return db.transaction(async (tx) => {
    const begun = await tx.orm
      .update(wiki)
      .set({
        firstPassUntil: fromNow(QUIET_SECONDS_MAX),
        firstPassFrom: sql`(${lastSlice(tx.orm)})`,
        firstPassSlice: null,
      })
      .where(and(eq(wiki.id, id), notExists(pagesOf(tx.orm, id))))
      .returning({ id: wiki.id });
    // What was exported while the wiki was empty is no export of its pages.
    if (begun.length > 0) await requestExport(tx, id);
    else await setBound(tx, id, null);
  });
}

/** All is entered: the first pass is over when all slices there are were swept. What is entered later is no part of it. */
export const boundFirstPass = (db: Database, id: WikiId, when?: SQL): Promise<void> =>
  setBound(db, id, sql`(${lastSlice(db.orm)})`, and(isNull(wiki.firstPassSlice), when));

/** The same of a wiki whose lists were read, once no page is left to be read. */
export function boundReadFirstPass(db: Database, id: WikiId): Promise<void> {
  const batches = db.orm.select({ no: pageBatch.no }).from(pageBatch).where(eq(pageBatch.wikiId, id));
  return boundFirstPass(
    db,
    id,
    and(notExists(pagesOf(db.orm, id, sql`${page.needsUpdate}`)), notExists(batches)),
  );
}

/** Whether some wiki's first pass may still go on, so that first results are many. */
export async function isAnyFirstPass(orm: Orm): Promise<boolean> {
  const { is } = await evaluate(orm, {
    is: sql<boolean>`exists (${orm.select({ id: wiki.id }).from(wiki).where(isOpen)})`,
  });
  return is;
}

/**
 * URLs of a slice that were never contacted, and are another worker's than who finished it a moment ago (crawler/sweep/sharing.ts). Those of slow hosts,
 * which wait for a day of their own or come back again and again, hold up nothing.
 */
function givenAway(orm: Orm): SQL {
  const isInSlice = (id: typeof recheck.urlId | typeof url.id) =>
    sql`(${id} >= ${slice.no}::bigint * ${SLICE_IDS} and ${id} < (${slice.no}::bigint + 1) * ${SLICE_IDS})`;
  const urls = orm
    .select({ id: recheck.urlId })
    .from(recheck)
    .innerJoin(url, and(eq(url.id, recheck.urlId), isInSlice(url.id)))
    .where(and(isInSlice(recheck.urlId), gt(recheck.leaseUntil, EPOCH), lt(url.queried, 0 as Day)));
  return sql`(${slice.leaseUntil} > ${fromNow(-SHARED_SECONDS)} and ${exists(urls)})`;
}

/** That a wiki's first pass is quiet and goes on: to be joined with `wiki`. */
export function isInFirstPass(orm: Orm): SQL<boolean> {
  // Never swept; or it has URLs that were never contacted, taken by a crawler or not (db/work/slices.ts).
  const isUnswept = sql`(${slice.swept} < 0 or ${slice.fresh} or (${slice.holder} is not null and ${slice.passBegan} < 0))`;
  const unswept = orm
    .select({ no: slice.no })
    .from(slice)
    .where(
      and(
        sql`${slice.no} between ${wiki.firstPassFrom} and ${wiki.firstPassSlice}`,
        or(isUnswept, givenAway(orm)),
      ),
    );
  return sql<boolean>`(coalesce(${isOpen}, false) and (${wiki.firstPassSlice} is null or exists (${unswept})))`;
}
