import type { Database } from "../../connect.ts";
import type { UrlId, WikiId } from "../../types.ts";

/** Those of these URLs that a wiki's pages use or lately used. */
export async function usedUrls(
  { sql }: Database,
  wiki: WikiId,
  urls: readonly UrlId[],
): Promise<ReadonlySet<UrlId>> {
  // "+ 0": by the URL. By the wiki, all its pages were gone through for each.
  const rows = await sql<{ id: UrlId }[]>`
    select given.id from unnest(${[...urls]}::bigint[]) as given (id)
    where exists (select 1 from page_link where urls @> array[given.id] and wiki_id + 0 = ${wiki} offset 0)`;
  return new Set(rows.map(({ id }) => id));
}
