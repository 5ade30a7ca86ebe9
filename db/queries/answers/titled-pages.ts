import type { Database, Sql } from "../../connect.ts";
import type { WikiId } from "../../types.ts";

/**
 * The pages that have these titles, as of when they were read last; of several that had one, the one that was read last. No
 * redirects, as what they lead to is not known here; where it is not known whether a page is one, those that have a link are none.
 */
export async function titledPages(
  { sql }: Database,
  wiki: WikiId,
  titles: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await sql<{ title: string; pageid: number }[]>`${titledSelect(sql, wiki, titles)}`;
  return new Map(rows.map(({ title, pageid }) => [title, pageid]));
}

/** For the test of its plan, too. */
export const titledSelect = (sql: Sql, wiki: WikiId, titles: readonly string[]) => sql`
    select given.title, found.pageid from unnest(${[...titles]}::text[]) as given (title)
    cross join lateral (
      select p.pageid from page p
      where p.wiki_id = ${wiki} and hashtext(p.title) = hashtext(given.title) and p.title = given.title
        and (p.redirect = false or p.redirect is null and exists (select from page_link l where l.wiki_id = p.wiki_id and l.pageid = p.pageid and l.urls <> '{}'))
      order by p.links_read desc, p.pageid desc limit 1
    ) found`;
