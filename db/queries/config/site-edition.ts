import type { Database } from "../../connect.ts";
import type { WikiId } from "../../types.ts";

/** Which edition of its interwiki links a wiki has; 0: it has not been asked yet. */
export async function siteEdition({ sql }: Database, wiki: WikiId): Promise<number> {
  const [row] = await sql<{ edition: number }[]>`select edition from wiki_site where wiki_id = ${wiki}`;
  return row?.edition ?? 0;
}
