import { and, isNotNull, lte, or, sql } from "drizzle-orm";
import { addDays, type Day } from "../../shared/calendar/day.ts";
import { PSEUDONYM_DAYS } from "../../shared/protocol/keys.ts";
import type { Database } from "../connect.ts";
import { archive, replacement, report, scopeReport } from "../schema/index.ts";
import { forgetNetworks } from "./known-networks.ts";

/** H5: of what was said 30 days ago or longer nothing is left that names anybody, not even by a keyed hash, or says of which sort that one was (kept.ts). Answers how many rows. */
export async function forgetPeople(db: Database, today: Day): Promise<number> {
  const { orm } = db;
  const through = addDays(today, -PSEUDONYM_DAYS);
  let count = await forgetNetworks(db, through);
  for (const table of [report, scopeReport]) {
    const isNamed = or(isNotNull(table.reporter), isNotNull(table.network), isNotNull(table.since));
    const forgotten = await orm
      .update(table)
      .set({ reporter: null, network: null, since: null, family: sql`default` })
      .where(and(lte(table.day, through), isNamed));
    count += forgotten.count;
  }
  for (const { table, day } of [
    { table: replacement, day: replacement.proposed },
    { table: archive, day: archive.proposed },
  ]) {
    const forgotten = await orm
      .update(table)
      .set({ proposer: null })
      .where(and(lte(day, through), isNotNull(table.proposer)));
    count += forgotten.count;
  }
  return count;
}
