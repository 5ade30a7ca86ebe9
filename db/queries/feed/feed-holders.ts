import type { Database } from "../../connect.ts";

/** Who holds wikis, dead or alive. */
export async function feedHolders(db: Database): Promise<string[]> {
  const rows = await db.sql<{ holder: string }[]>`
    select distinct feed_holder as holder from wiki
    where feed_holder is not null and feed_lease_until > clock_timestamp()`;
  return rows.map(({ holder }) => holder);
}
