import type { Database } from "../../connect.ts";
import type { UrlId, WikiId } from "../../types.ts";
import { byIndex } from "./by-index.ts";

/** Those of these URLs that a wiki's pages use or lately used; within a transaction. */
export async function usedUrls(
  db: Database,
  wiki: WikiId,
  urls: readonly UrlId[],
): Promise<ReadonlySet<UrlId>> {
  // "+ 0": by the URL. By the wiki, all its pages were gone through for each.
  const statement = db.sql<{ id: UrlId }[]>`
    select given.id from unnest(${[...urls]}::bigint[]) as given (id)
    where exists (select 1 from page_link where urls @> array[given.id] and wiki_id + 0 = ${wiki} offset 0)`;
  const rows = await byIndex(db, statement);
  return new Set(rows.map(({ id }) => id));
}
