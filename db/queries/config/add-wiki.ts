import type { Database } from "../../connect.ts";
import type { NewWiki, WikiId } from "../../types.ts";

export type AddWikiResult =
  | { readonly kind: "added"; readonly id: WikiId }
  | { readonly kind: "exists"; readonly id: WikiId }
  | { readonly kind: "no-farm" };

/** M2. A wiki comes with its row for dispatchers (D2), whose first work is a full export. */
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
    if (row !== undefined) {
      await sql`insert into dispatch_client (wiki_id) values (${row.id})`;
      return { kind: "added", id: row.id };
    }
    const [found] = await sql<{ id: WikiId }[]>`
      select id from wiki where farm = ${wiki.farm} and dbname = ${wiki.dbname}`;
    if (found === undefined) throw new Error("a wiki vanished while it was added");
    return { kind: "exists", id: found.id };
  });
}
