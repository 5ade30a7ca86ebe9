import type { Database } from "../../connect.ts";

/** Deletes turns that ended so long ago that their lore stands in the rows of the hosts, wherever those were read. */
export async function expireTurns({ sql }: Database, afterSeconds: number): Promise<void> {
  await sql`
    delete from host_turn where key in (
      select key from host_turn
      where ready_at < clock_timestamp() - make_interval(secs => ${afterSeconds})
        and held_until < clock_timestamp() - make_interval(secs => ${afterSeconds})
      for update skip locked)`;
}
