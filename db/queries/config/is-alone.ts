import type { Database } from "../../connect.ts";
import type { WikiId } from "../../types.ts";

/** Whether no other wiki of its farm has a name that differs in nothing but case. */
export async function isAlone({ sql }: Database, wiki: WikiId): Promise<boolean> {
  const [row] = await sql<{ alone: boolean }[]>`
    select not exists (select 1 from wiki o where o.farm = w.farm and o.id <> w.id and lower(o.dbname) = lower(w.dbname)) as alone
    from wiki w where w.id = ${wiki}`;
  return row?.alone ?? true;
}
