import { STATUS_TABLE } from "../../../shared/status/table.ts";
import type { Sql } from "../../connect.ts";

const FAILING = new Set(["gone", "trouble", "silent"]);
const TYPES = STATUS_TABLE.filter((row) => FAILING.has(row.class)).map(({ type }) => type);
/** shared/history/pack.ts: the top bit of the first byte, a dead end. */
const DEAD_END = 128;

/**
 * Of `url u`: the last thing observed was neither content nor a refusal. All that `judge` calls unreachable or doubtful are
 * among them, and hardly any other.
 */
export const isFailing = (sql: Sql) => sql`
  (octet_length(u.history) > 0 and (get_byte(u.history, 0) >= ${DEAD_END} or get_byte(u.history, 0) = any(${TYPES}::int[])))`;
