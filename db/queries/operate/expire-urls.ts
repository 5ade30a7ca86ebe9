import type { Day } from "../../../shared/calendar/day.ts";
import type { Database } from "../../connect.ts";
import type { UrlId } from "../../types.ts";
import { SLICE_IDS } from "../../url-row.ts";

async function deleteUrls(db: Database, from: number, before: Day, today: Day): Promise<number> {
  return db.transaction(async ({ sql }) => {
    const stale = await sql<{ id: UrlId }[]>`
      select id from url where id >= ${from} and id < ${from + SLICE_IDS} and touched < ${before}
      order by id for update`;
    const ids = stale.map(({ id }) => id);
    if (ids.length === 0) return 0;
    // Only pages that no run visits any more still name such a URL; they are told that it is gone.
    await sql`
      with named as (
        select wiki_id, pageid from page_link where urls && ${ids}::bigint[] order by wiki_id, pageid for update
      ), shortened as (
        update page_link l
        set urls = array(select id from unnest(l.urls) as id where id <> all(${ids}::bigint[]) order by id)
        from named where l.wiki_id = named.wiki_id and l.pageid = named.pageid
        returning l.wiki_id, l.pageid
      )
      insert into change (day, kind, wiki_id, pageid)
      select ${today}::int, 'url-deleted', wiki_id, pageid from shortened`;
    await sql`delete from recheck where url_id = any(${ids}::bigint[])`;
    await sql`delete from archive where url_id = any(${ids}::bigint[])`;
    await sql`delete from replacement where url_id = any(${ids}::bigint[])`;
    await sql`delete from report where url_id = any(${ids}::bigint[])`;
    const { count } = await sql`
      delete from url where id = any(${ids}::bigint[]) and id >= ${from} and id < ${from + SLICE_IDS}`;
    return count;
  });
}

/**
 * Deletes URLs that no run over the pages touched since `before`, with all that depends on them (M4), slice by slice.
 * Slices left without any URL go too, but for the youngest, into which new URLs still come. Ends between two slices
 * after the signal. Answers how many URLs.
 */
export async function expireUrls(
  db: Database,
  before: Day,
  today: Day,
  signal?: AbortSignal,
): Promise<number> {
  const slices = await db.sql<{ no: number }[]>`select no from slice order by no`;
  let deleted = 0;
  for (const { no } of slices) {
    if (signal?.aborted) return deleted;
    deleted += await deleteUrls(db, no * SLICE_IDS, before, today);
  }
  await db.sql`
    delete from slice s
    where holder is null and no < (select last_value / ${SLICE_IDS} from url_id_seq)
      and not exists (select 1 from url where id >= s.no::bigint * ${SLICE_IDS} and id < (s.no + 1::bigint) * ${SLICE_IDS})`;
  return deleted;
}
