import { eq, notExists, sql } from "drizzle-orm";
import type { Day } from "../../shared/calendar/day.ts";
import type { UrlKey } from "../../shared/url/types.ts";
import { insertFrom, prebuiltBatch } from "../batch.ts";
import type { Database, Orm } from "../connect.ts";
import { prebuilt } from "../orm.ts";
import { host, slice, url, urlIdSequence } from "../schema/index.ts";
import { advisoryLock, evaluate, isAnyOf, nextOf, sequenceRow, settingOf, typed } from "../statement.ts";
import type { LinkedUrl, UrlId } from "../types.ts";
import { encodeFlags, encodeScheme, PARTITION_IDS, sliceOf } from "./row.ts";

/** Held while URLs are entered; the first half reads "webo". */
const ENTRY_LOCK = [0x7765626f, 2] as const;

/** Waits for the lock that lets one at a time enter URLs; held to the end of the transaction. */
export async function lockEntry(orm: Orm): Promise<void> {
  // The commit need not wait for the disk: whoever refers to these rows commits later, and waits for both.
  const quickly = settingOf("synchronous_commit", "off");
  await evaluate(orm, { quickly, locked: advisoryLock(...ENTRY_LOCK) });
}

const selectIds = prebuilt((orm) =>
  orm
    .select({ key: url.key, id: url.id })
    .from(url)
    .where(isAnyOf(url.key, sql.placeholder("keys"))),
);

async function idsOf(orm: Orm, keys: readonly UrlKey[]): Promise<Map<UrlKey, UrlId>> {
  const rows = await selectIds(orm, { keys });
  return new Map(rows.map((row) => [row.key, row.id]));
}

const givenHosts = prebuiltBatch("given", { name: host.name });
/** Hosts that are not known yet. */
const insertHosts = prebuilt((orm) => {
  const known = orm.select({ id: host.id }).from(host).where(eq(host.name, givenHosts.name));
  return insertFrom(orm, host, { name: givenHosts.name }, (found) =>
    found.from(givenHosts.rows).where(notExists(known)),
  ).onConflictDoNothing();
});

const givenUrls = prebuiltBatch("given", {
  key: url.key,
  host: host.name,
  scheme: url.scheme,
  port: url.port,
  flags: url.flags,
  path: url.path,
});
const insertUrls = prebuilt((orm) => {
  const { rows, key, host: name, scheme, port, flags, path, place } = givenUrls;
  // PostgreSQL draws numbers behind the sorting: ids go by the order in which links are given.
  const fields = {
    id: nextOf(urlIdSequence),
    key,
    hostId: host.id,
    scheme,
    port,
    flags,
    path,
    touched: typed(url.touched, sql.placeholder("day")),
  };
  return insertFrom(orm, url, fields, (found) =>
    found.from(rows).innerJoin(host, eq(host.name, name)).orderBy(place),
  ).returning({ key: url.key, id: url.id });
});

const selectPartition = prebuilt((orm) =>
  orm
    .select({
      added: sql`weboid_add_url_partition(((last_value + ${sql.placeholder("count")}::int) / ${PARTITION_IDS}::int)::int)`,
    })
    .from(sequenceRow(urlIdSequence)),
);

/** Adds the partition into which the next ids fall, of so many, unless it is there. */
export async function roomFor(orm: Orm, count: number): Promise<void> {
  await selectPartition(orm, { count });
}

async function insert(orm: Orm, links: readonly LinkedUrl[], day: Day): Promise<Map<UrlKey, UrlId>> {
  const hosts = [...new Set(links.map(({ parts }) => parts.host))].sort();
  await insertHosts(orm, givenHosts.values(hosts.map((name) => ({ name }))));
  await roomFor(orm, links.length);
  const rows = links.map(({ key, parts, flags }) => ({
    ...parts,
    key,
    scheme: encodeScheme(parts.scheme),
    flags: encodeFlags(flags),
  }));
  const inserted = await insertUrls(orm, { day, ...givenUrls.values(rows) });
  const entered = new Map(inserted.map((row) => [row.key, row.id]));
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
