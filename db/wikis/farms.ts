import { and, eq, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { FarmWiki } from "../../shared/interwiki/farm.ts";
import type { Database } from "../connect.ts";
import { farm, wiki } from "../schema/index.ts";
import type { WikiId } from "../types.ts";

export type Farm = Readonly<Omit<typeof farm.$inferSelect, "spamDueAt">>;

/** M1. Codes 0 and 1 are there from the first migration. */
export async function addFarm(
  { orm }: Database,
  added: Farm,
): Promise<{ readonly kind: "added" } | { readonly kind: "exists"; readonly what: "code" | "name" }> {
  const { count } = await orm.insert(farm).values(added).onConflictDoNothing();
  if (count > 0) return { kind: "added" };
  const taken = await orm.$count(farm, eq(farm.code, added.code));
  return { kind: "exists", what: taken > 0 ? "code" : "name" };
}

export function listFarms({ orm }: Database): Promise<Farm[]> {
  const { code, name, sites, internalHosts, spamList } = farm;
  return orm.select({ code, name, sites, internalHosts, spamList }).from(farm).orderBy(code);
}

/** What may change of a farm; absent: stays. */
export async function updateFarm(
  { orm }: Database,
  name: string,
  changed: Partial<Pick<Farm, "sites" | "internalHosts">>,
): Promise<void> {
  await orm
    .update(farm)
    .set({ sites: sql`${farm.sites}`, ...changed })
    .where(eq(farm.name, name));
}

/** The wikis of a farm, as far as links into them are recognised by it (U5). */
export function farmWikis({ orm }: Database, farmCode: number): Promise<FarmWiki[]> {
  return orm
    .select({ api: wiki.api, articleUrl: wiki.articleUrl })
    .from(wiki)
    .where(eq(wiki.farm, farmCode))
    .orderBy(wiki.dbname);
}

/** Most endpoints that profiles name; they matter for wikis at private addresses alone. */
const ENDPOINTS_MAX = 200;

/** Hosts and ports that the operator gave himself for wikis of a farm. */
export async function farmEndpoints({ orm }: Database, farmCode: number): Promise<string[]> {
  const rows = await orm
    .selectDistinct({ endpoint: wiki.configuredEndpoint })
    .from(wiki)
    .where(and(eq(wiki.farm, farmCode), ne(wiki.configuredEndpoint, "")))
    .orderBy(wiki.configuredEndpoint)
    .limit(ENDPOINTS_MAX);
  return rows.map(({ endpoint }) => endpoint);
}

/** Whether no other wiki of its farm has a name that differs in nothing but case. */
export async function isAlone({ orm }: Database, id: WikiId): Promise<boolean> {
  const other = alias(wiki, "other");
  const [found] = await orm
    .select({ id: other.id })
    .from(wiki)
    .innerJoin(other, and(eq(other.farm, wiki.farm), ne(other.id, wiki.id)))
    .where(and(eq(wiki.id, id), sql`lower(${other.dbname}) = lower(${wiki.dbname})`))
    .limit(1);
  return found === undefined;
}
