import type { Database } from "../../../db/connect.ts";
import { decodeUrl, type UrlColumns } from "../../../db/urls/row.ts";

/** What the database has of a page. */
export interface StoredPage {
  readonly pageid: number;
  readonly namespace: number;
  readonly title: string;
  readonly needsUpdate: boolean;
  /** Were its links ever read? */
  readonly read: boolean;
  /** Its URLs of the cross reference, sorted. */
  readonly urls: readonly string[];
  /** URLs that spam lists block on it, sorted. */
  readonly spam: readonly string[];
}

/** By page id. */
export async function readStored({ sql }: Database, wiki: string): Promise<Map<number, StoredPage>> {
  const [dbname = "", farm = ""] = wiki.split("@");
  const [row] = await sql<{ id: number }[]>`
    select w.id from wiki w join farm f on f.code = w.farm where w.dbname = ${dbname} and f.name = ${farm}`;
  if (row === undefined) throw new Error(`${wiki} is not configured`);
  const pages = await sql<(Omit<StoredPage, "urls" | "spam"> & { ids: number[] })[]>`
    select p.pageid, p.namespace, p.title, p.needs_update as "needsUpdate", p.links_read >= 0 as read,
      coalesce(l.urls, '{}') as ids
    from page p left join page_link l on l.wiki_id = p.wiki_id and l.pageid = p.pageid
    where p.wiki_id = ${row.id} order by p.pageid`;
  const urls = await sql<(UrlColumns & { id: number })[]>`
    select u.id, u.scheme, h.name as host, u.port, u.path from url u join host h on h.id = u.host_id`;
  const spam = Map.groupBy(
    await sql<{ pageid: number; url: string }[]>`
      select pageid, url from spam_use where wiki_id = ${row.id} order by url`,
    ({ pageid }) => pageid,
  );
  const named = new Map(urls.map((url) => [url.id, decodeUrl(url)]));
  return new Map(
    pages.map(({ ids, ...page }) => [
      page.pageid,
      {
        ...page,
        urls: ids.map((id) => named.get(id) ?? `missing #${id}`).sort(),
        spam: (spam.get(page.pageid) ?? []).map(({ url }) => url),
      },
    ]),
  );
}
