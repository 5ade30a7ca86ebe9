import { lte, min, sql } from "drizzle-orm";
import { addDays, type Day } from "../../shared/calendar/day.ts";
import type { Database } from "../connect.ts";
import { knownNetwork } from "../schema/index.ts";
import { isAnyOf } from "../statement.ts";
import { KNOWN_DAYS } from "./weights.ts";

/** Keyed hashes of one network: under the key of this month, and under that of the month before. */
export interface NetworkNames {
  readonly now: string;
  readonly before: string;
}

/** Since when a network is known, no earlier than counts (H5); today: since today, or not at all. */
export async function networkSince({ orm }: Database, names: NetworkNames, today: Day): Promise<Day> {
  const { name, since } = knownNetwork;
  const [known] = await orm
    .select({ since: min(since) })
    .from(knownNetwork)
    .where(isAnyOf(name, [names.now, names.before]));
  return Math.max(known?.since ?? today, addDays(today, -KNOWN_DAYS)) as Day;
}

/** Notes that a network says something today, and answers since when it is known. */
export async function noteNetwork(db: Database, names: NetworkNames, today: Day): Promise<Day> {
  const { name, since, day } = knownNetwork;
  const first = await networkSince(db, names, today);
  await db.orm
    .insert(knownNetwork)
    .values({ name: names.now, since: first, day: today })
    .onConflictDoUpdate({
      target: name,
      set: { since: sql`least(${since}, ${first}::int)`, day: sql`greatest(${day}, ${today}::int)` },
    });
  return first;
}

/** Forgets those that said nothing since. */
export async function forgetNetworks({ orm }: Database, through: Day): Promise<number> {
  const gone = await orm.delete(knownNetwork).where(lte(knownNetwork.day, through));
  return gone.count;
}
