import type { Database } from "../connect.ts";
import type { Change, WikiId } from "../types.ts";

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
  const urls = new Map<number, number>();
  for (const { url } of changes) if (url !== null) urls.set(url, (urls.get(url) ?? 0) + 1);
  const asked = new Set(wikis);
  const own = changes.flatMap(({ page }) => (page !== null && asked.has(page.wiki) ? [page] : []));
  // More than one page can have, so that one at least is whole.
  const limit = Math.max(hitsMin, urls.size + own.length + 1);
  const rows = await db.transaction(async ({ sql }) => {
    await sql`select set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)`;
    return sql<(ConcernedPage & { hits: number })[]>`
      with hit as (
        select wiki, pageid, changes from (
          select used.wiki, used.pageid, changed.changes
          from unnest(${[...urls.keys()]}::bigint[], ${[...urls.values()]}::int[]) as changed (url, changes)
            cross join lateral (
              select wiki_id as wiki, pageid from page_link where urls @> array[changed.url] offset 0
            ) used
          where used.wiki = any(${[...wikis]}::int[])
          union all
          select own.wiki, own.pageid, 1
          from unnest(${own.map(({ wiki }) => wiki)}::int[], ${own.map(({ pageid }) => pageid)}::bigint[])
            as own (wiki, pageid)
        ) every
        where (wiki, pageid) > (${after.wiki}::int, ${after.pageid}::bigint)
        order by 1, 2 limit ${limit}
      ), next as (
        select wiki, pageid, sum(changes)::int as changes, count(*)::int as hits from hit group by 1, 2
      )
      select next.*, coalesce(p.links_read >= 0, false) as watched
      from next left join lateral (
        select links_read from page where wiki_id = next.wiki and pageid = next.pageid offset 0
      ) p on true
      order by 1, 2`;
  });
  const pages = rows.map(({ hits: _, ...page }) => page);
  if (rows.reduce((sum, { hits }) => sum + hits, 0) < limit) return { pages, next: undefined };
  // The last may have more hits than were read.
  pages.pop();
  return { pages, next: pages.at(-1) };
}
