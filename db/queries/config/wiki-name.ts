import type { Sql } from "../../connect.ts";
import type { WikiId } from "../../types.ts";

/** `dewiki@WMF`, as part of a statement. */
export const wikiName = (sql: Sql, wiki: WikiId) => sql`
  (select w.dbname || '@' || f.name from wiki w join farm f on f.code = w.farm where w.id = ${wiki}::int)`;
