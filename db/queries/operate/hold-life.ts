import type { Database } from "../../connect.ts";

/** Locks of processes that live, by the hash of their names; the first half reads "webl". */
export const LIFE_LOCKS = 0x7765626c;

/**
 * Locks a process's name for as long as this session lasts: when the process dies, however it dies, its connection ends and
 * everybody can see it (`releaseDead`). Done again it takes the lock anew that was lost with a connection.
 */
export async function holdLife(session: Database, name: string): Promise<void> {
  await session.sql`select pg_try_advisory_lock(${LIFE_LOCKS}::int, hashtext(${name}))`;
}
