import type { Database } from "../../connect.ts";
import type { Farm } from "../../types.ts";

export async function listFarms(db: Database): Promise<Farm[]> {
  const rows = await db.sql<Farm[]>`
    select code, name, sites, internal_hosts as "internalHosts", spam_list as "spamList" from farm order by code`;
  return [...rows];
}
