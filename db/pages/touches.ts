import type { Day } from "../../shared/calendar/day.ts";
import type { Database } from "../connect.ts";
import type { WikiId } from "../types.ts";
import type { FeedLease } from "../wikis/feeding.ts";

/** Of one wiki, waiting: at some 100 pages a second a feeder is through with them in a quarter of an hour. */
const OPEN_TOUCHES_MAX = 100_000;
/** Of one wiki and day, not watched: a thousand requests to the wiki, if all of them are inventions. */
const STRANGE_TOUCHES_MAX = 50_000;

export interface TouchLimits {
  readonly open: number;
  readonly strange: number;
}

export const TOUCH_LIMITS: TouchLimits = { open: OPEN_TOUCHES_MAX, strange: STRANGE_TOUCHES_MAX };
/** Friendly tools invent nothing (F8). */
export const FRIEND_TOUCH_LIMITS: TouchLimits = { open: OPEN_TOUCHES_MAX, strange: 2_000_000_000 };

export interface QueuedTouches {
  /** How many are new in the queue. */
  readonly queued: number;
  /** How many found the queue full, or were too many strange ones on one day. */
  readonly dropped: number;
}

/**
 * Pages that somebody asked for (F5): the day of the request is noted on those that are watched (M3), and all are queued
 * for the feeder, each once a day. Page ids are the caller's invention until the wiki was asked, so the queue is
 * bounded, and so are a day's ids that nobody watches: what is beyond is dropped, and the next reader of the page asks again.
 */
export function queueTouches(
  db: Database,
  wiki: WikiId,
  pageids: readonly number[],
  day: Day,
  limits: TouchLimits = TOUCH_LIMITS,
): Promise<QueuedTouches> {
  const ids = [...new Set(pageids)].sort((a, b) => a - b);
  return db.transaction(async ({ sql }) => {
    await sql`
      with stale as materialized (
        select pageid from page
        where wiki_id = ${wiki} and pageid = any(${ids}::bigint[]) and asked < ${day}
        order by pageid for no key update
      )
      update page p set asked = ${day} from stale where p.wiki_id = ${wiki} and p.pageid = stale.pageid`;
    const [row] = await sql<QueuedTouches[]>`
      with watched as materialized (
        select pageid from page where wiki_id = ${wiki} and pageid = any(${ids}::bigint[])
      ), wanted as materialized (
        select given.pageid, not exists (select 1 from watched w where w.pageid = given.pageid) as strange
        from unnest(${ids}::bigint[]) as given (pageid)
        where not exists (
          select 1 from touch_queue q where q.wiki_id = ${wiki} and q.pageid = given.pageid and q.day >= ${day})
      ), rest as materialized (
        select greatest(0, ${limits.strange}::int - coalesce((
          select unwatched from touch_intake where wiki_id = ${wiki} and day = ${day}), 0)) as strange
      ), admitted as materialized (
        select pageid, strange from wanted where not strange
        union all
        (select pageid, strange from wanted where strange order by pageid limit (select strange from rest))
      ), room as materialized (
        select greatest(0, ${limits.open}::int - count(*)::int) as rows from (
          select 1 from touch_queue where wiki_id = ${wiki} and not taken limit ${limits.open}) as open
      ), taken_in as materialized (
        select pageid, strange from admitted order by strange, pageid limit (select rows from room)
      ), counted as (
        insert into touch_intake as t (wiki_id, day, unwatched)
        select ${wiki}::int, ${day}::int, count(*)::int from taken_in where strange having count(*) > 0
        on conflict (wiki_id) do update set day = excluded.day,
          unwatched = excluded.unwatched + case when t.day = excluded.day then t.unwatched else 0 end
      ), queued as (
        insert into touch_queue as q (wiki_id, pageid, day)
        select ${wiki}::int, pageid, ${day}::int from taken_in order by pageid
        on conflict (wiki_id, pageid) do update set day = excluded.day, taken = false where q.day < excluded.day
        returning 1
      )
      select (select count(*)::int from queued) as queued,
        ((select count(*) from wanted) - (select count(*) from taken_in))::int as dropped`;
    return row ?? { queued: 0, dropped: 0 };
  });
}

/**
 * Hands queued pages to the feeder that holds the wiki, until it says that it is done with them (`finishTouches`). What
 * an earlier holder had and did not finish comes when nothing else waits, so that a page that stops every feeder stops
 * no other page.
 */
export async function takeTouches(db: Database, lease: FeedLease, limit: number): Promise<number[]> {
  const waiting = await take(db, lease, db.sql`not taken`, limit);
  if (waiting.length > 0) return waiting;
  return take(db, lease, db.sql`taken and lease_token > 0 and lease_token < ${lease.token}`, limit);
}

async function take(
  db: Database,
  { wiki, token }: FeedLease,
  which: ReturnType<Database["sql"]>,
  limit: number,
): Promise<number[]> {
  const rows = await db.sql<{ pageid: number }[]>`
    update touch_queue q set taken = true, lease_token = ${token} from (
      select pageid from touch_queue where wiki_id = ${wiki} and ${which}
      order by pageid limit ${limit} for update skip locked
    ) next
    where q.wiki_id = ${wiki} and q.pageid = next.pageid returning q.pageid`;
  return rows.map(({ pageid }) => pageid);
}

/**
 * The feeder is done with pages that it took; those that it watches by now know when they were asked for (M3). One that
 * was queued anew meanwhile stays queued.
 */
export function finishTouches(
  db: Database,
  { wiki, token }: FeedLease,
  pageids: readonly number[],
): Promise<void> {
  const ids = [...pageids];
  return db.transaction(async ({ sql }) => {
    await sql`
      select 1 from page where wiki_id = ${wiki} and pageid = any(${ids}::bigint[]) order by pageid for no key update`;
    await sql`
      with locked as materialized (
        select pageid from touch_queue
        where wiki_id = ${wiki} and pageid = any(${ids}::bigint[]) and taken and lease_token = ${token}
        order by pageid for update
      ), done as (
        update touch_queue q set lease_token = 0 from locked where q.wiki_id = ${wiki} and q.pageid = locked.pageid
        returning q.pageid, q.day
      )
      update page p set asked = done.day from done
      where p.wiki_id = ${wiki} and p.pageid = done.pageid and p.asked < done.day`;
  });
}

/** F5: requests that a feeder is done with and that are older than `before`; what is being queued anew stays. */
export async function expireTouches(db: Database, before: Day): Promise<number> {
  const { count } = await db.sql`
    with old as materialized (
      select wiki_id, pageid from touch_queue where taken and lease_token = 0 and day < ${before} for update skip locked
    )
    delete from touch_queue q using old where q.wiki_id = old.wiki_id and q.pageid = old.pageid`;
  return count;
}
