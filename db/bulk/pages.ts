import { and, eq, exists, gt, inArray, lt, lte, ne, notExists, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Day } from "../../shared/calendar/day.ts";
import { insertFrom } from "../batch.ts";
import type { Orm } from "../connect.ts";
import { blockUnused, spamAgain } from "../pages/spam.ts";
import { page, pageLink, spamUse, url } from "../schema/index.ts";
import { analyze, excluded, typed } from "../statement.ts";
import type { UrlId, WikiId } from "../types.ts";
import { bulkBatch, bulkId, bulkTaken, createTable, isSpam, isWatched, stagingOf } from "./tables.ts";
import { lookUp } from "./urls.ts";

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

/**
 * Pages and their lists. What was read on the day of the dump or later stays as it is, as the dump may be of any hour; a mark
 * stays that a run over the pages set after the dump. No change rows: the wiki's pages are exported as a whole at the end.
 */
export async function enterPages(
  orm: Orm,
  wiki: WikiId,
  { after, upto, today, read }: BulkBatch,
): Promise<number> {
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
  // As a list: to a join with a wiki that statistics do not know yet, each of its pages would be compared with all of these.
  const isTaken = (pageid: PgColumn) => sql`${pageid} = any(array(${orm.select().from(bulkTaken)}))`;
  const still = orm
    .select({ key: bulkBatch.key })
    .from(bulkBatch)
    .where(and(eq(bulkBatch.pageid, pageid), eq(bulkBatch.key, key), isSpam));
  await orm.delete(spamUse).where(and(eq(wikiId, wiki), isTaken(pageid), notExists(still)));
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
    .from(pageLink)
    .where(and(eq(pageLink.wikiId, wiki), isTaken(pageLink.pageid)));
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
