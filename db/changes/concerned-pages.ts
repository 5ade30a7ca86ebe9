import { sql } from "drizzle-orm";
import { batch } from "../batch.ts";
import type { Database } from "../connect.ts";
import { change, page, pageLink } from "../schema/index.ts";
import { arrayOf, setLocal } from "../statement.ts";
import type { Change, UrlId, WikiId } from "../types.ts";

export interface ConcernedPage {
  readonly wiki: WikiId;
  readonly pageid: number;
  /** Its snapshot is to be written anew, else removed. */
  readonly watched: boolean;
  /** How many of the changes concern it (D4). */
  readonly changes: number;
}

/** A change of a URL that half a wiki has would fill the memory at once. */
const PAGES_AT_ONCE = 20_000;
/** Each reading goes through all that have the URLs, so it takes several pieces. */
const PIECES_READ = 5;

interface PageKey {
  readonly wiki: number;
  readonly pageid: number;
}

/**
 * Which pages of these wikis the changes concern (D2), each once however many do (D4), as they stand now: a page deleted and
 * come back is watched. Ascending by wiki and page, some thousand at a time.
 */
export async function* concernedPages(
  db: Database,
  changes: readonly Change[],
  wikis: readonly WikiId[],
  atOnce = PAGES_AT_ONCE,
): AsyncGenerator<ConcernedPage[]> {
  let after: PageKey | undefined = { wiki: -1, pageid: 0 };
  while (after !== undefined) {
    const { pages, next } = await read(db, changes, wikis, after, atOnce * PIECES_READ);
    for (let at = 0; at < pages.length; at += atOnce) yield pages.slice(at, at + atOnce);
    after = next;
  }
}

/**
 * Those beyond a page, each made of one or more hits. URL by URL in the index over lists ("offset 0", no sequential scans): the
 * planner takes URLs of a few pages for those of half the table, and the index compares each page with all that are asked at once.
 */
async function read(
  db: Database,
  changes: readonly Change[],
  wikis: readonly WikiId[],
  after: PageKey,
  hitsMin: number,
): Promise<{ readonly pages: readonly ConcernedPage[]; readonly next: PageKey | undefined }> {
  const urls = new Map<UrlId, number>();
  for (const { url } of changes) if (url !== null) urls.set(url, (urls.get(url) ?? 0) + 1);
  const asked = new Set(wikis);
  const own = changes.flatMap(({ page: one }) => (one !== null && asked.has(one.wiki) ? [one] : []));
  // More than one page can have, so that one at least is whole.
  const limit = Math.max(hitsMin, urls.size + own.length + 1);
  const counts = [...urls].map(([url, count]) => ({ url, changes: count }));
  const changed = batch("changed", { url: change.urlId, changes: page.namespace }, counts);
  const single = batch("single", { wiki: page.wikiId, pageid: page.pageid }, own);
  const rows = await db.transaction(async ({ orm }) => {
    await setLocal(orm, { enable_seqscan: "off", jit: "off" });
    return orm.execute<Pick<ConcernedPage, keyof ConcernedPage> & { readonly hits: number }>(sql`
      with hit as (
        select wiki, pageid, changes from (
          select used.wiki, used.pageid, ${changed.changes} from ${changed.rows} cross join lateral (
            select ${pageLink.wikiId} as wiki, ${pageLink.pageid} from ${pageLink}
            where ${pageLink.urls} @> array[${changed.url}] offset 0
          ) used
          where used.wiki = any(${arrayOf(page.wikiId, wikis)})
          union all
          select ${single.wiki}, ${single.pageid}, 1 from ${single.rows}
        ) every
        where (wiki, pageid) > (${after.wiki}::int, ${after.pageid}::bigint)
        order by 1, 2 limit ${limit}
      ), next as (
        select wiki, pageid, sum(changes)::int as changes, count(*)::int as hits from hit group by 1, 2
      )
      select next.*, coalesce(known.links_read >= 0, false) as watched
      from next left join lateral (
        select ${page.linksRead} as links_read from ${page}
        where ${page.wikiId} = next.wiki and ${page.pageid} = next.pageid offset 0
      ) known on true
      order by 1, 2`);
  });
  const pages = rows.map(({ hits: _, ...concerned }) => concerned);
  if (rows.reduce((sum, { hits }) => sum + hits, 0) < limit) return { pages, next: undefined };
  // The last may have more hits than were read.
  pages.pop();
  return { pages, next: pages.at(-1) };
}
