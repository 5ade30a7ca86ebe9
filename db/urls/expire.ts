import { and, asc, eq, gt, isNull, lt, lte, min, ne, notExists, or, sql } from "drizzle-orm";
import { addDays, type Day } from "../../shared/calendar/day.ts";
import { batch, batchOf, insertRows } from "../batch.ts";
import { listed } from "../changes/published.ts";
import type { UrlDeletedChange } from "../changes/types.ts";
import type { Database, Orm } from "../connect.ts";
import { planByIndex, usersOf } from "../pages/users.ts";
import {
  archive,
  archiveLink,
  archiveSave,
  archiveVisit,
  change,
  farm,
  feedPass,
  host,
  move,
  nameOfWiki,
  page,
  pageLink,
  recheck,
  removedReplacement,
  replacement,
  report,
  slice,
  url,
  urlIdSequence,
  verdictChangeDue,
  wiki,
} from "../schema/index.ts";
import { arrayOf, fromNow, isAnyOf, sequenceRow } from "../statement.ts";
import type { UrlId, WikiId } from "../types.ts";
import { isInSlice } from "../work/slices.ts";
import { decodeUrl, SLICE_IDS, urlColumns } from "./row.ts";

/** Of one transaction: what is published in it is held back from all readers of changes until it ends. */
const URLS_AT_ONCE = 1_000;
const PAGES_AT_ONCE = 5_000;
/** A wiki's pages are read every one or two weeks (F2); a pass older than this says nothing of what is linked today. */
const PASS_SECONDS_MAX = 35 * 86_400;

interface Shortened {
  readonly wikiId: WikiId;
  readonly pageid: number;
  readonly gone: readonly UrlId[];
}

/** Takes the URLs out of the lists of pages, some thousand pages at once; which were in each. */
async function shorten(orm: Orm, ids: readonly UrlId[]): Promise<Shortened[]> {
  const { wikiId, pageid, urls } = pageLink;
  await planByIndex(orm);
  const given = arrayOf(url.id, ids);
  const each = batchOf("each", url.id, ids);
  const used = usersOf(orm, each.value);
  const users = orm
    .selectDistinct({ wiki: used.wiki.as("wiki"), page: used.pageid.as("page") })
    .from(each.rows)
    .crossJoinLateral(used.rows)
    .as("users");
  // Once more in the row that is locked, in which another transaction may have changed them; added to an empty list, which no index has.
  const hasOne = sql`${urls} || '{}'::bigint[] && ${given}`;
  const named = orm.$with("named").as(
    orm
      .select({ wikiId, pageid, urls })
      .from(users)
      .innerJoin(pageLink, and(eq(wikiId, users.wiki), eq(pageid, users.page)))
      .where(hasOne)
      .orderBy(users.wiki, users.page)
      .limit(PAGES_AT_ONCE)
      .for("update", { of: pageLink }),
  );
  const rows = await orm
    .with(named)
    .update(pageLink)
    .set({ urls: sql`array(select id from unnest(${urls}) as id where id <> all(${given}) order by id)` })
    .from(named)
    .where(and(eq(wikiId, named.wikiId), eq(pageid, named.pageid)))
    .returning({
      wikiId,
      pageid,
      gone: sql<
        UrlId[]
      >`array(select id from unnest(${named.urls}) as id where id = any(${given}) order by id)`,
    });
  return rows.sort((one, other) => one.wikiId - other.wikiId || one.pageid - other.pageid);
}

