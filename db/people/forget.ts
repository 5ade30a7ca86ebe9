import { and, getTableColumns, isNotNull, lte, or, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { addDays, type Day } from "../../shared/calendar/day.ts";
import { PSEUDONYM_DAYS } from "../../shared/protocol/keys.ts";
import type { Database } from "../connect.ts";
import { KEPT_OF_PEOPLE } from "./kept.ts";
import { forgetNetworks } from "./known-networks.ts";

/** H5: of what was said 30 days ago or longer nothing is left that names anybody, not even by a keyed hash, or says of which sort that one was (kept.ts). Answers how many rows. */
export async function forgetPeople(db: Database, today: Day): Promise<number> {
  const through = addDays(today, -PSEUDONYM_DAYS);
  let count = await forgetNetworks(db, through);
  for (const { table, columns, said } of KEPT_OF_PEOPLE) {
    if (said === undefined) continue;
    const names = Object.entries(columns).flatMap(([name, kept]) => (kept === "person" ? [name] : []));
    const all = getTableColumns<PgTable>(table);
    const isNamed = names.flatMap((name) => (all[name]?.notNull === false ? [isNotNull(all[name])] : []));
    const forgotten = await db.orm
      .update<PgTable>(table)
      // Null where a column has no other.
      .set(Object.fromEntries(names.map((name) => [name, sql`default`])))
      .where(and(lte(said, through), or(...isNamed)));
    count += forgotten.count;
  }
  return count;
}
