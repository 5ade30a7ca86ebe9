import type { Database } from "../../connect.ts";
import type { WikiId } from "../../types.ts";

/** Their pages were read. */
export async function deletePageBatches(db: Database, wiki: WikiId, nos: readonly number[]): Promise<void> {
  await db.sql`delete from page_batch where wiki_id = ${wiki} and no = any(${[...nos]}::bigint[])`;
}
