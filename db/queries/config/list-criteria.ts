import type { Database } from "../../connect.ts";
import type { Criterion, WikiId } from "../../types.ts";

/** In the order in which they were set. Empty: the default of M2, the main namespace. */
export async function listCriteria(db: Database, wiki: WikiId): Promise<Criterion[]> {
  const rows = await db.sql<Required<Criterion>[]>`
    select effect, kind, value, depth from wiki_criterion where wiki_id = ${wiki} order by id`;
  return rows.map(({ depth, ...rest }) => (depth === 0 ? rest : { ...rest, depth }));
}
