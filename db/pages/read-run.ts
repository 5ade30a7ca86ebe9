import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import { batchOf } from "../batch.ts";
import type { Database, Orm } from "../connect.ts";
import { page, pageBatch, url, wiki } from "../schema/index.ts";
import { isAnyOf } from "../statement.ts";
import type { PageRef, UrlId, WikiId } from "../types.ts";
import { isPageOf, updatePages } from "./read.ts";
import { planByIndex, usersOf } from "./users.ts";

/**
 * Marks pages for the second run (F3), or clears the mark. `which`: a condition on `page`. Rows are locked in the order of
 * pages, as by every writer of several. Answers how many were not so before.
 */
export function setNeedsUpdate(db: Database, needsUpdate: boolean, which: SQL | undefined): Promise<number> {
  const isOther = and(which, eq(page.needsUpdate, !needsUpdate));
  return db.transaction(({ orm }) => updatePages(orm, isOther, { needsUpdate }));
}

export const markPages = (db: Database, wikiId: WikiId, pageids: readonly number[]): Promise<number> =>
  setNeedsUpdate(db, true, isPageOf(wikiId, pageids));

/** Marks the pages of the farm's wikis, or of one of them, that name these URLs. */
export const markUsers = (
  db: Database,
  ids: readonly UrlId[],
  { farm, wikiId }: { readonly farm: number; readonly wikiId: WikiId | null },
): Promise<number> =>
  db.transaction(({ orm }) =>
    markUsersWithin(orm, ids, wikiId === null ? eq(wiki.farm, farm) : eq(wiki.id, wikiId)),
  );

/** The same in the caller's transaction, which is then planned by index. `which`: a condition on `wiki`; absent: all. */
export async function markUsersWithin(orm: Orm, ids: readonly UrlId[], which?: SQL): Promise<number> {
  await planByIndex(orm);
  const given = batchOf("given", url.id, ids);
  const used = usersOf(orm, given.value);
  const named = orm
    .select({ wiki: used.wiki, pageid: used.pageid })
    .from(given.rows)
    .crossJoinLateral(used.rows)
    .innerJoin(wiki, and(eq(wiki.id, used.wiki), which));
  const isNamed = and(sql`(${page.wikiId}, ${page.pageid}) in (${named})`, eq(page.needsUpdate, false));
  return await updatePages(orm, isNamed, { needsUpdate: true });
}

/** They stay until they are untouched for long (F3). */
export const clearNeedsUpdate = (db: Database, wikiId: WikiId, pageids: readonly number[]): Promise<number> =>
  setNeedsUpdate(db, false, isPageOf(wikiId, pageids));

export interface MarkedPage extends PageRef {
  /** Day on which its links were last read; -1: never. */
  readonly linksRead: number;
}

/**
 * The next pages of the second run (F3), those first whose links were read longest ago or never (F7), then by page id;
 * `after`: beyond this one.
 */
export function pagesNeedingUpdate(
  { orm }: Database,
  wikiId: WikiId,
  limit: number,
  after: Pick<MarkedPage, "linksRead" | "pageid"> | null = null,
): Promise<MarkedPage[]> {
  const { pageid, title, namespace, markedRead } = page;
  const isBeyond = sql`(${markedRead}, ${pageid}) > (${after?.linksRead ?? -2}, ${after?.pageid ?? 0})`;
  return orm
    .select({ pageid, title, namespace, linksRead: markedRead })
    .from(page)
    .where(and(eq(page.wikiId, wikiId), page.needsUpdate, isBeyond))
    .orderBy(markedRead, pageid)
    .limit(limit);
}

/** Pages that the first run listed, in batches (F3). */
export interface PageBatch {
  /** Rows of the batch, for `deletePageBatches`. */
  readonly batchIds: readonly number[];
  /** Pages that are to be read; none: all were read by another way. */
  readonly pageids: readonly number[];
}

/** Rows read together, as a tree's categories are often small. */
const ROWS_MAX = 50;

interface From {
  /** The row after which it begins; 0: the first. */
  readonly after: number;
  /** Pages that are being read just now, by an earlier row. */
  readonly busy: readonly number[];
}

/** The next batch, of up to `limit` pages or one row; null: there are none. */
export async function nextPageBatch(
  { orm }: Database,
  wikiId: WikiId,
  limit: number,
  { after, busy }: From = { after: 0, busy: [] },
): Promise<PageBatch | null> {
  const next = await orm
    .select({ no: pageBatch.no, pass: pageBatch.pass, pageids: pageBatch.pageids })
    .from(pageBatch)
    .where(and(eq(pageBatch.wikiId, wikiId), gt(pageBatch.no, after)))
    .orderBy(pageBatch.no)
    .limit(ROWS_MAX);
  let listed = 0;
  const rows = next.filter(({ pageids }, at) => {
    listed += pageids.length;
    return listed <= limit || at === 0;
  });
  if (rows.length === 0) return null;
  const passes = new Map(
    rows.flatMap(({ pass, pageids }) => pageids.map((pageid) => [pageid, pass] as const)),
  );
  for (const pageid of busy) passes.delete(pageid);
  const found = await orm
    .select({ pageid: page.pageid, pass: page.pass })
    .from(page)
    .where(isPageOf(wikiId, [...passes.keys()]))
    .orderBy(page.pageid);
  return {
    batchIds: rows.map(({ no }) => no),
    pageids: found.flatMap(({ pageid, pass }) => (pass < (passes.get(pageid) ?? 0) ? pageid : [])),
  };
}

/** Their pages were read. */
export async function deletePageBatches(
  { orm }: Database,
  wikiId: WikiId,
  batchIds: readonly number[],
): Promise<void> {
  await orm.delete(pageBatch).where(and(eq(pageBatch.wikiId, wikiId), isAnyOf(pageBatch.no, batchIds)));
}
