import type { Database } from "../../connect.ts";
import type { WikiId } from "../../types.ts";

/** Those of these pages that are on the watchlist (M3). */
export async function watchedPages(
  db: Database,
  wiki: WikiId,
  pageids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (pageids.length === 0) return new Set();
  const rows = await db.sql<{ pageid: number }[]>`
    select pageid from page where wiki_id = ${wiki} and pageid = any(${[...pageids]}::bigint[])`;
  return new Set(rows.map(({ pageid }) => pageid));
}
