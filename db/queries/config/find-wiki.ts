import type { Database } from "../../connect.ts";
import type { Wiki } from "../../types.ts";
import { type WikiRow, wikiColumns } from "./wiki-columns.ts";

/**
 * `name`: `dewiki@WMF`; without a farm, WMF is meant (contract.md). A dbname may have capitals, as MediaWiki's `$wgDBname`:
 * written exactly so it is that wiki, else the only one that differs in nothing but case. null: not configured here.
 */
export async function findWiki(db: Database, name: string): Promise<Wiki | null> {
  const at = name.lastIndexOf("@");
  const dbname = at < 0 ? name : name.slice(0, at);
  const farm = at < 0 ? "WMF" : name.slice(at + 1);
  const rows = await db.sql<WikiRow[]>`
    select ${wikiColumns(db)} from wiki w join farm f on f.code = w.farm
    where lower(w.dbname) = ${dbname.toLowerCase()} and f.name = ${farm}
    order by w.dbname`;
  return rows.find((row) => row.dbname === dbname) ?? (rows.length === 1 ? (rows[0] ?? null) : null);
}
