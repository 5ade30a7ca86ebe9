import type { Database } from "../../connect.ts";
import type { WikiId } from "../../types.ts";

/** Counts a request that failed; answers how many did within the last `windowMs`. `nowMs`: the feeder's clock. */
export async function noteFailure(
  { sql }: Database,
  wiki: WikiId,
  { nowMs, windowMs }: { readonly nowMs: number; readonly windowMs: number },
): Promise<number> {
  const [row] = await sql<{ failures: number }[]>`
    update wiki set
      failures = case when ${goesOn({ sql }, nowMs, windowMs)} then failures + 1 else 1 end,
      failing_at = case when ${goesOn({ sql }, nowMs, windowMs)} then failing_at
        else to_timestamp(${nowMs}::float8 / 1000) end
    where id = ${wiki} returning failures`;
  return row?.failures ?? 0;
}

const goesOn = ({ sql }: Pick<Database, "sql">, nowMs: number, windowMs: number) => sql`
  failures > 0 and failing_at between to_timestamp((${nowMs}::float8 - ${windowMs}::float8) / 1000)
    and to_timestamp(${nowMs}::float8 / 1000)`;
