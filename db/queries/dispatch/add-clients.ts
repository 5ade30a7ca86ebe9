import type { Database } from "../../connect.ts";
import { FEED_TARGET } from "../../types.ts";

/**
 * Rows for all wikis that these targets do not have yet (D2). At an edge they begin with a full export; the table of
 * events begins with the oldest change that is kept; that of a wiki without pages, which no change concerned yet, with those that
 * are not settled.
 */
export async function addClients({ sql }: Database, targets: readonly string[]): Promise<void> {
  await sql`
    insert into dispatch_client (wiki_id, target, needs_export, profile_due, position_xid)
    select w.id, t.target, t.target <> ${FEED_TARGET}, t.target <> ${FEED_TARGET},
      case when t.target = ${FEED_TARGET} and not exists (select 1 from page p where p.wiki_id = w.id)
        then pg_snapshot_xmin(pg_current_snapshot()) else '0' end
    from wiki w, unnest(${[...targets]}::text[]) as t (target)
    where not exists (select 1 from dispatch_client c where c.wiki_id = w.id and c.target = t.target)
    on conflict do nothing`;
}
