import type { Day } from "../../../shared/calendar/day.ts";
import type { Database } from "../../connect.ts";
import type { WikiId } from "../../types.ts";

/**
 * Pages that somebody asked for (F5): the day of the request is noted on those that are watched, and all are queued
 * for the feeder, each once a day. Answers how many are new in the queue.
 */
export async function queueTouches(
  db: Database,
  wiki: WikiId,
  pageids: readonly number[],
  day: Day,
): Promise<number> {
  const ids = [...new Set(pageids)].sort((a, b) => a - b);
  const [row] = await db.sql<{ queued: number }[]>`
    with watched as (
      select pageid from page
      where wiki_id = ${wiki} and pageid = any(${ids}::bigint[]) and asked < ${day} order by pageid for update
    ), asked as (
      update page p set asked = ${day} from watched where p.wiki_id = ${wiki} and p.pageid = watched.pageid
    ), queued as (
      insert into touch_queue as q (wiki_id, pageid, day)
      select ${wiki}::int, pageid, ${day}::int from unnest(${ids}::bigint[]) as given (pageid) order by pageid
      on conflict (wiki_id, pageid) do update set day = excluded.day, taken = false where q.day < excluded.day
      returning 1
    )
    select count(*)::int as queued from queued`;
  return row?.queued ?? 0;
}
