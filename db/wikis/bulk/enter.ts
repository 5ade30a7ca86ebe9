import type { Day } from "../../../shared/calendar/day.ts";
import type { Database, Sql } from "../../connect.ts";
import type { UrlId, WikiId } from "../../types.ts";
import { lockEntry } from "../../urls/enter.ts";
import { BLOCKED_BIT, PARTITION_IDS, SLICE_IDS } from "../../urls/row.ts";
import { claimFeed, releaseFeed } from "../feeding.ts";
import { dropBulk, stagingOf } from "./stages.ts";

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
  /** Of all batches of this dump so far. */
  readonly sums: BulkSums;
}

/** What was entered of a dump, as feeding the same pages would count it. */
export interface BulkSums {
  /** Uses of URLs that are watched, each URL once a page. */
  readonly watched: number;
  /** Likewise of those that a list blocks. */
  readonly spam: number;
  /** URLs that were not known before. */
  readonly urls: number;
}

/** The batch, each URL of a page once: `bulk_batch`, and `bulk_spam` of those that a list blocks in one of their spellings. */
async function gather(sql: Sql, wiki: WikiId, { after, upto, usesPerPage }: BulkBatch): Promise<void> {
  await sql`
    create temporary table bulk_batch on commit drop as
    select pageid, key, min(no) as no, bit_or(flags) as flags, min(scheme) as scheme, min(port) as port,
      -- All of a key are equal, so "C" is only quicker; indexes are not used for it.
      min(host collate "C") collate "default" as host, min(path collate "C") as path,
      min(nullif(spam, '') collate "C") as spam, max(path collate "C") filter (where spam <> '') as url
    from (
      select *, row_number() over (partition by pageid order by no) as place from ${sql(stagingOf(wiki).part)}
      where pageid > ${after} and pageid <= ${upto}
    ) as numbered
    where place <= ${usesPerPage} group by pageid, key`;
  await sql`
    create temporary table bulk_spam (pageid bigint not null, key uuid not null, url text not null, spam text not null)
    on commit drop`;
  await sql`
    with blocked as (delete from bulk_batch where spam is not null returning pageid, key, url, spam)
    insert into bulk_spam select * from blocked`;
  await sql`create temporary table bulk_id (key uuid not null, id bigint not null) on commit drop`;
  await sql`analyze bulk_batch (pageid, key)`;
}

/**
 * Whether a batch's keys and hosts are looked up one by one in their indexes. Left to itself the planner reads the whole table,
 * which costs a batch the more the more is there.
 */
async function lookUp(sql: Sql, singly: boolean): Promise<void> {
  const others = singly ? "off" : "on";
  await sql`
    select set_config('enable_hashjoin', ${others}, true), set_config('enable_mergejoin', ${others}, true),
      set_config('enable_seqscan', ${others}, true)`;
}

/** URLs that are known already; touched in the order of ids, as every writer does. Those that were spam only are checked again. */
async function touchKnown(sql: Sql, today: Day): Promise<void> {
  await lookUp(sql, true);
  await sql`
    with found as materialized (
      select u.id, u.key, u.touched, u.flags
      from (select distinct key from bulk_batch order by key) as given join url u on u.key = given.key
      order by u.id for update of u
    ), touched as (
      update url u set touched = greatest(u.touched, ${today}::int), flags = u.flags & ~${BLOCKED_BIT}::int
      from found f where u.id = f.id and (f.touched < ${today}::int or f.flags & ${BLOCKED_BIT}::int > 0)
    ), freed as (
      update slice set fresh = true
      where not fresh and no in (select id / ${SLICE_IDS}::int from found where flags & ${BLOCKED_BIT}::int > 0)
    )
    insert into bulk_id (key, id) select key, id from found`;
  await lookUp(sql, false);
}

/** The hosts of `bulk_new` with their ids: `bulk_host`. Each is looked up once; those that are new are entered. */
async function hostsOf(sql: Sql): Promise<void> {
  await lookUp(sql, true);
  await sql`
    create temporary table bulk_host on commit drop as
    select given.host as name, h.id from (select distinct host from bulk_new) as given left join host h on h.name = given.host`;
  await lookUp(sql, false);
  await sql`
    with missing as (delete from bulk_host where id is null returning name),
      entered as (
        insert into host (name) select name from missing order by name on conflict do nothing returning name, id
      )
    insert into bulk_host (name, id) select name, id from entered`;
}

