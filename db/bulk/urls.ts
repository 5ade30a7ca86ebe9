import { and, eq, isNull, notExists, or, type SQLWrapper, sql } from "drizzle-orm";
import type { Day } from "../../shared/calendar/day.ts";
import { insertFrom } from "../batch.ts";
import type { Orm } from "../connect.ts";
import { host, url, urlIdSequence } from "../schema/index.ts";
import { nextOf, setLocal, typed } from "../statement.ts";
import { freshSlices, roomFor } from "../urls/enter.ts";
import { BLOCKED_BIT } from "../urls/row.ts";
import { bulkBatch, bulkHost, bulkId, bulkNew, createTable, isWatched } from "./tables.ts";

/**
 * Whether a batch's keys and hosts are looked up one by one in their indexes. Left to itself the planner reads the whole table,
 * which costs a batch the more the more is there.
 */
export async function lookUp(orm: Orm, singly: boolean): Promise<void> {
  const others = singly ? "off" : "on";
  await setLocal(orm, { enable_hashjoin: others, enable_mergejoin: others, enable_seqscan: others });
}

const isBlocked = (flags: SQLWrapper) => sql`${flags} & ${BLOCKED_BIT}::int > 0`;

/** URLs that are known already; touched in the order of ids, as every writer does. Those that were spam only are checked again. */
export async function touchKnown(orm: Orm, today: Day): Promise<void> {
  const { id, key, touched, flags } = url;
  const given = orm
    .selectDistinct({ key: bulkBatch.key })
    .from(bulkBatch)
    .where(isWatched)
    .orderBy(bulkBatch.key)
    .as("given");
  const found = orm
    .$with("found")
    .as(
      orm
        .select({ id, key, touched, flags })
        .from(given)
        .innerJoin(url, eq(key, given.key))
        .orderBy(id)
        .for("update", { of: url }),
    );
  const written = orm.$with("written").as(
    orm
      .update(url)
      .set({
        touched: sql`greatest(${touched}, ${today}::int)`,
        flags: sql`${flags} & ~${BLOCKED_BIT}::int`,
      })
      .from(found)
      .where(and(eq(id, found.id), or(sql`${found.touched} < ${today}::int`, isBlocked(found.flags)))),
  );
  const freed = orm.$with("freed").as(orm.select({ id: found.id }).from(found).where(isBlocked(found.flags)));
  await lookUp(orm, true);
  await orm
    .with(found, written, freed, freshSlices(orm, freed))
    .insert(bulkId)
    .select(orm.select({ key: found.key, id: found.id }).from(found));
  await lookUp(orm, false);
}

/** The hosts of `bulk_new` with their ids: `bulk_host`. Each is looked up once; those that are new are entered. */
async function hostsOf(orm: Orm): Promise<void> {
  const given = orm.selectDistinct({ name: bulkNew.host }).from(bulkNew).as("given");
  await createTable(orm, bulkHost, { kind: "temporary" });
  await lookUp(orm, true);
  await insertFrom(orm, bulkHost, { name: given.name, id: host.id }, (found) =>
    found.from(given).leftJoin(host, eq(host.name, given.name)),
  );
  await lookUp(orm, false);
  const missing = orm
    .$with("missing")
    .as(orm.delete(bulkHost).where(isNull(bulkHost.id)).returning({ name: bulkHost.name }));
  const entered = orm.$with("entered").as(
    insertFrom(orm, host, { name: missing.name }, (found) => found.from(missing).orderBy(missing.name))
      .onConflictDoNothing()
      .returning({ name: host.name, id: host.id }),
  );
  await orm
    .with(missing, entered)
    .insert(bulkHost)
    .select(orm.select({ name: entered.name, id: entered.id }).from(entered));
}

/** The others, in the order of pages; each with the flags of the page that has it first. */
export async function enterNew(orm: Orm, today: Day): Promise<number> {
  const known = orm.select({ id: bulkId.id }).from(bulkId).where(eq(bulkId.key, bulkBatch.key));
  await createTable(orm, bulkNew, {
    kind: "temporary",
    as: orm
      .selectDistinctOn([bulkBatch.key])
      .from(bulkBatch)
      .where(and(isWatched, notExists(known)))
      .orderBy(bulkBatch.key, bulkBatch.pageid, bulkBatch.no),
  });
  await hostsOf(orm);
  await roomFor(orm, await orm.$count(bulkNew));
  const { key, scheme, port, flags, path } = bulkNew;
  const numbered = { id: nextOf(urlIdSequence), key, hostId: bulkHost.id, scheme, port, flags, path };
  const entered = orm
    .$with("entered")
    .as(
      insertFrom(orm, url, { ...numbered, touched: typed(url.touched, today) }, (found) =>
        found
          .from(bulkNew)
          .innerJoin(bulkHost, eq(bulkHost.name, bulkNew.host))
          .orderBy(bulkNew.pageid, bulkNew.no),
      ).returning({ id: url.id, key: url.key }),
    );
  const { count } = await orm
    .with(entered, freshSlices(orm, entered))
    .insert(bulkId)
    .select(orm.select({ key: entered.key, id: entered.id }).from(entered));
  return count;
}
