import type { Database } from "../../connect.ts";
import type { WikiId } from "../../types.ts";

/** Of one wiki, waiting: a feeder is through with them in some quarter of an hour. */
export const OPEN_NEWS_MAX = 100_000;

export interface QueuedNews {
  /** How many pages were put into the queue, or told again while they waited. */
  readonly queued: number;
  /** How many found it full. */
  readonly dropped: number;
}

/**
 * Pages of which the wiki itself told something new (F4): an edit, a deletion, a move. Each waits once, however often it
 * is told, and is read again the same day when it is told again after it was read. The feeder decides by the criteria (F5):
 * what it does not watch leaves no trace. What finds `openMax` rows waiting is dropped: a source that cannot come back to
 * it leaves it to the wiki's recent changes, whose reader waits for room.
 */
export async function queueNews(
  db: Database,
  wiki: WikiId,
  pageids: readonly number[],
  openMax = OPEN_NEWS_MAX,
): Promise<QueuedNews> {
  const ids = [...new Set(pageids)].sort((a, b) => a - b);
  if (ids.length === 0) return { queued: 0, dropped: 0 };
  return db.transaction(async ({ sql }) => {
    const [row] = await sql<QueuedNews[]>`
      with given as materialized (
        select pageid, exists (select 1 from page_news n where n.wiki_id = ${wiki} and n.pageid = g.pageid) as waits
        from unnest(${ids}::bigint[]) as g (pageid)
      ), room as materialized (
        select greatest(0, ${openMax}::int - count(*)::int) as rows from (
          select 1 from page_news where wiki_id = ${wiki} limit ${openMax}) as open
      ), taken_in as materialized (
        select pageid from given where waits
        union all
        (select pageid from given where not waits order by pageid limit (select rows from room))
      ), queued as (
        insert into page_news as n (wiki_id, pageid) select ${wiki}::int, pageid from taken_in order by pageid
        on conflict (wiki_id, pageid) do update set times = n.times % 2000000000 + 1
        returning 1
      )
      select (select count(*)::int from queued) as queued,
        ((select count(*) from given) - (select count(*) from taken_in))::int as dropped`;
    return row ?? { queued: 0, dropped: 0 };
  });
}
