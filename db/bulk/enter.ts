import { and, eq, exists, inArray, isNull, ne, notExists, or, type SQLWrapper, sql } from "drizzle-orm";
import type { Day } from "../../shared/calendar/day.ts";
import type { Database, Orm } from "../connect.ts";
import { blockUnused } from "../pages/spam.ts";
import { host, page, pageLink, slice, spamUse, url, urlIdSequence } from "../schema/index.ts";
import { excluded, names, nextOf, sequenceRow } from "../statement.ts";
import type { UrlId, WikiId } from "../types.ts";
import { lockEntry } from "../urls/enter.ts";
import { BLOCKED_BIT, PARTITION_IDS, SLICE_IDS } from "../urls/row.ts";
import {
  type BulkSums,
  bulkBatch,
  bulkHost,
  bulkId,
  bulkNew,
  bulkTaken,
  createTemporary,
  stagingOf,
} from "./tables.ts";

interface BulkBatch {
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

const isWatched = eq(bulkBatch.spam, sql`''`);
const isSpam = ne(bulkBatch.spam, sql`''`);

/** The batch, each URL of a page once, in `bulk_batch`; `bulk_id` is empty so far. */
async function gather(orm: Orm, wiki: WikiId, { after, upto, usesPerPage }: BulkBatch): Promise<void> {
  const { part } = stagingOf(wiki);
  const { pageid, key, no, flags, scheme, port, host, path, spam } = part;
  // All of a key are equal, so "C" is only quicker; indexes are not used for it.
  await createTemporary(
    orm,
    bulkBatch,
    sql`
    select ${names(pageid)}, ${names(key)}, min(${names(no)}) as ${names(bulkBatch.no)}, bit_or(${names(flags)}) as ${names(bulkBatch.flags)},
      min(${names(scheme)}) as ${names(bulkBatch.scheme)}, min(${names(port)}) as ${names(bulkBatch.port)},
      min(${names(host)} collate "C") collate "default" as ${names(bulkBatch.host)},
      min(${names(path)} collate "C") as ${names(bulkBatch.path)},
      coalesce(min(nullif(${names(spam)}, '') collate "C"), '') as ${names(bulkBatch.spam)},
      coalesce(max(${names(path)} collate "C") filter (where ${names(spam)} <> ''), '') as ${names(bulkBatch.url)}
    from (
      select *, row_number() over (partition by ${pageid} order by ${no}) as number from ${part}
      where ${pageid} > ${after} and ${pageid} <= ${upto}
    ) as numbered
    where number <= ${usesPerPage} group by ${names(pageid, key)}`,
  );
  await createTemporary(orm, bulkId);
  await orm.execute(sql`analyze ${bulkBatch} (${names(bulkBatch.pageid, bulkBatch.key, bulkBatch.spam)})`);
}

/**
 * Whether a batch's keys and hosts are looked up one by one in their indexes. Left to itself the planner reads the whole table,
 * which costs a batch the more the more is there.
 */
async function lookUp(orm: Orm, singly: boolean): Promise<void> {
  const others = singly ? "off" : "on";
  await orm.execute(sql`
    select set_config('enable_hashjoin', ${others}, true), set_config('enable_mergejoin', ${others}, true),
      set_config('enable_seqscan', ${others}, true)`);
}

const isBlocked = (flags: SQLWrapper) => sql`${flags} & ${BLOCKED_BIT}::int > 0`;

/** URLs that are known already; touched in the order of ids, as every writer does. Those that were spam only are checked again. */
async function touchKnown(orm: Orm, today: Day): Promise<void> {
  const { id, key, touched, flags } = url;
  const given = orm
    .selectDistinct({ key: bulkBatch.key })
    .from(bulkBatch)
    .where(isWatched)
    .orderBy(bulkBatch.key)
    .as("given");
  const found = orm
    .$with("found")
    .as(
      orm
        .select({ id, key, touched, flags })
        .from(given)
        .innerJoin(url, eq(key, given.key))
        .orderBy(id)
        .for("update", { of: url }),
    );
  const written = orm.$with("written").as(
    orm
      .update(url)
      .set({
        touched: sql`greatest(${touched}, ${today}::int)`,
        flags: sql`${flags} & ~${BLOCKED_BIT}::int`,
      })
      .from(found)
      .where(and(eq(id, found.id), or(sql`${found.touched} < ${today}::int`, isBlocked(found.flags)))),
  );
  const slices = orm
    .select({ no: sql`${found.id} / ${SLICE_IDS}::int` })
    .from(found)
    .where(isBlocked(found.flags));
  const freed = orm.$with("freed").as(
    orm
      .update(slice)
      .set({ fresh: true })
      .where(and(sql`not ${slice.fresh}`, inArray(slice.no, slices))),
  );
  await lookUp(orm, true);
  await orm
    .with(found, written, freed)
    .insert(bulkId)
    .select(orm.select({ key: found.key, id: found.id }).from(found));
  await lookUp(orm, false);
}

/** The hosts of `bulk_new` with their ids: `bulk_host`. Each is looked up once; those that are new are entered. */
async function hostsOf(orm: Orm): Promise<void> {
  const given = orm.selectDistinct({ name: bulkNew.host }).from(bulkNew).as("given");
  await lookUp(orm, true);
  await createTemporary(
    orm,
    bulkHost,
    sql`select ${given.name} as ${names(bulkHost.name)}, ${host.id} from ${given} left join ${host} on ${host.name} = ${given.name}`,
  );
  await lookUp(orm, false);
  const missing = orm
    .$with("missing")
    .as(orm.delete(bulkHost).where(isNull(bulkHost.id)).returning({ name: bulkHost.name }));
  const entered = orm.$with("entered", { name: host.name, id: host.id }).as(sql`
    insert into ${host} (${names(host.name)}) select ${missing.name} from ${missing} order by ${missing.name}
    on conflict do nothing returning ${host.name}, ${host.id}`);
  await orm
    .with(missing, entered)
    .insert(bulkHost)
    .select(orm.select({ name: entered.name, id: entered.id }).from(entered));
}

/** The others, in the order of pages; each with the flags of the page that has it first. */
async function enterNew(orm: Orm, today: Day): Promise<number> {
  const known = orm.select({ id: bulkId.id }).from(bulkId).where(eq(bulkId.key, bulkBatch.key));
  await createTemporary(
    orm,
    bulkNew,
    orm
      .selectDistinctOn([bulkBatch.key])
      .from(bulkBatch)
      .where(and(isWatched, notExists(known)))
      .orderBy(bulkBatch.key, bulkBatch.pageid, bulkBatch.no),
  );
  await hostsOf(orm);
  await orm.execute(sql`
    select weboid_add_url_partition(((last_value + (select count(*) from ${bulkNew})) / ${PARTITION_IDS}::int)::int) from ${sequenceRow(urlIdSequence)}`);
  const entered = orm.$with("entered", { id: url.id, key: url.key }).as(sql`
    insert into ${url} (${names(url.id, url.key, url.hostId, url.scheme, url.port, url.flags, url.path, url.touched)})
    select ${nextOf(urlIdSequence)}, placed.* from (
      select ${bulkNew.key}, ${bulkHost.id}, ${bulkNew.scheme}, ${bulkNew.port}, ${bulkNew.flags}, ${bulkNew.path}, ${today}::int
      from ${bulkNew} join ${bulkHost} on ${bulkHost.name} = ${bulkNew.host} order by ${bulkNew.pageid}, ${bulkNew.no}
    ) as placed
    returning ${url.id}, ${url.key}`);
  const marked = orm.$with("marked", {}).as(sql`
    insert into ${slice} (${names(slice.no)}) select distinct ${entered.id} / ${SLICE_IDS}::int from ${entered} order by 1
    on conflict (${names(slice.no)}) do update set ${names(slice.fresh)} = true where not ${slice.fresh}`);
  const { count } = await orm
    .with(entered, marked)
    .insert(bulkId)
    .select(orm.select({ key: entered.key, id: entered.id }).from(entered));
  return count;
}

/**
 * Pages and their lists. What was read on the day of the dump or later stays as it is, as the dump may be of any hour; a mark
 * stays that a run over the pages set after the dump. No change rows: the wiki's pages are exported as a whole at the end.
 */
async function enterPages(orm: Orm, wiki: WikiId, { after, upto, today, read }: BulkBatch): Promise<number> {
  const staged = stagingOf(wiki).page;
  const { wikiId, pageid, namespace, touched, linksRead, needsUpdate, title, redirect } = page;
  await orm.execute(sql`analyze ${bulkId}`);
  await createTemporary(
    orm,
    bulkTaken,
    sql`
    with taken as (
      insert into ${page} (${names(wikiId, pageid, namespace, touched, linksRead, needsUpdate, title)})
      select ${wiki}::int, ${staged.pageid}, ${staged.namespace}, ${today}::int, ${read}::int, false, ${staged.title}
      from ${staged} where ${staged.pageid} > ${after} and ${staged.pageid} <= ${upto} order by ${staged.pageid}
      on conflict (${names(wikiId, pageid)}) do update set ${names(namespace)} = ${excluded(namespace)},
        ${names(title)} = ${excluded(title)}, ${names(redirect)} = null,
        ${names(touched)} = greatest(${touched}, ${excluded(touched)}),
        ${names(linksRead)} = ${excluded(linksRead)},
        ${names(needsUpdate)} = ${needsUpdate} and ${touched} >= ${excluded(linksRead)}
        where ${linksRead} < ${excluded(linksRead)}
      returning ${pageid}
    )
    select * from taken`,
  );
  const gone = await writeSpam(orm, wiki, read);
  const { count } = await orm.execute(sql`
    insert into ${pageLink} (${names(pageLink.wikiId, pageLink.pageid, pageLink.urls)})
    select ${wiki}::int, ${bulkTaken.pageid},
      coalesce(array_agg(${bulkId.id} order by ${bulkId.id}) filter (where ${bulkId.id} is not null), '{}')
    from ${bulkTaken} left join ${bulkBatch} on ${bulkBatch.pageid} = ${bulkTaken.pageid} and ${isWatched}
      left join ${bulkId} on ${bulkId.key} = ${bulkBatch.key}
    group by ${bulkTaken.pageid} order by ${bulkTaken.pageid}
    on conflict (${names(pageLink.wikiId, pageLink.pageid)}) do update
    set ${names(pageLink.urls)} = ${excluded(pageLink.urls)} where ${pageLink.urls} <> ${excluded(pageLink.urls)}`);
  await blockUnused(orm, gone);
  return count;
}

/** Writes the blocked URLs of the pages that are taken (P1). Answers what these had before that is spam somewhere (C10). */
async function writeSpam(orm: Orm, wiki: WikiId, read: Day): Promise<UrlId[]> {
  const { wikiId, pageid, key, list, line, first, last } = spamUse;
  const taken = orm.select({ pageid: bulkTaken.pageid }).from(bulkTaken);
  const still = orm
    .select({ key: bulkBatch.key })
    .from(bulkBatch)
    .where(and(eq(bulkBatch.pageid, pageid), eq(bulkBatch.key, key), isSpam));
  await orm.delete(spamUse).where(and(eq(wikiId, wiki), inArray(pageid, taken), notExists(still)));
  const { spam } = bulkBatch;
  await orm.execute(sql`
    insert into ${spamUse} (${names(wikiId, pageid, key, spamUse.url, list, first, last, line)})
    select ${wiki}::int, ${bulkBatch.pageid}, ${bulkBatch.key}, ${bulkBatch.url}, split_part(${spam}, ' ', 1), ${read}::int, ${read}::int,
      substr(${spam}, strpos(${spam}, ' ') + 1)
    from ${bulkBatch} join ${bulkTaken} on ${bulkTaken.pageid} = ${bulkBatch.pageid} where ${isSpam}
    on conflict (${names(wikiId, key, pageid)}) do update set ${names(list)} = ${excluded(list)},
      ${names(line)} = ${excluded(line)}, ${names(last)} = greatest(${last}, ${excluded(last)})`);
  const before = orm
    .select({ id: sql`unnest(${pageLink.urls})` })
    .from(bulkTaken)
    .innerJoin(pageLink, and(eq(pageLink.wikiId, wiki), eq(pageLink.pageid, bulkTaken.pageid)));
  const uses = orm.select({ key }).from(spamUse).where(eq(key, url.key));
  await lookUp(orm, true);
  const gone = await orm
    .select({ id: url.id })
    .from(url)
    .where(and(inArray(url.id, before), exists(uses)))
    .orderBy(url.id)
    .for("update");
  await lookUp(orm, false);
  return gone.map(({ id }) => id);
}

/** What is entered of a dump after a batch. */
interface BulkEntered {
  /** Pages whose list is another than before. */
  readonly relinked: number;
  /** Of all batches of this dump so far. */
  readonly sums: BulkSums;
}

/**
 * Enters a batch of pages with their URLs as feeding them would (F3): one transaction under the lock of entry, about a
 * second for 50,000 uses, so that feeders beside it wait no longer. Doing it twice changes nothing more.
 */
export function enterBulk(db: Database, wiki: WikiId, batch: BulkBatch): Promise<BulkEntered> {
  const { state } = stagingOf(wiki);
  return db.transaction(async (tx) => {
    const { orm } = tx;
    // What is analysed are the batch's own tables, of which the planner only needs the size.
    await orm.execute(
      sql`select set_config('work_mem', '64MB', true), set_config('default_statistics_target', '10', true)`,
    );
    await gather(orm, wiki, batch);
    await lockEntry(orm);
    await touchKnown(orm, batch.today);
    const urls = await enterNew(orm, batch.today);
    const relinked = await enterPages(orm, wiki, batch);
    const [before] = await orm.select({ entered: state.entered }).from(state);
    if (before === undefined) throw new Error("the state of a dump vanished");
    const { entered } = before;
    const sums = {
      watched: entered.watched + (await orm.$count(bulkBatch, isWatched)),
      spam: entered.spam + (await orm.$count(bulkBatch, isSpam)),
      urls: entered.urls + urls,
    };
    await orm.update(state).set({ after: batch.upto, at: sql`now()`, entered: sums });
    return { relinked, sums };
  });
}
