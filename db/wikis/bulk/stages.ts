import type { Database } from "../../connect.ts";
import { requestExport } from "../../dispatch/exports.ts";
import { type ChangesState, storeChanges } from "../../pages/news.ts";
import type { Json, WikiId } from "../../types.ts";
import { type FeedLease, type FeedState, storeFeed } from "../feeding.ts";
import { updateWiki } from "../wikis.ts";

/**
 * Tables that hold a wiki's dump while it is entered. They are made and dropped with it, unlogged: after a crash of the server they
 * are empty, the row of `state` too, and the dump is read anew.
 */
export interface Staging {
  /** Pages that are to be watched. */
  readonly page: string;
  /** Their uses of URLs, in the order of the dump; partitioned by ranges of page ids. */
  readonly use: string;
  /** One partition of these, in the order of pages. */
  readonly part: string;
  /** One row, once the dump is read to its end; `at`: when it was last worked on. */
  readonly state: string;
}

export function stagingOf(wiki: WikiId): Staging {
  const name = (what: string) => `bulk_${wiki}_${what}`;
  return { page: name("page"), use: name("use"), part: name("part"), state: name("state") };
}

/** Forgets a wiki's dump, entered or not. */
export async function dropBulk({ sql }: Database, wiki: WikiId): Promise<void> {
  const { page, use, part, state } = stagingOf(wiki);
  await sql`drop table if exists ${sql(state)}, ${sql(part)}, ${sql(use)}, ${sql(page)}`;
}

/** How far a dump that was read to its end is entered. */
export interface BulkState {
  /** What the reader noted of it, in its own terms. */
  readonly info: Json;
  /** All pages up to this one are entered. */
  readonly after: number;
}

/**
 * Makes place for a wiki's dump. A dump with the same fingerprint that was read to its end before is gone on with: its
 * state is answered. What is there of another is dropped.
 */
export async function beginBulk(db: Database, wiki: WikiId, fingerprint: string): Promise<BulkState | null> {
  const { page, use, state } = stagingOf(wiki);
  const { sql } = db;
  const [found] = await sql`select 1 from pg_class where relname = ${state} and pg_table_is_visible(oid)`;
  if (found !== undefined) {
    const [before] = await sql<BulkState[]>`
      select info, after from ${sql(state)} where fingerprint = ${fingerprint}`;
    if (before !== undefined) return before;
  }
  await dropBulk(db, wiki);
  await db.transaction(async ({ sql }) => {
    await sql`create unlogged table ${sql(page)} (pageid bigint not null, namespace int not null, title text not null)`;
    await sql`
      create table ${sql(use)} (
        pageid bigint not null, no bigint not null, key uuid not null, port int not null,
        scheme smallint not null, flags smallint not null, host text not null, path text not null, spam text not null
      ) partition by range (pageid)`;
    await sql`
      create unlogged table ${sql(state)} (
        fingerprint text not null, info jsonb not null, after bigint not null, at timestamptz not null default now())`;
  });
  return null;
}

export interface BulkEnd {
  /** Also the pages that an earlier listing left to be read stand in the dump. */
  readonly listed: boolean;
  /** Where the wiki's changes are to be read from, and by what time that is due; null: as it stands. */
  readonly changes: (Omit<ChangesState, "pageids"> & { readonly dueMs: number }) | null;
}

/**
 * When all is entered: notes where the feeder stands, has the wiki's pages exported anew, and forgets the dump.
 * False: another feeder has the wiki, and the dump stays.
 */
export async function endBulk(
  db: Database,
  lease: FeedLease,
  state: FeedState,
  { listed, changes }: BulkEnd,
): Promise<boolean> {
  const ended = await db.transaction(async (tx) => {
    if (!(await storeFeed(tx, lease, state))) return false;
    if (listed) await tx.sql`delete from page_batch where wiki_id = ${lease.wiki}`;
    if (changes !== null) {
      await storeChanges(tx, lease, { ...changes, pageids: [] });
      await updateWiki(tx, lease.wiki, { changesDueMs: changes.dueMs });
    }
    await requestExport(tx, lease.wiki);
    await dropBulk(tx, lease.wiki);
    return true;
  });
  if (ended) await db.sql`analyze page, page_link, host, url`;
  return ended;
}

/** Notes that a dump was read to its end: from now on an interrupted run goes on with entering it. */
export async function readyBulk(db: Database, wiki: WikiId, fingerprint: string, info: Json): Promise<void> {
  const { state } = stagingOf(wiki);
  await db.sql`
    insert into ${db.sql(state)} (fingerprint, info, after)
    values (${fingerprint}, ${JSON.stringify(info)}::text::jsonb, 0)`;
}

/** Takes pages that are not entered yet out of a dump that was read to its end. Answers how many of them it had. */
export async function forgetBulk(db: Database, wiki: WikiId, pageids: readonly number[]): Promise<number> {
  const { page, use, state } = stagingOf(wiki);
  return db.transaction(async ({ sql }) => {
    const gone = await sql<{ pageid: number }[]>`
      delete from ${sql(page)} where pageid = any(${[...pageids]}::bigint[])
        and pageid > (select after from ${sql(state)}) returning pageid`;
    if (gone.length === 0) return 0;
    await sql`delete from ${sql(use)} where pageid = any(${gone.map(({ pageid }) => pageid)}::bigint[])`;
    await sql`
      update ${sql(state)} set info = jsonb_set(info, '{counts,pages}',
        to_jsonb((info #>> '{counts,pages}')::float8 - ${gone.length}::int))`;
    return gone.length;
  });
}
