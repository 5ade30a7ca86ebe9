import type { Day } from "../../shared/calendar/day.ts";
import type { UrlKey } from "../../shared/url/types.ts";
import type { Database, Sql } from "../connect.ts";
import type { LinkedUrl, UrlId } from "../types.ts";
import { encodeFlags, encodeScheme, PARTITION_IDS, SLICE_IDS } from "./row.ts";

/** Held while URLs are entered; the first half reads "webo". */
const ENTRY_LOCK = [0x7765626f, 2] as const;

/** Waits for the lock that lets one at a time enter URLs; held to the end of the transaction. */
export async function lockEntry(sql: Sql): Promise<void> {
  // The commit need not wait for the disk: whoever refers to these rows commits later, and waits for both.
  await sql`
    select set_config('synchronous_commit', 'off', true),
      pg_advisory_xact_lock(${ENTRY_LOCK[0]}::int, ${ENTRY_LOCK[1]}::int)`;
}

async function idsOf(sql: Sql, keys: readonly UrlKey[]): Promise<Map<UrlKey, UrlId>> {
  const rows = await sql<{ key: UrlKey; id: UrlId }[]>`
    select replace(u.key::text, '-', '') as key, u.id
    from unnest(${[...keys]}::uuid[]) as given (key) join url u on u.key = given.key`;
  return new Map(rows.map(({ key, id }) => [key, id]));
}

async function insert(sql: Sql, links: readonly LinkedUrl[], day: Day): Promise<Map<UrlKey, UrlId>> {
  const hosts = [...new Set(links.map(({ parts }) => parts.host))].sort();
  const [, , rows] = await Promise.all([
    sql`
      insert into host (name) select name from unnest(${hosts}::text[]) as given (name)
      where not exists (select 1 from host h where h.name = given.name)
      order by name on conflict do nothing`,
    sql`
      select weboid_add_url_partition(((last_value + ${links.length}) / ${PARTITION_IDS})::int) from url_id_seq`,
    sql<{ key: UrlKey; id: UrlId }[]>`
      with entered as (
        insert into url (id, key, host_id, scheme, port, flags, path, touched)
        select nextval('url_id_seq'), key, host_id, scheme, port, flags, path, ${day}::int
        from (select given.*, host.id as host_id from unnest(
          ${links.map(({ key }) => key)}::uuid[], ${links.map(({ parts }) => parts.host)}::text[],
          ${links.map(({ parts }) => encodeScheme(parts.scheme))}::int[],
          ${links.map(({ parts }) => parts.port)}::int[], ${links.map(({ flags }) => encodeFlags(flags))}::int[],
          ${links.map(({ parts }) => parts.path)}::text[]
        ) with ordinality as given (key, host, scheme, port, flags, path, place)
        join host on host.name = given.host order by place) as placed
        returning id, replace(key::text, '-', '') as key
      ), marked as (
        insert into slice (no) select distinct id / ${SLICE_IDS}::int from entered order by 1
        on conflict (no) do update set fresh = true where not slice.fresh
      )
      select id, key from entered`,
  ]);
  return new Map(rows.map(({ key, id }) => [key, id]));
}

/**
 * The ids of these URLs; those that are new are entered with an empty history (F3), on the sweep's list at once.
 *
 * Entering is one transaction of its own, one at a time in the whole system (5,000 to 8,000 URLs a second): so no key is
 * entered twice, also where the second entry falls into another partition, and feeders with the same new URLs never
 * wait for each other crosswise. What is known already, the rule after the first weeks, takes no lock.
 */
export async function enterUrls(
  db: Database,
  links: readonly LinkedUrl[],
  day: Day,
): Promise<ReadonlyMap<UrlKey, UrlId>> {
  const wanted = new Map(links.map((link) => [link.key, link]));
  const known = await idsOf(db.sql, [...wanted.keys()]);
  const missing = [...wanted.values()].filter(({ key }) => !known.has(key));
  if (missing.length === 0) return known;
  const entered = await db.transaction(async ({ sql }) => {
    await lockEntry(sql);
    const meanwhile = await idsOf(
      sql,
      missing.map(({ key }) => key),
    );
    const still = missing.filter(({ key }) => !meanwhile.has(key));
    const inserted = still.length === 0 ? [] : await insert(sql, still, day);
    return [...meanwhile, ...inserted];
  });
  return new Map([...known, ...entered]);
}
