import type { Database } from "../../connect.ts";
import type { UrlId } from "../../types.ts";

/** Takes URLs off the list: there is nothing to look at. Their slices go on coming to them. */
export async function dropRechecks(db: Database, urls: readonly UrlId[]): Promise<void> {
  await db.sql`
    delete from recheck where url_id in (
      select url_id from recheck where url_id = any(${[...urls]}::bigint[]) order by url_id for update)`;
}
