import type { Database } from "../../connect.ts";
import type { WikiId } from "../../types.ts";

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
  const wikis = await sql<{ id: WikiId }[]>`select id from wiki order by id`;
  let expired = 0;
  for (const { id: wiki } of wikis) {
    // Goes on from its last place: before it there are deleted rows only, which would be walked over again with each batch.
    for (let after = 0, count = BATCH; count === BATCH; ) {
      if (signal?.aborted) return expired;
      // Ids of a wiki ascend with the time, so that no more rows are read than a batch has.
      const gone = await sql<{ id: number }[]>`
        delete from event e using (
          select id, at from event where wiki_id = ${wiki} and id > ${after} order by id limit ${BATCH}
        ) as old
        where e.wiki_id = ${wiki} and e.id = old.id
          and old.at < clock_timestamp() - make_interval(secs => ${olderThanSeconds})
          and e.id < (select max(id) from event where wiki_id = ${wiki})
        returning e.id`;
      count = gone.length;
      expired += count;
      after = gone.reduce((most, { id }) => Math.max(most, id), after);
    }
  }
  return expired;
}
