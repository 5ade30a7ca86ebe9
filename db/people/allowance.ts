import { and, eq, sql } from "drizzle-orm";
import type { Day } from "../../shared/calendar/day.ts";
import { batchOf, insertFrom } from "../batch.ts";
import type { Database } from "../connect.ts";
import { EPOCH } from "../schema/columns.ts";
import { peopleTally } from "../schema/index.ts";
import { excluded, isAnyOf, typed } from "../statement.ts";

/** Under which name acts are counted, and how many are allowed there (H2, H5). */
export interface Scope {
  /** A UUID: a keyed hash. */
  readonly name: string;
  readonly perDay: number;
  /** From one act to the next. */
  readonly paceSeconds: number;
}

export type Allowance =
  | { readonly kind: "taken" }
  | { readonly kind: "too-soon"; readonly seconds: number }
  | { readonly kind: "too-many" };

/** Whether one of these scopes has nothing left of its day: a look that waits for nobody, so that what is refused all day costs little (H5). */
export async function isUsedUp({ orm }: Database, scopes: readonly Scope[], today: Day): Promise<boolean> {
  if (scopes.length === 0) return false;
  const { scope, day, acts } = peopleTally;
  const bounds = new Map(scopes.map(({ name, perDay }) => [name, perDay]));
  const rows = await orm
    .select({ scope, acts })
    .from(peopleTally)
    .where(and(isAnyOf(scope, [...bounds.keys()]), eq(day, today)));
  return rows.some((row) => row.acts >= (bounds.get(row.scope) ?? 0));
}

/**
 * Counts `weight` acts in all these scopes, in the caller's transaction, or in none. All others that count in one of them wait for its end.
 */
export async function takeAllowance(
  { orm }: Database,
  scopes: readonly Scope[],
  { day: today, weight }: { readonly day: Day; readonly weight: number },
): Promise<Allowance> {
  const { scope, day, acts, last } = peopleTally;
  const names = scopes.map(({ name }) => name);
  const given = batchOf("given", scope, names);
  const fresh = { scope: given.value, day: typed(day, today), acts: sql`0`, last: EPOCH };
  const rows = await insertFrom(orm, peopleTally, fresh, (found) =>
    found.from(given.rows).orderBy(given.value),
  )
    .onConflictDoUpdate({
      target: scope,
      set: { acts: sql`case when ${day} = ${excluded(day)} then ${acts} else 0 end`, day: excluded(day) },
    })
    .returning({
      scope,
      acts,
      age: sql<number>`least(extract(epoch from clock_timestamp() - ${last}), 1e9)::float8`,
    });
  const tallies = new Map(rows.map((row) => [row.scope, row]));
  const wait = Math.max(
    ...scopes.map(({ name, paceSeconds }) => paceSeconds - Math.max(0, tallies.get(name)?.age ?? 0)),
  );
  if (wait > 0) return { kind: "too-soon", seconds: Math.ceil(wait) };
  if (scopes.some(({ name, perDay }) => (tallies.get(name)?.acts ?? 0) + weight > perDay))
    return { kind: "too-many" };
  await orm
    .update(peopleTally)
    .set({ acts: sql`${acts} + ${weight}::int`, last: sql`clock_timestamp()` })
    .where(isAnyOf(scope, names));
  return { kind: "taken" };
}
