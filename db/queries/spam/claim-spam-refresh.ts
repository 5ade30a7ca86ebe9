import type { Database } from "../../connect.ts";
import type { WikiId } from "../../types.ts";

interface Times {
  readonly nowMs: number;
  /** When it is due again. */
  readonly nextMs: number;
  /** Somebody waits for it: due or not. */
  readonly force: boolean;
}

/** Whether a wiki's own lists are to be read now; then they are not due again before `nextMs`. */
export async function claimWikiLists({ sql }: Database, wiki: WikiId, times: Times): Promise<boolean> {
  const { count } = await sql`
    update wiki set spam_due_at = to_timestamp(${times.nextMs}::float8 / 1000)
    where id = ${wiki} and (${times.force} or spam_due_at <= to_timestamp(${times.nowMs}::float8 / 1000))`;
  return count > 0;
}

/** The address of a farm's global list if it is to be read now, by nobody else; "" : it has none; null: not now. */
export async function claimGlobalList({ sql }: Database, farm: number, times: Times): Promise<string | null> {
  const [row] = await sql<{ address: string }[]>`
    update farm set spam_due_at = to_timestamp(${times.nextMs}::float8 / 1000)
    where code = ${farm} and (${times.force} or spam_due_at <= to_timestamp(${times.nowMs}::float8 / 1000))
    returning spam_list as address`;
  return row?.address ?? null;
}
