import { sql } from "drizzle-orm";
import type { Database, Orm } from "./connect.ts";
import { evaluate } from "./statement.ts";

/** Seconds since 1970 by the clock of the database, the one of the whole system (M8). */
const SECONDS = sql<number>`extract(epoch from clock_timestamp())::float8`;

export async function databaseSeconds(orm: Orm): Promise<number> {
  return (await evaluate(orm, { now: SECONDS })).now;
}

/** The same in milliseconds. */
export const databaseMs = async ({ orm }: Database): Promise<number> => (await databaseSeconds(orm)) * 1_000;
