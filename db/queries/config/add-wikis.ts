import type { Database } from "../../connect.ts";
import { storable } from "../../text.ts";
import type { NewWiki } from "../../types.ts";

/** Many wikis of a farm in one transaction (M2); those that are there stay as they are. Answers the names of the others. */
export function addWikis(
  db: Database,
  farm: number,
  wikis: readonly Omit<NewWiki, "farm">[],
): Promise<string[]> {
  return db.transaction(async ({ sql }) => {
    const rows = await sql<{ id: number; dbname: string }[]>`
      with added as (
        insert into wiki (farm, dbname, api, server, article_url, lang, site_name, feed)
        select ${farm}::int, dbname, api, server, article_url, lang, site_name, '{"unasked": true}'
        from unnest(
          ${wikis.map(({ dbname }) => dbname)}::text[], ${wikis.map(({ api }) => api)}::text[],
          ${wikis.map(({ server }) => server)}::text[], ${wikis.map(({ articleUrl }) => articleUrl)}::text[],
          ${wikis.map(({ lang }) => storable(lang))}::text[], ${wikis.map(({ siteName }) => storable(siteName))}::text[]
        ) as given (dbname, api, server, article_url, lang, site_name)
        on conflict (farm, dbname) do nothing returning id, dbname
      )
      select id, dbname from added order by dbname`;
    return rows.map(({ dbname }) => dbname);
  });
}
