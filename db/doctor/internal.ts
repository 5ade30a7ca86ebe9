import { sql } from "drizzle-orm";
import { batchOf } from "../batch.ts";
import type { Database } from "../connect.ts";
import { byIndex } from "../lists/conditions.ts";
import { usersOf } from "../pages/users.ts";
import { url, wiki } from "../schema/index.ts";
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
