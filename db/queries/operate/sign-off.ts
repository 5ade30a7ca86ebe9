import type { Database } from "../../connect.ts";

/** A process ends in good order. */
export async function signOff(db: Database, name: string): Promise<void> {
  await db.sql`delete from worker where name = ${name}`;
}
