import type { Database } from "../../connect.ts";
import type { UrlId, Wiki } from "../../types.ts";
import { type WikiRow, wikiColumns } from "../config/wiki-columns.ts";

/** Up to `limit` wikis on whose pages a URL is, of every farm some. */
export async function wikisOfUrl(db: Database, url: UrlId, limit: number): Promise<Wiki[]> {
  const { sql } = db;
  const rows = await sql<WikiRow[]>`
    with users as materialized (select distinct wiki_id from page_link where urls @> array[${url}::bigint])
    select ${wikiColumns(db)} from users join wiki w on w.id = users.wiki_id join farm f on f.code = w.farm
    order by row_number() over (partition by w.farm order by w.id), w.id limit ${limit}`;
  return [...rows];
}
