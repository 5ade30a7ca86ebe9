import type { Database } from "../../connect.ts";
import type { WikiId } from "../../types.ts";
import { claimFeed } from "../feed/claim-feed.ts";
import { releaseFeed } from "../feed/release-feed.ts";
import { dropBulk } from "./drop-bulk.ts";
import { stagingOf } from "./staging.ts";

/** For operators who look who has a wiki meanwhile. */
const WORKER = "maintenance";
const LEASE_SECONDS = 60;

/**
 * Drops what abandoned starts from dumps left behind: those that cannot be gone on with (killed while the dump was read) at
 * once, the others when nobody went on with them for so long. Whoever is at it holds the wiki and is left alone. Answers
 * how many went.
 */
export async function expireBulk(db: Database, keepSeconds: number): Promise<number> {
  const found = await db.sql<{ wiki: WikiId; known: boolean }[]>`
    select staged.wiki, exists (select 1 from wiki w where w.id = staged.wiki) as known from (
      select distinct substring(relname from '^bulk_([0-9]{1,9})_(?:page|use|part|state)$')::int as wiki from pg_class
      where relkind in ('r', 'p') and pg_table_is_visible(oid) and relname ~ '^bulk_[0-9]{1,9}_(page|use|part|state)$'
    ) as staged order by 1`;
  let dropped = 0;
  for (const { wiki, known } of found) {
    if (!known) {
      await dropBulk(db, wiki);
      dropped += 1;
      continue;
    }
    const claim = await claimFeed(db, wiki, { worker: WORKER, leaseSeconds: LEASE_SECONDS });
    if (claim.kind === "held") continue;
    try {
      if (await canGoOn(db, wiki, keepSeconds)) continue;
      await dropBulk(db, wiki);
      dropped += 1;
    } finally {
      await releaseFeed(db, claim);
    }
  }
  return dropped;
}

async function canGoOn({ sql }: Database, wiki: WikiId, keepSeconds: number): Promise<boolean> {
  const { state } = stagingOf(wiki);
  const [made] = await sql`select 1 from pg_class where relname = ${state} and pg_table_is_visible(oid)`;
  if (made === undefined) return false;
  // By way of JSON, as a version before this one had no such column.
  const { count } = await sql`
    select 1 from ${sql(state)} s
    where (to_jsonb(s) ->> 'at')::timestamptz > now() - make_interval(secs => ${keepSeconds}::float8)`;
  return count > 0;
}
