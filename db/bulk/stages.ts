import { and, eq, gt, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Database, Orm } from "../connect.ts";
import { requestExport } from "../dispatch/exports.ts";
import { host, page, pageBatch, pageLink, url } from "../schema/index.ts";
import { analyze, evaluate, isAnyOf } from "../statement.ts";
import type { Json, WikiId } from "../types.ts";
import {
  type ChangesState,
  type FeedLease,
  type FeedState,
  storeChanges,
  storeFeed,
} from "../wikis/feeding.ts";
import { boundFirstPass } from "../wikis/first-pass.ts";
import { updateWiki } from "../wikis/wikis.ts";
import { catalogName, createPartitioned, createTable, stagingOf } from "./tables.ts";

/** Forgets a wiki's dump, entered or not: of its first pass all there is to be is entered. */
export async function dropBulk(db: Database, wiki: WikiId): Promise<void> {
  await boundFirstPass(db, wiki);
  await evaluate(db.orm, { dropped: sql`weboid_drop_bulk(${wiki}::int)` });
}

/** Whether a table was made. */
async function isThere(orm: Orm, table: PgTable): Promise<boolean> {
  const [row] = await orm
    .select({ there: sql<boolean>`to_regclass(${catalogName(table)}) is not null` })
    .from(sql`(values (1)) as one`);
  return row?.there === true;
}

/**
 * Makes room for a wiki's dump. A dump with the same fingerprint that was read to its end before is gone on with: its
 * state is answered. What is there of another is dropped.
 */
export async function beginBulk(db: Database, wiki: WikiId, fingerprint: string) {
  const { page, use, state } = stagingOf(wiki);
  if (await isThere(db.orm, state)) {
    const [before] = await db.orm
      .select({ info: state.info, after: state.after, entered: state.entered })
      .from(state)
      .where(eq(state.fingerprint, fingerprint));
    if (before !== undefined) return before;
  }
  await dropBulk(db, wiki);
  await db.transaction(async ({ orm }) => {
    await createTable(orm, page, { kind: "unlogged" });
    await createPartitioned(orm, use, use.pageid);
    await createTable(orm, state, { kind: "unlogged" });
  });
  return null;
}

interface BulkEnd {
  /** Also the pages that an earlier listing left to be read stand in the dump. */
  readonly listed: boolean;
  /** Where the wiki's changes are to be read from, and by what time that is due; null: as it stands. */
  readonly changes: (Omit<ChangesState, "pageids"> & { readonly dueMs: number }) | null;
}

/**
 * When all is entered: notes where the feeder stands, has the wiki's pages exported again, and forgets the dump.
 * False: another feeder has the wiki, and the dump stays.
 */
export async function endBulk(
  db: Database,
  lease: FeedLease,
  feedState: FeedState,
  { listed, changes }: BulkEnd,
): Promise<boolean> {
  const ended = await db.transaction(async (tx) => {
    if (!(await storeFeed(tx, lease, feedState))) return false;
    if (listed) await tx.orm.delete(pageBatch).where(eq(pageBatch.wikiId, lease.wiki));
    if (changes !== null) {
      await storeChanges(tx, lease, { ...changes, pageids: [] });
      await updateWiki(tx, lease.wiki, { changesDueMs: changes.dueMs });
    }
    await requestExport(tx, lease.wiki);
    await dropBulk(tx, lease.wiki);
    return true;
  });
  if (ended) for (const table of [page, pageLink, host, url]) await analyze(db.orm, table);
  return ended;
}

/** Notes that a dump was read to its end: from now on an interrupted run goes on with entering it. */
export async function readyBulk(
  { orm }: Database,
  wiki: WikiId,
  fingerprint: string,
  info: Json & object,
): Promise<void> {
  const entered = { watched: 0, spam: 0, urls: 0 };
  await orm.insert(stagingOf(wiki).state).values({ fingerprint, info, entered, after: 0, at: sql`now()` });
}

/** Takes pages that are not entered yet out of a dump that was read to its end. Answers how many of them it had. */
export async function forgetBulk(db: Database, wiki: WikiId, pageids: readonly number[]): Promise<number> {
  const { page, use, state } = stagingOf(wiki);
  return db.transaction(async ({ orm }) => {
    const [known] = await orm.select({ after: state.after }).from(state);
    if (known === undefined) return 0;
    const gone = await orm
      .delete(page)
      .where(and(isAnyOf(page.pageid, pageids), gt(page.pageid, known.after)))
      .returning({ pageid: page.pageid });
    if (gone.length === 0) return 0;
    await orm.delete(use).where(
      isAnyOf(
        use.pageid,
        gone.map(({ pageid }) => pageid),
      ),
    );
    const pages = sql`to_jsonb((${state.info} #>> '{counts,pages}')::float8 - ${gone.length}::int)`;
    await orm.update(state).set({ info: sql`jsonb_set(${state.info}, '{counts,pages}', ${pages})` });
    return gone.length;
  });
}
