import type { Day } from "../../../shared/calendar/day.ts";
import { CHANGE_LISTED_MAX } from "../../../shared/change/types.ts";
import type { Database, Sql } from "../../connect.ts";
import { storableJson } from "../../text.ts";
import type { UrlId, WikiId } from "../../types.ts";
import { SLICE_IDS } from "../../url-row.ts";
import { wikiName } from "../config/wiki-name.ts";
import { listedUrls } from "../feed/page-news.ts";

/** Only pages that no run visits any more still name such URLs; their readers are told that they are gone. */
async function forget(sql: Sql, ids: readonly UrlId[], today: Day): Promise<void> {
  const pages = await sql<{ wiki: WikiId; pageid: number; removed: number; gone: UrlId[] }[]>`
    with named as (
      select wiki_id, pageid, urls from page_link where urls && ${[...ids]}::bigint[] order by wiki_id, pageid for update
    ), shortened as (
      update page_link l
      set urls = array(select id from unnest(l.urls) as id where id <> all(${[...ids]}::bigint[]) order by id)
      from named where l.wiki_id = named.wiki_id and l.pageid = named.pageid
      returning l.wiki_id, l.pageid, named.urls
    )
    select wiki_id as wiki, pageid, cardinality(gone) as removed, gone[:${CHANGE_LISTED_MAX}] as gone
    from shortened, lateral (select array(
      select id from unnest(urls) as id where id = any(${[...ids]}::bigint[]) order by id) as gone) as lost
    order by 1, 2`;
  for (const { wiki, pageid, removed, gone } of pages) {
    const payload = { removed, urls: { came: [], gone: await listedUrls(sql, gone) } };
    await sql`
      insert into change (day, kind, wiki_id, pageid, payload)
      select ${today}::int, 'url-deleted', wiki_id, pageid, ${storableJson(payload)}::text::jsonb
        || jsonb_build_object('wiki', ${wikiName(sql, wiki)}, 'title', title)
      from page where wiki_id = ${wiki} and pageid = ${pageid}`;
  }
}

async function deleteUrls(db: Database, from: number, before: Day, today: Day): Promise<number> {
  return db.transaction(async ({ sql }) => {
    const stale = await sql<{ id: UrlId }[]>`
      select id from url where id >= ${from} and id < ${from + SLICE_IDS} and touched < ${before}
      order by id for update`;
    const ids = stale.map(({ id }) => id);
    if (ids.length === 0) return 0;
    await forget(sql, ids, today);
    await sql`delete from verdict_turn where url_id = any(${ids}::bigint[])`;
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