/** What is published to readers of the pages, as far as these are still watched. */
async function publishGone(orm: Orm, pages: readonly Shortened[], today: Day): Promise<void> {
  const texts = await textsOf(orm, [...new Set(pages.flatMap(({ gone }) => gone))]);
  const given = batch("given", { wikiId: page.wikiId, pageid: page.pageid }, pages);
  const titles = await orm
    .select({ place: given.place, wiki: nameOfWiki, title: page.title })
    .from(given.rows)
    .innerJoin(page, and(eq(page.wikiId, given.wikiId), eq(page.pageid, given.pageid)))
    .innerJoin(wiki, eq(wiki.id, page.wikiId))
    .innerJoin(farm, eq(farm.code, wiki.farm))
    .orderBy(given.place);
  const rows = titles.flatMap(({ place, ...names }) => {
    const shortened = pages[place - 1];
    if (shortened === undefined) return [];
    const { wikiId, pageid, gone } = shortened;
    const urls = {
      came: [],
      gone: listed(
        gone.flatMap((id) => texts.get(id) ?? []),
        String,
      ),
    };
    const payload: UrlDeletedChange = { ...names, removed: gone.length, urls };
    return [{ day: today, kind: "url-deleted" as const, wikiId, pageid, payload }];
  });
  if (rows.length > 0) await insertRows(orm, change, ["day", "kind", "wikiId", "pageid", "payload"], rows);
}

/**
 * Only pages that no run visits any more still name such URLs; it is published to their readers. False: more pages
 * may name them.
 */
async function forget(orm: Orm, ids: readonly UrlId[], today: Day): Promise<boolean> {
  const pages = await shorten(orm, ids);
  if (pages.length > 0) await publishGone(orm, pages, today);
  return pages.length < PAGES_AT_ONCE;
}

async function textsOf(orm: Orm, ids: readonly UrlId[]): Promise<ReadonlyMap<UrlId, string>> {
  const rows = await orm
    .select({ id: url.id, ...urlColumns })
    .from(url)
    .innerJoin(host, eq(host.id, url.hostId))
    .where(isAnyOf(url.id, ids));
  return new Map(rows.map((row) => [row.id, decodeUrl(row)]));
}

/** What depends on a URL and goes with it. */
const DEPENDENT = [
  verdictChangeDue,
  recheck,
  archiveSave,
  archiveVisit,
  archiveLink,
  archive,
  replacement,
  removedReplacement,
  move,
  report,
] as const;

/**
 * Pages that name a URL, of wikis whose pages nobody reads at the moment: paused ones, and those of which no pass came to its
 * end lately. What these did not touch may well be linked there.
 */
const isKeptByWiki = sql`exists (
  select 1 from ${pageLink} join ${wiki} on ${wiki.id} = ${pageLink.wikiId}
    left join ${feedPass} on ${feedPass.wikiId} = ${pageLink.wikiId}
  where ${pageLink.urls} @> array[${url.id}]
    and (${wiki.paused} or coalesce(${feedPass.endedAt} < ${fromNow(-PASS_SECONDS_MAX)}, true)))`;

/** Some URLs of a slice that may go, by their ids. */
const staleUrls = (orm: Orm, no: number, before: Day, limit: number) =>
  orm
    .select({ id: url.id })
    .from(url)
    .where(and(isInSlice(no), lt(url.touched, before), sql`not ${isKeptByWiki}`))
    .orderBy(asc(url.id))
    .limit(limit);

/** True: there may be more to do. */
function deleteUrls(db: Database, no: number, { before, today, most, tally }: Tallied): Promise<boolean> {
  return db.transaction(async ({ orm }) => {
    const limit = Math.min(URLS_AT_ONCE, most - tally.deleted);
    const stale = await staleUrls(orm, no, before, limit).for("update");
    const ids = stale.map(({ id }) => id);
    if (ids.length === 0) return false;
    // They go with the last page that names them; a page that is read meanwhile may still keep them.
    const count = await deleteLocked(orm, ids, today);
    if (count === null) return true;
    // Before the commit, whose answer may be lost: rather one too many counts than one too many goes.
    tally.deleted += count;
    return ids.length === limit;
  });
}

/** Deletes URLs that the transaction has locked, with all that depends on them; null: more pages than one transaction takes name them. */
export async function deleteLocked(orm: Orm, ids: readonly UrlId[], today: Day): Promise<number | null> {
  if (!(await forget(orm, ids, today))) return null;
  for (const table of DEPENDENT) await orm.delete(table).where(isAnyOf(table.urlId, ids));
  const { count } = await orm.delete(url).where(isAnyOf(url.id, ids));
  return count;
}

