import { and, eq, gte, sql } from "drizzle-orm";
import { siteOf } from "../../shared/relaunch/detect.ts";
import type { SiteLink } from "../../shared/relaunch/loss.ts";
import { registrableDomain } from "../../shared/url/domain.ts";
import type { HostName } from "../../shared/url/types.ts";
import { batchOf } from "../batch.ts";
import type { Database } from "../connect.ts";
import { byIndex, hostWithin } from "../lists/conditions.ts";
import { host, move, pageLink, url } from "../schema/index.ts";
import { isAnyOf } from "../statement.ts";
import type { HostId, UrlId, WikiId } from "../types.ts";
import { decodeExtras, decodeHistory, decodeUrl, isBlocked, urlColumns } from "../urls/row.ts";

/** Of a domain with more hosts, and of a site with more URLs, the first ones are read. */
const HOSTS_MAX = 20_000;
const URLS_MAX = 50_000;
/** Of a URL: some stand on hundreds of thousands of pages. */
const USES_MAX = 200;
/** Of these, some of all partitions of pages are chosen: a URL with more has them read in no order. */
const USES_SORTED_MAX = 5_000;
/** URLs whose pages are read by one statement. */
const STEP = 500;

export interface Site {
  readonly site: string;
  readonly hosts: readonly HostId[];
}

/** The sites of a registrable domain: its hosts, each with its "www". Those of customers of a hoster are not the hoster's. */
export async function sitesOf({ orm }: Database, domain: string): Promise<Site[]> {
  const hosts = await orm
    .select({ id: host.id, name: host.name })
    .from(host)
    .where(hostWithin(domain))
    .orderBy(host.id)
    .limit(HOSTS_MAX);
  const own = hosts.filter(({ name }) => registrableDomain(name as HostName) === domain);
  const sites = Map.groupBy(own, ({ name }) => siteOf(name));
  return [...sites].map(([site, those]) => ({ site, hosts: those.map(({ id }) => id) }));
}

export interface StoredLink extends SiteLink {
  readonly id: UrlId;
}

/** The links of a site that were checked, each with where it moved. */
export async function linksOf({ orm }: Database, { hosts }: Site): Promise<StoredLink[]> {
  const rows = await orm
    .select({
      id: url.id,
      ...urlColumns,
      history: url.history,
      extras: url.extras,
      movedTo: move.target,
    })
    .from(url)
    .innerJoin(host, eq(host.id, url.hostId))
    .leftJoin(move, and(eq(move.urlId, url.id), gte(move.checked, 0 as never)))
    .where(and(isAnyOf(url.hostId, hosts), sql`octet_length(${url.history}) > 0`, sql`not ${isBlocked}`))
    .orderBy(url.hostId, url.id)
    .limit(URLS_MAX);
  return rows.map(({ id, history, extras, movedTo, ...columns }) => ({
    id,
    url: decodeUrl(columns),
    history: decodeHistory(history),
    notes: decodeExtras(extras).notes,
    movedTo,
  }));
}

/** The uses that a wiki's pages make of some URLs. */
export interface WikiUses {
  /** How many of the URLs, and of those whose new address is known. */
  readonly lost: number;
  readonly moved: number;
  /** Ascending. */
  readonly pages: readonly number[];
}

/** On which pages of which wikis these URLs stand, as far as so many uses of each say. */
export async function usesByWiki(
  db: Database,
  links: readonly Pick<StoredLink, "id" | "movedTo">[],
): Promise<ReadonlyMap<WikiId, WikiUses>> {
  const ids = links.map(({ id }) => id);
  const moved = new Set(links.flatMap(({ id, movedTo }) => (movedTo === null ? [] : id)));
  const found = new Map<WikiId, { urls: Set<UrlId>; pages: Set<number> }>();
  for (let at = 0; at < ids.length; at += STEP) {
    const { rows: source, value: id } = batchOf("given", url.id, ids.slice(at, at + STEP));
    const some = db.orm
      .select({ wiki: pageLink.wikiId, pageid: pageLink.pageid })
      .from(pageLink)
      .where(sql`${pageLink.urls} @> array[${id}]`)
      .limit(USES_SORTED_MAX)
      .as("some");
    const uses = db.orm
      .select({ wiki: some.wiki, pageid: some.pageid })
      .from(some)
      // By pages: one wiki of many would take all.
      .orderBy(some.pageid, some.wiki)
      .limit(USES_MAX)
      .as("uses");
    const rows = await db.transaction((tx) =>
      byIndex(tx, () =>
        tx.orm.select({ url: id, wiki: uses.wiki, pageid: uses.pageid }).from(source).crossJoinLateral(uses),
      ),
    );
    for (const row of rows) {
      const known = found.get(row.wiki) ?? { urls: new Set(), pages: new Set() };
      known.urls.add(row.url);
      known.pages.add(row.pageid);
      found.set(row.wiki, known);
    }
  }
  return new Map(
    [...found].map(([wiki, { urls, pages }]) => [
      wiki,
      {
        lost: urls.size,
        moved: [...urls].filter((id) => moved.has(id)).length,
        pages: [...pages].sort((a, b) => a - b),
      },
    ]),
  );
}
