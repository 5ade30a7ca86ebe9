import type { Database } from "../../connect.ts";
import type { WikiId } from "../../types.ts";

/** How many pages of a wiki have a snapshot. */
export async function countPages({ sql }: Database, wiki: WikiId): Promise<number> {
  const [row] = await sql<{ pages: number }[]>`
    select count(*)::int as pages from page where wiki_id = ${wiki} and links_read >= 0`;
  return row?.pages ?? 0;
}
