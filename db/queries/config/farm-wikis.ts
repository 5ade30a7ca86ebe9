import type { FarmWiki } from "../../../shared/interwiki/farm.ts";
import type { Database } from "../../connect.ts";

/** The wikis of a farm, as far as links into them are recognised by it (U5). */
export async function farmWikis({ sql }: Database, farm: number): Promise<FarmWiki[]> {
  const rows = await sql<{ api: string; articleUrl: string }[]>`
    select api, article_url as "articleUrl" from wiki where farm = ${farm} order by dbname`;
  return [...rows];
}
