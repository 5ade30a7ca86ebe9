import type { Database } from "../../connect.ts";
import { lifeless } from "../operate/lifeless.ts";

/** A host that a dead worker was about to ask rests for so long. */
const REST_SECONDS = 1;

/**
 * Ends the leases and turns at hosts of workers that died, in place of waiting until they run out: those whose session
 * is gone; `gone`: names of those that surely are no more (lifeless). Answers their names. Where such a worker lives all the
 * same, as it only lost that connection, the fencing tokens keep its results out.
 */
export function releaseDead(db: Database, gone: readonly string[] = []): Promise<string[]> {
  return db.transaction(async ({ sql }) => {
    const rows = await sql<{ name: string }[]>`
      delete from worker where role = 'crawl' and ${lifeless({ sql }, gone)} returning name`;
    const names = rows.map(({ name }) => name);
    if (names.length === 0) return names;
    // Their holders stay named: so a slice is known as one whose work was broken off (leaseSlices).
    await sql`
      update slice set lease_until = 'epoch' where no in (
        select no from slice where holder = any(${names}::text[]) order by no for update)`;
    await sql`
      update recheck set lease_until = clock_timestamp() where url_id in (
        select url_id from recheck where holder = any(${names}::text[]) order by url_id for update)`;
    await sql`
      update host_turn set holder = null, held_until = 'epoch',
        ready_at = greatest(ready_at, clock_timestamp() + make_interval(secs => ${REST_SECONDS}))
      where key in (select key from host_turn where holder = any(${names}::text[]) order by key for update)`;
    return names;
  });
}
