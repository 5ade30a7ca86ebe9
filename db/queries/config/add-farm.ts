import type { Database } from "../../connect.ts";
import type { Farm } from "../../types.ts";

export type AddFarmResult =
  | { readonly kind: "added" }
  | { readonly kind: "exists"; readonly what: "code" | "name" };

/** M1. Codes 0 and 1 are there from the first migration. */
export async function addFarm(db: Database, added: Farm): Promise<AddFarmResult> {
  const rows = await db.sql`
    insert into farm (code, name, sites, internal_hosts, spam_list)
    values (${added.code}, ${added.name}, ${added.sites}, ${added.internalHosts}, ${added.spamList})
    on conflict do nothing returning code`;
  if (rows.length > 0) return { kind: "added" };
  const taken = await db.sql`select 1 from farm where code = ${added.code}`;
  return { kind: "exists", what: taken.length > 0 ? "code" : "name" };
}
