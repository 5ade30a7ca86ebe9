import { profileEdition, storeProfile } from "../../db/dispatch/published.ts";
import type { Wiki } from "../../db/types.ts";
import { farmWikis, isAlone } from "../../db/wikis/farms.ts";
import { findSite } from "../../db/wikis/sites.ts";
import { findWiki } from "../../db/wikis/wikis.ts";
import { distinctWikis, type FarmWiki } from "../../shared/interwiki/farm.ts";
import { anyCaseKey, type KvPair, type WikiProfile, wikiKey } from "../../shared/protocol/types.ts";
import type { Database } from "../runtime/context.ts";
import { VERSION } from "../runtime/version.ts";
import { isOpen, noted, type Pass } from "./hold.ts";

/** The profile under which the edge finds the wiki, in whatever case it is written if no other wiki is so called (`alone`). */
function profilePairs(profile: WikiProfile, alone: boolean): KvPair[] {
  const { wiki } = profile;
  return [
    { key: wikiKey(wiki), value: JSON.stringify(profile) },
    { key: anyCaseKey(wiki), value: alone ? wiki : "" },
  ];
}

/** A wiki as its configuration and that of its farm have it. */
function profileOf(wiki: Wiki, farm: readonly FarmWiki[]): WikiProfile {
  const internalHosts = wiki.internalHosts === "" ? null : wiki.internalHosts;
  return {
    wiki: wiki.name,
    api: wiki.api,
    server: wiki.server,
    articleUrl: wiki.articleUrl,
    internalHosts,
    wikis: distinctWikis({ ...wiki, internalHosts }, farm),
    lang: wiki.lang,
    siteName: wiki.siteName,
  };
}

/** Lists of wikis by farm, each as of an edition: a thousand profiles name a thousand wikis. */
export type FarmLists = Map<number, { readonly edition: string; readonly wikis: readonly FarmWiki[] }>;

async function listOf(
  db: Database,
  lists: FarmLists,
  farm: number,
  edition: string,
): Promise<readonly FarmWiki[]> {
  const kept = lists.get(farm);
  if (kept?.edition === edition) return kept.wikis;
  const wikis = await farmWikis(db, farm);
  lists.set(farm, { edition, wikis });
  return wikis;
}

/** Writes the profiles of clients that need it, some at once: a wiki that is added makes those of its whole farm due. */
export async function tellProfiles(db: Database, passes: readonly Pass[], lists: FarmLists): Promise<void> {
  const rest = passes.values();
  const lane = async () => {
    for (const pass of rest) if (isOpen(pass)) await tellProfile(db, pass, lists);
  };
  await Promise.all(Array.from({ length: passes[0]?.hold.callsAtOnce ?? 0 }, lane));
}

/** Writes the profile of a client that needs it (markProfiles). True: go on. */
export async function tellProfile(db: Database, pass: Pass, lists: FarmLists): Promise<boolean> {
  const { lease, hold } = pass;
  if (!pass.profileDue) return true;
  // Before what it stands for is read: what changes meanwhile is written once more.
  const { wanted, farm } = await profileEdition(db, lease);
  const wiki = await findWiki(db, lease.name);
  if (wiki !== null) {
    const profile = profileOf(wiki, await listOf(db, lists, wiki.farm, farm));
    const site = await findSite(db, wiki.id);
    const whole = site === null ? profile : { ...profile, interwikis: site.interwikis };
    const terms = pass.needsExport ? ({ anew: true } as const) : {};
    if (!noted(pass, await hold.put(profilePairs(whole, await isAlone(db, wiki.id)), terms))) return false;
  }
  await storeProfile(db, lease, { wanted, version: VERSION });
  pass.profileDue = false;
  return true;
}
