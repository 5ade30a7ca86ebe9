import type { Database } from "../../connect.ts";
import { storable } from "../../text.ts";
import type { WikiId } from "../../types.ts";

export interface Setback {
  /** For operators: what was wrong. */
  readonly error: string;
  readonly nowMs: number;
  /** The first pause; each further one in a row is twice as long, up to the most. */
  readonly firstMs: number;
  readonly mostMs: number;
  /** It wants to be left alone for so long, at least. */
  readonly leastMs: number;
}

/** Leaves a wiki alone for a while after trouble; answers until when, by the feeder's clock. */
export async function setBack(
  { sql }: Database,
  wiki: WikiId,
  { error, nowMs, firstMs, mostMs, leastMs }: Setback,
): Promise<number> {
  const [row] = await sql<{ retryMs: number }[]>`
    update wiki set error = ${storable(error)}, error_at = now(), failures = 0,
      setbacks = least(setbacks + 1, 30),
      retry_at = to_timestamp((${nowMs}::float8
        + greatest(${leastMs}::float8, least(${mostMs}::float8, ${firstMs}::float8 * 2 ^ setbacks))) / 1000)
    where id = ${wiki} returning (extract(epoch from retry_at) * 1000)::float8 as "retryMs"`;
  return row?.retryMs ?? nowMs;
}
