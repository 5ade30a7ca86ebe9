import type { Database } from "../../connect.ts";
import type { Wiki } from "../../types.ts";
import { type WikiRow, wikiColumns } from "../config/wiki-columns.ts";

/** Whom somebody waits for counts as if its last turn were this much longer ago: first as a rule, yet nobody starves by it. */
const ASKED_SECONDS = 3_600;

/**
 * Wikis for which a feeder has something to do at `nowMs` (its own clock) and that no other holds: a first run that is
 * due, spam lists or changes that are to be read, pages of which it told something new, pages that somebody asked for
 * (also those that a feeder took and did not finish), pages that need an update. Paused ones are for the caller to judge.
 * Whoever had no turn for longest comes first, a new wiki before all others; pages that were asked for are worth an hour.
 */
export async function dueWikis(db: Database, nowMs: number): Promise<Wiki[]> {
  const asked = db.sql`exists (select 1 from touch_queue q where q.wiki_id = w.id and (not q.taken or q.held > 0))`;
  const rows = await db.sql<WikiRow[]>`
    select ${wikiColumns(db)} from wiki w join farm f on f.code = w.farm
    where w.feed_lease_until < clock_timestamp()
      and w.retry_at <= to_timestamp(${nowMs}::float8 / 1000)
      and w.incremental_due_at <= to_timestamp(${nowMs}::float8 / 1000)
      and (w.full_due_at <= to_timestamp(${nowMs}::float8 / 1000)
        or w.spam_due_at <= to_timestamp(${nowMs}::float8 / 1000)
        or w.changes_due_at <= to_timestamp(${nowMs}::float8 / 1000)
        or exists (select 1 from page_news n where n.wiki_id = w.id)
        or ${asked}
        or exists (select 1 from page_batch b where b.wiki_id = w.id)
        or w.leftover_after is not null
        or exists (select 1 from page p where p.wiki_id = w.id and p.needs_update))
    order by w.feed_turn_at - case when ${asked} then make_interval(secs => ${ASKED_SECONDS}) else interval '0' end,
      w.farm, w.dbname`;
  return [...rows];
}
