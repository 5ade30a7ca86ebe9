import { and, asc, eq, gte, type SQL, sql } from "drizzle-orm";
import { urlKey } from "../../shared/url/key.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { batchOf } from "../batch.ts";
import type { Database } from "../connect.ts";
import { usersOf } from "../pages/users.ts";
import { host, move, page, pageLink, url } from "../schema/index.ts";
import { apart, arrayOf, isAnyOf } from "../statement.ts";
import type { UrlId, WikiId } from "../types.ts";
import { byIndex, hostWithin, isFailing, pathBegins } from "./conditions.ts";

/** A URL on a page; also the place in a list of them, which goes by page and URL. */
export interface Use {
  readonly pageid: number;
  readonly url: UrlId;
}

/** Which URLs a list is about, and where they lead: a domain with all below it (null: anywhere), and the start of the path ("": any). */
export interface Target {
  readonly which: Which;
  readonly domain: string | null;
  readonly path: string;
}

/** A value, as of `exists` the planner may read all moves first. */
const isMoved = sql<boolean>`coalesce(
  (select ${move.checked} >= 0 from ${move} where ${move.urlId} = ${url.id}), false)`;

/** Which URLs a list is about: those whose last check failed, or whose new address is known. */
export type Which = "failing" | "moved";
const CONDITIONS: Readonly<Record<Which, SQL<boolean>>> = { failing: isFailing, moved: isMoved };

/** Some uses in order, and how far they go: everything before and at `through` was read; null: that was all. */
export interface SomeUses {
  readonly uses: readonly Use[];
  readonly through: Use | null;
}

/** Of a domain with more than that, a wiki's pages are walked through instead. */
const FEW = { hosts: 2_000, urls: 10_000, wanted: 2_000, uses: 10_000 };

/** Such URLs of a domain; null: they are too many to read, or pages of any wikis use them too often. In a transaction. */
export async function fewUrls(
  db: Database,
  { which, domain, path }: Target,
): Promise<readonly UrlId[] | null> {
  if (domain === null) return null;
  const { orm } = db;
  const hosts = await orm
    .select({ id: host.id })
    .from(host)
    .where(hostWithin(domain))
    .limit(FEW.hosts + 1);
  if (hosts.length > FEW.hosts) return null;
  const isOfHosts = isAnyOf(
    url.hostId,
    hosts.map(({ id }) => id),
  );
  const urls = await orm
    .select({ id: url.id, isWanted: CONDITIONS[which] })
    .from(url)
    .where(and(isOfHosts, pathBegins(path)))
    .limit(FEW.urls + 1);
  const wanted = urls.filter(({ isWanted }) => isWanted).map(({ id }) => id);
  if (urls.length > FEW.urls || wanted.length > FEW.wanted) return null;
  if (wanted.length > 0 && (await usesAmong(db, wanted)) > FEW.uses) return null;
  return wanted.sort((a, b) => a - b);
}

/** How many uses of these URLs pages of all wikis have, as far as FEW goes. */
function usesAmong(db: Database, urls: readonly UrlId[]): Promise<number> {
  const given = batchOf("given", url.id, urls);
  const used = usersOf(db.orm, given.value);
  const users = db.orm
    .select({ pageid: used.pageid.as("page") })
    .from(given.rows)
    .crossJoinLateral(used.rows)
    .limit(FEW.uses + 1);
  return byIndex(db, () => db.orm.$count(users.as("users")));
}

/** Uses of these URLs on a wiki's pages beyond `after`. In a transaction. */
export async function usesOf(
  db: Database,
  wiki: WikiId,
  urls: readonly UrlId[],
  { after, limit }: { readonly after: Use; readonly limit: number },
): Promise<SomeUses> {
  if (urls.length === 0) return { uses: [], through: null };
  const given = batchOf("given", url.id, urls);
  const used = usersOf(db.orm, given.value);
  const rows = await byIndex(db, () =>
    db.orm
      .select({ pageid: used.pageid, url: given.value })
      .from(given.rows)
      .crossJoinLateral(used.rows)
      .where(
        and(
          sql`${used.wiki} = ${wiki}`,
          sql`(${used.pageid}, ${given.value}) > (${after.pageid}::bigint, ${after.url}::bigint)`,
        ),
      )
      .orderBy(used.pageid, given.value)
      .limit(limit),
  );
  return { uses: rows, through: rows.length < limit ? null : (rows.at(-1) ?? null) };
}

/** The uses of such URLs on the next pages of a wiki, so many pages at a time. */
export async function walkPages(
  { orm }: Database,
  wiki: WikiId,
  { which, domain, path }: Target,
  { after, pages }: { readonly after: Use; readonly pages: number },
): Promise<SomeUses> {
  const batch = await orm
    .select({ pageid: pageLink.pageid, urls: pageLink.urls })
    .from(pageLink)
    .where(and(eq(pageLink.wikiId, wiki), gte(pageLink.pageid, after.pageid)))
    .orderBy(asc(pageLink.pageid))
    .limit(pages);
  const ids = [...new Set(batch.flatMap(({ urls }) => urls))];
  // A limit: by their ids, one after the other. Joined freely they were looked for by host, for half a minute.
  const some = orm
    .select({ id: url.id, hostId: url.hostId })
    .from(url)
    .where(and(isAnyOf(url.id, ids), CONDITIONS[which], sql`starts_with(${url.path}, ${path})`))
    .limit(ids.length)
    .as("some");
  const found = await orm
    .select({ id: some.id })
    .from(some)
    .innerJoin(host, eq(host.id, some.hostId))
    .where(domain === null ? undefined : hostWithin(domain));
  const wanted = new Set(found.map(({ id }) => id));
  const uses = batch.flatMap(({ pageid, urls }) =>
    urls.flatMap((id) =>
      wanted.has(id) && (pageid > after.pageid || id > after.url) ? [{ pageid, url: id }] : [],
    ),
  );
  const last = batch.at(-1);
  const through =
    last === undefined || batch.length < pages ? null : { pageid: last.pageid + 1, url: 0 as UrlId };
  return { uses, through };
}

