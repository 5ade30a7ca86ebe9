import { eq, sql } from "drizzle-orm";
import type { Day } from "../../shared/calendar/day.ts";
import type { UrlKey } from "../../shared/url/types.ts";
import type { Database, Orm } from "../connect.ts";
import { host, slice, url, urlIdSequence } from "../schema/index.ts";
import { batch, isAnyOf, names, nextOf, sequenceRow } from "../statement.ts";
import type { LinkedUrl, UrlId } from "../types.ts";
import { encodeFlags, encodeScheme, PARTITION_IDS, sliceOf } from "./row.ts";

/** Held while URLs are entered; the first half reads "webo". */
const ENTRY_LOCK = [0x7765626f, 2] as const;

/** Waits for the lock that lets one at a time enter URLs; held to the end of the transaction. */
export async function lockEntry(orm: Orm): Promise<void> {
  // The commit need not wait for the disk: whoever refers to these rows commits later, and waits for both.
  await orm.execute(sql`
    select set_config('synchronous_commit', 'off', true),
      pg_advisory_xact_lock(${ENTRY_LOCK[0]}::int, ${ENTRY_LOCK[1]}::int)`);
}

/** PostgreSQL prints a UUID with hyphens. */
const plainKey = sql<UrlKey>`replace(${url.key}::text, '-', '')`;

async function idsOf(orm: Orm, keys: readonly UrlKey[]): Promise<Map<UrlKey, UrlId>> {
  const rows = await orm.select({ key: plainKey, id: url.id }).from(url).where(isAnyOf(url.key, keys));
  return new Map(rows.map((row) => [row.key, row.id]));
}

/** Hosts that are not known yet, in the order of their names. */
function insertHosts(orm: Orm, links: readonly LinkedUrl[]): Promise<unknown> {
  const hosts = [...new Set(links.map(({ parts }) => parts.host))].sort();
  const given = batch(
    "given",
    { name: host.name },
    hosts.map((name) => ({ name })),
  );
  return orm.execute(sql`
    insert into ${host} (${names(host.name)}) select ${given.name} from ${given.rows}
    where not exists (select 1 from ${host} where ${host.name} = ${given.name}) on conflict do nothing`);
}

async function insertUrls(orm: Orm, links: readonly LinkedUrl[], day: Day): Promise<Map<UrlKey, UrlId>> {
  const { id, key, hostId, scheme, port, flags, path, touched } = url;
  const given = batch(
    "given",
    { key, host: host.name, scheme, port, flags, path },
    links.map(({ key, parts, flags }) => ({
      ...parts,
      key,
      scheme: encodeScheme(parts.scheme),
      flags: encodeFlags(flags),
    })),
  );
  const rows = await orm.execute<{ id: UrlId; key: UrlKey }>(sql`
    insert into ${url} (${names(id, key, hostId, scheme, port, flags, path, touched)})
    select ${nextOf(urlIdSequence)}, placed.* from (
      select ${given.key}, ${host.id}, ${given.scheme}, ${given.port}, ${given.flags}, ${given.path}, ${day}::int
      from ${given.rows} join ${host} on ${host.name} = ${given.host} order by ${given.place}
    ) placed
    returning ${id}, ${plainKey} as key`);
  return new Map(rows.map((row) => [row.key, row.id]));
}

async function insert(orm: Orm, links: readonly LinkedUrl[], day: Day): Promise<Map<UrlKey, UrlId>> {
  await insertHosts(orm, links);
  await orm.execute(sql`
    select weboid_add_url_partition(((last_value + ${links.length}) / ${PARTITION_IDS})::int)
    from ${sequenceRow(urlIdSequence)}`);
  const entered = await insertUrls(orm, links, day);
  const slices = [...new Set([...entered.values()].map(sliceOf))].sort((one, other) => one - other);
  await orm
    .insert(slice)
    .values(slices.map((no) => ({ no })))
    .onConflictDoUpdate({ target: slice.no, set: { fresh: true }, setWhere: eq(slice.fresh, false) });
  return entered;
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
  const known = await idsOf(db.orm, [...wanted.keys()]);
  const missing = [...wanted.values()].filter(({ key }) => !known.has(key));
  if (missing.length === 0) return known;
  const entered = await db.transaction(async ({ orm }) => {
    await lockEntry(orm);
    const meanwhile = await idsOf(
      orm,
      missing.map(({ key }) => key),
    );
    const still = missing.filter(({ key }) => !meanwhile.has(key));
    const inserted = still.length === 0 ? [] : await insert(orm, still, day);
    return [...meanwhile, ...inserted];
  });
  return new Map([...known, ...entered]);
}
