import { and, eq, sql } from "drizzle-orm";
import { batchOf } from "../batch.ts";
import type { Database } from "../connect.ts";
import { byIndex } from "../lists/conditions.ts";
import { updatePages } from "../pages/read.ts";
import { findByUrl, usersOf } from "../pages/users.ts";
import { page, url, wiki } from "../schema/index.ts";
import type { UrlId } from "../types.ts";

/** Which of these URLs are named by pages of wikis of the farm. */
export async function usedInFarm(db: Database, farm: number, ids: readonly UrlId[]): Promise<Set<UrlId>> {
  const rows = await db.transaction((tx) => {
    const given = batchOf("given", url.id, ids);
    const used = usersOf(tx.orm, given.value);
    const isNamed = sql`exists (select from ${used.rows} join ${wiki} on ${wiki.id} = ${used.wiki}
      where ${wiki.farm} = ${farm}::int)`;
    return byIndex(tx, () => tx.orm.select({ id: given.value }).from(given.rows).where(isNamed));
  });
  return new Set(rows.map(({ id }) => id));
}

/** Has the pages of the farm's wikis that name these URLs read again. Answers how many. */
export function readAgain(db: Database, farm: number, ids: readonly UrlId[]): Promise<number> {
  return db.transaction(async ({ orm }) => {
    await findByUrl(orm);
    const given = batchOf("given", url.id, ids);
    const used = usersOf(orm, given.value);
    const named = orm
      .select({ wiki: used.wiki, pageid: used.pageid })
      .from(given.rows)
      .crossJoinLateral(used.rows)
      .innerJoin(wiki, and(eq(wiki.id, used.wiki), eq(wiki.farm, farm)));
    const isNamed = sql`(${page.wikiId}, ${page.pageid}) in (${named})`;
    return await updatePages(orm, isNamed, { needsUpdate: true });
  });
}
