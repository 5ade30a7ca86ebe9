import { sql } from "drizzle-orm";
import type { Database } from "../connect.ts";
import { evaluate } from "../statement.ts";

/** How many connections the server has for users who are not superusers, in use or not. */
export async function connectionsOf({ orm }: Database): Promise<number> {
  const { most } = await evaluate(orm, {
    most: sql<number>`current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int`,
  });
  return most;
}
