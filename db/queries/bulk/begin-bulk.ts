import type { Database } from "../../connect.ts";
import type { Json, WikiId } from "../../types.ts";
import { dropBulk } from "./drop-bulk.ts";
import { stagingOf } from "./staging.ts";

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
