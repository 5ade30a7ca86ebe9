import type { Database } from "../../connect.ts";
import type { NewWiki, WikiId } from "../../types.ts";

export type AddWikiResult =
  | { readonly kind: "added"; readonly id: WikiId }
  | { readonly kind: "exists"; readonly id: WikiId }
  | { readonly kind: "no-farm" };

/** M2. Dispatchers find a new wiki by themselves (db/queries/dispatch/add-clients.ts). */
export function addWiki(db: Database, wiki: NewWiki): Promise<AddWikiResult> {
  return db.transaction(async ({ sql }) => {
    const farms = await sql`select 1 from farm where code = ${wiki.farm}`;
    if (farms.length === 0) return { kind: "no-farm" };
    const added = await sql<{ id: WikiId }[]>`
      insert into wiki (farm, dbname, api, server, article_url, lang, site_name)
      values (${wiki.farm}, ${wiki.dbname}, ${wiki.api}, ${wiki.server}, ${wiki.articleUrl}, ${wiki.lang},
        ${wiki.siteName})
      on conflict (farm, dbname) do nothing returning id`;
    const [row] = added;
    if (row !== undefined) return { kind: "added", id: row.id };
    const [found] = await sql<{ id: WikiId }[]>`
      select id from wiki where farm = ${wiki.farm} and dbname = ${wiki.dbname}`;
    if (found === undefined) throw new Error("a wiki vanished while it was added");
    return { kind: "exists", id: found.id };
  });
}
