import { isRecord } from "../shared/json/record.ts";
import { shortCache } from "./cache.ts";
import type { EdgeDeps, EdgeEnv } from "./env.ts";

/** Names of farms that everybody has heard of, whether this edge has a wiki of them or not (M1). */
const FARMS_BY_NATURE = ["WMF", "wmflabs"];
/** New wikis are rare. */
const NAMES_SECONDS = 300;
/** A list of KV has 1,000 keys. */
const FARM_LISTS_MAX = 5;
const NAMESAKES_MAX = 5;
/** As `anyCaseKey` has it. */
const KEY_START = "n1:";

/**
 * Names of configured wikis that begin with `prefix` in whatever case, in the order of their dbnames. Those that differ in
 * nothing but case are left out.
 */
export async function wikiNames(kv: KVNamespace, prefix: string, limit: number): Promise<string[]> {
  const [dbname = "", farm] = prefix.toLowerCase().split("@");
  const listed = await kv.list({ prefix: `${KEY_START}${dbname}${farm === undefined ? "" : "@"}`, limit });
  const fitting = listed.keys.filter(({ name }) =>
    (name.split("@")[1] ?? "").toLowerCase().startsWith(farm ?? ""),
  );
  const names = await Promise.all(
    fitting.map(({ name }) => kv.get(name, { type: "text", cacheTtl: NAMES_SECONDS })),
  );
  return names.flatMap((name) => name || []);
}

async function listedFarms(kv: KVNamespace): Promise<string[]> {
  const farms = new Set(FARMS_BY_NATURE);
  let cursor: string | null = null;
  for (let lists = 0; lists < FARM_LISTS_MAX; lists++) {
    const listed: KVNamespaceListResult<unknown, string> = await kv.list({ prefix: KEY_START, cursor });
    for (const { name } of listed.keys) farms.add(name.split("@")[1] ?? "");
    if (listed.list_complete) break;
    cursor = listed.cursor;
  }
  return [...farms];
}

/** Whether there is a farm of that name: it has wikis here, or everybody knows it. */
export async function isFarmKnown(farm: string, deps: EdgeDeps, env: EdgeEnv): Promise<boolean> {
  const cache = shortCache(deps);
  const kept: unknown = JSON.parse((await cache.get("farms")) ?? "null");
  const farms = isRecord(kept) && Array.isArray(kept.farms) ? kept.farms : await listedFarms(env.SNAPSHOTS);
  if (kept === null) await cache.put("farms", JSON.stringify({ farms }), NAMES_SECONDS);
  return farms.includes(farm);
}

/** Wikis of that dbname in any farm: who leaves out the farm means WMF's, and may not know it. */
export function namesakes(wiki: string, kv: KVNamespace): Promise<string[]> {
  const [dbname = ""] = wiki.split("@");
  return wikiNames(kv, `${dbname}@`, NAMESAKES_MAX);
}