/** The others, in the order of pages; each with the flags of the page that has it first. */
async function enterNew(sql: Sql, today: Day): Promise<number> {
  await sql`
    create temporary table bulk_new on commit drop as
    select distinct on (key) * from bulk_batch b
    where not exists (select 1 from bulk_id i where i.key = b.key) order by key, pageid, no`;
  await hostsOf(sql);
  await sql`
    select weboid_add_url_partition(((last_value + (select count(*) from bulk_new)) / ${PARTITION_IDS})::int)
    from url_id_seq`;
  const { count } = await sql`
    with entered as (
      insert into url (id, key, host_id, scheme, port, flags, path, touched)
      select nextval('url_id_seq'), key, host_id, scheme, port, flags, path, ${today}::int
      from (select n.*, h.id as host_id from bulk_new n join bulk_host h on h.name = n.host
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
 * Pages and their lists. What was read on the day of the dump or later stays as it is, as the dump may be of any hour; a mark
 * stays that a run over the pages set after the dump. No change rows: the wiki's pages are exported as a whole at the end.
 */
async function enterPages(sql: Sql, wiki: WikiId, { after, upto, today, read }: BulkBatch): Promise<number> {
  await sql`analyze bulk_id`;
  await sql`
    create temporary table bulk_taken on commit drop as
    with taken as (
      insert into page (wiki_id, pageid, namespace, touched, links_read, needs_update, title)
      select ${wiki}::int, pageid, namespace, ${today}::int, ${read}::int, false, title
      from ${sql(stagingOf(wiki).page)} where pageid > ${after} and pageid <= ${upto} order by pageid
      on conflict (wiki_id, pageid) do update set namespace = excluded.namespace, title = excluded.title, redirect = null,
        touched = greatest(page.touched, excluded.touched), links_read = excluded.links_read,
        needs_update = page.needs_update and page.touched >= excluded.links_read
        where page.links_read < excluded.links_read
      returning pageid
    )
    select pageid from taken`;
  const gone = await writeSpam(sql, wiki, read);
  const { count } = await sql`
    insert into page_link as l (wiki_id, pageid, urls)
    select ${wiki}::int, t.pageid, coalesce(array_agg(i.id order by i.id) filter (where i.id is not null), '{}')
    from bulk_taken t left join bulk_batch b on b.pageid = t.pageid left join bulk_id i on i.key = b.key
    group by t.pageid order by t.pageid
    on conflict (wiki_id, pageid) do update set urls = excluded.urls where l.urls <> excluded.urls`;
  if (gone.length > 0)
    await sql`
      update url u set flags = flags | ${BLOCKED_BIT}::int where u.id = any(${[...gone]}::bigint[])
        and not exists (select 1 from page_link l where l.urls @> array[u.id])`;
  return count;
}

/** Writes the blocked URLs of the pages that are taken (P1). Answers what these had before that is spam somewhere (C10). */
async function writeSpam(sql: Sql, wiki: WikiId, read: Day): Promise<UrlId[]> {
  await sql`
    delete from spam_use s using bulk_taken t where s.wiki_id = ${wiki} and s.pageid = t.pageid
      and not exists (select 1 from bulk_spam b where b.pageid = s.pageid and b.key = s.key)`;
  await sql`
    insert into spam_use (wiki_id, pageid, key, url, list, first, last, line)
    select ${wiki}::int, pageid, key, url, split_part(spam, ' ', 1), ${read}::int, ${read}::int,
      substr(spam, strpos(spam, ' ') + 1)
    from bulk_spam join bulk_taken using (pageid)
    on conflict (wiki_id, key, pageid) do update
      set list = excluded.list, line = excluded.line, last = greatest(spam_use.last, excluded.last)`;
  await lookUp(sql, true);
  const gone = await sql<{ id: UrlId }[]>`
    select u.id from url u where u.id in (
      select unnest(l.urls) from bulk_taken t join page_link l on l.wiki_id = ${wiki} and l.pageid = t.pageid
    ) and exists (select 1 from spam_use s where s.key = u.key)
    order by u.id for update`;
  await lookUp(sql, false);
  return gone.map(({ id }) => id);
}

/** What was entered before, and this batch. */
async function sumsOf(sql: Sql, wiki: WikiId, urls: number): Promise<BulkSums> {
  const [row] = await sql<{ before: BulkSums | null; watched: number; spam: number }[]>`
    select info -> 'entered' as before, (select count(*) from bulk_batch)::float8 as watched,
      (select count(*) from bulk_spam)::float8 as spam from ${sql(stagingOf(wiki).state)}`;
  if (row === undefined) throw new Error("the state of a dump vanished");
  const { before, watched, spam } = row;
  return {
    watched: watched + (before?.watched ?? 0),
    spam: spam + (before?.spam ?? 0),
    urls: urls + (before?.urls ?? 0),
  };
}

/**
 * Enters a batch of pages with their URLs as feeding them would (F3): one transaction under the lock of entry, about a
 * second for 50,000 uses, so that feeders beside it wait no longer. Doing it twice changes nothing more.
 */
export function enterBulk(db: Database, wiki: WikiId, batch: BulkBatch): Promise<BulkEntered> {
  return db.transaction(async ({ sql }) => {
    // What is analysed are the batch's own tables, of which the planner only needs the size.
    await sql`select set_config('work_mem', '64MB', true), set_config('default_statistics_target', '10', true)`;
    await gather(sql, wiki, batch);
    await lockEntry(sql);
    await touchKnown(sql, batch.today);
    const urls = await enterNew(sql, batch.today);
    const relinked = await enterPages(sql, wiki, batch);
    const sums = await sumsOf(sql, wiki, urls);
    await sql`
      update ${sql(stagingOf(wiki).state)} set after = ${batch.upto}, at = now(),
        info = info || jsonb_build_object('entered', ${JSON.stringify(sums)}::text::jsonb)`;
    return { relinked, sums };
  });
}

/** For operators who look who has a wiki meanwhile. */
const WORKER = "maintenance";
const LEASE_SECONDS = 60;

/**
 * Drops what abandoned starts from dumps left behind: those that cannot be gone on with (killed while the dump was read) at
 * once, the others when nobody went on with them for so long. Whoever is at it holds the wiki and is left alone. Answers
 * how many went.
 */
export async function expireBulk(db: Database, keepSeconds: number): Promise<number> {
  const found = await db.sql<{ wiki: WikiId; known: boolean }[]>`
    select staged.wiki, exists (select 1 from wiki w where w.id = staged.wiki) as known from (
      select distinct substring(relname from '^bulk_([0-9]{1,9})_(?:page|use|part|state)$')::int as wiki from pg_class
      where relkind in ('r', 'p') and pg_table_is_visible(oid) and relname ~ '^bulk_[0-9]{1,9}_(page|use|part|state)$'
    ) as staged order by 1`;
  let dropped = 0;
  for (const { wiki, known } of found) {
    if (!known) {
      await dropBulk(db, wiki);
      dropped += 1;
      continue;
    }
    const claim = await claimFeed(db, wiki, { worker: WORKER, leaseSeconds: LEASE_SECONDS });
    if (claim.kind === "held") continue;
    try {
      if (await canGoOn(db, wiki, keepSeconds)) continue;
      await dropBulk(db, wiki);
      dropped += 1;
    } finally {
      await releaseFeed(db, claim);
    }
  }
  return dropped;
}

async function canGoOn({ sql }: Database, wiki: WikiId, keepSeconds: number): Promise<boolean> {
  const { state } = stagingOf(wiki);
  const [made] = await sql`select 1 from pg_class where relname = ${state} and pg_table_is_visible(oid)`;
  if (made === undefined) return false;
  // By way of JSON, as a version before this one had no such column.
  const { count } = await sql`
    select 1 from ${sql(state)} s
    where (to_jsonb(s) ->> 'at')::timestamptz > now() - make_interval(secs => ${keepSeconds}::float8)`;
  return count > 0;
}
