import type { Database } from "../../connect.ts";

/** SQLSTATE of a statement that took longer. */
export const QUERY_CANCELED = "57014";

/**
 * To the end of the transaction, which only reads: statements that take longer are given up (QUERY_CANCELED), and each is planned
 * for what it asks. A plan that was made for any domain reads all URLs of the one that has a million.
 */
export async function limitTime({ sql }: Database, statementMs: number): Promise<void> {
  await sql`
    select set_config('statement_timeout', ${String(statementMs)}, true), set_config('transaction_read_only', 'on', true),
      set_config('plan_cache_mode', 'force_custom_plan', true)`;
}
