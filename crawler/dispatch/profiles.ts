import pMap from "p-map";
import { profileEdition, storeProfile } from "../../db/dispatch/published.ts";
import { farmEndpoints, farmWikis, isAlone } from "../../db/wikis/farms.ts";
import { findSite } from "../../db/wikis/sites.ts";
import { findWiki, type Wiki } from "../../db/wikis/wikis.ts";
import { distinctWikis, type FarmWiki } from "../../shared/interwiki/farm.ts";
import { anyCaseKey, type KvPair, type WikiProfile, wikiKey } from "../../shared/protocol/types.ts";
import { VERSION } from "../runtime/config.ts";
import type { Database } from "../runtime/context.ts";
import { type Delivery, isOpen, noted } from "./delivery.ts";

/** The keys under which the edge finds a wiki: its name, and the name in any case if no other wiki is so called (`alone`). */
function profilePairs(profile: WikiProfile, alone: boolean): KvPair[] {
  const { wiki } = profile;
  return [
    { key: wikiKey(wiki), value: JSON.stringify(profile) },
    { key: anyCaseKey(wiki), value: alone ? wiki : "" },
  ];
}

/** A wiki's profile, of its configuration and that of its farm. */
function profileOf(wiki: Wiki, { wikis, endpoints }: FarmList): WikiProfile {
  const internalHosts = wiki.internalHosts === "" ? null : wiki.internalHosts;
  return {
    wiki: wiki.name,
    api: wiki.api,
    server: wiki.server,
    articleUrl: wiki.articleUrl,
    internalHosts,
    wikis: distinctWikis({ ...wiki, internalHosts }, wikis),
    configured: [...new Set([wiki.configuredEndpoint, ...endpoints])].filter((endpoint) => endpoint !== ""),
    lang: wiki.lang,
    siteName: wiki.siteName,
  };
}

interface FarmList {
  readonly edition: string;
  readonly wikis: readonly FarmWiki[];
  /** What of them the operator configured by host and port. */
  readonly endpoints: readonly string[];
}

/** Lists of wikis by farm, each as of an edition: a thousand profiles name a thousand wikis. */
export type FarmLists = Map<number, FarmList>;

async function listOf(db: Database, lists: FarmLists, farm: number, edition: string): Promise<FarmList> {
  const kept = lists.get(farm);
  if (kept?.edition === edition) return kept;
  const list = { edition, wikis: await farmWikis(db, farm), endpoints: await farmEndpoints(db, farm) };
  lists.set(farm, list);
  return list;
}

/** Writes the profiles of clients that need it, some at once: a wiki that is added makes those of its whole farm due. */
export async function publishProfiles(
  db: Database,
  deliveries: readonly Delivery[],
  lists: FarmLists,
): Promise<void> {
  const [first] = deliveries;
  if (first === undefined) return;
  const publish = async (delivery: Delivery) => {
    if (isOpen(delivery)) await publishProfile(db, delivery, lists);
  };
  await pMap(deliveries, publish, { concurrency: first.writer.callsAtOnce });
}

/** Writes the profile of a client that needs it (markProfiles); true: continue. */
export async function publishProfile(db: Database, delivery: Delivery, lists: FarmLists): Promise<boolean> {
  const { lease, writer } = delivery;
  if (!delivery.profileDue) return true;
  // The edition first: what changes while the rest is read is written once more.
  const { wanted, farm } = await profileEdition(db, lease);
  const wiki = await findWiki(db, lease.name);
  if (wiki !== null) {
    const profile = profileOf(wiki, await listOf(db, lists, wiki.farm, farm));
    const site = await findSite(db, wiki.id);
    const whole = site === null ? profile : { ...profile, interwikis: site.interwikis };
    const terms = delivery.needsExport ? ({ rewrite: true } as const) : {};
    if (!noted(delivery, await writer.put(profilePairs(whole, await isAlone(db, wiki.id)), terms)))
      return false;
  }
  await storeProfile(db, lease, { wanted, version: VERSION });
  delivery.profileDue = false;
  return true;
}
