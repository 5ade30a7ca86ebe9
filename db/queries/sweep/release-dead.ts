import type { Database } from "../../connect.ts";
import { lifeless } from "../operate/lifeless.ts";

/** A host at which a dead worker was rests for so long, and for as long as the host itself asks for. */
const REST_SECONDS = 1;
/** The line of `printRobots` (crawler/check). */
const CRAWL_DELAY = "(?n)^Crawl-delay: ([0-9.]+)$";

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
      update host_turn t set holder = null, held_until = 'epoch',
        ready_at = greatest(t.ready_at, clock_timestamp() + make_interval(secs => greatest(${REST_SECONDS}::float8,
          held.pace_ms / 1000.0, substring(held.robots from ${CRAWL_DELAY})::float8)))
      from (
        select t.key, coalesce(t.pace_ms, h.pace_ms) as pace_ms, coalesce(t.robots, h.robots) as robots
        from host_turn t left join host h on t.key = 'h:' || h.name
        where t.holder = any(${names}::text[]) order by t.key for update of t
      ) held where t.key = held.key`;
    return names;
  });
}
