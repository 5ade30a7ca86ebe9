import { and, count, lt, sql } from "drizzle-orm";
import type { Day } from "../../shared/calendar/day.ts";
import { insertRows } from "../batch.ts";
import type { Database } from "../connect.ts";
import { inBatches } from "../in-batches.ts";
import { organisationSharer } from "../schema/index.ts";
import { isAnyOf } from "../statement.ts";
import { storable } from "../text.ts";

const { shared, registrant, seen } = organisationSharer;

/** More of one address or name server tell nothing more. */
const SHARERS_MAX = 8;
const NAME_CHARS_MAX = 300;

/** By address or domain of a name server: the unrelated registrants that were seen there, by name. */
export async function sharersOf(
  { orm }: Database,
  keys: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (keys.length === 0) return new Map();
  const rows = await orm.select({ shared, registrant }).from(organisationSharer).where(isAnyOf(shared, keys));
  return new Map(
    [...Map.groupBy(rows, (row) => row.shared)].map(([key, some]) => [
      key,
      some.map((row) => row.registrant),
    ]),
  );
}

/** How many there are of each. */
export async function sharerCounts(
  { orm }: Database,
  keys: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (keys.length === 0) return new Map();
  const rows = await orm
    .select({ shared, registrants: count() })
    .from(organisationSharer)
    .where(isAnyOf(shared, keys))
    .groupBy(shared);
  return new Map(rows.map((row) => [row.shared, row.registrants]));
}

/** Notes a registrant, of whom the caller knows that it is none of those known there. */
export async function noteSharer(
  db: Database,
  keys: readonly string[],
  name: string,
  today: Day,
): Promise<void> {
  const counts = await sharerCounts(db, keys);
  const rows = keys
    .filter((key) => (counts.get(key) ?? 0) < SHARERS_MAX)
    .sort()
    .map((key) => ({ shared: key, registrant: storable(name).slice(0, NAME_CHARS_MAX), seen: today }));
  if (rows.length > 0)
    await insertRows(
      db.orm,
      organisationSharer,
      ["shared", "registrant", "seen"],
      rows,
    ).onConflictDoNothing();
}

/** Notes that registrants who are known there were seen again, so that they are not forgotten. */
export function seeSharersAgain(
  db: Database,
  keys: readonly string[],
  names: readonly string[],
  today: Day,
): Promise<void> {
  // In a transaction, which begins again after a deadlock: two looks may meet at the same servers.
  return db.transaction(async ({ orm }) => {
    await orm
      .update(organisationSharer)
      .set({ seen: today })
      .where(and(isAnyOf(shared, keys), isAnyOf(registrant, names), lt(seen, today)));
  });
}

/** Forgets those that were seen before that day: servers change hands. Goes through all once, in the order of their index. */
export async function expireSharers(db: Database, before: Day, signal?: AbortSignal): Promise<number> {
  const key = sql`(${shared}, ${registrant})`;
  let after = { shared: "", registrant: "" };
  let gone = 0;
  await inBatches(
    db,
    async ({ orm }, limit) => {
      const isBeyond = sql`${key} > (${after.shared}, ${after.registrant})`;
      const keys = await orm
        .select({ shared, registrant })
        .from(organisationSharer)
        .where(isBeyond)
        .orderBy(shared, registrant)
        .limit(limit);
      const last = keys.at(-1);
      if (last === undefined) return 0;
      const isRead = and(isBeyond, sql`${key} <= (${last.shared}, ${last.registrant})`);
      const { count: old } = await orm.delete(organisationSharer).where(and(isRead, lt(seen, before)));
      after = last;
      gone += old;
      return keys.length;
    },
    signal,
  );
  return gone;
}
