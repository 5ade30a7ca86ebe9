import { and, asc, desc, eq, gt, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Database, Orm } from "../connect.ts";
import { page, pageLink } from "../schema/index.ts";
import { arrayOf, isAnyOf } from "../statement.ts";
import type { PageRef, WikiId } from "../types.ts";

/** A condition on `page`: one of these of a wiki. */
export const isPageOf = (wikiId: WikiId, pageids: readonly number[]) =>
  and(eq(page.wikiId, wikiId), isAnyOf(page.pageid, pageids));

/** A `with` of pages that are locked in the order of their ids, so that no two statements wait for each other. */
export const lockedPages = (orm: Orm, which: SQL | undefined, strength: "update" | "no key update") =>
  orm
    .$with("locked")
    .as(
      orm
        .select({ wikiId: page.wikiId, pageid: page.pageid })
        .from(page)
        .where(which)
        .orderBy(page.wikiId, page.pageid)
        .for(strength),
    );

/** Updates pages that a condition on `page` chooses, in that order. Answers how many. */
export async function updatePages(
  orm: Orm,
  which: SQL | undefined,
  set: PgUpdateSetSource<typeof page>,
): Promise<number> {
  const locked = lockedPages(orm, which, "no key update");
  const { count } = await orm
    .with(locked)
    .update(page)
    .set(set)
    .from(locked)
    .where(and(eq(page.wikiId, locked.wikiId), eq(page.pageid, locked.pageid)));
  return count;
}

/** Its links were read, so that it has a snapshot. */
export const hasSnapshot = ne(page.linksRead, -1);

/** It was read or will be. The record of an excluded page, which only keeps it from being listed as new, is neither. */
export const isReadOrMarked = or(page.needsUpdate, hasSnapshot);

/** Those of these pages that are on the watchlist (M3). */
export async function watchedPages(
  { orm }: Database,
  wikiId: WikiId,
  pageids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (pageids.length === 0) return new Set();
  const rows = await orm.select({ pageid: page.pageid }).from(page).where(isPageOf(wikiId, pageids));
  return new Set(rows.map(({ pageid }) => pageid));
}

/** Which of these pages have a snapshot. */
export async function pagesWithSnapshot(
  { orm }: Database,
  wikiId: WikiId,
  pageids: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await orm
    .select({ pageid: page.pageid })
    .from(page)
    .where(and(isPageOf(wikiId, pageids), hasSnapshot));
  return new Set(rows.map(({ pageid }) => pageid));
}

/** The ids of all pages of a wiki that have a snapshot, ascending from the one after `start`, in batches. */
export async function* allPages(
  { orm }: Database,
  wikiId: WikiId,
  batch = 500,
  start = 0,
): AsyncGenerator<number[]> {
  let after = start;
  for (;;) {
    const rows = await orm
      .select({ pageid: page.pageid })
      .from(page)
      .where(and(eq(page.wikiId, wikiId), gt(page.pageid, after), hasSnapshot))
      .orderBy(asc(page.pageid))
      .limit(batch);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.pageid;
    yield rows.map(({ pageid }) => pageid);
  }
}

/** How many pages of a wiki have a snapshot. */
export const countPages = ({ orm }: Database, wikiId: WikiId): Promise<number> =>
  orm.$count(page, and(eq(page.wikiId, wikiId), hasSnapshot));

/** Titles and namespaces of a wiki's watched pages. */
export async function pageNames(
  { orm }: Database,
  wikiId: WikiId,
  pageids: readonly number[],
): Promise<ReadonlyMap<number, PageRef>> {
  const rows = await orm
    .select({ pageid: page.pageid, title: page.title, namespace: page.namespace })
    .from(page)
    .where(isPageOf(wikiId, pageids));
  return new Map(rows.map((row) => [row.pageid, row]));
}

/**
 * The pages that have these titles, as of when they were read last; of several that had one, the one that was read last. No
 * redirects, as what they lead to is not known here; where it is not known whether a page is one, those that have a link are none.
 */
export async function titledPages(
  { orm }: Database,
  wikiId: WikiId,
  titles: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await titledSelect(orm, wikiId, titles);
  return new Map(rows.map(({ title, pageid }) => [title, pageid]));
}

/** For the test of its plan, too. */
export function titledSelect(orm: Orm, wikiId: WikiId, titles: readonly string[]) {
  const given = arrayOf(page.title, titles);
  const hasLinks = sql`(${orm
    .select({ has: sql`${pageLink.urls} <> '{}'` })
    .from(pageLink)
    .where(and(eq(pageLink.wikiId, page.wikiId), eq(pageLink.pageid, page.pageid)))})`;
  return orm
    .selectDistinctOn([page.title], { title: page.title, pageid: page.pageid })
    .from(page)
    .where(
      and(
        eq(page.wikiId, wikiId),
        sql`hashtext(${page.title}) = any(array(select hashtext(title) from unnest(${given}) as title))`,
        sql`${page.title} = any(${given})`,
        or(eq(page.redirect, false), and(isNull(page.redirect), hasLinks)),
      ),
    )
    .orderBy(page.title, desc(page.linksRead), desc(page.pageid));
}
