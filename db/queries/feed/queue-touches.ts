import type { Day } from "../../../shared/calendar/day.ts";
import type { Database } from "../../connect.ts";
import type { WikiId } from "../../types.ts";

/** Of one wiki, waiting: at some 100 pages a second a feeder is through with them in a quarter of an hour. */
export const OPEN_TOUCHES_MAX = 100_000;

export interface QueuedTouches {
  /** How many are new in the queue. */
  readonly queued: number;
  /** How many found the queue full. */
  readonly dropped: number;
}

/**
 * Pages that somebody asked for (F5): the day of the request is noted on those that are watched, and all are queued
 * for the feeder, each once a day. Page ids are the caller's invention until the wiki was asked, so the queue is
 * bounded: what finds `openMax` rows waiting is dropped, and the next reader of the page asks again.
 */
export async function queueTouches(
  db: Database,
  wiki: WikiId,
  pageids: readonly number[],
  day: Day,
  openMax = OPEN_TOUCHES_MAX,
): Promise<QueuedTouches> {
  const ids = [...new Set(pageids)].sort((a, b) => a - b);
  const [row] = await db.sql<QueuedTouches[]>`
    with watched as (
      select pageid from page
      where wiki_id = ${wiki} and pageid = any(${ids}::bigint[]) and asked < ${day} order by pageid for update
    ), asked as (
      update page p set asked = ${day} from watched where p.wiki_id = ${wiki} and p.pageid = watched.pageid
    ), wanted as materialized (
      select given.pageid from unnest(${ids}::bigint[]) as given (pageid)
      where not exists (
        select 1 from touch_queue q where q.wiki_id = ${wiki} and q.pageid = given.pageid and q.day >= ${day})
    ), room as materialized (
      select greatest(0, ${openMax}::int - count(*)::int) as rows from (
        select 1 from touch_queue where wiki_id = ${wiki} and not taken limit ${openMax}) as open
    ), taken_in as materialized (
      select pageid from wanted order by pageid limit (select rows from room)
    ), queued as (
      insert into touch_queue as q (wiki_id, pageid, day)
      select ${wiki}::int, pageid, ${day}::int from taken_in order by pageid
      on conflict (wiki_id, pageid) do update set day = excluded.day, taken = false where q.day < excluded.day
      returning 1
    )
    select (select count(*)::int from queued) as queued,
      ((select count(*) from wanted) - (select count(*) from taken_in))::int as dropped`;
  return row ?? { queued: 0, dropped: 0 };
}
