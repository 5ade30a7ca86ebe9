import type { Database } from "../../connect.ts";
import type { WikiId } from "../../types.ts";

/** Which of these pages have a snapshot. */
export async function watchedOf(
  { sql }: Database,
  wiki: WikiId,
  pageids: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await sql<{ pageid: number }[]>`
    select pageid from page
    where wiki_id = ${wiki} and pageid = any(${[...pageids]}::bigint[]) and links_read >= 0`;
  return new Set(rows.map(({ pageid }) => pageid));
}
