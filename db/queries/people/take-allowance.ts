import type { Day } from "../../../shared/calendar/day.ts";
import type { Sql } from "../../connect.ts";

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

/**
 * Counts `weight` acts in all these scopes, in the caller's transaction, or in none. Whoever else counts in one of them waits for the end of the transaction.
 */
export async function takeAllowance(
  sql: Sql,
  scopes: readonly Scope[],
  { day, weight }: { readonly day: Day; readonly weight: number },
): Promise<Allowance> {
  const names = scopes.map(({ name }) => name).sort();
  const rows = await sql<{ scope: string; acts: number; age: number }[]>`
    insert into people_tally as t (scope, day, acts, last)
    select name, ${day}::int, 0, 'epoch' from unnest(${names}::uuid[]) as name order by name
    on conflict (scope) do update
    set acts = case when t.day = excluded.day then t.acts else 0 end, day = excluded.day
    returning scope, acts, least(extract(epoch from clock_timestamp() - last), 1e9)::float8 as age`;
  const tallies = new Map(rows.map((row) => [row.scope, row]));
  const wait = Math.max(
    ...scopes.map(({ name, paceSeconds }) => paceSeconds - Math.max(0, tallies.get(name)?.age ?? 0)),
  );
  if (wait > 0) return { kind: "too-soon", seconds: Math.ceil(wait) };
  if (scopes.some(({ name, perDay }) => (tallies.get(name)?.acts ?? 0) + weight > perDay))
    return { kind: "too-many" };
  await sql`
    update people_tally set acts = acts + ${weight}::int, last = clock_timestamp()
    where scope = any(${names}::uuid[])`;
  return { kind: "taken" };
}
