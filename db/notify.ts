import { sql } from "drizzle-orm";
import type { Database } from "./connect.ts";

/**
 * What the database notifies processes of, which else would ask again and again: there is news for readers, or an export is wanted (`change`,
 * `dispatch_client`); somebody asked for a check (`asked_check`). Triggers notify when the transaction ends (migration 0026). Crawlers notify each
 * other by themselves that one is idle, and that one gave work away.
 */
export type Channel = "weboid_news" | "weboid_asked" | "weboid_idle" | "weboid_shared";

/** Has a session notified from now on, until its connection ends; again changes nothing. */
export async function listen({ orm }: Database, channel: Channel): Promise<void> {
  await orm.execute(sql`listen ${sql.identifier(channel)}`);
}

/** Notifies all that listen; `from`: who does. */
export async function notify({ orm }: Database, channel: Channel, from: string): Promise<void> {
  await orm.execute(sql`select pg_notify(${channel}, ${from})`);
}
