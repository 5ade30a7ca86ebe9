import { and, eq, gt, lt, notExists, or, sql } from "drizzle-orm";
import { addDays, type Day } from "../../shared/calendar/day.ts";
import { batch, insertFrom } from "../batch.ts";
import type { Database, Orm } from "../connect.ts";
import { nonWikitextPage, page, pageBatch, wiki } from "../schema/index.ts";
import { typed } from "../statement.ts";
import { storable } from "../text.ts";
import type { PageRef, WikiId } from "../types.ts";
import { deletePages } from "./delete.ts";
import { TOUCH_DAYS } from "./links.ts";
import { hasSnapshot, isPageOf, updatePages } from "./read.ts";

/** As many as a wiki is asked about at once. */
const BATCH_IDS = 50;

/**
 * First run (F2): pages that the criteria's lists name are created if missing (but what is known to be no wikitext) and
 * marked for the second run, unless this pass has read them already. Known pages are put into a batch in place of their own row, which is
 * thus written once in a pass: when its links are read. Answers how many are new.
 */
export function listPages(
  db: Database,
  wikiId: WikiId,
  pages: readonly PageRef[],
  day: Day,
): Promise<number> {
  return db.transaction(async ({ orm }) => {
    const [now] = await orm.select({ pass: wiki.pass }).from(wiki).where(eq(wiki.id, wikiId));
    if (now === undefined) throw new Error("a wiki vanished while its pages were listed");
    const missing = new Map(pages.map((each) => [each.pageid, each]));
    const known = await orm
      .select({ pageid: page.pageid, needsUpdate: page.needsUpdate, pass: page.pass, touched: page.touched })
      .from(page)
      .where(isPageOf(wikiId, [...missing.keys()]))
      .orderBy(page.pageid);
    for (const { pageid } of known) missing.delete(pageid);
    const created = await createPages(orm, wikiId, [...missing.values()], day);
    const unread = known.filter(({ pass }) => pass < now.pass);
    const isStale = ({ touched }: { readonly touched: number }) => touched < addDays(day, -TOUCH_DAYS);
    await touchPages(
      orm,
      wikiId,
      unread.filter(isStale).map(({ pageid }) => pageid),
      day,
    );
    const unmarked = unread.filter((each) => !each.needsUpdate && !isStale(each)).map(({ pageid }) => pageid);
    const batches = Array.from({ length: Math.ceil(unmarked.length / BATCH_IDS) }, (_, at) =>
      unmarked.slice(at * BATCH_IDS, (at + 1) * BATCH_IDS),
    );
    if (batches.length > 0)
      await orm.insert(pageBatch).values(batches.map((pageids) => ({ wikiId, pass: now.pass, pageids })));
    return created;
  });
}

async function createPages(
  orm: Orm,
  wikiId: WikiId,
  pages: readonly PageRef[],
  touched: Day,
): Promise<number> {
  if (pages.length === 0) return 0;
  const { pageid, title, namespace } = page;
  const given = batch(
    "given",
    { pageid, title, namespace },
    pages.map((each) => ({ ...each, title: storable(each.title) })),
  );
  const known = orm
    .select({ pageid: nonWikitextPage.pageid })
    .from(nonWikitextPage)
    .where(and(eq(nonWikitextPage.wikiId, wikiId), eq(nonWikitextPage.pageid, given.pageid)));
  const { rows, place: _, ...fields } = given;
  const created = {
    ...fields,
    wikiId: typed(page.wikiId, wikiId),
    touched: typed(page.touched, touched),
  };
  const { count } = await insertFrom(orm, page, created, (found) =>
    found.from(rows).where(notExists(known)).orderBy(given.pageid),
  ).onConflictDoNothing();
  return count;
}

async function touchPages(orm: Orm, wikiId: WikiId, pageids: readonly number[], day: Day): Promise<void> {
  if (pageids.length === 0) return;
  const touched = sql`greatest(${page.touched}, ${day}::int)`;
  await updatePages(orm, isPageOf(wikiId, pageids), { touched, needsUpdate: true });
}

/**
 * Exclusion finally clears the flag (F2), and takes a page out of the batches of this pass. One whose links were read goes, as
 * nobody reads them any more; the record of any other stays, so that lists do not bring it back as new. Answers how many went.
 */
export function excludePages(
  db: Database,
  wikiId: WikiId,
  pageids: readonly number[],
  today: Day,
): Promise<number> {
  return db.transaction(async (tx) => {
    const { orm } = tx;
    const locked = orm.$with("locked").as(
      orm
        .select({ pageid: page.pageid, pass: wiki.pass })
        .from(page)
        .innerJoin(wiki, eq(wiki.id, page.wikiId))
        .where(and(isPageOf(wikiId, pageids), or(page.needsUpdate, lt(page.pass, wiki.pass), hasSnapshot)))
        .orderBy(page.pageid)
        .for("no key update", { of: page }),
    );
    const excluded = await orm
      .with(locked)
      .update(page)
      .set({ needsUpdate: false, pass: locked.pass })
      .from(locked)
      .where(and(eq(page.wikiId, wikiId), eq(page.pageid, locked.pageid)))
      .returning({ pageid: page.pageid, linksRead: page.linksRead });
    const read = excluded.flatMap(({ pageid, linksRead }) => (linksRead >= 0 ? pageid : []));
    return read.length === 0 ? 0 : deletePages(tx, wikiId, read, "released", today);
  });
}

/** Pages of which the wiki said before that day that they are no wikitext are listed again (F3). null: all of them. */
export async function forgetModels({ orm }: Database, wikiId: WikiId, before: Day | null): Promise<void> {
  const isOld = before === null ? undefined : lt(nonWikitextPage.day, before);
  await orm.delete(nonWikitextPage).where(and(eq(nonWikitextPage.wikiId, wikiId), isOld));
}

/**
 * Pages that the latest first run did not list, though it came to its end (F3): the next ones to be asked about. Null: no
 * such question is open.
 */
export async function leftoverPages(
  { orm }: Database,
  wikiId: WikiId,
  limit: number,
): Promise<number[] | null> {
  const [row] = await orm
    .select({ pass: wiki.pass, after: wiki.leftoverAfter })
    .from(wiki)
    .where(eq(wiki.id, wikiId));
  if (row === undefined || row.after === null) return null;
  const rows = await orm
    .select({ pageid: page.pageid })
    .from(page)
    .where(and(eq(page.wikiId, wikiId), gt(page.pageid, row.after), lt(page.pass, row.pass)))
    .orderBy(page.pageid)
    .limit(limit);
  return rows.map(({ pageid }) => pageid);
}
