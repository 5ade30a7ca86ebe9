import type { Day } from "../../shared/calendar/day.ts";
import { listed } from "../changes/published.ts";
import { CHANGE_LISTED_MAX } from "../changes/types.ts";
import type { Database, Sql } from "../connect.ts";
import { storableJson } from "../text.ts";
import type { UrlId, WikiId } from "../types.ts";
import { decodeUrl, SLICE_IDS, type UrlColumns } from "./row.ts";

/** Of one transaction: what is told in it is held back from all readers of changes until it ends. */
const URLS_AT_ONCE = 1_000;
const PAGES_AT_ONCE = 5_000;

interface Shortened {
  readonly wiki: WikiId;
  readonly pageid: number;
  readonly removed: number;
  readonly gone: readonly UrlId[];
}

/**
 * Only pages that no run visits any more still name such URLs; their readers are told that they are gone. False: more pages
 * may name them.
 */
async function forget(sql: Sql, ids: readonly UrlId[], today: Day): Promise<boolean> {
  const pages = await sql<Shortened[]>`
    with named as (
      select wiki_id, pageid, urls from page_link where urls && ${[...ids]}::bigint[]
      order by wiki_id, pageid limit ${PAGES_AT_ONCE} for update
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
  if (pages.length === 0) return true;
  const texts = await textsOf(sql, [...new Set(pages.flatMap(({ gone }) => gone))]);
  const payloads = pages.map(({ removed, gone }) => {
    const urls = gone.flatMap((id) => texts.get(id) ?? []);
    return storableJson({ removed, urls: { came: [], gone: listed(urls, String) } });
  });
  await sql`
    insert into change (day, kind, wiki_id, pageid, payload)
    select ${today}::int, 'url-deleted', p.wiki_id, p.pageid,
      given.payload::jsonb || jsonb_build_object('wiki', w.dbname || '@' || f.name, 'title', p.title)
    from unnest(${pages.map(({ wiki }) => wiki)}::int[], ${pages.map(({ pageid }) => pageid)}::bigint[],
        ${payloads}::text[]) as given (wiki_id, pageid, payload)
      join page p on p.wiki_id = given.wiki_id and p.pageid = given.pageid
      join wiki w on w.id = p.wiki_id join farm f on f.code = w.farm
    order by p.wiki_id, p.pageid`;
  return pages.length < PAGES_AT_ONCE;
}

async function textsOf(sql: Sql, ids: readonly UrlId[]): Promise<ReadonlyMap<UrlId, string>> {
  const rows = await sql<(UrlColumns & { id: UrlId })[]>`
    select u.id, u.scheme, h.name as host, u.port, u.path from url u join host h on h.id = u.host_id
    where u.id = any(${[...ids]}::bigint[])`;
  return new Map(rows.map((row) => [row.id, decodeUrl(row)]));
}

/** `left`: there may be more to do. */
async function deleteUrls(
  db: Database,
  from: number,
  before: Day,
  today: Day,
): Promise<{ readonly count: number; readonly left: boolean }> {
  return db.transaction(async ({ sql }) => {
    const stale = await sql<{ id: UrlId }[]>`
      select id from url where id >= ${from} and id < ${from + SLICE_IDS} and touched < ${before}
      order by id limit ${URLS_AT_ONCE} for update`;
    const ids = stale.map(({ id }) => id);
    if (ids.length === 0) return { count: 0, left: false };
    // They go with the last page that names them; a page that is read meanwhile may still keep them.
    if (!(await forget(sql, ids, today))) return { count: 0, left: true };
    await sql`delete from verdict_change_due where url_id = any(${ids}::bigint[])`;
    await sql`delete from recheck where url_id = any(${ids}::bigint[])`;
    await sql`delete from archive where url_id = any(${ids}::bigint[])`;
    await sql`delete from replacement where url_id = any(${ids}::bigint[])`;
    await sql`delete from report where url_id = any(${ids}::bigint[])`;
    const { count } = await sql`
      delete from url where id = any(${ids}::bigint[]) and id >= ${from} and id < ${from + SLICE_IDS}`;
    return { count, left: ids.length === URLS_AT_ONCE };
  });
}

/**
 * Deletes URLs that no run over the pages touched since `before`, with all that depends on them (M4), slice by slice
 * and in each some at a time. Slices left without any URL go too, but for the youngest, into which new URLs still come. Ends
 * between two transactions after the signal. Answers how many URLs.
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
    for (let left = true; left; ) {
      if (signal?.aborted) return deleted;
      const batch = await deleteUrls(db, no * SLICE_IDS, before, today);
      deleted += batch.count;
      left = batch.left;
    }
  }
  await db.sql`
    delete from slice s
    where holder is null and no < (select last_value / ${SLICE_IDS} from url_id_seq)
      and not exists (select 1 from url where id >= s.no::bigint * ${SLICE_IDS} and id < (s.no + 1::bigint) * ${SLICE_IDS})`;
  return deleted;
}
