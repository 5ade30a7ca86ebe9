import type { Database } from "../../connect.ts";
import { lifeless } from "../operate/lifeless.ts";

/**
 * Ends the holds of dispatchers that died (lifeless; `gone`: names of those that surely are no more) on clients at these targets, in place of waiting until they run out; at targets
 * where something of theirs may still come into force, when that time is over. Answers their names. Where such a one lives all
 * the same, as it only lost a connection, what it writes is refused, as its holder stays named and the next fence so is
 * greater; or, where nobody refuses it, it asks so often whether its hold stands that nothing of it comes after that time.
 */
export async function releaseDeadClients(
  { sql }: Database,
  targets: readonly { readonly name: string; readonly lateSeconds: number }[],
  gone: readonly string[] = [],
): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    with dead as materialized (
      select name from worker where role = 'dispatch' and ${lifeless({ sql }, gone)}
    ), held as (
      select c.wiki_id, c.target, clock_timestamp() + make_interval(secs => given.late) as until
      from dispatch_client c join dead on dead.name = c.holder
        join unnest(${targets.map(({ name }) => name)}::text[], ${targets.map(({ lateSeconds }) => lateSeconds)}::int[])
          as given (target, late) using (target)
      where c.lease_until > clock_timestamp() + make_interval(secs => given.late)
      order by 1, 2 for update of c skip locked
    ), freed as (
      update dispatch_client c set lease_until = held.until from held
      where c.wiki_id = held.wiki_id and c.target = held.target returning c.holder as name
    )
    select distinct name from freed order by 1`;
  return rows.map(({ name }) => name);
}
