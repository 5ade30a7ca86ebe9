import { distinctWikis } from "../../shared/interwiki/farm.ts";
import type { OwnFarm } from "../../shared/interwiki/sister.ts";
import type { Database } from "../connect.ts";
import { farmWikis } from "./farms.ts";
import type { Wiki } from "./wikis.ts";

/** The hosts of a wiki's own farm, by which links into it are recognised (U5). */
export async function ownHosts(db: Database, wiki: Wiki): Promise<OwnFarm> {
  const { server, api, articleUrl, internalHosts } = wiki;
  const own = { server, api, articleUrl, internalHosts: internalHosts || null };
  return { ...own, wikis: distinctWikis(own, await farmWikis(db, wiki.farm)) };
}
