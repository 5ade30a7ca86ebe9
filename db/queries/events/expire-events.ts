import type { Database } from "../../connect.ts";

const BATCH = 10_000;

/**
 * Events older than so many seconds, by the database's clock; the newest of each wiki stays, as the place of those who
 * have read it all. Ends between two batches after the signal. Answers how many.
 */
export async function expireEvents(
  { sql }: Database,
  olderThanSeconds: number,
  signal?: AbortSignal,
): Promise<number> {
  let expired = 0;
  for (;;) {
    const { count } = await sql`
      delete from event e using (
        select wiki_id, id from event o
        where at < clock_timestamp() - make_interval(secs => ${olderThanSeconds})
          and exists (select 1 from event n where n.wiki_id = o.wiki_id and n.id > o.id)
        limit ${BATCH}
      ) as old
      where e.wiki_id = old.wiki_id and e.id = old.id`;
    expired += count;
    if (count < BATCH || signal?.aborted) return expired;
  }
}