export interface UrlExpiry {
  /** Those go that were last touched before this day. */
  readonly before: Day;
  readonly today: Day;
  /** How many may go at once. */
  readonly most: number;
  /** All slices that are due are looked through, however many. */
  readonly everywhere?: boolean;
  /** Kept by who repeats the work after an outage, so that all repeats together delete no more than `most`. */
  readonly tally?: UrlTally;
}

/** How many went. */
interface UrlTally {
  deleted: number;
}

type Tallied = UrlExpiry & { readonly tally: UrlTally };

/** A run looks through this part of all slices: with four runs a day the whole table is read once in four weeks (decision 87). */
const PART_OF_SLICES = 112;
/** Small tables are looked through whole. */
const SLICES_MIN = 100;

/** Slices with URLs that may have expired, those that wait for longest first. A day that no run can have set is a wrong clock's. */
async function dueSlices(orm: Orm, { before, today, everywhere = false }: UrlExpiry): Promise<number[]> {
  const most = Math.max(SLICES_MIN, Math.ceil((await orm.$count(slice)) / PART_OF_SLICES));
  const due = orm
    .select({ no: slice.no })
    .from(slice)
    .where(or(lte(slice.expiryDue, today), gt(slice.expiryDue, addDays(today, today - before + 1))))
    // Some stay due as they are, of wikis that are paused: they must not keep others back.
    .orderBy(slice.expiryDue, sql`random()`);
  const rows = await (everywhere ? due : due.limit(most));
  return rows.map(({ no }) => no);
}

/** When a slice was last seen with a page, of its URL for which that is longest ago; null: it has none. */
async function oldestTouch(orm: Orm, no: number): Promise<Day | null> {
  const [row] = await orm
    .select({ day: min(url.touched) })
    .from(url)
    .where(isInSlice(no));
  return row?.day ?? null;
}

/** Dates a slice by its oldest URL. One without any goes, but for the youngest, into which new URLs still come. */
async function settleSlice(orm: Orm, no: number, oldest: Day | null, { before, today }: UrlExpiry) {
  const due = oldest === null ? today : addDays(oldest, today - before + 1);
  const itself = eq(slice.no, no);
  const expiryDue = due > today ? due : today;
  await orm
    .update(slice)
    .set({ expiryDue })
    .where(and(itself, ne(slice.expiryDue, expiryDue)));
  if (oldest !== null) return;
  const youngest = sql`(select last_value / ${SLICE_IDS} from ${sequenceRow(urlIdSequence)})`;
  const isUsed = orm.select({ id: url.id }).from(url).where(isInSlice(no));
  await orm
    .delete(slice)
    .where(and(itself, isNull(slice.holder), sql`${slice.no} < ${youngest}`, notExists(isUsed)));
}

/** False: ended by the signal, or as no more URLs may go. */
async function expireSlice(
  db: Database,
  no: number,
  expiry: Tallied,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const { before, most, tally } = expiry;
  let oldest = await oldestTouch(db.orm, no);
  const isStale = oldest !== null && oldest < before;
  for (let left = isStale; left; ) {
    if (signal?.aborted) return false;
    if (tally.deleted >= most) {
      if ((await staleUrls(db.orm, no, before, 1)).length > 0) return false;
      break;
    }
    left = await deleteUrls(db, no, expiry);
  }
  if (isStale) oldest = await oldestTouch(db.orm, no);
  await settleSlice(db.orm, no, oldest, expiry);
  return true;
}

/**
 * Deletes URLs that no run over the pages touched since `before`, with all that depends on them (M4), slice by slice
 * and in each some at a time. Of many slices only some are looked through, so that no run reads the whole table. Ends
 * between two transactions after the signal. `held`: there are more than may go.
 */
export async function expireUrls(
  db: Database,
  expiry: UrlExpiry,
  signal?: AbortSignal,
): Promise<{ readonly deleted: number; readonly held: boolean }> {
  const { tally = { deleted: 0 } } = expiry;
  for (const no of await dueSlices(db.orm, expiry)) {
    if (signal?.aborted) break;
    if (!(await expireSlice(db, no, { ...expiry, tally }, signal)))
      return { ...tally, held: signal?.aborted !== true };
  }
  return { ...tally, held: false };
}
