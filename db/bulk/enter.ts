import {
  and,
  eq,
  exists,
  getTableColumns,
  gt,
  inArray,
  isNull,
  lt,
  lte,
  ne,
  notExists,
  or,
  type SQLWrapper,
  sql,
} from "drizzle-orm";
import type { Day } from "../../shared/calendar/day.ts";
import { insertFrom } from "../batch.ts";
import type { Database, Orm } from "../connect.ts";
import { blockUnused, spamAgain } from "../pages/spam.ts";
import { host, page, pageLink, slice, spamUse, url, urlIdSequence } from "../schema/index.ts";
import { analyze, excluded, nextOf, setLocal, typed } from "../statement.ts";
import type { UrlId, WikiId } from "../types.ts";
import { freshSlices, lockEntry, roomFor } from "../urls/enter.ts";
import { BLOCKED_BIT, SLICE_IDS } from "../urls/row.ts";
import {
  type BulkSums,
  bulkBatch,
  bulkHost,
  bulkId,
  bulkNew,
  bulkTaken,
  createTable,
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
  const { pageid, no } = part;
  const numbered = orm
    .select({
      ...getTableColumns(part),
      number: sql<number>`row_number() over (partition by ${pageid} order by ${no})`.as("number"),
    })
    .from(part)
    .where(and(gt(pageid, after), lte(pageid, upto)))
    .as("numbered");
  // All of a key are equal, so "C" is only quicker; indexes are not used for it.
  const least = (column: SQLWrapper) => sql`min(${column} collate "C")`;
  const path = sql`${numbered.path} collate "C"`;
  await createTable(orm, bulkBatch, {
    kind: "temporary",
    as: orm
      .select({
        pageid: numbered.pageid,
        key: numbered.key,
        no: sql`min(${numbered.no})`.as("no"),
        port: sql`min(${numbered.port})`.as("port"),
        scheme: sql`min(${numbered.scheme})`.as("scheme"),
        flags: sql`bit_or(${numbered.flags})`.as("flags"),
        host: sql`${least(numbered.host)} collate "default"`.as("host"),
        path: least(numbered.path).as("path"),
        spam: sql`coalesce(${least(sql`nullif(${numbered.spam}, '')`)}, '')`.as("spam"),
        url: sql`coalesce(max(${path}) filter (where ${numbered.spam} <> ''), '')`.as("url"),
      })
      .from(numbered)
      .where(lte(numbered.number, usesPerPage))
      .groupBy(numbered.pageid, numbered.key),
  });
  await createTable(orm, bulkId, { kind: "temporary" });
  await analyze(orm, bulkBatch, bulkBatch.pageid, bulkBatch.key, bulkBatch.spam);
}

/**
 * Whether a batch's keys and hosts are looked up one by one in their indexes. Left to itself the planner reads the whole table,
 * which costs a batch the more the more is there.
 */
async function lookUp(orm: Orm, singly: boolean): Promise<void> {
  const others = singly ? "off" : "on";
  await setLocal(orm, { enable_hashjoin: others, enable_mergejoin: others, enable_seqscan: others });
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
  await createTable(orm, bulkHost, { kind: "temporary" });
  await lookUp(orm, true);
  await insertFrom(orm, bulkHost, { name: given.name, id: host.id }, (found) =>
    found.from(given).leftJoin(host, eq(host.name, given.name)),
  );
  await lookUp(orm, false);
  const missing = orm
    .$with("missing")
    .as(orm.delete(bulkHost).where(isNull(bulkHost.id)).returning({ name: bulkHost.name }));
  const entered = orm.$with("entered").as(
    insertFrom(orm, host, { name: missing.name }, (found) => found.from(missing).orderBy(missing.name))
      .onConflictDoNothing()
      .returning({ name: host.name, id: host.id }),
  );
  await orm
    .with(missing, entered)
    .insert(bulkHost)
    .select(orm.select({ name: entered.name, id: entered.id }).from(entered));
}

