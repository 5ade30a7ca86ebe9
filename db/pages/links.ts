import { and, eq, lt, or, sql } from "drizzle-orm";
import { addDays, type Day } from "../../shared/calendar/day.ts";
import type { UrlKey } from "../../shared/url/types.ts";
import type { Database, Orm } from "../connect.ts";
import { page, pageLink, slice, url, wiki } from "../schema/index.ts";
import { editionsOf, keepLists, listEditions } from "../spam/lists.ts";
import { isAnyOf } from "../statement.ts";
import { storable } from "../text.ts";
import type { LinkedUrl, PageRef, SpamLink, UrlId, WikiId } from "../types.ts";
import { enterUrls } from "../urls/enter.ts";
import { BLOCKED_BIT, isBlocked, sliceOf } from "../urls/row.ts";
import { pageChange, publishToSharers, writePageChanges } from "./published.ts";
import { retireBlocked, spamDifference, storedSpam, writeSpam } from "./spam.ts";

interface PageLinks extends PageRef {
  readonly wikiId: WikiId;
  /** It leads to another page; absent: nobody knows. */
  readonly redirect?: boolean;
  /** False: the page itself keeps its day of touch, so that it goes when no run touches it (F3). */
  readonly touch?: boolean;
  /** The lists by which its links were judged (`editionsOf`); when others are in force by now it is to be read again. */
  readonly judgedBy?: string;
  /** `PageFacts.unwatched`; absent: it has none. */
  readonly unwatched?: number;
}

interface LinkCounts {
  readonly added: number;
  readonly removed: number;
  readonly kept: number;
}

const ATTEMPTS_MAX = 5;

/**
 * A day of touch that is older is written again: a URL costs one write in four passes then, and is deleted 72 to 100 days
 * after its last use was seen (M4: "about 100 days").
 */
const TOUCH_DAYS = 28;

/**
 * Sets the day of touch where it is old, and locks in the order of ids, as every writer does, what is new on the page:
 * nobody deletes or blocks it meanwhile. What the page has already, touched lately, is only looked at. A URL that
 * only pages had on which it is spam is checked again, at once where it never was. Answers how many of the URLs exist.
 */
async function touchUrls(
  orm: Orm,
  ids: readonly UrlId[],
  known: ReadonlySet<UrlId>,
  day: Day,
): Promise<number> {
  const stale = addDays(day, -TOUCH_DAYS);
  const fresh = ids.filter((id) => !known.has(id));
  const isWanted = or(isAnyOf(url.id, fresh), lt(url.touched, stale), isBlocked);
  const [locked, found] = await Promise.all([
    orm
      .select({ id: url.id, touched: url.touched, flags: url.flags })
      .from(url)
      .where(and(isAnyOf(url.id, ids), isWanted))
      .orderBy(url.id)
      .for("update"),
    orm.$count(url, isAnyOf(url.id, ids)),
  ]);
  const changed = locked.filter(({ touched, flags }) => touched < stale || (flags & BLOCKED_BIT) > 0);
  if (changed.length > 0)
    await orm
      .update(url)
      .set({
        touched: sql`greatest(${url.touched}, ${day}::int)`,
        flags: sql`${url.flags} & ~${BLOCKED_BIT}::int`,
      })
      .where(
        isAnyOf(
          url.id,
          changed.map(({ id }) => id),
        ),
      );
  const slices = changed.filter(({ flags }) => (flags & BLOCKED_BIT) > 0).map(({ id }) => sliceOf(id));
  if (slices.length > 0)
    await orm
      .update(slice)
      .set({ fresh: true })
      .where(and(eq(slice.fresh, false), isAnyOf(slice.no, slices)));
  return found;
}

/**
 * The page, locked, and what is stored of it. Two rounds of statements on purpose: the second sees what was committed
 * while the first waited for the lock. In one, the list would be as old as the statement, and "nothing changed" could be
 * said of a list that had just been changed.
 */
async function lockPage(orm: Orm, { wikiId, pageid, title, namespace }: PageLinks, day: Day) {
  const isPage = and(eq(page.wikiId, wikiId), eq(page.pageid, pageid));
  const lock = () =>
    orm
      .select({
        title: page.title,
        namespace: page.namespace,
        linksRead: page.linksRead,
        unwatched: page.unwatched,
      })
      .from(page)
      .where(isPage)
      .for("update");
  let [locked] = await lock();
  if (locked === undefined) {
    await orm.insert(page).values({ wikiId, pageid, title, namespace, touched: day }).onConflictDoNothing();
    [locked] = await lock();
  }
  if (locked === undefined) throw new Error("a page vanished under its lock");
  const [[links], spam, editions] = await Promise.all([
    linksOf(orm, wikiId, pageid),
    storedSpam(orm, wikiId, pageid),
    listEditions(orm, wikiId),
  ]);
  return { ...locked, urls: links?.urls ?? null, spam, editions: editionsOf(editions) };
}

