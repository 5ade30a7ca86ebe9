import type { Database } from "../../connect.ts";
import { SLICE_IDS } from "../../url-row.ts";

/**
 * Makes missing rows of the slice table, for all ids up to the youngest. Feeders make them as they go; this mends a
 * table restored or filled by other means. Answers how many were missing.
 */
export async function ensureSlices(db: Database): Promise<number> {
  const { count } = await db.sql`
    insert into slice (no)
    select no from generate_series(0, (select coalesce(max(id), -1) from url) / ${SLICE_IDS}) as given (no)
    where exists (select 1 from url where id >= no * ${SLICE_IDS} and id < (no + 1) * ${SLICE_IDS})
    order by no on conflict do nothing`;
  return count;
}
