import type { FarmWiki } from "../../shared/interwiki/farm.ts";
import type { Database } from "../connect.ts";
import type { Farm, WikiId } from "../types.ts";

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

export async function listFarms(db: Database): Promise<Farm[]> {
  const rows = await db.sql<Farm[]>`
    select code, name, sites, internal_hosts as "internalHosts", spam_list as "spamList" from farm order by code`;
  return [...rows];
}

/** What may change of a farm; absent: stays. Inside a transaction it is bound to it. */
export async function updateFarm(
  { sql }: Database,
  name: string,
  { sites, internalHosts }: Partial<Pick<Farm, "sites" | "internalHosts">>,
): Promise<void> {
  await sql`
    update farm set sites = coalesce(${sites ?? null}, sites),
      internal_hosts = coalesce(${internalHosts ?? null}, internal_hosts)
    where name = ${name}`;
}

/** The wikis of a farm, as far as links into them are recognised by it (U5). */
export async function farmWikis({ sql }: Database, farm: number): Promise<FarmWiki[]> {
  const rows = await sql<{ api: string; articleUrl: string }[]>`
    select api, article_url as "articleUrl" from wiki where farm = ${farm} order by dbname`;
  return [...rows];
}

/** Whether no other wiki of its farm has a name that differs in nothing but case. */
export async function isAlone({ sql }: Database, wiki: WikiId): Promise<boolean> {
  const [row] = await sql<{ alone: boolean }[]>`
    select not exists (select 1 from wiki o where o.farm = w.farm and o.id <> w.id and lower(o.dbname) = lower(w.dbname)) as alone
    from wiki w where w.id = ${wiki}`;
  return row?.alone ?? true;
}