const linksOf = (orm: Orm, wikiId: WikiId, pageid: number) =>
  orm
    .select({ urls: pageLink.urls })
    .from(pageLink)
    .where(and(eq(pageLink.wikiId, wikiId), eq(pageLink.pageid, pageid)));

interface Links {
  readonly ids: readonly UrlId[];
  /** Those that are not locked, as the page has them already. */
  readonly known: ReadonlySet<UrlId>;
  readonly spam: readonly SpamLink[];
}

/** Null: the page lost URLs before it was locked; to be done again. */
async function write(
  orm: Orm,
  given: PageLinks,
  { ids, spam, known }: Links,
  day: Day,
): Promise<LinkCounts | null> {
  const { wikiId, pageid, title, namespace, redirect = null, unwatched = 0, touch = true } = given;
  const stored = await lockPage(orm, given, day);
  const before = new Set(stored.urls);
  if (ids.some((id) => known.has(id) && !before.has(id))) return null;
  const now = new Set(ids);
  const added = ids.filter((id) => !before.has(id));
  const removed = [...before].filter((id) => !now.has(id));
  const blocked = spamDifference(stored.spam, spam);
  if (spam.length > 0 || blocked !== null) await writeSpam(orm, given, spam, day);
  if (blocked !== null) await publishToSharers(orm, wikiId, [pageid], blocked, day);
  if (stored.urls === null || added.length > 0 || removed.length > 0)
    await orm
      .insert(pageLink)
      .values({ wikiId, pageid, urls: [...ids] })
      .onConflictDoUpdate({ target: [pageLink.wikiId, pageLink.pageid], set: { urls: [...ids] } });
  const recounted = unwatched !== stored.unwatched;
  const change = await pageChange(orm, given, stored, { added, removed, blocked, recounted });
  if (change !== null) await writePageChanges(orm, { wikiId, kind: "page-links", day }, [change]);
  const pass = orm.select({ pass: wiki.pass }).from(wiki).where(eq(wiki.id, wikiId));
  await orm
    .update(page)
    .set({
      title,
      namespace,
      redirect,
      unwatched,
      linksRead: day,
      needsUpdate: given.judgedBy !== undefined && given.judgedBy !== stored.editions,
      ...(touch && {
        touched: sql`greatest(${page.touched}, ${day}::int)`,
        pass: sql`greatest(${page.pass}, ${pass})`,
      }),
    })
    .where(and(eq(page.wikiId, wikiId), eq(page.pageid, pageid)));
  await retireBlocked(orm, removed);
  return { added: added.length, removed: removed.length, kept: ids.length - added.length };
}

/**
 * What the feeder does with a page whose links it read (F3): URLs entered and touched, cross reference brought up to
 * date by its difference, flag cleared, and a change row when a reader would see another list or title. Doing it twice
 * changes nothing more. URLs that lists block (P1) are entered nowhere but among the wiki's spam uses. Any number of
 * feeders may do it at once.
 */
export async function recordPageLinks(
  db: Database,
  given: PageLinks,
  links: readonly LinkedUrl[],
  day: Day,
  blocked: readonly SpamLink[] = [],
): Promise<LinkCounts> {
  const page = { ...given, title: storable(given.title) };
  const spam = [...new Map(blocked.map((link) => [link.key, link])).values()];
  for (let attempt = 1; ; attempt++) {
    const entered: ReadonlyMap<UrlKey, UrlId> = await enterUrls(db, links, day);
    const ids = [...entered.values()].sort((a, b) => a - b);
    const counts = await db.transaction(async ({ orm }) => {
      // What the page has so far, to the best of our knowledge: it is not locked yet. From here on no list changes (P1).
      const [, [stored]] = await Promise.all([
        keepLists(orm, page.wikiId),
        linksOf(orm, page.wikiId, page.pageid),
      ]);
      const known = new Set(stored?.urls);
      // Maintenance may delete a URL that nobody touched for long just before we touch it: then it is entered again.
      if ((await touchUrls(orm, ids, known, day)) !== ids.length) return null;
      return write(orm, page, { ids, spam, known }, day);
    });
    if (counts !== null) return counts;
    if (attempt === ATTEMPTS_MAX) throw new Error("URLs vanish as fast as they are entered");
  }
}
