import { and, eq, type SQLWrapper, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { batch } from "../batch.ts";
import type { Database, Orm } from "../connect.ts";
import { forbidScans, usersOf } from "../pages/users.ts";
import { change, page } from "../schema/index.ts";
import { arrayOf } from "../statement.ts";
import type { Change, UrlId, WikiId } from "../types.ts";
import { urlsOf } from "./read.ts";

export interface ConcernedPage {
  readonly wiki: WikiId;
  readonly pageid: number;
  /** Its snapshot is to be written again, else removed. */
  readonly watched: boolean;
  /** How many of the changes concern it (D4). */
  readonly changes: number;
}

/** A change of a URL that half a wiki has would fill the memory at once. */
const PAGES_AT_ONCE = 20_000;
/** Each reading goes through all that have the URLs, so it takes several pieces. */
const PIECES_READ = 5;

interface PageKey {
  readonly wiki: WikiId;
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
  let after: PageKey | undefined = { wiki: -1 as WikiId, pageid: 0 };
  while (after !== undefined) {
    const { pages, next } = await read(db, changes, wikis, after, atOnce * PIECES_READ);
    for (let at = 0; at < pages.length; at += atOnce) yield pages.slice(at, at + atOnce);
    after = next;
  }
}

/**
 * Those beyond a page, each made of one or more hits. URL by URL in the index over lists (apart, no sequential scans): the
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
  for (const url of changes.flatMap(urlsOf)) urls.set(url, (urls.get(url) ?? 0) + 1);
  const asked = new Set(wikis);
  const own = changes.flatMap(({ page: one }) => (one !== null && asked.has(one.wiki) ? [one] : []));
  // More than one page can have, so that one at least is whole.
  const limit = Math.max(hitsMin, urls.size + own.length + 1);
  const rows = await db.transaction(async ({ orm }) => {
    await forbidScans(orm);
    const every = unionAll(usesOf(orm, urls, wikis), singlePages(orm, own)).as("every");
    const hit = orm
      .$with("hit")
      .as(
        orm
          .select()
          .from(every)
          .where(sql`(${every.wiki}, ${every.pageid}) > (${after.wiki}::int, ${after.pageid}::bigint)`)
          .orderBy(every.wiki, every.pageid)
          .limit(limit),
      );
    const { wiki, pageid } = hit;
    const watched = orm
      .select({ is: sql`${page.linksRead} >= 0` })
      .from(page)
      .where(and(eq(page.wikiId, wiki), eq(page.pageid, pageid)));
    return orm
      .with(hit)
      .select({
        wiki,
        pageid,
        changes: sql<number>`sum(${hit.changes})::int`,
        hits: sql<number>`count(*)::int`,
        watched: sql<boolean>`coalesce(${watched}, false)`,
      })
      .from(hit)
      .groupBy(wiki, pageid)
      .orderBy(wiki, pageid);
  });
  const pages = rows.map(({ hits: _, ...concerned }) => concerned);
  if (rows.reduce((sum, { hits }) => sum + hits, 0) < limit) return { pages, next: undefined };
  // The last may have more hits than were read.
  pages.pop();
  return { pages, next: pages.at(-1) };
}

/** A page that changes concern, and how many. Named unlike all columns: within the statement these names stand alone. */
const hitOf = (wiki: SQLWrapper, pageid: SQLWrapper, changes: SQLWrapper) => ({
  wiki: sql<WikiId>`${wiki}`.as("hit_wiki"),
  pageid: sql<number>`${pageid}`.as("hit_page"),
  changes: sql<number>`${changes}`.as("hit_changes"),
});

/** The pages of the wikis that have these URLs, with how many changes each URL has. */
function usesOf(orm: Orm, urls: ReadonlyMap<UrlId, number>, wikis: readonly WikiId[]) {
  const counts = [...urls].map(([url, count]) => ({ url, changes: count }));
  const changed = batch("changed", { url: change.urlId, changes: page.namespace }, counts);
  const { rows, wiki, pageid } = usersOf(orm, changed.url);
  return orm
    .select(hitOf(wiki, pageid, changed.changes))
    .from(changed.rows)
    .crossJoinLateral(rows)
    .where(sql`${wiki} = any(${arrayOf(page.wikiId, wikis)})`);
}

function singlePages(orm: Orm, pages: readonly PageKey[]) {
  const single = batch("single", { wiki: page.wikiId, pageid: page.pageid }, pages);
  return orm.select(hitOf(single.wiki, single.pageid, sql`1`)).from(single.rows);
}
