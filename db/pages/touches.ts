import { and, asc, eq, gte, lt, not, type SQL, sql } from "drizzle-orm";
import type { Day } from "../../shared/calendar/day.ts";
import { insertRows } from "../batch.ts";
import type { Database, Orm } from "../connect.ts";
import { page, touchIntake, touchQueue } from "../schema/index.ts";
import { excluded, isAnyOf } from "../statement.ts";
import type { WikiId } from "../types.ts";
import type { FeedLease } from "../wikis/feeding.ts";
import { isPageOf, updatePages, watchedPages } from "./read.ts";

/** Of one wiki, waiting: at some 100 pages a second a feeder is through with them in a quarter of an hour. */
const OPEN_TOUCHES_MAX = 100_000;
/** Of one wiki and day, not watched: a thousand requests to the wiki, if all of them are inventions. */
const UNWATCHED_TOUCHES_MAX = 50_000;

interface TouchLimits {
  readonly open: number;
  readonly unwatched: number;
}

export const TOUCH_LIMITS: TouchLimits = { open: OPEN_TOUCHES_MAX, unwatched: UNWATCHED_TOUCHES_MAX };
/** Trusted tools invent nothing (F8). */
export const FRIEND_TOUCH_LIMITS: TouchLimits = { open: OPEN_TOUCHES_MAX, unwatched: 2_000_000_000 };

interface QueuedTouches {
  /** How many are new in the queue. */
  readonly queued: number;
  /** How many found the queue full, or were too many unwatched ones on one day. */
  readonly dropped: number;
}

/**
 * Pages that somebody asked for (F5): the day of the request is noted on those that are watched (M3), and all are queued
 * for the feeder, each once a day. Page ids are the caller's invention until the wiki was asked, so the queue is
 * bounded, and so are a day's ids that nobody watches: what is beyond is dropped, and the next reader of the page asks again.
 */
export function queueTouches(
  db: Database,
  wikiId: WikiId,
  pageids: readonly number[],
  day: Day,
  limits: TouchLimits = TOUCH_LIMITS,
): Promise<QueuedTouches> {
  const ids = [...new Set(pageids)].sort((a, b) => a - b);
  return db.transaction(async (tx) => {
    const { orm } = tx;
    await noteAsked(orm, wikiId, ids, day);
    const [watched, today, unwatchedToday, open] = await Promise.all([
      watchedPages(tx, wikiId, ids),
      orm
        .select({ pageid: touchQueue.pageid })
        .from(touchQueue)
        .where(and(eq(touchQueue.wikiId, wikiId), isAnyOf(touchQueue.pageid, ids), gte(touchQueue.day, day))),
      orm
        .select({ count: touchIntake.unwatched })
        .from(touchIntake)
        .where(and(eq(touchIntake.wikiId, wikiId), eq(touchIntake.day, day))),
      countOpen(orm, wikiId, limits.open),
    ]);
    const queued = new Set(today.map(({ pageid }) => pageid));
    const wanted = ids.filter((id) => !queued.has(id));
    const unwatched = wanted.filter((id) => !watched.has(id));
    const admitted = unwatched.slice(0, Math.max(0, limits.unwatched - (unwatchedToday[0]?.count ?? 0)));
    const taken = [...wanted.filter((id) => watched.has(id)), ...admitted].slice(
      0,
      Math.max(0, limits.open - open),
    );
    await countUnwatched(orm, wikiId, day, taken.filter((id) => !watched.has(id)).length);
    await insertTouches(
      orm,
      wikiId,
      taken.toSorted((a, b) => a - b),
      day,
    );
    return { queued: taken.length, dropped: wanted.length - taken.length };
  });
}

async function noteAsked(orm: Orm, wikiId: WikiId, pageids: readonly number[], day: Day): Promise<void> {
  await updatePages(orm, and(isPageOf(wikiId, pageids), lt(page.asked, day)), { asked: day });
}

const countOpen = (orm: Orm, wikiId: WikiId, limit: number): Promise<number> =>
  orm.$count(
    orm
      .select({ pageid: touchQueue.pageid })
      .from(touchQueue)
      .where(and(eq(touchQueue.wikiId, wikiId), not(touchQueue.taken)))
      .limit(limit)
      .as("open"),
  );

async function countUnwatched(orm: Orm, wikiId: WikiId, day: Day, unwatched: number): Promise<void> {
  if (unwatched === 0) return;
  await orm
    .insert(touchIntake)
    .values({ wikiId, day, unwatched })
    .onConflictDoUpdate({
      target: touchIntake.wikiId,
      set: {
        day,
        unwatched: sql`${unwatched}::int + case when ${touchIntake.day} = ${day} then ${touchIntake.unwatched} else 0 end`,
      },
    });
}

