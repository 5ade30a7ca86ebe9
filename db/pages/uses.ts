import { and, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Database, Orm } from "../connect.ts";
import { page, pageLink, url, wiki } from "../schema/index.ts";
import { apart, arrayOf, isAnyOf } from "../statement.ts";
import type { PageRef, UrlId, WikiId } from "../types.ts";
import { selectWikiName } from "../wikis/wikis.ts";

export interface UsingPage extends PageRef {
  readonly wikiId: WikiId;
  /** `dewiki@WMF` */
  readonly wiki: string;
}

/** Where to go on in the list of pages. */
export interface PageCursor {
  readonly wikiId: WikiId;
  readonly pageid: number;
}

/** `within`: a wiki, a farm, or everything (operators only). */
interface PagesWanted {
  readonly wiki?: WikiId;
  readonly farm?: number;
  /** Left out, or none: in any. */
  readonly namespaces?: readonly number[];
  readonly limit: number;
  readonly after?: PageCursor | null;
}

/** Everything up to `through` was read; null: that was all. */
export interface SomeUsingPages {
  readonly pages: readonly UsingPage[];
  readonly through: PageCursor | null;
}

/** A URL that more pages use is looked for on all pages in their order: some of the first have it. */
const MANY = 20_000;

/** A condition on `page_link`. */
export const hasUrl = (id: UrlId) => sql`${pageLink.urls} @> ${arrayOf(url.id, [id])}`;

/** Whether so many pages use a URL that to find them all by the index takes longer than somebody waits. */
export async function isUsedByMany({ orm }: Database, id: UrlId): Promise<boolean> {
  const users = orm
    .select({ pageid: pageLink.pageid })
    .from(pageLink)
    .where(hasUrl(id))
    .limit(MANY + 1);
  return (await orm.$count(users.as("users"))) > MANY;
}

/** Of `page_link`, or of a part of it: beyond the cursor, and within the wiki or farm. */
function isWanted(
  orm: Orm,
  { wikiId, pageid }: { readonly wikiId: SQLWrapper; readonly pageid: SQLWrapper },
  wanted: PagesWanted,
): SQL | undefined {
  const { after, farm } = wanted;
  const farmOf = orm.select({ farm: wiki.farm }).from(wiki).where(sql`${wiki.id} = ${wikiId}`);
  return and(
    sql`(${wikiId}, ${pageid}) > (${after?.wikiId ?? 0}::int, ${after?.pageid ?? 0}::bigint)`,
    wanted.wiki === undefined ? undefined : sql`${wikiId} = ${wanted.wiki}`,
    farm === undefined ? undefined : sql`${farmOf} = ${farm}::int`,
  );
}

const columns = { wikiId: pageLink.wikiId, pageid: pageLink.pageid };

/** The pages that have a URL, found by the index of URLs: apart, so that the planner does not go over all pages in their order. */
function usersByIndex(orm: Orm, id: UrlId, wanted: PagesWanted) {
  const having = orm.select(columns).from(pageLink).where(hasUrl(id));
  const users = orm.$with("users", columns).as(apart(having));
  return { users, isWanted: isWanted(orm, users, wanted) };
}

/** The same among pages in their order: an empty list that is added keeps the index of URLs out of it. */
function usersInOrder(orm: Orm, id: UrlId, wanted: PagesWanted, pages?: number) {
  const hasIt = sql`${pageLink.urls} || '{}'::bigint[] @> ${arrayOf(url.id, [id])}`;
  const next = orm
    .select({ ...columns, hasIt: hasIt.as("has_it") })
    .from(pageLink)
    .where(isWanted(orm, pageLink, wanted))
    .orderBy(columns.wikiId, columns.pageid);
  const users = orm.$with("users").as(pages === undefined ? next : next.limit(pages));
  return { users, isWanted: sql`${users.hasIt}` };
}

type Users = ReturnType<typeof usersByIndex> | ReturnType<typeof usersInOrder>;

/** What is known of these users, in order. */
function named(
  orm: Orm,
  { users, isWanted }: Users,
  { namespaces = [], limit }: PagesWanted,
): Promise<UsingPage[]> {
  const isWantedThere = namespaces.length === 0 ? undefined : isAnyOf(page.namespace, namespaces);
  const inOrder = orm
    .select({ wikiId: users.wikiId, pageid: users.pageid })
    .from(users)
    .where(isWanted)
    .orderBy(users.wikiId, users.pageid)
    .$dynamic();
  const some = (namespaces.length === 0 ? inOrder.limit(limit) : inOrder).as("some");
  // A limit: page by page. Joined freely, all pages of a wiki are gone through for a URL that few of them use.
  const found = orm
    .select({ pageid: page.pageid, title: page.title, namespace: page.namespace })
    .from(page)
    .where(and(eq(page.wikiId, some.wikiId), eq(page.pageid, some.pageid), isWantedThere))
    .limit(1)
    .as("found");
  return orm
    .with(users)
    .select({
      wikiId: some.wikiId,
      wiki: selectWikiName(orm, some.wikiId),
      pageid: found.pageid,
      title: found.title,
      namespace: found.namespace,
    })
    .from(some)
    .crossJoinLateral(found)
    .orderBy(some.wikiId, some.pageid)
    .limit(limit);
}

/** Pages that use or lately used a URL (M5, Q3), by wiki and page id, beyond `after`. */
export async function pagesOfUrl(db: Database, id: UrlId, wanted: PagesWanted): Promise<UsingPage[]> {
  const many = await isUsedByMany(db, id);
  return named(db.orm, many ? usersInOrder(db.orm, id, wanted) : usersByIndex(db.orm, id, wanted), wanted);
}

/** The same in steps that each end soon: of a URL that many use, among the next `pages` pages. */
export async function somePagesOfUrl(
  { orm }: Database,
  id: UrlId,
  wanted: PagesWanted,
  { many, pages }: { readonly many: boolean; readonly pages: number },
): Promise<SomeUsingPages> {
  const users = many ? usersInOrder(orm, id, wanted, pages) : usersByIndex(orm, id, wanted);
  const found = await named(orm, users, wanted);
  if (found.length === wanted.limit) return { pages: found, through: cursorOf(found.at(-1)) };
  if (!many) return { pages: found, through: null };
  const [last] = await orm
    .select(columns)
    .from(pageLink)
    .where(isWanted(orm, pageLink, wanted))
    .orderBy(columns.wikiId, columns.pageid)
    .offset(pages - 1)
    .limit(1);
  return { pages: found, through: cursorOf(last) };
}

const cursorOf = (page: PageCursor | undefined): PageCursor | null =>
  page === undefined ? null : { wikiId: page.wikiId, pageid: page.pageid };
