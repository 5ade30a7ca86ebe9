import { sql } from "drizzle-orm";
import type { Database } from "../connect.ts";

/**
 * What processes are told by the database in place of asking it again and again: there is news for readers or another wish for what an edge has
 * (`change`, `dispatch_client`), or somebody asked for a check (`asked_check`). Triggers notify when the transaction ends (migration 0026).
 */
export type BellName = "weboid_news" | "weboid_asked";

/** Has a session hear it from now on, until its connection ends; again changes nothing. */
export async function hearBell({ orm }: Database, name: BellName): Promise<void> {
  await orm.execute(sql`listen ${sql.identifier(name)}`);
}