/** A page that uses a URL. */
interface UsePage {
  readonly url: UrlId;
  readonly pageid: number;
  readonly title: string;
}

interface Wanted {
  /** None: in any. */
  readonly namespaces: readonly number[];
  /** Of each URL. */
  readonly limit: number;
}

const isIn = (namespaces: readonly number[]): SQL | undefined =>
  namespaces.length === 0 ? undefined : isAnyOf(page.namespace, namespaces);

/** `many`: URLs that more pages use, here or elsewhere, than were read: of these, pages of this wiki may be missing. */
interface SomePages {
  readonly pages: readonly UsePage[];
  readonly many: ReadonlySet<UrlId>;
}

/** Uses of a URL that are read. Some have hundreds of thousands, and this wiki may have none of them. */
const USES = 2_000;

/** Some pages of a wiki that use or lately used each of these URLs, not the first ones: those that come up first are enough. In a transaction. */
export async function somePages(
  db: Database,
  wiki: WikiId,
  urls: readonly UrlId[],
  { namespaces, limit }: Wanted,
): Promise<SomePages> {
  const { rows: source, value: id } = batchOf("given", url.id, urls);
  const uses = db.orm
    .select({ wikiId: pageLink.wikiId, pageid: pageLink.pageid })
    .from(pageLink)
    .where(sql`${pageLink.urls} @> array[${id}]`)
    .limit(USES)
    .as("uses");
  const users = db.orm
    .select({
      many: sql<boolean>`count(*) = ${USES}`.as("many"),
      pageids: sql<number[]>`array_agg(${uses.pageid}) filter (where ${uses.wikiId} = ${wiki})`.as("pageids"),
    })
    .from(uses)
    .as("users");
  // Limits: by the URL, then page by page. Joined freely, all pages of the wiki were gone through for each URL.
  const named = db.orm
    .select({ pageid: page.pageid, title: page.title })
    .from(page)
    .where(and(eq(page.wikiId, wiki), sql`${page.pageid} = any(${users.pageids})`, isIn(namespaces)))
    .limit(limit)
    .as("named");
  const rows = await byIndex(db, () =>
    db.orm
      .select({ url: id, many: users.many, pageid: named.pageid, title: named.title })
      .from(source)
      .crossJoinLateral(users)
      .leftJoinLateral(named, sql`true`)
      .orderBy(id, named.pageid),
  );
  const pages = rows.flatMap(({ url, pageid, title }) =>
    pageid === null || title === null ? [] : [{ url, pageid, title }],
  );
  const found = Map.groupBy(pages, ({ url }) => url);
  const many = rows.filter((row) => row.many && (found.get(row.url)?.length ?? 0) < limit);
  return { pages, many: new Set(many.map(({ url }) => url)) };
}

/** The same of one URL that many pages use: by it and the wiki at once, or along the wiki's pages, as the planner thinks best. */
export async function pagesOfMany(
  { orm }: Database,
  wiki: WikiId,
  id: UrlId,
  { namespaces, limit }: Wanted,
): Promise<readonly UsePage[]> {
  const columns = { pageid: pageLink.pageid };
  const having = orm
    .select(columns)
    .from(pageLink)
    .where(and(eq(pageLink.wikiId, wiki), sql`${pageLink.urls} @> ${arrayOf(url.id, [id])}`));
  const users = orm.$with("users", columns).as(apart(having));
  const named = orm
    .select({ pageid: page.pageid, title: page.title })
    .from(page)
    .where(and(eq(page.wikiId, wiki), eq(page.pageid, users.pageid), isIn(namespaces)))
    .limit(1)
    .as("named");
  const rows = await orm
    .with(users)
    .select({ pageid: named.pageid, title: named.title })
    .from(users)
    .crossJoinLateral(named)
    .limit(limit);
  return rows.map((row) => ({ ...row, url: id })).sort((a, b) => a.pageid - b.pageid);
}

/** Those of these URLs that a wiki's pages use or lately used; within a transaction. */
export async function usedUrls(
  db: Database,
  wiki: WikiId | null,
  urls: readonly UrlId[],
): Promise<ReadonlySet<UrlId>> {
  const { rows: source, value: id } = batchOf("given", url.id, urls);
  const isWiki = wiki === null ? sql`` : sql`and ${pageLink.wikiId} + 0 = ${wiki}`;
  // "+ 0" and "offset 0": by the URL. By the wiki, all its pages were gone through for each.
  const isUsed = sql`exists (select from ${pageLink}
    where ${pageLink.urls} @> array[${id}] ${isWiki} offset 0)`;
  const rows = await byIndex(db, () => db.orm.select({ id }).from(source).where(isUsed));
  return new Set(rows.map((row) => row.id));
}

/** Null: it is not on the watchlist. */
export async function urlId({ orm }: Database, address: NormalisedUrl): Promise<UrlId | null> {
  const [row] = await orm
    .select({ id: url.id })
    .from(url)
    .where(eq(url.key, urlKey(address)));
  return row?.id ?? null;
}
