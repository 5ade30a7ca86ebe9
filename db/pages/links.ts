import { sql } from "drizzle-orm";
import { addDays, type Day } from "../../shared/calendar/day.ts";
import type { UrlKey } from "../../shared/url/types.ts";
import { batchOf } from "../batch.ts";
import type { Database, Orm } from "../connect.ts";
import { url } from "../schema/index.ts";
import { isAnyOf } from "../statement.ts";
import { storable } from "../text.ts";
import type { LinkedUrl, PageRef, SpamLink, UrlId, WikiId } from "../types.ts";
import { enterUrls, freshSlices } from "../urls/enter.ts";
import { BLOCKED_BIT } from "../urls/row.ts";
import { type FeedLease, lockFeed } from "../wikis/feeding.ts";
import {
  countTouched,
  insertPage,
  knownUrls,
  lockPage,
  lockUrls,
  storedLinks,
  storeLinks,
  updatePage,
} from "./link-statements.ts";
import { pageChange, publishToSharers, writePageChanges } from "./published.ts";
import { retireBlocked, spamDifference, writeSpam } from "./spam.ts";

interface PageLinks extends PageRef {
  readonly wikiId: WikiId;
  /** It leads to another page; absent: nobody knows. */
  readonly redirect?: boolean;
  /** Under which the feeder has the wiki; absent: nobody else feeds it. */
  readonly lease?: FeedLease;
  /** False: the page itself keeps its day of touch, so that it goes when no run touches it (F3). */
  readonly touch?: boolean;
  /** The lists by which its links were judged (`editionsOf`); when others are in force by now it is to be read again. */
  readonly judgedBy?: string;
  /** `PageFacts.unwatched`; absent: it has none. */
  readonly unwatched?: number;
  /** Links that can never work, as far as they are stored (lists/invalid.ts); absent: it has none. */
  readonly invalid?: readonly string[] | null;
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
export const TOUCH_DAYS = 28;

/**
 * Locks URLs that are new on the page or touched long ago, in the order of ids as every writer does, so that nobody deletes or blocks them
 * meanwhile, and sets their day of touch. Known ones, touched lately, are only counted. A URL that only pages had on which it is spam
 * is checked again, at once where it never was. Answers how many of the URLs exist.
 */
async function touchUrls(
  orm: Orm,
  ids: readonly UrlId[],
  known: ReadonlySet<UrlId>,
  day: Day,
): Promise<number> {
  const stale = addDays(day, -TOUCH_DAYS);
  const fresh = ids.filter((id) => !known.has(id));
  const kept = ids.filter((id) => known.has(id));
  const [touched] = kept.length === 0 ? [] : await countTouched(orm, { ids: kept, stale });
  const lately = touched?.count ?? 0;
  if (lately === ids.length) return lately;
  const locked = await lockUrls(orm, { ids, fresh, stale });
  const old = locked.filter((row) => row.touched < stale || (row.flags & BLOCKED_BIT) > 0);
  if (old.length > 0) await renewUrls(orm, old, day);
  return lately + locked.length;
}

async function renewUrls(
  orm: Orm,
  urls: readonly { readonly id: UrlId; readonly flags: number }[],
  day: Day,
): Promise<void> {
  const touched = sql`greatest(${url.touched}, ${day}::int)`;
  const ids = urls.map(({ id }) => id);
  await orm
    .update(url)
    .set({ touched, flags: sql`${url.flags} & ~${BLOCKED_BIT}::int` })
    .where(isAnyOf(url.id, ids));
  const freed = urls.filter(({ flags }) => (flags & BLOCKED_BIT) > 0).map(({ id }) => id);
  if (freed.length > 0) {
    const { rows, value } = batchOf("given", url.id, freed);
    const given = orm.$with("freed").as(orm.select({ id: value.as("id") }).from(rows));
    await orm.with(given, freshSlices(orm, given)).select().from(given);
  }
}

/**
 * The page, locked, and what is stored of it. Two statements on purpose, sent at once: the second sees what was committed while
 * the first waited for the lock. In one, the list would be as old as the statement, and "nothing changed" could be said of a
 * list that had just been changed.
 */
async function lockStored(
  orm: Orm,
  { wikiId, pageid, title, namespace }: PageLinks,
  { isKnown }: Links,
  day: Day,
) {
  const page = { wikiId, pageid };
  const lock = (isThere: boolean) =>
    Promise.all([
      isThere || insertPage(orm, { ...page, title, namespace, touched: day }),
      lockPage(orm, page),
      storedLinks(orm, page),
    ]);
  let [, [locked], rows] = await lock(isKnown);
  // Deleted since it was known.
  if (locked === undefined) [, [locked], rows] = await lock(false);
  const [stored] = rows;
  if (locked === undefined || stored === undefined) throw new Error("a page vanished under its lock");
  return { ...locked, ...stored, spam: rows.flatMap(({ spam }) => spam ?? []) };
}

interface Links {
  /** The page was there a moment ago. */
  readonly isKnown: boolean;
  readonly ids: readonly UrlId[];
  /** Those that are not locked, as the page has them already. */
  readonly known: ReadonlySet<UrlId>;
  readonly spam: readonly SpamLink[];
}

/** Null: the page lost URLs before it was locked; to be done again. */
async function write(orm: Orm, given: PageLinks, links: Links, day: Day): Promise<LinkCounts | null> {
  const { ids, spam, known } = links;
  const {
    wikiId,
    pageid,
    title,
    namespace,
    redirect = null,
    unwatched = 0,
    invalid = null,
    touch = true,
  } = given;
  const stored = await lockStored(orm, given, links, day);
  const before = new Set(stored.urls);
  if (ids.some((id) => known.has(id) && !before.has(id))) return null;
  const now = new Set(ids);
  const added = ids.filter((id) => !before.has(id));
  const removed = [...before].filter((id) => !now.has(id));
  const blocked = spamDifference(stored.spam, spam);
  if (spam.length > 0 || blocked !== null) await writeSpam(orm, given, spam, day);
  if (blocked !== null) await publishToSharers(orm, wikiId, [pageid], blocked, day);
  const recounted = unwatched !== stored.unwatched;
  const change = await pageChange(orm, given, stored, { added, removed, blocked, recounted });
  const needsUpdate = given.judgedBy !== undefined && given.judgedBy !== stored.editions;
  const [touched, pass] = touch ? [day, stored.pass] : [-1, -1];
  const written = { title, namespace, redirect, unwatched, invalid, day, needsUpdate, touched, pass };
  const isRelinked = stored.urls === null || added.length > 0 || removed.length > 0;
  await Promise.all([
    isRelinked && storeLinks(orm, { wikiId, pageid, urls: ids }),
    change !== null && writePageChanges(orm, { wikiId, kind: "page-links", day }, [change]),
    updatePage(orm, { wikiId, pageid, ...written }),
  ]);
  await retireBlocked(orm, removed);
  return { added: added.length, removed: removed.length, kept: ids.length - added.length };
}

/**
 * What the feeder does with a page whose links it read (F3): URLs entered and touched, cross reference brought up to
 * date by its difference, flag cleared, and a change row when a reader would see another list or title. Doing it twice
 * changes nothing more. URLs that lists block (P1) are entered nowhere but among the wiki's spam uses. Any number of
 * feeders may do it at once. Throws FeedLost when another feeder has the wiki by now, and then nothing was stored of the page.
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
      const [[stored]] = await Promise.all([
        knownUrls(orm, page),
        given.lease === undefined ? null : lockFeed(orm, given.lease),
      ]);
      const known = new Set(stored?.urls);
      // Maintenance may delete a URL that nobody touched for long just before we touch it: then it is entered again.
      if ((await touchUrls(orm, ids, known, day)) !== ids.length) return null;
      const isKnown = typeof stored?.pageid === "number";
      return write(orm, page, { isKnown, ids, spam, known }, day);
    });
    if (counts !== null) return counts;
    if (attempt === ATTEMPTS_MAX) throw new Error("URLs vanish as fast as they are entered");
  }
}
