import { eq, not, notExists, type SQL, sql, type WithSubquery } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Day } from "../../shared/calendar/day.ts";
import type { UrlKey } from "../../shared/url/types.ts";
import { insertFrom, prebuiltBatch } from "../batch.ts";
import type { Database, Orm } from "../connect.ts";
import { prebuilt } from "../orm.ts";
import { host, slice, url, urlIdSequence } from "../schema/index.ts";
import { advisoryLock, evaluation, isAnyOf, nextOf, sequenceRow, settingOf, typed } from "../statement.ts";
import type { LinkedUrl, UrlId } from "../types.ts";
import { encodeFlags, encodeScheme, PARTITION_IDS, SLICE_IDS } from "./row.ts";

/** Held while URLs are entered; the first half reads "webo". */
const ENTRY_LOCK = [0x7765626f, 2] as const;

const takeLock = prebuilt((orm) =>
  evaluation(orm, {
    // The commit need not wait for the disk: those that refer to these rows commit later, and wait for both.
    quickly: settingOf("synchronous_commit", "off"),
    locked: advisoryLock(...ENTRY_LOCK),
  }),
);

/** Waits for the lock that lets one at a time enter URLs; held to the end of the transaction. */
export async function lockEntry(orm: Orm): Promise<void> {
  await takeLock(orm, {});
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
/**
 * A `with` that puts the slices of URLs, new or freed, on the sweep's list. Slices that are on it are locked, too: a crawler that took one
 * just now would not see what is not committed yet.
 */
export function freshSlices(orm: Orm, urls: WithSubquery & { readonly id: PgColumn | SQL.Aliased<UrlId> }) {
  const no = sql`${urls.id} / ${SLICE_IDS}::int`;
  return orm
    .$with("marked")
    .as(
      insertFrom(orm, slice, { no, fresh: sql`true` }, (found) =>
        found.from(urls).groupBy(sql`1`).orderBy(sql`1`),
      ).onConflictDoUpdate({ target: slice.no, set: { fresh: true }, setWhere: not(slice.fresh) }),
    );
}

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
  const entered = orm
    .$with("entered")
    .as(
      insertFrom(orm, url, fields, (found) =>
        found.from(rows).innerJoin(host, eq(host.name, name)).orderBy(place),
      ).returning({ key: url.key, id: url.id }),
    );
  return orm.with(entered, freshSlices(orm, entered)).select().from(entered);
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
  const rows = links.map(({ key, parts, flags }) => ({
    ...parts,
    key,
    scheme: encodeScheme(parts.scheme),
    flags: encodeFlags(flags),
  }));
  // One after the other on the connection, and waited for once.
  const [, , entered] = await Promise.all([
    insertHosts(orm, givenHosts.values(hosts.map((name) => ({ name })))),
    roomFor(orm, links.length),
    insertUrls(orm, { day, ...givenUrls.values(rows) }),
  ]);
  return new Map(entered.map((row) => [row.key, row.id]));
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
    const keys = missing.map(({ key }) => key);
    const [, meanwhile] = await Promise.all([lockEntry(orm), idsOf(orm, keys)]);
    const still = missing.filter(({ key }) => !meanwhile.has(key));
    const inserted = still.length === 0 ? [] : await insert(orm, still, day);
    return [...meanwhile, ...inserted];
  });
  return new Map([...known, ...entered]);
}
