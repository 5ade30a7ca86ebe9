import { and, eq, exists, sql } from "drizzle-orm";
import type { Database } from "../connect.ts";
import { updatePages } from "../pages/read.ts";
import { page, pageLink, url, wiki } from "../schema/index.ts";
import { arrayOf } from "../statement.ts";
import type { UrlId } from "../types.ts";

/** That pages of wikis of this farm name a URL of these. */
const namesOne = (farm: number, ids: readonly UrlId[]) =>
  and(sql`${pageLink.urls} && ${arrayOf(url.id, ids)}`, eq(wiki.farm, farm));

/** Which of these URLs are named by pages of wikis of the farm. */
export async function usedInFarm(
  { orm }: Database,
  farm: number,
  ids: readonly UrlId[],
): Promise<Set<UrlId>> {
  const rows = await orm
    .selectDistinct({ id: sql<UrlId>`used.id::float8` })
    .from(
      sql`${pageLink} join ${wiki} on ${wiki.id} = ${pageLink.wikiId} cross join lateral unnest(${pageLink.urls}) as used (id)`,
    )
    .where(and(namesOne(farm, ids), sql`used.id = any(${arrayOf(url.id, ids)})`));
  return new Set(rows.map(({ id }) => id));
}

/** Has these pages read again. Answers how many. */
export function readAgain({ orm }: Database, farm: number, ids: readonly UrlId[]): Promise<number> {
  const named = orm
    .select({ one: sql`1` })
    .from(pageLink)
    .innerJoin(wiki, eq(wiki.id, pageLink.wikiId))
    .where(and(eq(pageLink.wikiId, page.wikiId), eq(pageLink.pageid, page.pageid), namesOne(farm, ids)));
  return updatePages(orm, exists(named), { needsUpdate: true });
}
