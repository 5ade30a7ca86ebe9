import { and, asc, eq, gt, inArray, not, sql } from "drizzle-orm";
import type { Day } from "../../shared/calendar/day.ts";
import { insertRows } from "../batch.ts";
import type { DeletionReason } from "../changes/types.ts";
import type { Database, Orm } from "../connect.ts";
import { nonWikitextPage, page, pageLink, spamUse, touchQueue, url } from "../schema/index.ts";
import { isAnyOf } from "../statement.ts";
import type { UrlId, WikiId } from "../types.ts";
import { type FeedLease, underFeedLease } from "../wikis/feeding.ts";
import { publishToSharers, writePageChanges } from "./published.ts";
import { isPageOf, lockedPages } from "./read.ts";
import { blockUnused, lockSpam } from "./spam.ts";

/**
 * Deletes pages with all that hangs on them (F3), and publishes that they are gone, unless nothing was ever published of the page. What
 * is no wikitext is remembered, as lists go on to name it; what is spam and stood on no other page is checked no more (C10). Answers how
 * many there were. That they were asked for today stays known, so that nobody can have the wiki asked again and again for a page that is
 * gone.
 */
export function deletePages(
  db: Database,
  wikiId: WikiId,
  pageids: readonly number[],
  reason: DeletionReason,
  day: Day,
): Promise<number> {
  return db.transaction(async ({ orm }) => {
    const locked = lockedPages(orm, isPageOf(wikiId, pageids), "update");
    const gone = await orm
      .with(locked)
      .delete(page)
      .where(
        and(
          eq(page.wikiId, wikiId),
          inArray(page.pageid, orm.select({ pageid: locked.pageid }).from(locked)),
        ),
      )
      .returning({
        pageid: page.pageid,
        title: page.title,
        namespace: page.namespace,
        linksRead: page.linksRead,
      });
    if (gone.length === 0) return 0;
    const ids = gone.map(({ pageid }) => pageid).sort((a, b) => a - b);
    // Before their rows, as the expiry of URLs locks them.
    const suspects = await lockSpam(orm, inArray(url.id, urlsOf(orm, wikiId, ids)));
    const { urls, spam } = await deleteLinks(orm, wikiId, ids);
    await blockUnused(orm, suspects);
    if (reason === "content-model") await rememberModels(orm, wikiId, ids, day);
    const uses = Map.groupBy(spam, ({ pageid }) => pageid);
    const changes = gone
      .filter(({ linksRead }) => linksRead >= 0)
      .sort((one, other) => one.pageid - other.pageid)
      .map(({ pageid, title, namespace }) => {
        const counts = { removed: urls.get(pageid) ?? 0, uses: uses.get(pageid)?.length ?? 0 };
        return { pageid, payload: { title, namespace, reason, ...counts } };
      });
    await writePageChanges(orm, { wikiId, kind: "page-deleted", day }, changes);
    if (spam.length > 0) {
      const unblocked = new Map(spam.map(({ key, url, list }) => [key, { url, list }]));
      await publishToSharers(orm, wikiId, pageids, { came: new Map(), gone: unblocked }, day);
    }
    return gone.length;
  });
}

const urlsOf = (orm: Orm, wikiId: WikiId, pageids: readonly number[]) =>
  orm
    .select({ id: sql<UrlId>`unnest(${pageLink.urls})` })
    .from(pageLink)
    .where(and(eq(pageLink.wikiId, wikiId), isAnyOf(pageLink.pageid, pageids)));

/** Answers the number of URLs of each page, and all blocked links. */
async function deleteLinks(orm: Orm, wikiId: WikiId, pageids: readonly number[]) {
  const links = await orm
    .delete(pageLink)
    .where(and(eq(pageLink.wikiId, wikiId), isAnyOf(pageLink.pageid, pageids)))
    .returning({ pageid: pageLink.pageid, urls: sql<number>`cardinality(${pageLink.urls})` });
  const waiting = orm.$with("waiting").as(
    orm
      .select({ pageid: touchQueue.pageid })
      .from(touchQueue)
      .where(and(eq(touchQueue.wikiId, wikiId), isAnyOf(touchQueue.pageid, pageids), not(touchQueue.taken)))
      .orderBy(touchQueue.pageid)
      .for("update"),
  );
  await orm
    .with(waiting)
    .delete(touchQueue)
    .where(and(eq(touchQueue.wikiId, wikiId), inArray(touchQueue.pageid, orm.select().from(waiting))));
  const spam = await orm
    .delete(spamUse)
    .where(and(eq(spamUse.wikiId, wikiId), isAnyOf(spamUse.pageid, pageids)))
    .returning({ pageid: spamUse.pageid, key: spamUse.key, url: spamUse.url, list: spamUse.list });
  return { urls: new Map(links.map(({ pageid, urls }) => [pageid, urls])), spam };
}

async function rememberModels(orm: Orm, wikiId: WikiId, pageids: readonly number[], day: Day): Promise<void> {
  const rows = pageids.map((pageid) => ({ wikiId, pageid, day }));
  await insertRows(orm, nonWikitextPage, ["wikiId", "pageid", "day"], rows).onConflictDoUpdate({
    target: [nonWikitextPage.wikiId, nonWikitextPage.pageid],
    set: { day },
  });
}

const BATCH = 1_000;

/**
 * Deletes pages that no run touched since `before` (F3): asking for a page that is outside the criteria does not keep it
 * (F5). Answers how many. Ends early with the signal; doing it again goes on. Throws FeedLost once the lease is another's.
 */
export async function deleteUntouchedPages(
  db: Database,
  wikiId: WikiId,
  before: Day,
  today: Day,
  { signal, lease }: { readonly signal?: AbortSignal; readonly lease?: FeedLease } = {},
): Promise<number> {
  let deleted = 0;
  let after = 0;
  for (;;) {
    const rows = await db.orm
      .select({ pageid: page.pageid, touched: page.touched })
      .from(page)
      .where(and(eq(page.wikiId, wikiId), gt(page.pageid, after)))
      .orderBy(asc(page.pageid))
      .limit(BATCH * 10);
    const last = rows.at(-1);
    if (last === undefined || signal?.aborted === true) return deleted;
    after = last.pageid;
    const stale = rows.filter(({ touched }) => touched < before).map(({ pageid }) => pageid);
    for (let at = 0; at < stale.length; at += BATCH) {
      const remove = (tx: Database) =>
        deletePages(tx, wikiId, stale.slice(at, at + BATCH), "untouched", today);
      deleted += await (lease === undefined ? remove(db) : underFeedLease(db, lease, remove));
    }
  }
}
