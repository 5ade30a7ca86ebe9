import type { Database } from "../../connect.ts";
import type { Wiki } from "../../types.ts";
import { type WikiRow, wikiColumns } from "./wiki-columns.ts";

/** All wikis, or those of a farm, by farm and name. */
export async function listWikis(db: Database, farm: number | null = null): Promise<Wiki[]> {
  const rows = await db.sql<WikiRow[]>`
    select ${wikiColumns(db)} from wiki w join farm f on f.code = w.farm
    where ${farm}::int is null or w.farm = ${farm}::int
    order by w.farm, w.dbname`;
  return [...rows];
}