/** The others, in the order of pages; each with the flags of the page that has it first. */
async function enterNew(orm: Orm, today: Day): Promise<number> {
  const known = orm.select({ id: bulkId.id }).from(bulkId).where(eq(bulkId.key, bulkBatch.key));
  await createTable(orm, bulkNew, {
    kind: "temporary",
    as: orm
      .selectDistinctOn([bulkBatch.key])
      .from(bulkBatch)
      .where(and(isWatched, notExists(known)))
      .orderBy(bulkBatch.key, bulkBatch.pageid, bulkBatch.no),
  });
  await hostsOf(orm);
  await roomFor(orm, await orm.$count(bulkNew));
  const { key, scheme, port, flags, path } = bulkNew;
  const numbered = { id: nextOf(urlIdSequence), key, hostId: bulkHost.id, scheme, port, flags, path };
  const entered = orm
    .$with("entered")
    .as(
      insertFrom(orm, url, { ...numbered, touched: typed(url.touched, today) }, (found) =>
        found
          .from(bulkNew)
          .innerJoin(bulkHost, eq(bulkHost.name, bulkNew.host))
          .orderBy(bulkNew.pageid, bulkNew.no),
      ).returning({ id: url.id, key: url.key }),
    );
  const { count } = await orm
    .with(entered, freshSlices(orm, entered))
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
  const { wikiId, pageid, namespace, touched, linksRead, needsUpdate, title } = page;
  await analyze(orm, bulkId);
  const fields = {
    wikiId: typed(wikiId, wiki),
    pageid: staged.pageid,
    namespace: staged.namespace,
    touched: typed(touched, today),
    linksRead: typed(linksRead, read),
    needsUpdate: sql`false`,
    title: staged.title,
    redirect: sql`null`,
  };
  const taken = orm.$with("taken").as(
    insertFrom(orm, page, fields, (found) =>
      found
        .from(staged)
        .where(and(gt(staged.pageid, after), lte(staged.pageid, upto)))
        .orderBy(staged.pageid),
    )
      .onConflictDoUpdate({
        target: [wikiId, pageid],
        set: {
          namespace: excluded(namespace),
          title: excluded(title),
          redirect: null,
          touched: sql`greatest(${touched}, ${excluded(touched)})`,
          linksRead: excluded(linksRead),
          needsUpdate: sql`${needsUpdate} and ${touched} >= ${excluded(linksRead)}`,
        },
        setWhere: lt(linksRead, excluded(linksRead)),
      })
      .returning({ pageid }),
  );
  await createTable(orm, bulkTaken, { kind: "temporary" });
  await orm.with(taken).insert(bulkTaken).select(orm.select().from(taken));
  const gone = await writeSpam(orm, wiki, read);
  const urls = sql`coalesce(array_agg(${bulkId.id} order by ${bulkId.id}) filter (where ${bulkId.id} is not null), '{}')`;
  const links = { wikiId: typed(pageLink.wikiId, wiki), pageid: bulkTaken.pageid, urls };
  const { count } = await insertFrom(orm, pageLink, links, (found) =>
    found
      .from(bulkTaken)
      .leftJoin(bulkBatch, and(eq(bulkBatch.pageid, bulkTaken.pageid), isWatched))
      .leftJoin(bulkId, eq(bulkId.key, bulkBatch.key))
      .groupBy(bulkTaken.pageid)
      .orderBy(bulkTaken.pageid),
  ).onConflictDoUpdate({
    target: [pageLink.wikiId, pageLink.pageid],
    set: { urls: excluded(pageLink.urls) },
    setWhere: ne(pageLink.urls, excluded(pageLink.urls)),
  });
  await blockUnused(orm, gone);
  return count;
}

/** Writes the blocked URLs of the pages that are taken (P1). Answers what these had before that is spam somewhere (C10). */
async function writeSpam(orm: Orm, wiki: WikiId, read: Day): Promise<UrlId[]> {
  const { wikiId, pageid, key } = spamUse;
  const taken = orm.select({ pageid: bulkTaken.pageid }).from(bulkTaken);
  const still = orm
    .select({ key: bulkBatch.key })
    .from(bulkBatch)
    .where(and(eq(bulkBatch.pageid, pageid), eq(bulkBatch.key, key), isSpam));
  await orm.delete(spamUse).where(and(eq(wikiId, wiki), inArray(pageid, taken), notExists(still)));
  const { spam } = bulkBatch;
  const fields = {
    wikiId: typed(wikiId, wiki),
    pageid: bulkBatch.pageid,
    key: bulkBatch.key,
    url: bulkBatch.url,
    list: sql`split_part(${spam}, ' ', 1)`,
    first: typed(spamUse.first, read),
    last: typed(spamUse.last, read),
    line: sql`substr(${spam}, strpos(${spam}, ' ') + 1)`,
  };
  await insertFrom(orm, spamUse, fields, (found) =>
    found.from(bulkBatch).innerJoin(bulkTaken, eq(bulkTaken.pageid, bulkBatch.pageid)).where(isSpam),
  ).onConflictDoUpdate(spamAgain);
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
    await setLocal(orm, { work_mem: "64MB", default_statistics_target: "10" });
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