async function insertTouches(orm: Orm, wikiId: WikiId, pageids: readonly number[], day: Day): Promise<void> {
  const rows = pageids.map((pageid) => ({ wikiId, pageid, day, taken: false }));
  await insertRows(orm, touchQueue, ["wikiId", "pageid", "day", "taken"], rows).onConflictDoUpdate({
    target: [touchQueue.wikiId, touchQueue.pageid],
    set: { day: excluded(touchQueue.day), taken: false },
    setWhere: lt(touchQueue.day, excluded(touchQueue.day)),
  });
}

/**
 * Hands queued pages to the feeder that holds the wiki, until it says that it is done with them (`finishTouches`). What
 * an earlier holder had and did not finish comes when nothing else waits, so that a page that stops every feeder stops
 * no other page.
 */
export async function takeTouches(db: Database, lease: FeedLease, limit: number): Promise<number[]> {
  const waiting = await take(db, lease, not(touchQueue.taken), limit);
  if (waiting.length > 0) return waiting;
  const isAbandoned = and(
    touchQueue.taken,
    sql`${touchQueue.leaseToken} > 0`,
    lt(touchQueue.leaseToken, lease.token),
  );
  return take(db, lease, isAbandoned, limit);
}

async function take(
  { orm }: Database,
  { wiki, token }: FeedLease,
  which: SQL | undefined,
  limit: number,
): Promise<number[]> {
  const next = orm.$with("next").as(
    orm
      .select({ pageid: touchQueue.pageid })
      .from(touchQueue)
      .where(and(eq(touchQueue.wikiId, wiki), which))
      .orderBy(asc(touchQueue.pageid))
      .limit(limit)
      .for("update", { skipLocked: true }),
  );
  const rows = await orm
    .with(next)
    .update(touchQueue)
    .set({ taken: true, leaseToken: token })
    .from(next)
    .where(and(eq(touchQueue.wikiId, wiki), eq(touchQueue.pageid, next.pageid)))
    .returning({ pageid: touchQueue.pageid });
  return rows.map(({ pageid }) => pageid);
}

/**
 * The feeder is done with pages that it took; those that it watches by now know when they were asked for (M3). One that
 * was queued again meanwhile stays queued.
 */
export function finishTouches(
  db: Database,
  { wiki, token }: FeedLease,
  pageids: readonly number[],
): Promise<void> {
  return db.transaction(async ({ orm }) => {
    await orm
      .select({ pageid: page.pageid })
      .from(page)
      .where(isPageOf(wiki, pageids))
      .orderBy(asc(page.pageid))
      .for("no key update");
    const isOurs = and(touchQueue.taken, eq(touchQueue.leaseToken, token));
    const locked = orm.$with("locked").as(
      orm
        .select({ pageid: touchQueue.pageid })
        .from(touchQueue)
        .where(and(eq(touchQueue.wikiId, wiki), isAnyOf(touchQueue.pageid, pageids), isOurs))
        .orderBy(asc(touchQueue.pageid))
        .for("update"),
    );
    const done = orm.$with("done").as(
      orm
        .update(touchQueue)
        .set({ leaseToken: 0 })
        .from(locked)
        .where(and(eq(touchQueue.wikiId, wiki), eq(touchQueue.pageid, locked.pageid)))
        .returning({ pageid: touchQueue.pageid, day: touchQueue.day }),
    );
    await orm
      .with(locked, done)
      .update(page)
      .set({ asked: done.day })
      .from(done)
      .where(and(eq(page.wikiId, wiki), eq(page.pageid, done.pageid), lt(page.asked, done.day)));
  });
}

/** F5: requests that a feeder is done with and that are older than `before`; what is being queued again stays. */
export async function expireTouches({ orm }: Database, before: Day): Promise<number> {
  const isOld = and(touchQueue.taken, eq(touchQueue.leaseToken, 0), lt(touchQueue.day, before));
  const old = orm
    .select({ wikiId: touchQueue.wikiId, pageid: touchQueue.pageid })
    .from(touchQueue)
    .where(isOld)
    .for("update", { skipLocked: true });
  const { count } = await orm
    .delete(touchQueue)
    .where(sql`(${touchQueue.wikiId}, ${touchQueue.pageid}) in ${old}`);
  return count;
}
