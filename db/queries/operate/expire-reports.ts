import type { Day } from "../../../shared/calendar/day.ts";
import type { Database } from "../../connect.ts";

/** H1: reports made before `before` (six months ago). Their URLs are told of as changed. */
export async function expireReports(db: Database, before: Day, today: Day): Promise<number> {
  const [row] = await db.sql<{ gone: number }[]>`
    with gone as (delete from report where day < ${before} returning url_id),
    told as (
      insert into change (day, kind, url_id, payload)
      select ${today}::int, 'url', url_id, '{"reports": "expired"}' from (select distinct url_id from gone) urls
    )
    select count(*)::int as gone from gone`;
  return row?.gone ?? 0;
}
