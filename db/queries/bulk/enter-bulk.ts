import type { Day } from "../../../shared/calendar/day.ts";
import type { Database, Sql } from "../../connect.ts";
import type { WikiId } from "../../types.ts";
import { PARTITION_IDS, SLICE_IDS } from "../../url-row.ts";
import { lockEntry } from "../feed/enter-urls.ts";
import { stagingOf } from "./staging.ts";

export interface BulkBatch {
  /** Pages beyond this one, */
  readonly after: number;
  /** up to this one. */
  readonly upto: number;
  /** Day of the touch. */
  readonly today: Day;
  /** Day of the dump, as which the pages count as read. */
  readonly read: Day;
  /** Uses beyond so many in one page are left out. */
  readonly usesPerPage: number;
}

export interface BulkEntered {
  /** Pages whose list is another than before. */
  readonly relinked: number;
  /** URLs that were not known before. */
  readonly urls: number;
}

/** The batch, each URL of a page once: `bulk_batch`. */
async function gather(sql: Sql, wiki: WikiId, { after, upto, usesPerPage }: BulkBatch): Promise<void> {
  await sql`
    create temporary table bulk_batch on commit drop as
    select pageid, key, min(no) as no, bit_or(flags) as flags, min(scheme) as scheme, min(port) as port,
      min(host collate "C") as host, min(path collate "C") as path
    from (
      select *, row_number() over (partition by pageid order by no) as place from ${sql(stagingOf(wiki).part)}
      where pageid > ${after} and pageid <= ${upto}
    ) as numbered
    where place <= ${usesPerPage} group by pageid, key`;
  await sql`create temporary table bulk_id (key uuid not null, id bigint not null) on commit drop`;
  await sql`analyze bulk_batch (pageid, key)`;
}

/** URLs that are known already; touched in the order of ids, as every writer does. */
async function touchKnown(sql: Sql, today: Day): Promise<void> {
  await sql`
    with found as materialized (
      select u.id, u.key, u.touched from url u where u.key in (select key from bulk_batch) order by u.id for update
    ), touched as (
      update url u set touched = ${today} from found f where u.id = f.id and f.touched < ${today}
    )
    insert into bulk_id (key, id) select key, id from found`;
}

/** The others, in the order of pages; each with the flags of the page that has it first. */
async function enterNew(sql: Sql, today: Day): Promise<number> {
  await sql`
    create temporary table bulk_new on commit drop as
    select distinct on (key) * from bulk_batch b
    where not exists (select 1 from bulk_id i where i.key = b.key) order by key, pageid, no`;
  await sql`analyze bulk_new (host)`;
  await sql`
    insert into host (name) select distinct host from bulk_new
    where not exists (select 1 from host h where h.name = bulk_new.host)
    order by host on conflict do nothing`;
  await sql`
    select weboid_add_url_partition(((last_value + (select count(*) from bulk_new)) / ${PARTITION_IDS})::int)
    from url_id_seq`;
  const { count } = await sql`
    with entered as (
      insert into url (id, key, host_id, scheme, port, flags, path, touched)
      select nextval('url_id_seq'), key, host_id, scheme, port, flags, path, ${today}::int
      from (select n.*, host.id as host_id from bulk_new n join host on host.name = n.host
        order by n.pageid, n.no) as placed
      returning id, key
    ), marked as (
      insert into slice (no) select distinct id / ${SLICE_IDS}::int from entered order by 1
      on conflict (no) do update set fresh = true where not slice.fresh
    )
    insert into bulk_id (key, id) select key, id from entered`;
  return count;
}

/**
 * Pages and their lists. What was read later than the dump stays as it is; a mark stays that a run over the pages set after the
 * dump. No change rows: the wiki's pages are exported as a whole at the end.
 */
async function enterPages(sql: Sql, wiki: WikiId, { after, upto, today, read }: BulkBatch): Promise<number> {
  await sql`analyze bulk_id`;
  await sql`
    create temporary table bulk_taken on commit drop as
    with taken as (
      insert into page (wiki_id, pageid, namespace, touched, links_read, needs_update, title)
      select ${wiki}::int, pageid, namespace, ${today}::int, ${read}::int, false, title
      from ${sql(stagingOf(wiki).page)} where pageid > ${after} and pageid <= ${upto} order by pageid
      on conflict (wiki_id, pageid) do update set namespace = excluded.namespace, title = excluded.title,
        touched = greatest(page.touched, excluded.touched), links_read = excluded.links_read,
        needs_update = page.needs_update and page.touched >= excluded.links_read
        where page.links_read <= excluded.links_read
      returning pageid
    )
    select pageid from taken`;
  const { count } = await sql`
    insert into page_link as l (wiki_id, pageid, urls)
    select ${wiki}::int, t.pageid, coalesce(array_agg(i.id order by i.id) filter (where i.id is not null), '{}')
    from bulk_taken t left join bulk_batch b on b.pageid = t.pageid left join bulk_id i on i.key = b.key
    group by t.pageid order by t.pageid
    on conflict (wiki_id, pageid) do update set urls = excluded.urls where l.urls <> excluded.urls`;
  return count;
}

/**
 * Enters a batch of pages with their URLs as feeding them would (F3): one transaction under the lock of entry, about a
 * second for 50,000 uses, so that feeders beside it wait no longer. Doing it twice changes nothing more.
 */
export function enterBulk(db: Database, wiki: WikiId, batch: BulkBatch): Promise<BulkEntered> {
  return db.transaction(async ({ sql }) => {
    await sql`select set_config('work_mem', '64MB', true)`;
    await gather(sql, wiki, batch);
    await lockEntry(sql);
    await touchKnown(sql, batch.today);
    const urls = await enterNew(sql, batch.today);
    const relinked = await enterPages(sql, wiki, batch);
    await sql`update ${sql(stagingOf(wiki).state)} set after = ${batch.upto}`;
    return { relinked, urls };
  });
}
